"""Many claims on code and models, decided together for a build that must not ship a false one."""
