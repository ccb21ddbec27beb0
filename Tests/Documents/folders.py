"""Holds the folders of a module to an order: a file uses types of its own folder and of those before it.

A folder is a promise only as long as nothing leads back: whoever reads Collecting need not know Paying. Seen
are types that are declared at the left margin, by their names; strings and comments do not count, nor do
members that an extension adds.
"""

import os
import re

# From those that everything else stands on to those that nothing stands on.
ORDERS = {
    "Sources/Online/OnlineCoordinator": [
        "Program", "Desk", "Wallets", "Collecting", "Bridge", "Paying", "Backups", "Watching", "Commands"],
}

DECLARED = re.compile(
    r"^(?:(?:public|package|internal|private|fileprivate|final|indirect) )*"
    r"(?:struct|class|enum|protocol|actor|typealias) (\w+)", re.MULTILINE)
# What an interpolation names counts; the text around it does not.
TEXT = re.compile(r'"""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\\n])*"')
NAMED = re.compile(r"\b[A-Z]\w*")


def code(path):
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"^\s*//.*$", "", file.read(), flags=re.MULTILINE)
    return TEXT.sub(lambda found: " ".join(re.findall(r"\\\((.*?)\)", found[0])), text)


def faults(root):
    """One line for each use of a type of a later folder, and for each folder without a place."""
    for module, order in ORDERS.items():
        place = {folder: number for number, folder in enumerate(order)}
        files = []
        for folder, _, names in os.walk(os.path.join(root, module)):
            for name in sorted(names):
                if not name.endswith(".swift"):
                    continue
                path = os.path.join(folder, name)
                top = os.path.relpath(path, os.path.join(root, module)).split(os.sep)[0]
                if top not in place:
                    yield f"{module}/{top}: has no place in the order of Tests/Documents/folders.py"
                    continue
                files.append((top, os.path.relpath(path, root), code(path)))
        declared = {name: folder for folder, _, text in files for name in DECLARED.findall(text)}
        for folder, path, text in files:
            for name in sorted(set(NAMED.findall(text))):
                if place[declared.get(name, folder)] > place[folder]:
                    yield f"{path}: uses {name} of the later folder {declared[name]}"
