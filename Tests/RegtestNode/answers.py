"""How answers are written: errors with Bitcoin Core's codes, amounts as decimal numbers."""

import json

MISC, TYPE, ADDRESS_OR_KEY, PARAMETER = -1, -3, -5, -8
DESERIALIZATION, VERIFY_ERROR, VERIFY_REJECTED, ALREADY_IN_CHAIN = -22, -25, -26, -27
METHOD_NOT_FOUND, INVALID_REQUEST, PARSE = -32601, -32600, -32700


class RPCError(Exception):
    def __init__(self, code, message):
        super().__init__(message)
        self.code = code
        self.message = message


class Money(int):
    """Satoshis that are written as bitcoin with eight decimals."""

    def __str__(self):
        sign, value = ("-", -int(self)) if self < 0 else ("", int(self))
        return f"{sign}{value // 100_000_000}.{value % 100_000_000:08d}"


def written(value):
    """JSON text of a value; `Money` keeps its decimals, which no float does."""
    if isinstance(value, Money):
        return str(value)
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(key)}:{written(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(written(item) for item in value) + "]"
    return json.dumps(value)


def satoshis(value, what="Invalid amount"):
    """Satoshis of a JSON amount (number or text, at most eight decimals)."""
    text = str(value)
    whole, _, part = text.partition(".")
    if not whole.isdigit() or (part and not part.isdigit()) or len(part) > 8:
        raise RPCError(TYPE, what)
    return int(whole) * 100_000_000 + int(part.ljust(8, "0"))


def parsed_hash(text, name):
    """The bytes, in the order of the wire, of a hash as text; else the error Bitcoin Core gives."""
    if not isinstance(text, str):
        raise RPCError(TYPE, f"JSON value of type {json_type(text)} is not of expected type string")
    if len(text) != 64:
        raise RPCError(PARAMETER, f"{name} must be of length 64 (not {len(text)}, for '{text}')")
    try:
        return bytes.fromhex(text)[::-1]
    except ValueError:
        raise RPCError(PARAMETER, f"{name} must be hexadecimal string (not '{text}')") from None


def shown_hash(data):
    return data[::-1].hex()


def json_type(value):
    return {
        bool: "bool", int: "number", float: "number", str: "string", list: "array", dict: "object",
    }.get(type(value), "null")
