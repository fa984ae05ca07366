"""`python -m community` is the `community` command."""

from community.cli import main

if __name__ == "__main__":
    main()
