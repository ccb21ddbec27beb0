"""JSON-RPC over HTTP as Bitcoin Core speaks it, and the ways to misbehave that tests ask for."""

import base64
import hmac
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from answers import INVALID_REQUEST, MISC, PARSE, RPCError, TYPE, written

MISBEHAVIOURS = ("none", "500", "503", "401", "garbage", "half", "nothing", "close", "huge", "redirect")


class Server(ThreadingHTTPServer):
    """`credentials` are the accepted `user:password` texts."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, port, node, credentials, misbehave="none", methods=()):
        super().__init__(("127.0.0.1", port), Handler)
        self.node = node
        self.credentials = credentials
        self.misbehaviour = misbehave
        self.misbehaving_methods = set(methods)
        self.left = None
        self.silence = threading.Event()

    def misbehaviour_for(self, methods):
        """How to answer calls of these methods; counts down when only some calls misbehave."""
        if self.misbehaviour == "none" or "misbehave" in methods:
            return "none"
        if self.misbehaving_methods and not self.misbehaving_methods & set(methods):
            return "none"
        if self.left is not None:
            if self.left == 0:
                return "none"
            self.left -= 1
        return self.misbehaviour

    def set_misbehaviour(self, how, methods=(), times=None):
        if how not in MISBEHAVIOURS:
            raise RPCError(MISC, f"no such misbehaviour: {how}")
        self.misbehaving_methods, self.left, self.misbehaviour = set(methods), times, how


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "regtest-node", ""

    def log_message(self, *_):
        pass

    def do_GET(self):
        self._answer(405, b"JSONRPC server handles only POST requests", "text/html")

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if not self._is_allowed():
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="jsonrpc"')
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        try:
            request = json.loads(body, parse_float=str)
        except ValueError:
            self._answer(500, self._error(None, RPCError(PARSE, "Parse error"), 1))
            return
        requests = request if isinstance(request, list) else [request]
        methods = [item.get("method") for item in requests if isinstance(item, dict)]
        how = self.server.misbehaviour_for(methods)
        if how in ("500", "503", "401"):
            self._answer(int(how), b"Work queue depth exceeded" if how == "503" else b"")
        elif how == "garbage":
            self._answer(200, b"\x00\xff<html>not what you asked for")
        elif how == "redirect":
            self._redirect()
        elif how == "nothing":
            # Until the test ends or the other side gives up.
            self.server.silence.wait(600)
            self.close_connection = True
        elif how == "close":
            self.close_connection = True
        elif how == "huge":
            self._huge()
        else:
            self._respond(request, cut=how == "half")

    def _is_allowed(self):
        kind, _, given = (self.headers.get("Authorization") or "").partition(" ")
        if kind.lower() != "basic":
            return False
        try:
            decoded = base64.b64decode(given, validate=True)
        except ValueError:
            return False
        return any(hmac.compare_digest(decoded, text.encode()) for text in self.server.credentials)

    def _respond(self, request, cut):
        if isinstance(request, list):
            answers = [answer for answer in map(self._one, request) if answer[1] is not None]
            status, text = 200, b"[" + b",".join(answer[1] for answer in answers) + b"]"
        else:
            status, text = self._one(request)
            if text is None:
                self.send_response(204)
                self.end_headers()
                return
        self._answer(status, text + b"\n", cut=cut)

    def _one(self, request):
        """(HTTP status, bytes) for one call; no bytes for a notification."""
        if not isinstance(request, dict) or not isinstance(request.get("method"), str):
            return 400, self._error(None, RPCError(INVALID_REQUEST, "Invalid Request object"), 1)
        version = 2 if request.get("jsonrpc") == "2.0" else 1
        number = request.get("id")
        params = request.get("params")
        try:
            if request["method"] == "misbehave":
                result = self.server.set_misbehaviour(*(params or ["none"]))
            else:
                result = self.server.node.call(request["method"], [] if params is None else params)
        except RPCError as error:
            status = 200 if version == 2 else {-32601: 404, -32600: 400}.get(error.code, 500)
            answer = self._error(number, error, version)
        except (TypeError, AttributeError, KeyError, ValueError) as error:
            wrong = RPCError(TYPE, f"JSON value is not of the expected type ({error})")
            status, answer = (200 if version == 2 else 500), self._error(number, wrong, version)
        else:
            shown = {"jsonrpc": "2.0", "result": result}
            if version == 1:
                shown = {"result": result, "error": None}
            status, answer = 200, written({**shown, "id": number}).encode()
        return status, None if version == 2 and "id" not in request else answer

    @staticmethod
    def _error(number, error, version):
        shown = {"code": error.code, "message": error.message}
        start = {"jsonrpc": "2.0"} if version == 2 else {"result": None}
        return written({**start, "error": shown, "id": number}).encode()

    def _answer(self, status, body, kind="application/json", cut=False):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[: len(body) // 2] if cut else body)
        if cut:
            self.close_connection = True

    def _redirect(self):
        self.send_response(302)
        self.send_header("Location", "http://127.0.0.1:1/")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _huge(self):
        """An answer that says it is 4 GB long and never ends of itself."""
        self.send_response(200)
        self.send_header("Content-Length", str(1 << 32))
        self.end_headers()
        self.close_connection = True
        try:
            for _ in range(1 << 12):
                self.wfile.write(b" " * (1 << 20))
        except OSError:
            pass
