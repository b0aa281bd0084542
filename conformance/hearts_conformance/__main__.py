"""``python -m hearts_conformance`` does the same as ``heartspec``."""

import sys

from .cli import main

if __name__ == "__main__":
    sys.exit(main())
