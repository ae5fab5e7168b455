"""Claims out of free text: against a server on this machine that speaks the protocol, and errs as real ones do."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from rulelang.claimed import claimed
from rulelang.cli import main

pytest.importorskip("openai")

RULES = """
FACT solvent "the customer can pay"
FACT minor "the customer is a minor"
ACTION grant "grant the loan"
RULE credit IF solvent THEN MUST grant EXCEPTION young IF minor
CASE anna "The secret gloss" EVIDENCE p1 "The account holds a million." SUPPORTS solvent
  GIVEN solvent, NOT minor ASK "Has the bank to lend?" DECIDE MUST grant EXPECT MUST grant
"""
TEXT = "She can pay (p1). So the bank has to lend under credit.\nDECISION: MUST grant\n"
GOOD = {
    "claims": [
        {"id": "s1", "says": ["solvent"], "from": [], "rules": ["credit"], "evidence": ["p1"], "words": "She can pay"},
        {"id": "s2", "says": ["MUST grant"], "from": ["s1"], "rules": ["credit"], "evidence": [], "words": "nowhere"},
    ]
}


def completion(content: str | None, finish: str = "stop", refusal: str | None = None) -> dict[str, Any]:
    message = {"role": "assistant", "content": content, "refusal": refusal}
    return {
        "id": "c1", "object": "chat.completion", "created": 1, "model": "m",
        "choices": [{"index": 0, "message": message, "finish_reason": finish, "logprobs": None}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
    }  # fmt: skip


class Stub:
    """Replies to each request with the next of its script, and with the last for ever."""

    def __init__(self, *script: tuple[int, Any]) -> None:
        self.script = list(script)
        self.bodies: list[dict[str, Any]] = []
        self.at_once = self.most = 0
        self.delay = 0.0
        self.drip = 0.0
        """So many seconds pass before each byte of a reply."""
        self.headers: dict[str, str] = {}
        lock = threading.Lock()
        stub = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                with lock:
                    assert self.path == "/v1/chat/completions"
                    stub.bodies.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                    status, reply = stub.script.pop(0) if len(stub.script) > 1 else stub.script[0]
                    stub.at_once += 1
                    stub.most = max(stub.most, stub.at_once)
                time.sleep(stub.delay if status != 0 else 2)
                with lock:
                    stub.at_once -= 1
                data = reply.encode() if isinstance(reply, str) else reply
                data = data if isinstance(data, bytes) else json.dumps(data).encode()
                try:
                    self.send_response(status or 200)
                    self.send_header("Content-Type", "application/json")
                    self.send_header("Content-Length", str(len(data)))
                    for name, value in stub.headers.items():
                        self.send_header(name, value)
                    if status in (429, 500, 503):
                        self.send_header("retry-after-ms", "1")
                    self.end_headers()
                    for piece in [data] if not stub.drip else [bytes([one]) for one in data]:
                        time.sleep(stub.drip)
                        self.wfile.write(piece)
                except OSError:
                    pass

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/v1"
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True)
        self.thread.start()

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join(5)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    (tmp_path / "loan.rules").write_text(RULES, encoding="utf-8")
    return tmp_path


@pytest.fixture
def stubs() -> Iterator[list[Stub]]:
    made: list[Stub] = []
    yield made
    for stub in made:
        stub.stop()


def answers(folder: Path, *texts: str) -> None:
    lines = [json.dumps({"case": "loan.rules#anna", "sample": n, "text": text}) for n, text in enumerate(texts)]
    (folder / "answers.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


def extract(stub: Stub, *more: str) -> int:
    basic = ["--endpoint", stub.url, "--model", "m", "--out", "claims.jsonl", "--retries", "2", "--timeout", "60"]
    return main(["extract", "answers.jsonl", *basic, *more])


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_claims_are_taken_out_and_can_be_judged(folder: Path, stubs: list[Stub], capsys: Any) -> None:
    stubs.append(stub := Stub((200, completion(json.dumps(GOOD)))))
    answers(folder, TEXT)
    assert extract(stub, "--price-in", "10", "--price-out", "100") == 0
    assert "1 requests, 100 tokens in and 10 out, costing 0.0020" in capsys.readouterr().err
    (answer,) = lines(folder / "claims.jsonl")
    assert answer["claims"][0] == {
        "id": "s1", "says": "solvent", "rules": ["credit"], "evidence": ["p1"], "at": [0, 11],
    }  # fmt: skip
    assert "at" not in answer["claims"][1], "words that are not in the text have no place in it"
    assert answer["decision"]["says"] == "MUST grant"
    (folder / "one.json").write_text(json.dumps(answer), encoding="utf-8")
    assert main(["check", "one.json"]) in (0, 1)


def test_the_model_is_blind(folder: Path, stubs: list[Stub]) -> None:
    stubs.append(stub := Stub((200, completion(json.dumps(GOOD)))))
    answers(folder, TEXT)
    extract(stub)
    (body,) = stub.bodies
    sent = json.dumps(body)
    for hidden in ("DECISION", "EXPECT", "SUPPORTS", "secret gloss", "anna", "account holds"):
        assert hidden not in sent
    assert "She can pay (p1)" in sent
    assert body["response_format"]["json_schema"]["strict"] is True
    schema = body["response_format"]["json_schema"]["schema"]
    assert schema["additionalProperties"] is False


@pytest.mark.parametrize("status", [429, 500, 503])
def test_passing_errors_are_got_over(folder: Path, stubs: list[Stub], status: int) -> None:
    stubs.append(stub := Stub((status, {"error": {"message": "later"}}), (200, completion(json.dumps(GOOD)))))
    answers(folder, TEXT)
    assert extract(stub) == 0
    assert len(stub.bodies) == 2
    assert lines(folder / "claims.log")[0]["requests"] == 2


def test_a_timeout_is_got_over(folder: Path, stubs: list[Stub]) -> None:
    stubs.append(stub := Stub((0, completion(json.dumps(GOOD))), (200, completion(json.dumps(GOOD)))))
    answers(folder, TEXT)
    assert extract(stub, "--timeout", "1") == 0
    assert len(stub.bodies) == 2


def test_a_reply_that_drips_in_is_broken_off(folder: Path, stubs: list[Stub], capsys: Any) -> None:
    """No read of it takes long; all of it would take some minutes."""
    stubs.append(stub := Stub((200, completion(json.dumps(GOOD)))))
    stub.drip = 0.2
    answers(folder, TEXT)
    assert extract(stub, "--timeout", "0.6", "--retries", "1") == 1
    assert "did not reply in time" in capsys.readouterr().err
    assert len(stub.bodies) == 2


def test_two_runs_do_not_write_the_same_file(folder: Path, stubs: list[Stub], capsys: Any) -> None:
    stubs.append(stub := Stub((200, completion(json.dumps(GOOD)))))
    answers(folder, TEXT)
    with closing(claimed(folder / "claims.jsonl.part")):
        assert extract(stub) == 2
        assert "RL605" in capsys.readouterr().err
        assert stub.bodies == []
        assert (folder / "claims.jsonl.part").exists()
    assert extract(stub) == 0
    assert sorted(path.name for path in folder.glob("claims*")) == ["claims.cache", "claims.jsonl", "claims.log"]


@pytest.mark.parametrize("retries", [0, 1, 3])
def test_retries_are_counted_once_for_every_kind_of_failure(
    folder: Path, stubs: list[Stub], retries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    import openai

    monkeypatch.setattr(openai.OpenAI, "_calculate_retry_timeout", lambda *_: 0)
    answers(folder, TEXT)

    def requests_of(script: tuple[int, Any], *more: str) -> int:
        stubs.append(stub := Stub(script))
        assert extract(stub, "--retries", str(retries), *more) == 1
        assert lines(folder / "claims.log")[0]["requests"] == len(stub.bodies)
        return len(stub.bodies)

    assert requests_of((0, ""), "--timeout", "0.2") == retries + 1, "no reply in time"
    assert requests_of((503, "down")) == retries + 1
    assert requests_of((200, "<html>")) == min(retries, 1) + 1
    assert requests_of((200, completion("{not json"))) == min(retries, 1) + 1
    stubs.append(stub := Stub((200, "")))
    stub.server.server_close()
    assert extract(stub, "--retries", str(retries)) == 1
    (told,) = lines(folder / "claims.log")
    assert (told["requests"], told["reason"]) == (retries + 1, "the endpoint could not be reached")


def test_what_fails_in_several_ways_takes_no_more_requests(folder: Path, stubs: list[Stub]) -> None:
    down = (503, {"error": {"message": "later"}})
    stubs.append(stub := Stub(down, (200, completion("{not json")), down))
    answers(folder, TEXT)
    assert extract(stub) == 1
    assert len(stub.bodies) == 3 == lines(folder / "claims.log")[0]["requests"]


@pytest.mark.parametrize(
    "around", ["```json\n{}\n```", "Here are the claims:\n\n```\n{}\n```\nThat is all.", "```json\n{}"]
)
def test_a_reply_in_a_code_fence_is_read(folder: Path, stubs: list[Stub], around: str) -> None:
    stubs.append(stub := Stub((200, completion(around.replace("{}", json.dumps(GOOD, indent=1))))))
    answers(folder, TEXT)
    assert extract(stub) == 0
    assert len(stub.bodies) == 1
    assert len(lines(folder / "claims.jsonl")[0]["claims"]) == 2


def test_claims_with_one_id_are_asked_for_again(folder: Path, stubs: list[Stub]) -> None:
    stubs.append(stub := Stub((200, completion(json.dumps(TWICE))), (200, completion(json.dumps(GOOD)))))
    answers(folder, TEXT)
    assert extract(stub) == 0
    assert len(stub.bodies) == 2


TWICE = {"claims": [GOOD["claims"][0], GOOD["claims"][0]]}
LOOP = {"claims": [GOOD["claims"][0] | {"from": ["s2"]}, GOOD["claims"][1]]}


@pytest.mark.parametrize(
    ("script", "reason", "requests"),
    [
        ((429, {"error": {"message": "no"}}), "status 429", 3),
        ((500, "oops"), "status 500", 3),
        ((400, {"error": {"message": "schema"}}), "status 400", 1),
        ((200, completion("{not json")), "not of the schema", 2),
        ((200, completion("[1, 2]")), "not of the schema", 2),
        ((200, completion('{"claims": [{"id": "s1"}]}')), "not of the schema", 2),
        ((200, completion(json.dumps(TWICE))), "two claims have the id", 2),
        ((200, completion(json.dumps(LOOP))), "rest on themselves", 2),
        ((200, completion("")), "is empty", 2),
        ((200, completion(None, refusal="I can't")), "refused", 1),
        ((200, completion(None, finish="content_filter")), "refused", 1),
        ((200, completion('{"claims": [', finish="length")), "cut off", 1),
        ((200, {"choices": []}), "not of the protocol", 2),
        ((200, "<html>"), "not of the protocol", 2),
    ],
)
def test_failures_are_not_evaluable_and_never_kept(
    folder: Path, stubs: list[Stub], script: tuple[int, Any], reason: str, requests: int, capsys: Any
) -> None:
    stubs.append(stub := Stub(script))
    answers(folder, TEXT)
    assert extract(stub) == 1
    (answer,) = lines(folder / "claims.jsonl")
    assert answer["claims"] is None
    assert answer["decision"]["says"] == "MUST grant", "the decision still counts"
    assert reason in lines(folder / "claims.log")[0]["reason"]
    assert len(stub.bodies) == requests
    assert "RL567" in capsys.readouterr().err
    stub.script = [(200, completion(json.dumps(GOOD)))]
    assert extract(stub) == 0


def shaped(**fields: Any) -> dict[str, Any]:
    """A completion with other fields in its message, its choice (`choice_…`) or itself (`top_…`)."""
    made = completion(json.dumps(GOOD))
    for name, value in fields.items():
        place, _, rest = name.partition("_")
        where = {"choice": made["choices"][0], "top": made}.get(place)
        if where is None:
            made["choices"][0]["message"][name] = value
        else:
            where[rest] = value
    return made


TEXT_PARTS = [{"type": "text", "text": json.dumps(GOOD)[:40]}, {"type": "text", "text": json.dumps(GOOD)[40:]}]
SURROGATE = json.dumps({"claims": [GOOD["claims"][0] | {"says": ["\ud800"]}]})


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (shaped(top_usage={"prompt_tokens": None, "completion_tokens": "7"}), None),
        (shaped(top_usage=None), None),
        (shaped(top_usage=[1]), None),
        (shaped(top_usage={"prompt_tokens": True, "completion_tokens": -1}), None),
        (shaped(top_usage={"prompt_tokens": 1e300, "completion_tokens": "9" * 9000}), None),
        (shaped(content=TEXT_PARTS), None),
        (shaped(content=[{"type": "thinking", "thinking": "hm"}, *TEXT_PARTS]), None),
        (shaped(content=[json.dumps(GOOD)]), None),
        (shaped(role=None), None),
        (shaped(choice_finish_reason={"odd": 1}), None),
        (shaped(choice_index="0", top_id=None, top_created="now"), None),
        (json.dumps(shaped())[:-1] + ', "choices": ' + json.dumps(shaped()["choices"]) + "}", None),
        (shaped(content="<think>{}</think>" + json.dumps(GOOD)), None),
        (shaped(content="hm, ```json\n{}\n```</think>\n```json\n" + json.dumps(GOOD) + "\n```"), None),
        (shaped(content="[THINK]a[/THINK] " + json.dumps(GOOD)), None),
        (shaped(content=json.dumps(GOOD) + " " * 3_000_000), None),
        (shaped(content=[]), "is empty"),
        (shaped(content=[{"type": "image_url", "image_url": "x"}]), "no text"),
        (shaped(content=[{"type": "refusal", "refusal": "no"}]), "refused"),
        (shaped(content=GOOD), "no text"),
        (shaped(content=7), "no text"),
        (shaped(content="null"), "not of the schema"),
        (shaped(content="[" * 100_000), "not of the schema"),
        (shaped(content="<think>" * 10_000), "not of the schema"),
        (shaped(content=SURROGATE), "not of the schema"),
        (shaped(content="\ud800"), "not of the schema"),
        (shaped(content=None, tool_calls=[{"id": "t"}], choice_finish_reason="tool_calls"), "called a tool"),
        (shaped(refusal={"why": "no"}), "refused"),
        (shaped(choice_message=None), "not of the protocol"),
        (shaped(choice_message="text"), "not of the protocol"),
        (shaped(top_choices=None), "not of the protocol"),
        (shaped(top_choices={}), "not of the protocol"),
        (shaped(top_choices=[None]), "not of the protocol"),
        ({"error": {"message": "overloaded"}}, "replied with an error"),
        ({}, "not of the protocol"),
        ([1, 2], "not of the protocol"),
        ("null", "not of the protocol"),
        ("", "not of the protocol"),
        ("[" * 200_000, "not of the protocol"),
        ("1" * 9000, "not of the protocol"),
        ("data: " + json.dumps(shaped()) + "\n\ndata: [DONE]\n\n", "not of the protocol"),
        (b"\xff\xfe{", "not of the protocol"),
        (b"\x1f\x8bgarbage", "not of the protocol"),
    ],
)
def test_no_reply_ends_a_run(folder: Path, stubs: list[Stub], reply: Any, reason: str | None) -> None:
    script = [(200, reply)] * (1 if reason in (None, "refused") else 2)
    stubs.append(stub := Stub(*script, (200, completion(json.dumps(GOOD)))))
    answers(folder, "First.", "Second.")
    extract(stub, "--concurrency", "1", "--retries", "1")
    told, after = lines(folder / "claims.log")
    assert (reason or "") in (told["reason"] or "")
    assert (told["claims"] is None) == (reason is not None)
    assert after["claims"] == 2


def test_what_is_no_gzip_ends_no_run(folder: Path, stubs: list[Stub]) -> None:
    stubs.append(stub := Stub((200, b"garbage")))
    stub.headers["Content-Encoding"] = "gzip"
    answers(folder, TEXT)
    assert extract(stub, "--retries", "0") == 1
    assert lines(folder / "claims.log")[0]["reason"] == "the endpoint's reply is not of the protocol"


def test_tokens_that_are_not_told_are_said_to_be_missing(folder: Path, stubs: list[Stub], capsys: Any) -> None:
    odd = shaped(top_usage={"prompt_tokens": None, "completion_tokens": "7"})
    stubs.append(stub := Stub((200, odd), (200, shaped())))
    answers(folder, "First.", "Second.")
    assert extract(stub, "--concurrency", "1") == 0
    assert "100 tokens in and 17 out and those of 1 reply that did not say" in capsys.readouterr().err
    assert [one["uncounted"] for one in lines(folder / "claims.log")] == [1, 0]


@pytest.mark.parametrize("status", [401, 403])
def test_a_key_that_is_not_accepted_stops_the_run(folder: Path, stubs: list[Stub], status: int, capsys: Any) -> None:
    good = (200, completion(json.dumps(GOOD)))
    stubs.append(stub := Stub(good, (status, {"error": {"message": "key"}})))
    answers(folder, *(f"Text {n}." for n in range(30)))
    assert extract(stub, "--concurrency", "2") == 2
    assert len(stub.bodies) <= 3
    told = capsys.readouterr().err
    assert told.count("error[RL568]") == 1
    assert f"(status {status})" in told
    assert not list(folder.glob("claims.*jsonl*"))
    stub.script = [good]
    before = len(stub.bodies)
    assert extract(stub) == 0
    assert len(stub.bodies) == before + 29, "what was extracted is kept"


def test_a_run_goes_on_where_it_was(folder: Path, stubs: list[Stub]) -> None:
    stubs.append(stub := Stub((200, completion(json.dumps(GOOD)))))
    answers(folder, TEXT, "Other text.")
    assert extract(stub) == 0
    first = (folder / "claims.jsonl").read_bytes()
    answers(folder, TEXT, "Other text.", "A third.")
    assert extract(stub) == 0
    assert len(stub.bodies) == 3
    assert (folder / "claims.jsonl").read_bytes().startswith(first)
    next((folder / "claims.cache").rglob("*.json")).write_text("{damaged", encoding="utf-8")
    assert extract(stub) == 0
    assert len(stub.bodies) == 4


def test_order_and_limit(folder: Path, stubs: list[Stub]) -> None:
    stubs.append(stub := Stub((200, completion(json.dumps(GOOD)))))
    stub.delay = 0.02
    answers(folder, *(f"Text {n}." for n in range(20)))
    assert extract(stub, "--concurrency", "3") == 0
    assert [answer["sample"] for answer in lines(folder / "claims.jsonl")] == list(range(20))
    assert stub.most <= 3


def test_equal_requests_are_paid_for_once(folder: Path, stubs: list[Stub], capsys: Any) -> None:
    stubs.append(stub := Stub((200, completion(json.dumps(GOOD)))))
    stub.delay = 0.1
    answers(folder, *["The same."] * 5, "Another.")
    assert extract(stub, "--dry-run") == 0
    assert "2 requests, 0 answers in the cache, 4 answers asked for as others are, " in capsys.readouterr().out
    assert extract(stub, "--concurrency", "5") == 0
    assert len(stub.bodies) == 2
    assert [one["cached"] for one in lines(folder / "claims.log")] == [False, True, True, True, True, False]


def test_an_equal_request_is_made_where_the_first_failed(folder: Path, stubs: list[Stub]) -> None:
    refused = completion(None, refusal="no")
    stubs.append(stub := Stub((200, refused), (200, completion(json.dumps(GOOD)))))
    answers(folder, *["The same."] * 20)
    assert extract(stub, "--concurrency", "4") == 1
    assert [one["claims"] for one in lines(folder / "claims.log")] == [None, *[2] * 19]
    assert len(stub.bodies) == 2


def test_equal_requests_wait_for_none_that_was_given_up(folder: Path, stubs: list[Stub]) -> None:
    stubs.append(stub := Stub((401, {})))
    answers(folder, *["The same."] * 40)
    assert extract(stub, "--concurrency", "2") == 2
    assert len(stub.bodies) == 1


def test_a_bad_line_costs_that_line(folder: Path, stubs: list[Stub], capsys: Any) -> None:
    stubs.append(stub := Stub((200, completion(json.dumps(GOOD)))))
    answers(folder, TEXT)
    with (folder / "answers.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"case": "loan.rules#nobody", "text": "x"}\n{]\n{"case": "loan.rules#anna"}\n[1]\n')
    assert extract(stub) == 1
    assert len(lines(folder / "claims.jsonl")) == 1
    told = capsys.readouterr().err
    assert [f"line {n} of" in told for n in (1, 2, 3, 4, 5)] == [False, True, True, True, True]


def test_earlier_decisions_are_hidden_too(folder: Path, stubs: list[Stub]) -> None:
    stubs.append(stub := Stub((200, completion(json.dumps(GOOD)))))
    answers(
        folder, "DECISION: MUST grant\nShe can pay.\n\n**Final answer**: MUST grant\nOr so.\nDECISION: NOT MUST grant\n"
    )
    extract(stub)
    sent = stub.bodies[0]["messages"][1]["content"]
    assert "She can pay." in sent
    assert "MUST grant" not in sent
    assert lines(folder / "claims.jsonl")[0]["decision"]["says"] == "NOT MUST grant"
    assert lines(folder / "claims.log")[0]["hidden"] == 3


def test_reasons_in_tags_are_sent_where_nothing_else_is_said(folder: Path, stubs: list[Stub]) -> None:
    stubs.append(stub := Stub((200, completion(json.dumps(GOOD)))))
    answers(folder, "<reasoning>\nShe can pay.\nDECISION: MUST grant</reasoning>\n<answer>MUST grant</answer>")
    assert extract(stub) == 0
    sent = stub.bodies[0]["messages"][1]["content"]
    assert "She can pay." in sent
    assert "MUST grant" not in sent


def test_answers_are_not_written_over(folder: Path, stubs: list[Stub], capsys: Any) -> None:
    stubs.append(stub := Stub((200, completion(json.dumps(GOOD)))))
    answers(folder, TEXT)
    before = (folder / "answers.jsonl").read_text(encoding="utf-8")
    assert extract(stub, "--out", "./answers.jsonl") == 2
    assert "RL490" in capsys.readouterr().err
    assert (folder / "answers.jsonl").read_text(encoding="utf-8") == before
    assert stub.bodies == []


def test_a_place_that_cannot_be_written(folder: Path, stubs: list[Stub], capsys: Any) -> None:
    stubs.append(stub := Stub((200, completion(json.dumps(GOOD)))))
    answers(folder, TEXT)
    assert extract(stub, "--out", "nowhere/claims.jsonl") == 2
    assert "RL491" in capsys.readouterr().err
    assert stub.bodies == []


def test_what_an_earlier_run_wrote_stays_until_the_next_is_done(folder: Path, stubs: list[Stub]) -> None:
    stubs.append(stub := Stub((200, completion(json.dumps(GOOD)))))
    answers(folder, TEXT)
    assert extract(stub) == 0
    before = (folder / "claims.jsonl").read_bytes()
    (folder / "answers.jsonl").write_bytes(b"\xff\n")
    assert extract(stub) == 2
    assert (folder / "claims.jsonl").read_bytes() == before
    assert sorted(path.name for path in folder.glob("claims*")) == ["claims.cache", "claims.jsonl", "claims.log"]


def test_a_dry_run_sends_nothing(folder: Path, stubs: list[Stub], capsys: Any) -> None:
    stubs.append(stub := Stub((200, completion(json.dumps(GOOD)))))
    answers(folder, TEXT, "Other.")
    assert extract(stub, "--dry-run", "--price-in", "1") == 0
    assert "2 requests, 0 answers in the cache" in capsys.readouterr().out
    assert stub.bodies == []
    assert not (folder / "claims.jsonl").exists()


def test_without_the_client_it_is_said_how_to_install_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers(folder, "She can pay.")
    monkeypatch.setitem(sys.modules, "openai", None)
    assert (
        main(["extract", "answers.jsonl", "--endpoint", "http://127.0.0.1:9/v1", "--model", "m", "--out", "o.jsonl"])
        == 2
    )
    assert "RL565" in capsys.readouterr().err


def test_answers_are_not_written_where_the_log_goes(folder: Path, stubs: list[Stub], capsys: Any) -> None:
    stubs.append(stub := Stub((200, completion(json.dumps(GOOD)))))
    answers(folder, TEXT)
    assert extract(stub, "--out", "claims.log") == 2
    assert "where the log would go" in capsys.readouterr().err
    assert not stub.bodies


def test_decisions_in_any_form_and_thoughts_are_hidden(folder: Path, stubs: list[Stub]) -> None:
    stubs.append(stub := Stub((200, completion(json.dumps(GOOD)))))
    answers(
        folder,
        "She can pay. DECISION: MUST grant",
        "She can pay.\n\\boxed{MUST grant}",
        "<think>So MUST grant, DECISION: MUST grant</think>She can pay.",
        '{"reasons": "She can pay.", "decision": "MUST grant"}',
    )
    assert extract(stub) == 0
    sent = [body["messages"][1]["content"] for body in stub.bodies]
    assert len(sent) == 4
    assert all("She can pay." in one and "MUST grant" not in one for one in sent)


def test_an_answer_that_states_nothing_is_asked_of_nobody(folder: Path, stubs: list[Stub], capsys: Any) -> None:
    stubs.append(stub := Stub((200, completion(json.dumps(GOOD)))))
    prose = "Answer: she can pay and shall get it"
    answers(folder, "", " \n", "DECISION: MUST grant", "<think>She can pay.", prose)
    assert extract(stub, "--dry-run") == 0
    assert "0 requests" in capsys.readouterr().out
    assert extract(stub) == 1
    assert stub.bodies == []
    made = lines(folder / "claims.jsonl")
    assert [one["claims"] for one in made] == [[], [], [], [], None]
    assert made[2]["decision"]["says"] == "MUST grant"
    assert "nothing is left" in lines(folder / "claims.log")[4]["reason"]


def test_a_place_where_replies_cannot_be_kept_is_told_before_anything_is_asked(
    folder: Path, stubs: list[Stub], capsys: Any
) -> None:
    stubs.append(stub := Stub((200, completion(json.dumps(GOOD)))))
    answers(folder, TEXT)
    assert extract(stub, "--cache", "answers.jsonl/kept") == 2
    assert "error[RL491]: cannot keep replies in `answers.jsonl/kept`" in capsys.readouterr().err
    assert stub.bodies == []
    assert extract(stub, "--out", "") == 2
    assert "RL490" in capsys.readouterr().err
