"""The commands of a program, as `--experimental-dump-help` lists them: what lists of commands are held complete by."""

import json
import subprocess


def leaves(program):
    """Each command that has no commands below it, by its words, with the options that it has: {option: name of its value}.

    `help` is left out: nothing is done by it.
    """
    told = subprocess.run([program, "--experimental-dump-help"], check=True, capture_output=True, stdin=subprocess.DEVNULL)
    found = {}

    def walk(command, words):
        below = command.get("subcommands") or []
        if not below:
            options = [argument for argument in command.get("arguments") or [] if argument.get("names")]
            found[" ".join(words)] = {
                "--" + name["name"]: option.get("valueName")
                for option in options for name in option["names"] if name["kind"] == "long"}
        for one in below:
            walk(one, [*words, one["commandName"]])

    walk(json.loads(told.stdout)["command"], [])
    found.pop("help", None)
    return found


def command_of(words, found):
    """Which of the commands a command line is of, None if of none."""
    for count in (2, 1):
        if " ".join(words[:count]) in found:
            return " ".join(words[:count])
    return None


def unknown(names, found):
    """What is wrong with a list that names commands which are gone."""
    return [f"`{name}` is no command of the program any more: take it out of the list" for name in sorted(set(names) - set(found))]
