"""What ToolPin itself concludes from a registry entry, a policy and a signature."""
