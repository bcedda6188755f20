"""ToolPin CI: reviews what an MCP server lets an agent do."""

__version__ = "0.1.0"
