"""How lies are registered: each is one function that changes what a node said, or how it said it."""

KINDS = {}


def kind(name, *methods):
    """Registers a lie about the answers of these methods (of all when none is named)."""
    def register(function):
        def make(context):
            def lie(call):
                if not methods or set(methods) & set(call.methods):
                    function(context, call)
            return lie
        KINDS[name] = make
        return function
    return register


def result(name, *methods):
    """Registers a lie that gives another result for the one that the node gave."""
    def register(function):
        @kind(name, *methods)
        def change(context, call):
            for request, answer in call.results():
                if not methods or request.get("method") in methods:
                    answer["result"] = function(context, answer["result"], request)
        return function
    return register


def error(name, code, message, *methods):
    @kind(name, *methods)
    def change(context, call):
        for answer in call.answers:
            answer.pop("result", None)
            answer["error"] = {"code": code, "message": message}
        call.status = 200


def random_hash(context):
    return context.random.randbytes(32).hex()
