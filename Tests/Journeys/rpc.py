"""One JSON-RPC call to a node: rpc.py URL COOKIE-FILE METHOD [PARAMS-AS-JSON-ARRAY]; prints the result."""

import base64
import json
import sys
import urllib.error
import urllib.request

url, cookie, method = sys.argv[1:4]
params = json.loads(sys.argv[4]) if len(sys.argv) > 4 else []
with open(cookie, "rb") as file:
    credentials = base64.b64encode(file.read().strip()).decode()
request = urllib.request.Request(
    url, json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode(),
    {"Authorization": "Basic " + credentials, "Content-Type": "application/json"})
try:
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request) as answer:
        body = json.load(answer)
except urllib.error.HTTPError as error:
    body = json.loads(error.read() or b'{"error": "empty"}')
if body.get("error"):
    sys.exit(json.dumps(body["error"]))
print(json.dumps(body["result"]))
