"""The clock of a run, which run.mjs fixes: see fixed-clock.mjs."""

import json
import os
import time

_given = json.loads(os.environ.get("PMX_READERS_SHIFT", "null"))


def shift_clock() -> None:
    """Called once: time goes on from the start of the run. Timers of the system are not shifted."""
    if _given:
        import time_machine

        traveller = time_machine.travel(time.time() + _given["seconds"], tick=True).start()
        # Starting takes part of a second, and time goes on from its first reading: without both lines this process would lag
        # behind the mock venues.
        traveller.move_to(time_machine.escape_hatch.time.time() + _given["seconds"])
        time.time()


def clock_of_node() -> dict[str, str]:
    """Variables that shift a program of Node alike."""
    return _given["node"] if _given else {}
