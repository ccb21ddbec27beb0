"""The table of a run: steps walked, kills, answers tried, and what differed."""

import json
from collections import Counter


class Report:
    """Adds up what walks, kills and lies counted; `as_table` is what docs/reliability.md shows."""

    def __init__(self):
        self.rows = []
        self.kills, self.inside, self.finished, self.points = Counter(), Counter(), Counter(), {}
        self.done, self.deepest = Counter(), []
        self.told = {}
        self.differences, self.refusals = [], Counter()

    def walked(self, walk, node, seconds):
        how = "bitcoind" if node.is_real else "regtest node"
        self.rows.append({
            "type": walk.kind, "node": how, "setting": walk.setting, **walk.counts,
            "differences": len(walk.differences), "seconds": round(seconds)})
        self.done.update(walk.done)
        self.deepest += walk.deepest
        self._take(walk)

    def killed(self, killing):
        self.kills.update(killing.killed)
        self.finished.update(killing.finished)
        self.inside.update(killing.inside)
        self.points.update({
            command: f"{len(killing.points[command])} of {killing.writes[command]}" for command in killing.points})
        self._take(killing.walk)

    def lied(self, lying):
        self.told.update(lying.told)
        self._take(lying.walk)

    def _take(self, walk):
        self.differences += walk.differences
        self.refusals.update(walk.refusals)

    def as_table(self):
        lines = ["| script type | node | setting | steps | comparisons | fresh homes | differences |",
                 "|---|---|---|---|---|---|---|"]
        for row in self.rows:
            lines.append(
                f"| {row['type']} | {row['node']} | {row['setting']} | {row['steps']} | {row['syncs']} "
                f"| {row['homes']} | {row['differences']} |")
        lines.append(
            f"| all | | | {sum(row['steps'] for row in self.rows)} | {sum(row['syncs'] for row in self.rows)} "
            f"| {sum(row['homes'] for row in self.rows)} | {sum(row['differences'] for row in self.rows)} |")
        if self.kills:
            lines += ["", "| command | killed | of these inside | at changes of files | had ended before |",
                      "|---|---:|---:|---:|---:|"]
            for command in sorted(self.kills.keys() | self.finished.keys()):
                lines.append(
                    f"| {command} | {self.kills[command]} | {self.inside[command]} | {self.points.get(command, '')} "
                    f"| {self.finished[command]} |")
            lines.append(
                f"| all | {sum(self.kills.values())} | {sum(self.inside.values())} | | {sum(self.finished.values())} |")
        if self.told:
            lines += ["", "| what came of a lie | kinds |", "|---|---|"]
            for outcome, count in Counter(self.told.values()).most_common():
                lines.append(f"| {outcome} | {count} |")
            lines.append(f"| all | {len(self.told)} |")
        return "\n".join(lines)

    def as_words(self):
        """What differed and what the programs refused, by kind."""
        lines = []
        if self.differences:
            lines.append("Differences:")
            first = {}
            for kind, text in self.differences:
                first.setdefault(kind, text)
            for kind, count in Counter(kind for kind, _ in self.differences).most_common():
                lines.append(f"  {count:4} {kind}; first: {first[kind]}")
        if self.refusals:
            lines.append("Refused by the programs, as they may:")
            lines += [f"  {count:4} {what}" for what, count in self.refusals.most_common(25)]
        return "\n".join(lines)

    def save(self, path):
        with open(path, "w", encoding="utf-8") as file:
            json.dump({
                "walks": self.rows, "steps": self.done, "deepest": self.deepest, "kills": self.kills,
                "inside": self.inside, "points": self.points, "ended": self.finished, "lies": self.told,
                "differences": self.differences}, file, indent=1)
