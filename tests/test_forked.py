"""What `forked` starts begins and ends as what `subprocess` starts."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import forked
from tests.helpers import PATIENCE

CODES = {  # code and the streams it writes to
    "its arguments": "import sys, os; print(sys.argv, os.getcwd()); sys.exit(3)",
    "text": "import sys; print('x'); sys.exit('no')",
    "a signal": "import os; os.kill(os.getpid(), 15)",
    "Ctrl-C": "import os; os.kill(os.getpid(), 2); import time; time.sleep(200)",
    "an end without flush": "import os; print('lost'); os._exit(5)",
    "at its end": "import atexit; atexit.register(print, 'bye'); print('hello')",
    "its streams": "import os, sys; print(sorted(os.listdir('/proc/self/fd'))[:3], os.isatty(1), sys.stdin.read())",
    "its session": "import os; print(os.getsid(0) == os.getpid(), os.getpgrp() == os.getpid(), __name__)",
    "a thread": "import threading, time; threading.Thread(target=lambda: (time.sleep(0.1), print('late'))).start()",
    "its handlers": "import signal; print([signal.getsignal(s) for s in (2, 13, 15, 17)])",
    "its variables": "import os; print(os.environ['ZENKAI_X'], os.environ.get('HOME'))",
}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
def test_begins_and_ends_as_any_other(tmp_path: Path) -> None:
    env = {key: value for key, value in os.environ.items() if key != "HOME"} | {"ZENKAI_X": "7"}
    for what, code in CODES.items():
        ends = []
        for kind in (subprocess.Popen, forked.Popen):
            process = kind(
                [sys.executable, "-c", code, "a", "b c"],
                cwd=tmp_path,
                env=env,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                start_new_session=True,
            )
            out, err = process.communicate("in", timeout=PATIENCE)
            ends.append((process.returncode, out, err.splitlines()[-1:]))
        assert ends[0] == ends[1], what
    assert not forked.TRIED or process._status != -1, "it was forked"


def test_what_python_reads_at_its_start_is_never_ignored() -> None:
    code = "import sys; print(sys.flags.hash_randomization)"
    env = {**os.environ, "PYTHONHASHSEED": "0"}
    done = forked.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert done.stdout == "0\n"
