"""`python -m reihum` is the command `reihum`."""

from reihum_start import main

if __name__ == "__main__":
    main()
