"""The desk with what stands beside a laptop: a camera, a printer, sticks that work and one that does not."""

import ctypes
import os
import re
import subprocess
import time
from pathlib import Path

import materials
import paths
from benches import Skipped
from desk_terminal import BACK, PASSPHRASE, Trouble
from embit.psbt import PSBT

AIMING = "q stops, m mirrors the picture"


def was_aimed(desk):
    """The picture to aim by was shown: half blocks in greys, and the keys below it."""
    sent = bytes(desk.sent).decode(errors="replace")
    at = sent.find(AIMING)
    assert at >= 0 and sent[:at].count("▀") > 50 and re.search(r"\x1b\[38;5;\d+;48;5;\d+m", sent[:at]), "no picture of the camera was shown"


def payment_by_camera(bench):
    """A payment of three QR codes before the camera, which is aimed by its picture; the answer as QR codes."""
    bench.begin()
    with bench.camera(materials.parts(materials.pay())), bench.desk(None, QUICK_SIGNER_SHOWS_FILMS="1") as desk:
        desk.go("Sign a payment", "By camera", "On this screen")
        read = desk.pages("or no to stop):")
        assert "0.00500000 BTC" in read, read
        was_aimed(desk)
        desk.type(desk.groups())
        desk.expect("part", "Enter to stop")
        # In the form in which the payment came.
        desk.wait(lambda: (materials.code_on(desk.lines()) or "").startswith("B$"), "a QR code of the answer", 60)
        desk.key("enter")
        desk.expect("Signed 1 of 1 input")
        desk.back()
        # It is still before the camera: read again, and signed into a file.
        desk.at("Sign a payment")
        bench.take(desk, "By camera", name="signed.psbt")
        desk.pages("or no to stop):")
        desk.type(desk.groups())
        desk.expect("Signed 1 of 1 input")
        desk.back()
        desk.at("Sign a payment")
        desk.go("Review only, by camera")
        desk.pages(BACK)
        desk.back()
    PSBT.parse((bench.person / "signed.psbt").read_bytes())


def address_by_camera(bench):
    """Ours and somebody else's, held before the camera."""
    bench.begin()
    with bench.desk(None, QUICK_SIGNER_SHOWS_FILMS="1") as desk:
        desk.go("Check an address")
        for text, answer in ((materials.address(materials.SAVINGS, 3), "It is ours: savings-wpkh-0 0/3"),
                             ("bitcoin:" + materials.address(materials.BOB), "no registered wallet has the address")):
            with bench.camera([text]):
                desk.go("By camera")
                desk.expect(answer, BACK, seconds=60)
                was_aimed(desk)
            desk.back()
            desk.at("Check an address")


def camera_is_left(bench):
    """q stops the camera, Ctrl-C ends the command, and a machine without a camera says so; then the desk is there again."""
    bench.begin()
    with bench.desk(None, QUICK_SIGNER_SHOWS_FILMS="1") as desk:
        desk.go("Check an address")
        # More than is seen in the time that a key takes.
        with bench.camera([], blanks=4_000, size=(160, 120)):
            for key in ("q", "ctrl-c"):
                desk.go("By camera")
                desk.expect(AIMING)
                desk.key(key)
                desk.expect(BACK)
                assert desk.screen.first is None, "the picture is still there"
                desk.back()
                desk.at("Check an address")
        desk.go("By camera")
        desk.expect("error:", "/dev/video0", "hint:", BACK)
        desk.back()


def wallet_and_seed_by_camera(bench):
    """A group's wallet and a SeedQR, held before the camera; of a seed no picture is shown."""
    bench.begin()
    with bench.desk(None, QUICK_SIGNER_SHOWS_FILMS="1") as desk:
        with bench.camera([materials.group()], size=(640, 480), blanks=5):
            desk.go("Wallets", "Register a wallet", "By camera")
            desk.fill("family")
            read = desk.pages("or no to stop):")
            assert "2 of 3 keys must sign" in read, read
            desk.type("no")
            desk.back()
        desk.out("Home")
        at = len(desk.sent)
        with bench.camera([materials.seedqr(materials.BOB)]):
            desk.go("Seeds", "Bring a seed in", "From a sheet or QR code", "By camera")
            desk.fill("bob")
            paths.agree(desk)
            desk.expect("Imported the seed bob")
        assert AIMING.encode() not in desk.sent[at:], "a picture of a seed was shown"
        desk.back()
    assert [seed["name"] for seed in bench.status()["seeds"]] == ["savings", "pocket", "bob"]


# Sheets on paper

CUPS = {
    "lpstat": 'echo "lpstat $*" >>"$0.log"\ncase "$1" in\n  -r) echo "scheduler is running" ;;\n'
              '  -v) [ "$2" = plain ] || { echo "lpstat: Invalid destination name" >&2; exit 1; }\n'
              '      echo "device for plain: usb://Plain/Printer" ;;\nesac\n',
    "lp": 'cat >"$0.pages"\necho "request id is plain-7 (0 file(s))"\n', "cancel": 'echo "cancel $*" >>"$0.log"\n'}


def cups(folder):
    """Programs named as CUPS's are, which keep what they are given; gives where the pages will be."""
    folder.mkdir()
    for name, text in CUPS.items():
        (folder / name).write_text("#!/bin/sh\n" + text)
        (folder / name).chmod(0o700)
    return folder / "lp.pages"


def printed_sheet(bench):
    """A sheet through CUPS, on a desk that was started for it; the paper is scanned and read back."""
    person = bench.begin()
    pages = cups(person.parent / f"cups-{person.name}")
    with bench.desk(None, arguments=("desk", "--cups"), QUICK_SIGNER_CUPS=str(pages.parent)) as desk:
        desk.go("Seeds", "savings", "Print a sheet", "Full sheet", "A printer of CUPS")
        desk.fill("none")
        desk.expect("error:", "none", BACK)
        desk.back()
        desk.at("Printer")
        desk.fill("plain")
        desk.expect("To continue, type: savings")
        desk.type("savings")
        # What CUPS keeps is said first.
        desk.expect("A secret goes through CUPS", "[yes/no]", seconds=60)
        desk.type("yes")
        desk.expect("Printed", BACK, seconds=60)
        desk.back()
        desk.at("savings")
        assert pages.read_bytes().startswith(b"%PDF"), "no PDF was printed"
        materials.scans(pages, person / "scans")
        pages.unlink()
        bench.take(desk, "Read its backup back", "The sheet, scanned")
        desk.go("scans/")
        desk.wait(lambda: desk.offers("page"), "a scan")
        desk.choose("All" if desk.offers("All") else "page")
        desk.expect(BACK, seconds=120)
        desk.back()
        desk.at("savings")
    assert bench.status()["sheets"][0]["verified"], "the sheet was not read back"


def printers_that_are_none(bench):
    """What hangs at the place of a printer and is none is refused before the sheet is drawn; without CUPS no printer is offered."""
    if not bench.options.is_alone:
        raise Skipped("no device may be made here")
    bench.begin()
    place = Path("/dev/usb/lp0")
    with bench.desk(None) as desk:
        desk.go("Sheets and drills", "Print a sheet", "savings", "Full sheet")
        desk.expect("No printer is plugged in by USB")
        assert not desk.offers("A printer of CUPS")
        place.touch()
        subprocess.run(["mount", "--bind", os.ttyname(desk.slave), place], check=True)
        try:
            desk.choose("Look again")
            desk.choose("/dev/usb/lp0, PDF")
            desk.expect("error:", "not a printer", BACK)
            desk.back()
            desk.at("Where to")
        finally:
            subprocess.run(["umount", place], check=True)
            place.unlink()


# Sticks

def mount_stalled(place):
    """Mounts a file system that answers nothing (FUSE with nobody behind it); gives what ends it when it is closed."""
    try:
        file = os.open("/dev/fuse", os.O_RDWR)
    except OSError as error:
        raise Skipped(f"no file system that stalls can be made here: {error}") from error
    options = f"fd={file},rootmode=40000,user_id=0,group_id=0".encode()
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.mount(b"stalled", str(place).encode(), b"fuse", 0, options) != 0:
        os.close(file)
        raise Skipped(f"no file system that stalls can be mounted here: {os.strerror(ctypes.get_errno())}")
    return file


def stick_that_stalls(bench):
    """A stick that answers nothing is offered, and holds the desk for some seconds alone: one goes back, locks, and leaves."""
    if not bench.options.is_alone:
        raise Skipped("file systems may not be mounted here")
    bench.begin()
    place = Path("/media/STALLED")
    place.mkdir()
    file = mount_stalled(place)
    try:
        with bench.desk(None) as desk:
            desk.go("Sign a payment", "From a stick or folder")
            desk.choose(str(place))
            began = time.monotonic()
            desk.expect("The folder /media/STALLED gave no answer within 5 seconds", seconds=20)
            assert time.monotonic() - began < 12
            desk.at("STALLED")
            desk.choose("Look again")
            desk.key("esc")
            desk.at("Payment")
            # What does not touch the stick is as quick as ever.
            desk.choose(str(bench.person))
            desk.at(bench.person.name)
            desk.key("l")
            desk.expect("The vault is closed")
            desk.home()
    finally:
        # What stands in for the shell has it open too.
        bench.close()
        bench.open.clear()
        os.close(file)
        subprocess.run(["umount", place], check=True)
        place.rmdir()


TESTS = [payment_by_camera, address_by_camera, camera_is_left, wallet_and_seed_by_camera, printed_sheet, printers_that_are_none,
         stick_that_stalls]
