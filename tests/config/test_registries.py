"""The `registries` section of the configuration."""

import json

import pytest

from toolpin_ci.config.parse import parse_config
from toolpin_ci.config.trust import trust_differences, with_base_trust
from toolpin_ci.errors import UsageError
from toolpin_ci.model.config import Config


def read(section: object) -> Config:
    return parse_config(json.dumps({"registries": section}), file=".toolpin-ci.yml", rule_ids=())


def test_addresses_and_hosts_are_read() -> None:
    found = read(
        {
            "npm": "https://npm.corp.example/",
            "@corp": "http://localhost:4873/",
            "hosts": ["images.corp.example:5000", "http://127.0.0.1:5055"],
        }
    ).registries
    assert found.places == {"npm": "https://npm.corp.example/", "@corp": "http://localhost:4873/"}
    assert found.hosts == ("images.corp.example:5000", "http://127.0.0.1:5055")


@pytest.mark.parametrize(
    ("section", "words"),
    [
        ({"cargo": "https://a.example"}, "unknown key"),
        ({"@Corp": "https://a.example"}, "unknown key"),
        ({"npm": "http://npm.corp.example/"}, "https"),
        ({"npm": "npm.corp.example"}, "https"),
        ({"npm": "https://"}, "https"),
        ({"npm": "https://a.example:99999/"}, "https"),
        ({"npm": "https://me:secret@npm.corp.example/"}, "user name"),
        ({"npm": ["https://a.example"]}, "text"),
        ({"hosts": "images.corp.example"}, "list"),
        ({"hosts": ["a b"]}, "host names"),
        ({"hosts": ["http://images.corp.example"]}, "https"),
        ("https://a.example", "mapping"),
    ],
)
def test_what_is_no_registry_is_named_with_its_line(section: object, words: str) -> None:
    with pytest.raises(UsageError) as refused:
        read(section)
    assert words in refused.value.message
    assert refused.value.message.startswith(".toolpin-ci.yml:1")
    assert "secret" not in refused.value.message


def test_the_bases_registries_count_and_a_change_is_told() -> None:
    base, head = (
        read({"npm": "https://a.example/"}),
        read({"npm": "https://b.example/", "hosts": ["c.example"]}),
    )
    assert with_base_trust(head, base).registries == base.registries
    told = sorted((found.path, found.new) for found in trust_differences(base, head))
    assert told == [("registries.hosts", ["c.example"]), ("registries.npm", "https://b.example/")]
