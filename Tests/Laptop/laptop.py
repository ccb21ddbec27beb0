"""What the tests of the laptop share: places, folders, packages made once, and a Debian root without a network."""

import atexit
import functools
import glob
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
AIRGAP = os.path.join(ROOT, "Airgap")
PROGRAMS = os.environ.get("DRAWBRIDGE_PROGRAMS", "")
PROGRAM_NAMES = ("qr-reader", "sheet-drawer", "sheet-printer", "key-keeper", "offline-signer", "online-coordinator",
                 "coordinator-desk")
# A commit's time that no commit has: the same for every run of the tests.
EPOCH = "1764000000"


def folder():
    """A folder of its own, removed at the end."""
    path = tempfile.mkdtemp(prefix="drawbridge-laptop-", dir=os.environ.get("TMPDIR", "/var/tmp"))
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    return path


def link(source, target):
    """A second name of a file, for copies of many megabytes of which one byte is another."""
    os.link(source, target, follow_symlinks=False)


def run(*command, **options):
    options.setdefault("timeout", 600)
    return subprocess.run(command, capture_output=True, text=True, **options)


def write(path, text, mode=0o644):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    os.chmod(path, mode)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def page(name):
    """The blocks of a ceremony that are typed into a shell, each a list of lines."""
    text = read(os.path.join(AIRGAP, "ceremonies", f"{name}.md"))
    return [block.splitlines() for block in re.findall(r"(?ms)^```sh\n(.*?)^```$", text)]


def tree(path):
    """Everything below a folder: names, kinds, permissions, contents."""
    found = {}
    for place, folders, files in os.walk(path):
        for name in folders + files:
            full = os.path.join(place, name)
            key = os.path.relpath(full, path)
            status = os.lstat(full)
            if os.path.islink(full):
                found[key] = os.readlink(full)
            elif os.path.isdir(full):
                found[key] = ("folder", status.st_mode)
            else:
                with open(full, "rb") as file:
                    found[key] = (status.st_mode, file.read())
    return found


# A shell started with this file in BASH_ENV is killed before its nth command: no script knows of it.
KILLER = """
if [ -n "${KILL_AT-}" ]; then
  set -T
  commands=0
  trap 'commands=$((commands + 1)); [ "$commands" -lt "$KILL_AT" ] || kill -KILL $$' DEBUG
fi
"""


@functools.cache
def stripped():
    """The programs without their symbols, so that the packages are made quickly twice."""
    path = folder()
    for name in PROGRAM_NAMES:
        subprocess.run(["strip", "--strip-unneeded", "-o", os.path.join(path, name),
                        os.path.join(PROGRAMS, name)], check=True)
    # What is linked into them; Airgap/build-programs puts it there.
    shutil.copy2(os.path.join(PROGRAMS, "Package.resolved"), path)
    return path


@functools.cache
def snapshot():
    """What the packages are made from, as it was when the tests began: others may work in the tree meanwhile."""
    path = os.path.join(folder(), "source")
    shutil.copytree(AIRGAP, os.path.join(path, "Airgap"))
    for name in ("LICENSE", "Package.swift"):
        shutil.copy2(os.path.join(ROOT, name), path)
    # Nothing is built here: the programs are there.
    write(os.path.join(path, "Airgap", "build-programs"), f"#!/bin/sh\necho '{stripped()}'\n", 0o755)
    return path


def source_copy(path):
    """The same, somewhere else; `path` is a folder that is not there yet."""
    shutil.copytree(snapshot(), path)
    return os.path.join(path, "Airgap")


def programs_copy(path, *names, only=True):
    """Programs, built from a copy of the source in the folder `path`, as the packages hold them.

    `only`: with nothing declared but what they need; else as a build of everything has it.
    """
    for each in ("Package.swift", "Package.resolved", "Sources", "Tests", "Airgap"):
        source, target = os.path.join(ROOT, each), os.path.join(path, each)
        if os.path.isdir(source):
            shutil.copytree(source, target, symlinks=True)
        elif os.path.exists(source):
            shutil.copy2(source, target)
    # A copy is no clone: it knows its commit as an archive does.
    changes = run("git", "status", "--porcelain", "--", "Package.swift", "LICENSE", "Sources", "Airgap", cwd=ROOT)
    if (changes.returncode, changes.stdout) == (0, ""):
        with open(os.path.join(path, "Airgap", "source-commit"), "w") as file:
            file.write(run("git", "rev-parse", "HEAD", cwd=ROOT).stdout)
    if not only:
        # The versions of the build that it is compared with, whatever was built in the tree since.
        shutil.copy2(os.path.join(PROGRAMS, "Package.resolved"), path)
    limit = {"DRAWBRIDGE_ONLY": ",".join(names)} if only else {}
    built = run(os.path.join(path, "Airgap", "build-programs"), *names,
                env=os.environ | {"TMPDIR": path} | limit, timeout=5_400)
    assert built.returncode == 0, built.stderr
    where = built.stdout.splitlines()[-1]
    return [as_packed(os.path.join(where, name), os.path.join(path, name)) for name in names]


def as_packed(program, place):
    """A program without what make-packages takes off."""
    line = next(line for line in read(os.path.join(AIRGAP, "make-packages")).splitlines()
                if line.strip().startswith("strip "))
    options = line.split(" -o ")[0].split()
    subprocess.run([*options, "-o", place, program], check=True)
    return place


@functools.cache
def packages():
    """The folder of both packages."""
    # As the page says it, in the folder of the source.
    made = run("bash", "-c", page("set-up")[0][0], cwd=snapshot(),
               env=os.environ | {"SOURCE_DATE_EPOCH": EPOCH})
    assert made.returncode == 0, made.stderr
    return os.path.join(snapshot(), "packages")


@functools.cache
def key():
    """A key to sign bundles with, and its fingerprint."""
    path = os.path.join(folder(), ".ssh", "id_ed25519")
    os.mkdir(os.path.dirname(path))
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path], check=True)
    return path, run("ssh-keygen", "-l", "-f", path).stdout.split()[1]


@functools.cache
def bundle():
    """A bundle as the page says to make it, on a stick."""
    stick = folder()
    packages()
    made = run("bash", "-c", page("set-up")[0][1].replace("/media/stick", stick), cwd=snapshot(),
               env=os.environ | {"HOME": os.path.dirname(os.path.dirname(key()[0]))})
    assert made.returncode == 0, made.stderr
    assert key()[1] in made.stdout
    return os.path.join(stick, "bundle")


def sign(path, by=None):
    """Sums and signs a bundle again, as its owner could (or somebody else, with a key of their own)."""
    for name in ("SHA256SUMS", "SHA256SUMS.sig"):
        if os.path.exists(os.path.join(path, name)):
            os.remove(os.path.join(path, name))
    subprocess.run(
        "find . -type f ! -name 'SHA256SUMS*' | sed 's|^./||' | LC_ALL=C sort | xargs sha256sum >SHA256SUMS"
        f" && ssh-keygen -q -Y sign -f {by or key()[0]} -n drawbridge-bundle SHA256SUMS",
        shell=True, check=True, cwd=path, capture_output=True)


# --- a Debian that has nothing but its minimum

ENTER = """
root=$1 bind=$2; shift 2
mount -t tmpfs -o mode=755,nosuid none "$root/dev"
for name in null zero full random urandom; do touch "$root/dev/$name"; mount --bind /dev/$name "$root/dev/$name"; done
mkdir -p "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"; ln -s /proc/self/fd "$root/dev/fd"
mount -t tmpfs none "$root/dev/shm"
mount -t sysfs -o ro sysfs "$root/sys"
if [ -n "$bind" ]; then mkdir -p "$root$bind"; mount --bind "$bind" "$root$bind"; fi
exec chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=xterm LC_ALL=C.UTF-8 "$@"
"""

# The namespaces of a machine without a network; whoever kills the first process kills all of it.
UNSHARE = ["unshare", "--net", "--mount", "--pid", "--ipc", "--uts", "--fork", "--kill-child"]


@functools.cache
def why_no_root():
    """Why no Debian root can be made here; None when it can."""
    if os.geteuid() != 0:
        return "skipped: only root can make a Debian root and enter it"
    if shutil.which("mmdebstrap") is None:
        return "skipped: mmdebstrap is not installed"
    if run(*UNSHARE, "mount", "-t", "tmpfs", "none", "/mnt").returncode != 0:
        return "skipped: this machine allows no namespaces"
    return None


@functools.cache
def minimal():
    """A fresh minimal Debian with ssh-keygen, as a folder that is only copied."""
    path = os.path.join(folder(), "root")
    release = run("sh", "-c", ". /etc/os-release && echo $VERSION_CODENAME").stdout.strip()
    made = run("mmdebstrap", "--quiet", "--variant=minbase", "--include=openssh-client",
               "--dpkgopt=path-exclude=/usr/share/locale/*", release, path, timeout=900)
    assert made.returncode == 0, made.stderr
    # The kernel is that of the machine which runs the tests: its swap, its settings and its profiles stay as they are.
    for name in ("swapoff", "sysctl"):
        place = os.path.join(path, "usr/sbin", name)
        if os.path.lexists(place):
            os.remove(place)
        os.symlink("/bin/true", place)
    write(os.path.join(path, "usr/sbin/policy-rc.d"), "#!/bin/sh\nexit 101\n", 0o755)
    return path


class Debian:
    """A copy of the minimal Debian, entered without a network and without devices."""

    def __init__(self, like=None):
        # Not the folder itself: apt's own user must be able to look into it.
        above = folder()
        os.chmod(above, 0o755)
        self.root = os.path.join(above, "debian")
        subprocess.run(["cp", "-a", like or minimal(), self.root], check=True)

    def put(self, source, place="/bundle"):
        shutil.rmtree(self.root + place, ignore_errors=True)
        shutil.copytree(source, self.root + place, symlinks=True, copy_function=link)

    def command(self, *command, bind="", environment=None):
        values = [f"{name}={value}" for name, value in (environment or {}).items()]
        return (UNSHARE + [f"--mount-proc={self.root}/proc", "bash", "-c", ENTER, "enter", self.root,
                           bind, *values, *command])

    def __call__(self, *command, bind="", environment=None):
        return run(*self.command(*command, bind=bind, environment=environment))

    def install(self, *more, signer=None, environment=None):
        return self("bash", "/bundle/install", "--signer", signer or key()[1], *more,
                    environment=environment)

    def install_killed_when(self, happened):
        """Installs, and loses power the moment `happened()` is true; says whether it came to that."""
        process = subprocess.Popen(
            self.command("bash", "/bundle/install", "--signer", key()[1]),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        was = False
        while process.poll() is None and not was:
            was = bool(happened())
            time.sleep(0.002)
        process.send_signal(signal.SIGKILL)
        process.wait()
        return was

    @property
    def status(self):
        return read(os.path.join(self.root, "var/lib/dpkg/status"))

    @property
    def journal(self):
        """What dpkg noted and did not live to write into its status."""
        return "".join(read(path) for path in sorted(glob.glob(self.root + "/var/lib/dpkg/updates/[0-9]*")))

    def found(self, pattern):
        """The files of a pattern."""
        return glob.glob(self.root + pattern)

    def has(self, path):
        return os.path.lexists(self.root + path)


@functools.cache
def installed():
    """A Debian with the bundle installed, as a folder that is only copied."""
    debian = Debian()
    debian.put(bundle())
    assert debian("sh", "-c", "ls /sys/class/net").stdout.split() == ["lo"]
    done = debian.install()
    assert done.returncode == 0, done.stderr
    assert "Next: offline-signer doctor" in done.stdout, done.stdout
    return debian.root
