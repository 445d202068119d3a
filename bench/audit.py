"""Known holes in the installed packages, by pip-audit. It has to ask an advisory service: without one nothing is known,
and it says so loudly, but that is no fault of the code under test. Further words go to pip-audit."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any, Final

COMMAND: Final = ("-m", "pip_audit", "--format", "json", "--skip-editable", "--progress-spinner", "off")
SERVICES: Final = ("pypi", "osv")


def ask(service: str, *more: str) -> tuple[list[dict[str, Any]], str]:
    """The installed packages as the service knows them; none, and why, where it gives no answer."""
    command = [sys.executable, *COMMAND, "--timeout", "20", "--vulnerability-service", service, *more]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        return json.loads(done.stdout)["dependencies"], ""
    except ValueError:
        return [], (done.stderr.strip().splitlines() or ["no answer"])[-1]


def main() -> int:
    for service in SERVICES:
        packages, reason = ask(service, *sys.argv[1:])
        known = [package for package in packages if "vulns" in package]  # the others were not found there
        holes = [(package, hole) for package in known for hole in package["vulns"]]
        for package, hole in holes:
            mended = ", ".join(hole["fix_versions"]) or "no version yet"
            print(
                f"{package['name']} {package['version']}: {hole['id']}, mended in {mended}", file=sys.stderr
            )
        if holes:
            return 1
        if known:
            print(f"No known holes in {len(known)} of {len(packages)} installed packages (asked: {service}).")
            return 0
        reason = reason or f"{service} knows none of {len(packages)} packages"
    print(f"NOT AUDITED: no advisory service can be reached from here ({reason[:200]}).", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
