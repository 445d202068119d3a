"""Known holes in the installed packages, by pip-audit. It has to ask an advisory service: without one nothing is known,
and it says so loudly, but that is no fault of the code under test."""

from __future__ import annotations

import subprocess
import sys

COMMAND = ["-m", "pip_audit", "--skip-editable", "--progress-spinner", "off", "--timeout", "20"]


def main() -> int:
    for service in ("pypi", "osv"):
        done = subprocess.run(
            [sys.executable, *COMMAND, "--vulnerability-service", service],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode == 0:
            print(f"No known holes in the installed packages (asked: {service}).")
            return 0
        if "known vulnerabilit" in done.stderr + done.stdout:
            print(done.stdout + done.stderr)
            return 1
    reason = (done.stderr.strip().splitlines() or ["no answer"])[-1]
    print(f"NOT AUDITED: no advisory service can be reached from here ({reason[:200]}).", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
