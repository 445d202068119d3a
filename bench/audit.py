"""Checks the installed packages for known vulnerabilities with pip-audit, which asks an advisory service. If none can
be reached, it prints a warning and succeeds. Further arguments go to pip-audit."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any, Final

COMMAND: Final = ("-m", "pip_audit", "--format", "json", "--skip-editable", "--progress-spinner", "off")
SERVICES: Final = ("pypi", "osv")


def ask(service: str, *more: str) -> tuple[list[dict[str, Any]], str]:
    """The installed packages that the service knows; if it does not answer, none, and the reason."""
    command = [sys.executable, *COMMAND, "--timeout", "20", "--vulnerability-service", service, *more]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        return json.loads(done.stdout)["dependencies"], ""
    except ValueError:
        return [], (done.stderr.strip().splitlines() or ["no answer"])[-1]


def main() -> int:
    for service in SERVICES:
        packages, reason = ask(service, *sys.argv[1:])
        known = [
            package for package in packages if "vulns" in package
        ]  # the service does not know the others
        holes = [(package, hole) for package in known for hole in package["vulns"]]
        for package, hole in holes:
            fixed = ", ".join(hole["fix_versions"]) or "no version yet"
            print(f"{package['name']} {package['version']}: {hole['id']}, fixed in {fixed}", file=sys.stderr)
        if holes:
            return 1
        if known:
            print(
                f"No known vulnerabilities in {len(known)} of {len(packages)} installed packages (asked: {service})."
            )
            return 0
        reason = reason or f"{service} knows none of {len(packages)} packages"
    print(f"NOT AUDITED: no advisory service can be reached ({reason[:200]}).", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
