"""The description of the HTTP API: it is valid, and a client that was generated from it works."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import pytest
from openapi_spec_validator import validate

from patience import PATIENCE, wait_for

PROGRAM = [sys.executable, "-m", "takeaway"]

TWO = """game two "Two" (k = 2)
piles n
move take: n - n' in {1, k}
P when n mod 3 = 0
"""


@contextmanager
def served(*arguments: str) -> Iterator[str]:
    """The address that a server prints."""
    server = subprocess.Popen([*PROGRAM, "serve", "--port", "0", "--no-open", *arguments], stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        yield server.stdout.readline().strip()
    finally:
        server.terminate()
        server.communicate(timeout=PATIENCE)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served() as printed:
        yield printed.rstrip("/")


@pytest.fixture(scope="module")
def description(address: str) -> Any:
    with urllib.request.urlopen(f"{address}/api/openapi.json", timeout=PATIENCE) as reply:
        return json.load(reply)


@pytest.fixture(scope="module")
def client(description: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A package that another program has written from the description alone."""
    folder = tmp_path_factory.mktemp("generated")
    (folder / "description.json").write_text(json.dumps(description))
    (folder / "settings.json").write_text(json.dumps({"post_hooks": []}))
    given = ["--path", "description.json", "--config", "settings.json", "--meta", "none", "--output-path", "asking"]
    command = [sys.executable, "-m", "openapi_python_client", "generate", *given, "--fail-on-warning"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done
    sys.path.insert(0, str(folder))
    try:
        operations = {
            file.stem: importlib.import_module(f"asking.api.default.{file.stem}")
            for file in Path(folder, "asking", "api", "default").glob("[a-z]*.py")
        }
        whole = importlib.import_module("asking")
        return SimpleNamespace(whole=whole, models=importlib.import_module("asking.models"), **operations)
    finally:
        sys.path.remove(str(folder))


def parts(value: Any) -> Iterator[dict[str, Any]]:
    """Every object in a description."""
    if isinstance(value, dict):
        yield value
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for part in inner:
        yield from parts(part)


def test_the_description_is_valid(description: Any) -> None:
    validate(description)
    for part in parts(description):
        assert part.get("description", "") is not None
        if part.get("type") == "boolean":
            assert isinstance(part.get("default", False), bool), part
    assert not [name for name in description["components"]["schemas"] if name.startswith("Either")]


def test_header_and_token_are_described(description: Any) -> None:
    parameters = description["components"]["parameters"]
    assert (parameters["Origin"]["in"], parameters["Origin"]["required"]) == ("header", True)
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            required = {"$ref": "#/components/parameters/Origin"} in operation.get("parameters", [])
            assert required == (method != "get"), (method, path)
            assert "401" in operation["responses"], (method, path)
    schemes = description["components"]["securitySchemes"]
    assert {(scheme["type"], scheme.get("scheme")) for scheme in schemes.values()} == {("http", "bearer"), ("apiKey", None)}


def test_a_generated_client_asks_about_games(client: Any, address: str) -> None:
    with client.whole.Client(base_url=address) as here:
        ask_about_games(client, {"client": here, "origin": address})


def ask_about_games(client: Any, here: dict[str, Any]) -> None:
    models = client.models
    answer = client.outcome.sync(**here, body=models.OutcomeBody(game="raleigh", position="14,17,20"))
    assert (answer.outcome, answer.move.to) == ("N", ["4", "5", "8"])
    assert client.outcome.sync(**here, body=models.OutcomeBody(game="raleigh", position=answer.position)) == answer
    several = client.outcome.sync(**here, body=models.OutcomeBody(game="raleigh", position=[[14, 17, 20], ["1", "2", "3"]]))
    assert [one.outcome for one in several] == ["N", "P"]
    parameters = models.GameTextParameters.from_dict({"k": 2})
    game = models.GameText(text=TWO, parameters=parameters)
    answer = client.outcome.sync(**here, body=models.OutcomeBody(game=game, position="10^30"))
    assert (answer.outcome, answer.move.to) == ("N", [str(10**30 - 1)])
    told = [models.Part(game="nim", position=[1, 4, 5]), models.Part(game=game, position="7")]
    assert client.value.sync(**here, body=models.ValueBody(parts=told)).value == "1"
    assert client.legal.sync(**here, body=models.LegalBody(game="wythoff", from_=[3, 5], to="3,4")).legal is True
    wrong = client.outcome.sync(**here, body=models.OutcomeBody(game="releigh", position="1,2,3"))
    assert "did you mean `raleigh`?" in wrong.error.message


def test_a_generated_client_asks_for_a_proof(client: Any, address: str) -> None:
    arguments = client.models.BeginJobBodyArguments.from_dict({"game": "mouse"})
    body = client.models.BeginJobBody(command="prove", arguments=arguments)
    with client.whole.Client(base_url=address) as here:
        job = client.begin_job.sync(client=here, origin=address, body=body)
        wait_for(lambda: client.job_status.sync(job.id, client=here).state == "done")
        result = client.job_result.sync_detailed(job.id, client=here)
        assert (result.status_code, json.loads(result.content)["claims"][0]["verdict"]) == (200, "proved")
        assert client.cancel_job.sync_detailed(job.id, client=here, origin=address).status_code == 204
        assert "there is no such job" in client.job_status.sync(job.id, client=here).error.message


def test_a_generated_client_brings_the_token(client: Any) -> None:
    with served("--listen", "0.0.0.0") as printed:
        place = urlsplit(printed)
        address, token = f"{place.scheme}://{place.netloc}", place.query.removeprefix("token=")
        body = client.models.OutcomeBody(game="nim", position=[1, 2, 3])
        with client.whole.Client(base_url=address) as stranger:
            assert client.outcome.sync_detailed(client=stranger, origin=address, body=body).status_code == 401
        with client.whole.AuthenticatedClient(base_url=address, token=token) as known:
            assert client.outcome.sync(client=known, origin=address, body=body).outcome == "P"
