"""Runs a text as `python3 -c TEXT` does, for each line of standard input: the lines are those of test/harness/command-host.mjs.

Arguments are directories where modules are looked for first."""

import contextlib
import io
import json
import os
import sys
import traceback


def ran(text: str, env: dict[str, str]) -> dict[str, object]:
    os.environ.clear()
    os.environ.update(env)
    out, err, code = io.StringIO(), io.StringIO(), 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            exec(compile(text, "<string>", "exec"), {"__name__": "__main__"})
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
            if isinstance(end.code, str):
                print(end.code, file=err)
        except BaseException:
            traceback.print_exc()
            code = 1
    return {"code": code, "stdout": out.getvalue(), "stderr": err.getvalue()}


sys.path[:0] = sys.argv[1:]
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps(ran(asked["args"][0], asked["env"])), flush=True)
