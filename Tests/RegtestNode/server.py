"""JSON-RPC over HTTP as Bitcoin Core speaks it."""

import base64
import hmac
import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from answers import INVALID_REQUEST, PARSE, RPCError, TYPE, written


class Server(ThreadingHTTPServer):
    """`credentials` are the accepted `user:password` texts."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, port, node, credentials):
        super().__init__(("127.0.0.1", port), Handler)
        self.node = node
        self.credentials = credentials


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
        self._respond(request)

    def _is_allowed(self):
        kind, _, given = (self.headers.get("Authorization") or "").partition(" ")
        if kind.lower() != "basic":
            return False
        try:
            decoded = base64.b64decode(given, validate=True)
        except ValueError:
            return False
        return any(hmac.compare_digest(decoded, text.encode()) for text in self.server.credentials)

    def _respond(self, request):
        if isinstance(request, list):
            answers = [answer for answer in map(self._one, request) if answer[1] is not None]
            status, text = 200, b"[" + b",".join(answer[1] for answer in answers) + b"]"
        else:
            status, text = self._one(request)
            if text is None:
                self.send_response(204)
                self.end_headers()
                return
        self._answer(status, text + b"\n")

    def _one(self, request):
        """(HTTP status, bytes) for one call; no bytes for a notification."""
        if not isinstance(request, dict) or not isinstance(request.get("method"), str):
            return 400, self._error(None, RPCError(INVALID_REQUEST, "Invalid Request object"), 1)
        version = 2 if request.get("jsonrpc") == "2.0" else 1
        number = request.get("id")
        params = request.get("params")
        try:
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

    def _answer(self, status, body, kind="application/json"):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
