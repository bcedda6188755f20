"""What every test may use."""

pytest_plugins = [
    "tests.plugins.golden",
    "tests.plugins.requirements",
    "tests.plugins.skips",
    "tests.plugins.vectors",
]
