"""The page in Debian's Firefox: selenium speaks Firefox's own Marionette, because Debian has no geckodriver."""

import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
from collections import Counter
from pathlib import Path

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.remote.file_detector import UselessFileDetector
from selenium.webdriver.remote.remote_connection import RemoteConnection

from desk import WAIT, Page

PROGRAM = shutil.which("firefox-esr") or shutil.which("firefox")

# What the W3C calls them and what Marionette does; parameters have the same names in both, except for children of an element.
COMMANDS = {
    "newSession": "WebDriver:NewSession", "get": "WebDriver:Navigate", "refresh": "WebDriver:Refresh",
    "getCurrentUrl": "WebDriver:GetCurrentURL", "getTitle": "WebDriver:GetTitle", "setTimeouts": "WebDriver:SetTimeouts",
    "findElement": "WebDriver:FindElement", "findElements": "WebDriver:FindElements",
    "findChildElement": "WebDriver:FindElement", "findChildElements": "WebDriver:FindElements",
    "clickElement": "WebDriver:ElementClick", "clearElement": "WebDriver:ElementClear",
    "sendKeysToElement": "WebDriver:ElementSendKeys", "getElementText": "WebDriver:GetElementText",
    "getElementAttribute": "WebDriver:GetElementAttribute", "getElementProperty": "WebDriver:GetElementProperty",
    "getElementTagName": "WebDriver:GetElementTagName", "isElementEnabled": "WebDriver:IsElementEnabled",
    "isElementSelected": "WebDriver:IsElementSelected", "w3cGetActiveElement": "WebDriver:GetActiveElement",
    "w3cExecuteScript": "WebDriver:ExecuteScript", "w3cExecuteScriptAsync": "WebDriver:ExecuteAsyncScript",
    "actions": "WebDriver:PerformActions", "clearActionState": "WebDriver:ReleaseActions",
    "screenshot": "WebDriver:TakeScreenshot", "newWindow": "WebDriver:NewWindow", "close": "WebDriver:CloseWindow",
    "switchToWindow": "WebDriver:SwitchToWindow", "w3cGetWindowHandles": "WebDriver:GetWindowHandles",
    "w3cGetCurrentWindowHandle": "WebDriver:GetWindowHandle"}

# The camera is one of Firefox's own making, and nobody is asked for it until a test wants that.
# Nor does anything of the page move or change its colour slowly: in Firefox the end of that is not always told.
PREFERENCES = {
    "ui.prefersReducedMotion": 1,
    "services.settings.server": "data:,#remote-settings-dummy/v1", "devtools.console.stdout.content": True,
    "devtools.console.stdout.chrome": False, "browser.dom.window.dump.enabled": True,
    "marionette.port": 0, "media.navigator.streams.fake": True, "permissions.default.camera": 1,
    "datareporting.policy.dataSubmissionEnabled": False, "browser.shell.checkDefaultBrowser": False}


class Marionette(RemoteConnection):
    """What selenium says to a driver goes over Marionette's socket: a length, a colon, and [kind, number, name, parameters]."""

    def __init__(self, port):
        super().__init__("http://127.0.0.1", keep_alive=False)
        self.number = 0
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=300)
        self.stream = self.socket.makefile("rb")
        self.receive()

    def receive(self):
        length = b""
        while not length.endswith(b":"):
            length += self.stream.read(1) or self.over()
        return json.loads(self.stream.read(int(length[:-1])))

    def over(self):
        raise WebDriverException("Firefox ended")

    def ask(self, name, parameters):
        self.number += 1
        text = json.dumps([0, self.number, name, parameters]).encode()
        self.socket.sendall(str(len(text)).encode() + b":" + text)
        _, _, error, value = self.receive()
        return error, value["value"] if isinstance(value, dict) and set(value) == {"value"} else value

    def execute(self, command, params):
        name = COMMANDS.get(command, command)
        params = {key: value for key, value in (params or {}).items() if key != "sessionId"}
        if command == "newSession":
            params = {}
        if command.startswith("findChild"):
            params["element"] = params.pop("id")
        if command == "sendKeysToElement":
            params.pop("value", None)
        error, value = self.ask(name, params)
        if error:
            return {"status": error["error"], "value": {"message": error["message"]}}
        return {"status": 0, "value": value}

    def close(self):
        self.stream.close()
        self.socket.close()


class FirefoxPage(Page):
    """The page in Firefox, without a window."""

    def __init__(self, link, downloads, shots=None, headless=True, environment=None):
        self.shots, self.pictures, self.expected = shots, None, Counter()
        downloads.mkdir()
        preferences = PREFERENCES | {"browser.download.folderList": 2, "browser.download.dir": str(downloads)}
        self.profile = tempfile.TemporaryDirectory(prefix="firefox-")
        folder = Path(self.profile.name)
        (folder / "user.js").write_text("".join(f"user_pref({json.dumps(n)}, {json.dumps(v)});\n" for n, v in preferences.items()))
        self.said = open(folder / "said.txt", "wb")  # noqa: SIM115
        self.process = subprocess.Popen(
            [PROGRAM, *(["--headless"] if headless else []), "--marionette", "--remote-allow-system-access", "--no-remote",
             "--new-instance", "--profile", str(folder)],
            env={**os.environ, "HOME": str(folder), "MOZ_HEADLESS_WIDTH": "1400", "MOZ_HEADLESS_HEIGHT": "1100", **(environment or {})},
            stdin=subprocess.DEVNULL, stdout=self.said, stderr=self.said)
        try:
            self.driver = webdriver.Remote(command_executor=Marionette(self.port(folder)), options=webdriver.FirefoxOptions())
            self.driver.file_detector = UselessFileDetector()  # Firefox is on this machine: a file is chosen by its path.
            self.driver.set_script_timeout(60)
            self.chrome(LISTEN)
            self.size(1400)
            self.driver.get(link)
            self.until(lambda: self.all("nav#places a"))
        except BaseException:
            self.close()
            raise

    def port(self, folder):
        until = time.monotonic() + WAIT
        while time.monotonic() < until:
            try:
                return int((folder / "MarionetteActivePort").read_text())
            except (FileNotFoundError, ValueError):
                assert self.process.poll() is None, f"Firefox ended: {(folder / 'said.txt').read_text(errors='replace')}"
                time.sleep(0.05)
        raise AssertionError("Firefox does not listen")

    def close(self):
        self.process.kill()
        self.process.wait()
        self.said.close()
        self.profile.cleanup()

    def chrome(self, script, *args):
        """Runs a script as a part of the browser itself."""
        connection = self.driver.command_executor
        connection.ask("Marionette:SetContext", {"value": "chrome"})
        try:
            error, value = connection.ask("WebDriver:ExecuteAsyncScript", {
                "script": "const [done, args] = [arguments[arguments.length - 1], [...arguments].slice(0, -1)];"
                          f"(async () => {{ {script} }})().then(done, (e) => done({{failed: String(e)}}));", "args": list(args)})
        finally:
            connection.ask("Marionette:SetContext", {"value": "content"})
        assert not error and not (isinstance(value, dict) and "failed" in value), error or value
        return value

    def prefer(self, preferences):
        """Sets settings of the browser."""
        self.chrome("""
          for (const [name, value] of Object.entries(args[0])) {
            if (typeof value === 'boolean') Services.prefs.setBoolPref(name, value);
            else Services.prefs.setIntPref(name, value);
          }""", preferences)

    def scheme(self, name):
        self.prefer({"layout.css.prefers-color-scheme.content-override": {"dark": 0, "light": 1, None: 2}[name]})
        if name:
            self.until(lambda: self.driver.execute_script("return matchMedia(`(prefers-color-scheme: ${arguments[0]})`).matches", name))

    def at_rest(self):
        assert self.driver.execute_script("return document.getAnimations().length") == 0, "the page moves for who wants no motion"

    def size(self, width, height=1000):
        # A window does not get that narrow: the page's part of it does.
        self.chrome("""
          const style = gBrowser.selectedBrowser.style;
          for (const [side, length] of [['width', args[0]], ['height', args[1]]])
            for (const limit of ['min-', 'max-', '']) style.setProperty(limit + side, `${length}px`);""", width, height)
        self.until(lambda: self.driver.execute_script("return innerWidth") == width, 10, f"the page is not {width} wide")

    def log(self):
        """What the browser complains of: a policy that was broken, a script that failed, a style that it cannot read."""
        # What the page itself writes stays in its own process, which prints it.
        printed = Path(self.said.name).read_text(errors="replace").splitlines()
        said = self.chrome("return [...window.saidOfPages];")
        # Firefox complains of its own settings, too.
        said += [line for line in printed if re.match(r"console\.(error|warn|assert): (?!RSLoader)", line)]
        return list((Counter(said) - self.expected).elements())

    def clipboard(self):
        return self.chrome("return navigator.clipboard.readText();")

    def permission(self, allowed):
        """Answers the browser's own question whether the page may use the camera."""
        self.until(lambda: self.chrome("""
          const asked = PopupNotifications.getNotification('webRTC-shareDevices', gBrowser.selectedBrowser);
          if (!asked) return false;
          const action = args[0] ? asked.mainAction : asked.secondaryActions[0];
          await action.callback({checkboxChecked: false, source: 'button'});
          PopupNotifications.remove(asked);
          return true;""", allowed), what="the browser does not ask for the camera")


# Everything that is written to the console, but for what the browser says about itself.
LISTEN = """
  const said = window.saidOfPages = [];
  Services.console.registerListener({observe(message) {
    if (!(message instanceof Ci.nsIScriptError)) return;
    if (/^(resource|chrome|moz-extension|jar|file):/.test(message.sourceName) || message.category === 'chrome javascript') return;
    said.push(`${message.category}: ${message.errorMessage} (${message.sourceName}:${message.lineNumber})`);
  }});
"""
