"""What people type, understood: words of three languages, cards, hands, and moves as the games write them."""
