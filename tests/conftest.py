"""What every test may use."""

pytest_plugins = ["tests.plugins.golden", "tests.plugins.skips", "tests.plugins.vectors"]
