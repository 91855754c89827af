"""What hosts are given in `deploy/`: that it does what it says."""
