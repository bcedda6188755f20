"""What each misbehaving server must come to, in the words of a probe."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One server: what was read, what was in trouble and why, and what was noted."""

    name: str
    tools: int | None = None
    """How many tools were read; None where none may have been."""
    trouble: str = ""
    """The code; of the whole server where no tools are read and `server` is not reached."""
    note: str = ""
    says: str = ""
    """What the description of the first tool says."""
    seconds: float = 3.0


def _refused(**codes: str) -> tuple[Case, ...]:
    return tuple(Case(name=name, trouble=code) for name, code in codes.items())


def _read(**counts: int) -> tuple[Case, ...]:
    return tuple(Case(name=name, tools=count) for name, count in counts.items())


CASES = (
    *_refused(
        never_reads="timeout",
        slow_drip="timeout",
        slow_start="timeout",
        noise_infinite="stdout-noise",
        huge_line_200mb="response-too-large",
        endless_line="response-too-large",
        invalid_utf8="invalid-utf8",
        utf8_bom="invalid-utf8",
        nan_infinity="nan",
        number_1e400="nan",
        duplicate_key="duplicate-key",
        deep_nesting_100k="json-too-deep",
        json_comments="invalid-json",
        pretty_multiline="multi-line-json",
        lsp_framing="content-length-framing",
        page_same_cursor="pagination-loop",
        page_two_cycle="pagination-loop",
        page_cursor_type="invalid-cursor",
        page_huge_cursor="response-too-large",
        null_id="null-id",
        batch_response="batch",
        error_hostile_text="list-error",
        result_and_error="result-and-error",
        jsonrpc_1_0="jsonrpc-version",
        version_weird="protocol-version",
        tools_not_list="invalid-surface",
        name_types="invalid-item",
        exit_0_at_once="server-exited",
        segfault="server-exited",
        stdout_closed_alive="stdout-closed",
        sigstop_self="timeout",
    ),
    *_read(
        lone_surrogate=1,
        nul_escape=1,
        number_spelling=1,
        page_null_cursor=2,
        page_dup_tool=1,
        order_random=50,
        empty_list=0,
        duplicate_names=1,
        names_nfc_nfd=2,
        proto_keys=5,
        pointer_keys=1,
        schema_20k_props=1,
        description_5mb=1,
        ref_cycle=1,
        regex_bomb=1,
        secret_shape=1,
        workflow_cmds_in_tools=3,
        md_names=15,
        md_descriptions=10,
        annotation_text=2,
        terminal_log=3,
        ignore_sigterm=2,
        daemonise=2,
        stderr_flood=2,
        stderr_big_line=2,
        workflow_cmds_stderr=2,
        kill_parent=2,
        symlink_swap=2,
        github_files=2,
        cloak_ci=3,
    ),
    Case(name="tools_50k", tools=50_000, seconds=20.0),
    Case(name="noise_before", tools=2, note="stdout-noise"),
    Case(name="description_types", tools=4, note="field-type"),
    Case(name="no_object_schema", tools=2, note="schema-type"),
    Case(
        name="content_timestamp",
        tools=1,
        note="nondeterministic: tools: between two calls 'clock' differs at '/desc",
    ),
    Case(name="flip_second_call", tools=2, note="nondeterministic: tools: between two calls 'exfil'"),
    Case(name="list_changed_after", tools=3, note="list-changed"),
    Case(name="wrong_id", trouble="timeout", note="wrong-id"),
    Case(name="early_response", tools=2, note="wrong-id"),
    Case(name="server_requests_flood", trouble="too-many-requests", note="asked-the-user"),
    Case(name="elicit_secret", tools=2, note="asked-the-user"),
    Case(name="partial_surface", tools=2, trouble="list-error"),
    Case(name="exit_after_list", tools=2, trouble="server-exited"),
    Case(name="fork_keeps_pipe_after", tools=2, trouble="server-exited"),
    Case(name="fork_many", tools=1, says="MADE 2"),
    Case(name="memory_hog", trouble="server-exited", seconds=20.0),
    Case(name="disk_fill", tools=1, says="SIZE 268435456", seconds=20.0),
    Case(name="stdout_fd_inherit", tools=1, says="FDS []"),
)
