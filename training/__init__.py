"""How the players of `reihum.bots` learn: by playing against themselves. `make train`; needs numpy."""
