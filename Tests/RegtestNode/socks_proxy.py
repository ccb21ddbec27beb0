"""A SOCKS5 proxy of the tests: it leads every name to this machine, and tells which names it was asked for."""

import socket
import socketserver
import struct
import threading


class SocksProxy:
    """`asked` are the (host, port) that somebody wanted to go to, hosts as they were named."""

    def __init__(self):
        self.asked = []
        self.server = Server(("127.0.0.1", 0), Handler)
        self.server.proxy = self
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        # Whoever hangs up is no mistake.
        pass


class Handler(socketserver.BaseRequestHandler):
    def take(self, count):
        data = b""
        while len(data) < count:
            more = self.request.recv(count - len(data))
            if not more:
                raise ConnectionError
            data += more
        return data

    def handle(self):
        version, methods = self.take(2)
        self.take(methods)
        self.request.sendall(b"\5\0")
        version, command, _, kind = self.take(4)
        host = {
            1: lambda: socket.inet_ntoa(self.take(4)), 3: lambda: self.take(self.take(1)[0]).decode(),
            4: lambda: socket.inet_ntop(socket.AF_INET6, self.take(16))}[kind]()
        port, = struct.unpack(">H", self.take(2))
        self.server.proxy.asked.append((host, port))
        if (version, command) != (5, 1):
            raise ConnectionError
        with socket.create_connection(("127.0.0.1", port)) as onward:
            self.request.sendall(b"\5\0\0\1" + bytes(6))
            back = threading.Thread(target=self.pass_on, args=(onward, self.request), daemon=True)
            back.start()
            self.pass_on(self.request, onward)
            back.join()

    @staticmethod
    def pass_on(one, other):
        try:
            while data := one.recv(65536):
                other.sendall(data)
            other.shutdown(socket.SHUT_WR)
        except OSError:
            pass
