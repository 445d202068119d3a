import sys

from branchline.cli import main

sys.exit(main())
