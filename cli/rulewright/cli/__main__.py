"""Arguments -> exit code, for `python -m rulewright.cli`."""

from rulewright.cli.main import main

raise SystemExit(main())
