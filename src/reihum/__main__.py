"""`python -m reihum` is the command `reihum`."""

from reihum.cli.start import main

if __name__ == "__main__":
    main()
