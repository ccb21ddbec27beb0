"""The ceremonies as they are drawn: one sheet each, with every command as it is typed."""

import importlib.machinery
import importlib.util
import os
import re
import unittest

from laptop import AIRGAP, PROGRAMS, folder, read, run

SCRIPT = os.path.join(AIRGAP, "draw-ceremonies")
DRAWER = os.path.join(PROGRAMS, "sheet-drawer")


def script():
    """What draws them, as a module."""
    loader = importlib.machinery.SourceFileLoader("draw_ceremonies", SCRIPT)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


def names():
    return sorted(name.removesuffix(".md") for name in os.listdir(f"{AIRGAP}/ceremonies"))


class CeremoniesTest(unittest.TestCase):
    def test_each_page_is_one_sheet_of_either_paper(self):
        for paper, size in (("a4", "595"), ("letter", "612")):
            where = os.path.join(folder(), "new")
            drawn = run(SCRIPT, where, "--paper", paper, "--drawer", DRAWER)
            self.assertEqual(drawn.returncode, 0, drawn.stderr)
            self.assertEqual(drawn.stdout.split(), [f"{where}/{name}.pdf" for name in names()])
            self.assertGreater(len(names()), 10)
            for name in names():
                with open(f"{where}/{name}.pdf", "rb") as file:
                    pdf = file.read().decode("latin-1")
                self.assertTrue(pdf.startswith("%PDF-"), name)
                self.assertEqual(len(re.findall(r"/Type /Page\b", pdf)), 1, f"{name} on {paper}")
                self.assertRegex(pdf, rf"/MediaBox \[ 0 0 {size}")

    def test_every_command_and_every_heading_stands_on_it_whole(self):
        module = script()
        for name in names():
            page, document = read(f"{AIRGAP}/ceremonies/{name}.md"), module.document(name, "a4")
            commands = re.findall(r"(?m)^[a-z]+\$ (.+)$", page)
            for each in commands + re.findall(r"(?m)^##? (.+)$", page):
                self.assertIn(module.text(each), document, f"{name}: {each}")
            for lines in re.findall(r"(?ms)^```sh\n(.*?)\n```$", page):
                self.assertIn(module.text(lines), document, f"{name}: {lines}")

    def test_what_marks_words_is_not_drawn(self):
        module = script()
        self.assertEqual(module.plain("**Type** `init`, see [paper.md](paper.md) and [page 2](paying.md)"),
                         'Type "init", see "Paper" and page 2')
        drawn, text = [], module.text
        module.text = lambda value: drawn.append(value) or text(value)
        for name in names():
            module.document(name, "a4")
        self.assertGreater(len(drawn), 300)
        for words in drawn:
            for mark in ("**", "](", "`", ".md)"):
                self.assertNotIn(mark, words)

    def test_refuses_in_words(self):
        for arguments, words in ((("nothing",), "there is no page nothing"),
                                 (("--drawer", "/nowhere"), "/nowhere is no program"),
                                 (("--drawer", "/bin/true"), "ended without an answer")):
            where = os.path.join(folder(), "new")
            refused = run(SCRIPT, where, *arguments)
            self.assertEqual(refused.returncode, 1)
            self.assertIn(words, refused.stderr)
            self.assertEqual(os.listdir(where) if os.path.exists(where) else [], [])


if __name__ == "__main__":
    unittest.main()
