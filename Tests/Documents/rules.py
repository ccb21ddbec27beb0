"""Holds docs/rules.md to the code: every rule has its section, file, fixture, golden text and tests,
and every number of the page is the one in the code."""

import os
import re

PAGE = "docs/rules.md"
RULES = [f"R{number:02}" for number in range(1, 35)]
DECLARED = "Sources/Shared/Refusals/Rule.swift"
REVIEW = "Sources/Shared/TransactionReview/Rules"
GOLDEN = "Tests/TransactionReviewTests/Golden"
# What the reader refuses is no flaw of a payment: its golden texts are made by the tests themselves.
GOLDEN_TESTS = "Tests/TransactionReviewTests/GoldenTests.swift"
SEVERITIES = ["refuse", "warn", "show"]
LINK = re.compile(r"\]\(([^)\s]+)\)")
PARTS = ["**Attack.**", "**Rule.**", "**You see**"]
FIELDS = ["Severity", "Code", "Fixtures", "Tests"]


def faults(root):
    if not os.path.exists(os.path.join(root, PAGE)):
        yield f"{PAGE} is not there"
        return
    page = read(root, PAGE)
    sections = {}
    for heading in re.finditer(r"^### (R\d\d) (.+)\n", page, re.MULTILINE):
        rule = heading[1]
        if rule in sections:
            yield f"{PAGE}: {rule} has two sections"
        if rule not in RULES:
            yield f"{PAGE}: there is no rule {rule}"
        following = re.search(r"^##", page[heading.end():], re.MULTILINE)
        body = page[heading.end():][:following.start() if following else None]
        sections[rule] = Section(root, rule, heading[2], body)
    for rule in RULES:
        if rule not in sections:
            yield f"{PAGE}: {rule} has no section"
    files, texts = reviewed(root)
    for rule in sorted(set(files) | set(texts)):
        if rule not in RULES:
            yield f"{PAGE}: {(files.get(rule) or texts[rule])[0]} is of no rule"
    for rule, section in sections.items():
        yield from section.faults(files.get(rule, []), texts.get(rule, []))
    yield from overview(page, sections)
    yield from numbers(root, page)
    yield from declared_rules(root, sections)
    yield from named_in_sources(root, page)


class Section:
    """What the page says of one rule."""

    def __init__(self, root, rule, title, body):
        self.root, self.rule, self.title, self.body = root, rule, title, body
        self.anchor = re.sub(r"[^a-z0-9 -]", "", f"{rule} {title}".lower()).replace(" ", "-")
        self.fields = {}
        for item in re.split(r"^- ", body, flags=re.MULTILINE)[1:]:
            name, _, value = item.partition(":")
            self.fields[name] = " ".join(value.split("\n\n")[0].split())

    @property
    def severities(self):
        return [word for word in SEVERITIES if re.search(rf"\b{word}\b", self.fields.get("Severity", ""))]

    def linked(self, field):
        """The files that a field links, by their path in the repository."""
        folder = os.path.dirname(PAGE)
        return [os.path.normpath(os.path.join(folder, link.split("#")[0]))
                for link in LINK.findall(self.fields.get(field, ""))]

    def faults(self, files, texts):
        for part in PARTS:
            if part not in self.body:
                yield f"{PAGE}: {self.rule} has no paragraph {part}"
        for field in FIELDS:
            if not self.fields.get(field):
                yield f"{PAGE}: {self.rule} has no line \"{field}:\""
        if not self.severities:
            yield f"{PAGE}: {self.rule} says none of {', '.join(SEVERITIES)}"
        code = self.linked("Code")
        if not any(path.startswith("Sources/") for path in code):
            yield f"{PAGE}: {self.rule} links no file of Sources"
        if not re.search(r"\]\([^)]+\) \*", self.fields.get("Tests", "")):
            yield f"{PAGE}: {self.rule} names no test"
        for path in files:
            if path not in code:
                yield f"{PAGE}: {self.rule} does not link {path}"
            for found in sorted(severities_in(read(self.root, path)) - set(self.severities)):
                yield f"{PAGE}: {self.rule} does not say that {path} can {found}"
        yield from self.golden_faults(files, texts)

    def golden_faults(self, files, texts):
        named = re.findall(r"`([^`]+)`", self.fields.get("Golden texts", ""))
        if files and not texts:
            yield f"{PAGE}: {files[0]} has no golden text {GOLDEN}/{self.rule.lower()}-*.txt"
        for name in sorted(set(named) - set(texts)):
            yield f"{PAGE}: {self.rule} names the golden text {name}, which is not there"
        for name in sorted(set(texts) - set(named)):
            yield f"{PAGE}: {self.rule} does not name its golden text {name}"
        made_by = [path for path in self.linked("Fixtures") + [GOLDEN_TESTS]
                   if os.path.isfile(os.path.join(self.root, path))]
        made = "".join(read(self.root, path) for path in made_by)
        for name in texts:
            if f'"{name}"' not in made:
                yield f"{PAGE}: {self.rule} links no fixture that makes {name}"


def reviewed(root):
    """The files and the golden texts of the review, by rule."""
    files, texts = {}, {}
    for name in sorted(os.listdir(os.path.join(root, REVIEW))):
        if name.endswith(".swift"):
            files.setdefault(name[:3], []).append(f"{REVIEW}/{name}")
    for name in sorted(os.listdir(os.path.join(root, GOLDEN))):
        if re.match(r"r\d", name):
            texts.setdefault(name[:3].upper(), []).append(name.removesuffix(".txt"))
    return files, texts


def severities_in(code):
    found = re.findall(r"severity: ([^,]*)", code)
    return {word for text in found for word in SEVERITIES if re.search(rf"\.{word}\b", text)}


def overview(page, sections):
    """The table of all rules says what the sections say, each rule once and in order."""
    rows = re.findall(r"^\| \[(R\d\d)\]\(#([^)]*)\) \| [^|]+ \| ([^|]+) \|", page, re.MULTILINE)
    if [rule for rule, _, _ in rows] != RULES:
        yield f"{PAGE}: the table of all rules does not hold R01 to R34, each once and in order"
    for rule, anchor, severities in rows:
        section = sections.get(rule)
        if section is None:
            continue
        if anchor != section.anchor:
            yield f"{PAGE}: the table of all rules leads to #{anchor}, the section is #{section.anchor}"
        if severities.strip() != ", ".join(section.severities):
            yield f"{PAGE}: the table of all rules says \"{severities.strip()}\" of {rule}, its section " \
                f"\"{', '.join(section.severities)}\""


def numbers(root, page):
    """Each row `| rule | what | value | [File](path) `name` | setting |` is held against the code."""
    rows = re.findall(
        r"^\| R\d\d[^|]*\| ([^|]+) \| ([\d,]+) \| \[[^]]+\]\(\.\./([^)]+)\) `(\w+)` \|", page, re.MULTILINE)
    if not rows:
        yield f"{PAGE}: the table of numbers is not there"
    for what, value, path, name in rows:
        if not os.path.exists(os.path.join(root, path)):
            continue  # The check of the links says it.
        found = declared(read(root, path), name)
        if found is None:
            yield f"{PAGE}: {path} declares no number {name}"
        elif found != int(value.replace(",", "")):
            yield f"{PAGE}: {what}: {value}, but {name} in {path} is {found:,}"


def declared(code, name):
    """The number that a Swift file gives a name first: `name = 1_000`, `name: Int = 16 << 20`, `name: 8`."""
    match = re.search(
        rf"\b{name}(?:: [\w.]+)?(?: =|:) (?:\w+\(\w+: )?([\d_]+)(?: << (\d+))?", code)
    return int(match[1].replace("_", "")) << int(match[2] or 0) if match else None


def declared_rules(root, sections):
    """The enum that the code names rules by has the rules and the titles of the page, in its order."""
    cases = re.findall(r'^  /// (.+)\.\n  case (r\d\d) = "(R\d\d)"$', read(root, DECLARED), re.MULTILINE)
    if [name for _, _, name in cases] != RULES or any(case != name.lower() for _, case, name in cases):
        yield f"{DECLARED}: the cases are not r01 to r34, each once, in order, with a title"
    for title, _, name in cases:
        if name in sections and sections[name].title != title:
            yield f"{DECLARED}: {name} is \"{title}\", its section in {PAGE} \"{sections[name].title}\""


def named_in_sources(root, page):
    """The rules that errors and findings name are rules, and the consents in words stand on the page."""
    for folder, _, names in os.walk(os.path.join(root, "Sources")):
        for name in names:
            if not name.endswith(".swift"):
                continue
            path = os.path.relpath(os.path.join(folder, name), root)
            code = read(root, path)
            for rule in set(re.findall(r'"(R\d\d)"', code)) - set(RULES):
                yield f"{path}: {rule} is not a rule of {PAGE}"
            for consent, sentence in re.findall(r'Consent\(\s*name: "([^"]+)",\s*sentence: "([^"]+)"', code):
                # What a sentence takes from the payment stands on the page as a word in capitals.
                shown = re.sub(r"\\\((?:\w+\.)*(\w+)\)", lambda part: part[1].upper(), sentence)
                if f"| `{consent}` | `{shown}` |" not in page:
                    yield f"{PAGE}: the consent {consent} of {path} is not there with its sentence"


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return file.read()
