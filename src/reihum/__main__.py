"""`python -m reihum` is the command `reihum`."""

from reihum.cli import main

main()
