"""A proxy between the coordinator and a node, which lies when it is told to and counts what is asked."""

import http.client
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Literal(str):
    """A number as it was written: no float loses a satoshi."""


def read(text):
    return json.loads(text, parse_float=Literal)


def written(value):
    if isinstance(value, Literal):
        return str(value)
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(key)}:{written(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(written, value)) + "]"
    return json.dumps(value)


class Call:
    """One request and what the node said to it; a lie changes `status`, `answers` or `body`.

    `answers` is the list of answer objects (one unless it was a batch).
    """

    def __init__(self, proxy, body, request, status, answer):
        self.proxy, self.request_body, self.status, self.answer_body = proxy, body, status, answer
        self.requests = request if isinstance(request, list) else [request]
        self.is_batch = isinstance(request, list)
        self.methods = [item.get("method") for item in self.requests]
        # A lie that sets these is about the way, not about what is said.
        self.raw = None
        self.send = None
        try:
            value = read(answer)
        except ValueError:
            # No JSON, as where the credentials are wrong: it is passed on as it is.
            value, self.raw = [], answer
        self.answers = value if isinstance(value, list) else [value]
        self.headers = {"Content-Type": "application/json"}

    @property
    def method(self):
        return self.methods[0]

    def results(self):
        """(request, answer object) of each call that the node answered with a result."""
        by_number = {answer.get("id"): answer for answer in self.answers if isinstance(answer, dict)}
        for request in self.requests:
            answer = by_number.get(request.get("id"))
            if answer is not None and answer.get("result") is not None:
                yield request, answer

    def encoded(self):
        if self.raw is not None:
            return self.raw
        return written(self.answers if self.is_batch else self.answers[0]).encode()


class Proxy(ThreadingHTTPServer):
    """Listens on a port of its own; `lie(call)` may change an answer, `gate(number, call)` is told of each.

    `before(number, methods)` runs before a request reaches the node, `after` before its answer goes back.
    """

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, node, port=0):
        super().__init__(("127.0.0.1", port), Handler)
        self.node = node
        self.lie = None
        self.before = self.after = None
        # Methods that never reach the node: a function of them, or None.
        self.withheld = None
        self.count = 0
        self.counting = threading.Lock()
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}"

    def close(self):
        self.shutdown()
        self.server_close()

    def handle_error(self, request, client_address):
        """The other side hung up, as it may: it was killed, or it had enough."""

    def number(self):
        with self.counting:
            self.count += 1
            return self.count


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "proxy", ""
    disable_nagle_algorithm = True

    def log_message(self, *_):
        pass

    def do_POST(self):
        proxy = self.server
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        request = json.loads(body)
        number = proxy.number()
        methods = [item.get("method") for item in (request if isinstance(request, list) else [request])]
        if proxy.before:
            proxy.before(number, methods)
        if proxy.withheld and proxy.withheld(methods):
            status, answer = 500, b""
        else:
            status, answer = self.forwarded(body, proxy.node.port)
        call = Call(proxy, body, request, status, answer)
        call.forward = lambda node: self.forwarded(body, node.port, node.authorization)
        if proxy.lie:
            proxy.lie(call)
        if proxy.after:
            proxy.after(number, methods)
        if call.send:
            call.send(self, call)
            self.close_connection = True
            return
        encoded = call.encoded()
        self.send_response(call.status)
        for name, value in call.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(encoded)))
        self.end_headers()
        self.wfile.write(encoded)

    def forwarded(self, body, port, authorization=None):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        given = authorization or self.headers.get("Authorization") or ""
        try:
            connection.request("POST", "/", body, {"Authorization": given, "Content-Type": "application/json"})
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()
