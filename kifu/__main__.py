"""`python -m kifu`."""

from kifu.cli.main import main

if __name__ == "__main__":
    main(prog_name="kifu")
