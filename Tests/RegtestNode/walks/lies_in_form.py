"""Answers that are none, the ways they come, another chain, and a chain that moves in between."""

import time

from .kinds import error, kind

# The answer as a whole


def raw(name, bytes_of):
    @kind(name)
    def change(context, call):
        call.raw = bytes_of(call.answer_body)


def status(name, code):
    @kind(name)
    def change(context, call):
        call.status, call.raw = code, b""


raw("answers: garbage", lambda body: b"\x00\xff<html>not what you asked for")
raw("answers: nothing", lambda body: b"")
raw("answers: half of it", lambda body: body[: len(body) // 2])
raw("answers: with something behind", lambda body: body + b'{"x":1}')
raw("answers: 200,000 levels deep", lambda body: b"[" * 200_000 + b"]" * 200_000)
raw("answers: a million members", lambda body: b'{"a":[' + b"0," * 1_000_000 + b"0]}")
raw("answers: names twice", lambda body: body.rstrip()[:-1] + b',"result":null,"id":0}')
raw("answers: no UTF-8", lambda body: body.replace(b'"', b'"\xc3\x28', 1))
raw("answers: numbers that are none", lambda body: b'{"jsonrpc":"2.0","result":NaN,"id":1}')
raw("answers: a number of a million digits", lambda body: b'{"jsonrpc":"2.0","result":' + b"9" * 1_000_000 + b',"id":1}')
for code in (204, 301, 400, 401, 402, 403, 404, 500, 502, 503):
    status(f"answers: status {code}", code)


@kind("answers: elsewhere")
def _(context, call):
    call.status, call.raw = 302, b""
    call.headers["Location"] = "http://127.0.0.1:1/"


@kind("answers: another number")
def _(context, call):
    for answer in call.answers:
        answer["id"] = 10**9


@kind("answers: no number")
def _(context, call):
    for answer in call.answers:
        answer.pop("id", None)


@kind("answers: numbers as text")
def _(context, call):
    for answer in call.answers:
        answer["id"] = str(answer.get("id"))


@kind("answers: no result")
def _(context, call):
    for answer in call.answers:
        answer.pop("result", None)


@kind("answers: null")
def _(context, call):
    for answer in call.answers:
        answer["result"] = None


@kind("answers: errors of no kind")
def _(context, call):
    for answer in call.answers:
        answer["error"] = {"code": "x", "message": ["y"]}


error("answers: errors with controls", -1, "\x1b[2J\u202e" * 1000)
error("answers: warming up, for ever", -32603, "Loading block index...")


@kind("answers: a batch backwards", "getrawtransaction")
def _(context, call):
    call.answers.reverse()


@kind("answers: a batch with one missing", "getrawtransaction")
def _(context, call):
    del call.answers[-1:]


@kind("answers: a batch with one twice", "getrawtransaction")
def _(context, call):
    call.answers += call.answers[:1]


@kind("answers: a batch with results exchanged", "getrawtransaction")
def _(context, call):
    if len(call.answers) > 1:
        first, last = call.answers[0], call.answers[-1]
        first["id"], last["id"] = last.get("id"), first.get("id")


# The way it comes


def way(name, *methods):
    def register(function):
        @kind(name, *methods)
        def change(context, call):
            call.send = function
        return function
    return register


def head(handler, length):
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", str(length))
    handler.end_headers()


@way("the way: hung up before a word")
def _(handler, call):
    pass


@way("the way: hung up after the headers")
def _(handler, call):
    head(handler, len(call.answer_body))


@way("the way: hung up in the middle")
def _(handler, call):
    head(handler, len(call.answer_body))
    handler.wfile.write(call.answer_body[: len(call.answer_body) // 2])


@way("the way: silence after 20 bytes, then the end")
def _(handler, call):
    head(handler, len(call.answer_body))
    handler.wfile.write(call.answer_body[:20])
    handler.wfile.flush()
    time.sleep(2)


@way("the way: drop by drop", "getblockchaininfo", "scanblocks")
def _(handler, call):
    head(handler, len(call.answer_body))
    for start in range(0, len(call.answer_body), 64):
        handler.wfile.write(call.answer_body[start : start + 64])
        handler.wfile.flush()
        time.sleep(0.01)


@way("the way: 4 GB")
def _(handler, call):
    head(handler, 1 << 32)
    for _ in range(100):
        handler.wfile.write(b" " * (1 << 20))


@way("the way: pieces without an end")
def _(handler, call):
    handler.send_response(200)
    handler.send_header("Transfer-Encoding", "chunked")
    handler.end_headers()
    for _ in range(100):
        handler.wfile.write(b"100000\r\n" + b" " * 0x100000 + b"\r\n")


@way("the way: a length that is none")
def _(handler, call):
    handler.send_response(200)
    handler.send_header("Content-Length", "-5")
    handler.end_headers()
    handler.wfile.write(call.answer_body)


@way("the way: headers of a megabyte")
def _(handler, call):
    handler.send_response(200)
    for number in range(200):
        handler.send_header(f"X-{number}", "x" * 5000)
    head(handler, len(call.answer_body))
    handler.wfile.write(call.answer_body)


@way("the way: two answers to one question")
def _(handler, call):
    for _ in range(2):
        head(handler, len(call.answer_body))
        handler.wfile.write(call.answer_body)


# Another chain, and one that moves


@kind("another chain")
def _(context, call):
    status_, body = call.forward(context.other)
    call.status, call.raw = status_, body


@kind("another chain, but for its name and height", "getblockhash", "scanblocks", "getdescriptoractivity")
def _(context, call):
    status_, body = call.forward(context.other)
    call.status, call.raw = status_, body


@kind("another chain for the hashes", "getblockhash")
def _(context, call):
    status_, body = call.forward(context.other)
    call.status, call.raw = status_, body


@kind("a block after each question about the chain", "getblockchaininfo")
def _(context, call):
    context.node.mine(1)


@kind("a block after each search", "scanblocks")
def _(context, call):
    context.node.mine(1)


@kind("a payment comes after each search", "scanblocks")
def _(context, call):
    context.fund()


@kind("a coin is spent elsewhere after the events", "getdescriptoractivity")
def _(context, call):
    context.spend_elsewhere_once()


@kind("the chain turns once after the question about it", "getblockchaininfo")
def _(context, call):
    context.reorganise_once()


@kind("the chain turns once after the search", "scanblocks")
def _(context, call):
    context.reorganise_once()


@kind("the chain turns once after the events", "getdescriptoractivity")
def _(context, call):
    context.reorganise_once()
