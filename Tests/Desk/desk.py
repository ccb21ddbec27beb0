"""A desk in a home of its own, a signer beside it, and a browser without a window that looks at the page."""

import base64
import io
import json
import os
import pty
import re
import select
import signal
import subprocess
import threading
import time
from pathlib import Path

from axe_selenium_python import Axe
from PIL import Image
from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.ui import WebDriverWait

PASSPHRASE = "velvet orbit claim dune tuna lamp\n"
# The most bytes of a picture for the documents: a clone carries each of them.
PICTURE_LIMIT = 150_000
# The film of the fake camera always has this size: Chromium asks for it before the film is made.
WIDTH, HEIGHT = 960, 720
# Seconds to wait for what has to come, on a machine that may have other work.
WAIT = int(os.environ.get("DESK_WAIT", "60"))


class Homes:
    """The two homes, and commands of both programs run in them."""

    def __init__(self, folder, programs):
        self.folder, self.programs = Path(folder), Path(programs)
        quick = self.programs / "quick-signer"
        self.signer = quick if quick.exists() else self.programs / "offline-signer"
        self.coordinator = self.programs / "online-coordinator"
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(self.folder), "LC_ALL": "C.UTF-8", "TERM": "xterm",
            "XDG_STATE_HOME": str(self.folder / "state"),
            "ONLINE_COORDINATOR_HOME": str(self.folder / "coordinator"),
            "OFFLINE_SIGNER_HOME": str(self.folder / "signer")}
        self.write("passphrase.txt", PASSPHRASE)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        path.chmod(0o600)
        return path

    def run(self, program, *words, home=None):
        environment = dict(self.environment)
        if home:
            environment["OFFLINE_SIGNER_HOME"] = str(self.folder / home)
        ran = subprocess.run([str(program), *map(str, words)], cwd=self.folder, env=environment,
                             stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=240, check=False)
        assert ran.returncode in (0, 3), f"{words} ended with {ran.returncode}: {ran.stdout}{ran.stderr}"
        return ran.stdout

    def offline(self, *words, home=None):
        return self.run(self.signer, *words, "--passphrase-file", self.folder / "passphrase.txt", home=home)

    def online(self, *words):
        return json.loads(self.run(self.coordinator, *words, "--json"))


class Desk:
    """`online-coordinator desk` on a terminal of its own; `link` is what it printed."""

    def __init__(self, homes):
        self.process, self.terminal = None, None
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(homes.folder)
            os.execve(homes.coordinator, [str(homes.coordinator), "desk"], homes.environment)
        self.seen = ""
        self.link = self.wait(r"http://127\.0\.0\.1:\d+/#[A-Za-z0-9_-]{43}")
        threading.Thread(target=self.drain, daemon=True).start()

    def wait(self, pattern):
        until = time.monotonic() + 60
        while time.monotonic() < until:
            if select.select([self.terminal], [], [], 1)[0]:
                try:
                    self.seen += os.read(self.terminal, 4096).decode(errors="replace")
                except OSError as error:
                    raise AssertionError(f"the desk ended: {self.seen}") from error
            found = re.search(pattern, self.seen)
            if found:
                return found[0]
        raise AssertionError(f"the desk printed no link: {self.seen}")

    def drain(self):
        """Reads on, so that the desk never waits for its terminal."""
        while True:
            try:
                if not os.read(self.terminal, 4096):
                    return
            except OSError:
                return

    def end(self):
        try:
            os.kill(self.process, signal.SIGINT)
            for _ in range(100):
                if os.waitpid(self.process, os.WNOHANG)[0]:
                    return
                time.sleep(0.1)
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)
        except (ProcessLookupError, ChildProcessError):
            pass


class Page:
    """The page in Chromium, with a camera that shows a film."""

    def __init__(self, link, film, shots=None, pictures=None):
        options = webdriver.ChromeOptions()
        for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1400,1000",
                     "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream",
                     f"--use-file-for-fake-video-capture={film}"):
            options.add_argument(word)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        self.shots, self.pictures = shots, pictures
        self.driver.get(link)
        self.until(lambda: self.all("nav#places a"))

    def close(self):
        self.driver.quit()

    # What is looked for

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def until(self, found, seconds=WAIT, what=None):
        try:
            return WebDriverWait(self.driver, seconds, poll_frequency=0.1, ignored_exceptions=(Exception,)).until(lambda _: found())
        except Exception as error:
            raise AssertionError(f"{what or 'waited in vain'}: {self.text()[-1500:]}") from error

    def text(self):
        return self.driver.execute_script("return document.body.innerText")

    def says(self, words, seconds=WAIT):
        return self.until(lambda: words in self.text(), seconds, f"not on the page: {words}")

    def button(self, words, seconds=WAIT):
        path = f"//button[normalize-space()='{words}' or @aria-label='{words}']"
        return self.until(lambda: next(b for b in self.driver.find_elements(By.XPATH, path) 
                                       if b.is_displayed() and b.is_enabled() and b.get_dom_attribute("aria-disabled") != "true"),
                          seconds, f"no button {words}")

    def press(self, words, seconds=WAIT):
        for _ in range(5):
            button = self.button(words, seconds)
            try:
                self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", button)
                return button.click()
            except StaleElementReferenceException:
                continue  # The page drew it anew meanwhile, as it follows what happens elsewhere.
        raise AssertionError(f"{words} is drawn anew again and again")

    def field(self, label):
        """The field of a label, as somebody finds it who listens."""
        def find():
            for one in self.driver.find_elements(By.XPATH, f"//label[normalize-space()='{label}']"):
                if one.is_displayed():
                    return self.driver.find_element(By.ID, one.get_attribute("for"))
            return None
        return self.until(find, WAIT, f"no field {label}")

    def fill(self, label, text):
        field = self.field(label)
        field.clear()
        field.send_keys(text)

    def open(self, summary):
        for one in self.driver.find_elements(By.XPATH, f"//summary[normalize-space()='{summary}']"):
            if one.is_displayed():
                one.click()
                return
        raise AssertionError(f"nothing opens: {summary}")

    # Where it is

    def go(self, place):
        self.driver.execute_script("location.hash = arguments[0]", f"#/{place}")
        self.quiet()

    def at_rest(self):
        """Waits until nothing moves or changes its colour any more."""
        self.driver.execute_async_script(
            "const done = arguments[0]; Promise.allSettled(document.getAnimations().map((a) => a.finished)).then(() => done());")

    def look_at_the_chain(self):
        """The desk looks every half minute, and soon after a command of its own that changes something, or could have."""
        self.driver.execute_async_script(
            "const done = arguments[0]; import('/api.js').then(({run}) => run(['node', 'use', 'practice'])).then(() => done());")

    def quiet(self):
        """Waits until the page has come to rest: nothing of it changed for half a second."""
        self.driver.set_script_timeout(60)
        self.driver.execute_async_script("""
          const done = arguments[0];
          let timer = setTimeout(finish, 500);
          const watch = new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(finish, 500); });
          watch.observe(document.querySelector('main'), {subtree: true, childList: true, characterData: true});
          const last = setTimeout(finish, 20000);
          function finish() { watch.disconnect(); clearTimeout(last); done(); }
        """)

    def shot(self, name):
        if not self.shots:
            return
        height = self.driver.execute_script("return document.documentElement.scrollHeight")
        width = self.driver.execute_script("return innerWidth")
        self.size(width, min(max(height, 400), 5000))
        self.driver.save_screenshot(str(Path(self.shots) / f"{name}.png"))
        self.size(width, 1000)

    def picture(self, name, first="body", last="main .page"):
        """Takes a picture for the documents, in light and in dark: from the top of one element to the end of another.

        The foot of the page, which names a folder of this run, is in none.
        """
        if not self.pictures:
            return
        self.until(lambda: not self.all(".toast"), what="what is said in passing stays")
        self.size(1000)
        # In a window that has room for all of it, nothing moves when the picture is taken.
        self.size(1000, self.driver.execute_script("return document.documentElement.scrollHeight"))
        for scheme in ("light", "dark"):
            self.scheme(scheme)
            # Colours go over into those of the other scheme.
            self.at_rest()
            top, end = self.driver.execute_script("""
              const [first, last] = [...arguments].map((s) => document.querySelector(s).getBoundingClientRect());
              return [Math.max(0, first.top + scrollY - 16), last.bottom + scrollY + 16];""", first, last)
            taken = self.driver.execute_cdp_cmd("Page.captureScreenshot", {
                "clip": {"x": 0, "y": top, "width": 1000, "height": end - top, "scale": 1}})
            path = Path(self.pictures) / f"desk-{name}-{scheme}.png"
            with Image.open(io.BytesIO(base64.b64decode(taken["data"]))) as whole:
                whole.convert("RGB").quantize(64, dither=Image.Dither.NONE).save(path, optimize=True)
            assert path.stat().st_size < PICTURE_LIMIT, f"{path.name} has {path.stat().st_size} bytes"
        self.scheme(None)
        self.size(1400)

    def drawn(self, selector):
        """What is drawn on the first canvas of the selector, as a picture."""
        url = self.until(lambda: self.driver.execute_script(
            "return document.querySelector(arguments[0])?.toDataURL('image/png')", selector), what=f"nothing drawn on {selector}")
        return base64.b64decode(url.split(",")[1])

    def size(self, width, height=1000):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                    {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def scheme(self, name):
        """Dark or light, as the system may want it; None: whatever this one wants."""
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": name}] if name else []})

    # What the program asks

    def answer(self, reply, seconds=WAIT):
        """Answers the program's question; `reply` may be made of its text."""
        dialog = self.until(lambda: next(d for d in self.all("dialog[open]")), seconds, "the program asks nothing")
        words = dialog.find_element(By.CSS_SELECTOR, "pre.question")
        text = self.driver.execute_script("return arguments[0].textContent", words)
        field = dialog.find_element(By.CSS_SELECTOR, "input, textarea")
        for _ in range(200):
            if field.is_enabled():
                break
            # A page after the other, as somebody reads.
            self.driver.execute_script("arguments[0].scrollTop += arguments[0].clientHeight * 0.8", words)
            time.sleep(0.05)
        self.until(field.is_enabled, 10, "the end of the question was read, and it cannot be answered")
        field.send_keys((reply(text) if callable(reply) else reply) + Keys.ENTER)
        return text

    # What the page must be for everybody

    def faults(self, options=None):
        """What axe-core finds wrong; `options` are its own."""
        # A colour that goes over into another has the contrast of neither.
        self.at_rest()
        axe = Axe(self.driver)
        axe.inject()
        return [f"{v['id']}: {v['help']}: {v['nodes'][0]['html'][:200]}" for v in axe.run(options=options)["violations"]]

    def is_too_wide(self):
        return self.driver.execute_script("return document.documentElement.scrollWidth > innerWidth")

    def log(self):
        """What the browser complains of: a policy that was broken, a script that failed."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]


def groups(text):
    """The groups of characters of an address that the question at the end of a text asks for, or yes."""
    asked = re.search(r"type\s+groups\s+(\d+)\s+and\s+(\d+)\s+\(or\s+no\s+to\s+stop\):\s*$", text)
    if not asked:
        typed = re.search(r"To continue, type: (.+)\n", text)
        return typed[1] if typed else "yes"
    table = text[: asked.start()].rsplit("in groups of four:", 1)[1]
    found = dict(re.findall(r"(\d+) (\S{1,4})(?=\s)", table))
    return f"{found[asked[1]]} {found[asked[2]]}"
