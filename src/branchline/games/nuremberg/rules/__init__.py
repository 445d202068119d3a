"""The rules, compiled where there is a C compiler: a file per chapter of the rulebook."""
