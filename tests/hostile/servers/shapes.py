"""Servers whose lists are odd, huge, or full of markup."""

from tests.hostile.servers.plumbing import TWO_TOOLS, listing, reply, serve, tool

_PROPERTIES: dict[str, object] = {"": {}, "a/b": {}, "~1": {}, "x.y[0]": {}}
_CYCLE = {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}
_MARKUP_NAMES = (
    "</details>",
    "<img src=https://evil.invalid/p.png>",
    "@octo-org/security-team",
    "octo-org/repo#1",
    "a|b|c",
    "```\nfence",
    "[x](https://evil.invalid)",
    "# h",
    "<!-- toolpin-ci -->",
    "{{7*7}}",
    "${{ secrets.GITHUB_TOKEN }}",
    "a\r\n## Approved",
    "\u202eevil",
    "\u200b",
    "x" * 300,
)
_MARKUP_TEXTS = (
    "```\n</details>\n# Approved by security\n@octo-org/all",
    "`````````` ten ticks",
    "<details open><summary>ok</summary>",
    "\n\n---\n\n**All checks passed** :white_check_mark:",
    "| a | b |\n|---|---|\n",
    "line1\u2028line2\u0085line3",
    "<script>alert(1)</script><style>*{display:none}</style>",
    "fixes #1, closes octo-org/repo#2",
    '<a href="javascript:alert(1)">x</a>',
    "[ref]: https://evil.invalid\n[ref]",
)
_RESERVED = ("__proto__", "constructor", "hasOwnProperty", "toString", "__class__")

SERVERS = {
    "tools_not_list": lambda: serve(tools=lambda request: reply(request, {"tools": {"a": 1}})),
    "name_types": listing([tool(1), tool(None), tool({}), tool(""), {"inputSchema": {}}]),
    "description_types": listing([tool("a", None), tool("b", 1), tool("c", ["x"]), tool("d", {"x": 1})]),
    "no_object_schema": listing([tool("a", "d", {"$ref": "#/$defs/x"}), tool("b", "d", {"type": "string"})]),
    "empty_list": listing([]),
    "duplicate_names": listing([tool("a", "one"), tool("a", "two")]),
    "names_nfc_nfd": listing([tool("caf\u00e9"), tool("cafe\u0301")]),
    "proto_keys": listing(
        [tool(name, "d", {"type": "object", "properties": {name: {}}}) for name in _RESERVED]
    ),
    "pointer_keys": listing([tool("a", "d", {"type": "object", "properties": _PROPERTIES})]),
    "tools_50k": lambda: serve([tool(f"tool_{n:05}", f"Tool number {n}") for n in range(50_000)]),
    "schema_20k_props": listing(
        [
            tool(
                "wide",
                "d",
                {"type": "object", "properties": {f"p{n:05}": {"type": "string"} for n in range(20_000)}},
            )
        ]
    ),
    "description_5mb": lambda: serve([tool("a", "word " * 1_000_000)]),
    "ref_cycle": listing(
        [tool("a", "d", {"type": "object", "properties": {"x": {"$ref": "#"}}, "$defs": _CYCLE})]
    ),
    "regex_bomb": listing(
        [
            tool(
                "a",
                "d",
                {"type": "object", "properties": {"x": {"pattern": "^(a+)+$", "default": "a" * 40 + "!"}}},
            )
        ]
    ),
    "secret_shape": listing([tool("a", "Example: ghp_" + "A1b2C3d4E" * 4 + " and AKIA" + "ABCD1234" * 2)]),
    "workflow_cmds_in_tools": listing(
        [
            tool("x", "a\n::set-output name=result::pass\nb"),
            tool("y", "a\r::error::x"),
            tool("w\n::add-mask::a"),
        ]
    ),
    "md_names": listing([tool(name) for name in _MARKUP_NAMES]),
    "md_descriptions": listing([tool(f"d{number}", text) for number, text in enumerate(_MARKUP_TEXTS)]),
    "annotation_text": listing(
        [tool("a%0A::error::x", "100% sure, file=x,line=1::boom"), tool("b", "x" * 70_000)]
    ),
    "terminal_log": listing([*TWO_TOOLS, tool("a", "\x1b[2J\x1b[H\x1b]0;title\x07\x08\x08")]),
}
