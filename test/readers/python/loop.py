"""
The documented loop of the official Python SDK, for long: `while True: client.watch_order_books(ids)`.
  <python of an environment> loop.py [calls, 10000 unless said] [class, Kalshi unless said]
Ends with 1 unless exactly the books of the loop are watched, each call is shorter than 25 s, memory stays, and what 200 quiet
subscriptions cost is less than 1 % of a core.
"""

import json
import os
import sys
import time
import urllib.request

from support.daemon import Daemon
from support.sdk_demo import SdkDemo, patiently
from support.simulation import Simulation

BOOKS = 20
LONGEST_S = 25
#: After the warming up, of what the collector has not looked at.
MOST_GROWTH_MB = 60
TOPICS = 200
#: A venue with few trades, which are told to anybody.
QUIET = "hyperliquid"
#: Twice the time after which a quiet subscription repeats.
MEASURED_S = 40
MOST_OF_A_CORE = 0.01


def read(address, path):
    with urllib.request.urlopen(f"{address}{path}", timeout=60) as reply:
        return json.load(reply)


def resident_mb(pid):
    with open(f"/proc/{pid}/statm") as pages:
        return int(pages.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def processor_s(pid):
    with open(f"/proc/{pid}/stat") as stat:
        user, system = stat.read().rsplit(") ", 1)[1].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def share(pid, work):
    """What a process spends of a core during some work."""
    before, begun = processor_s(pid), time.monotonic()
    work()
    return (processor_s(pid) - before) / (time.monotonic() - begun)


def loop(calls, name):
    """@returns what does not hold"""
    demo = SdkDemo()
    try:
        address = f"http://localhost:{demo.port}"
        client = demo.client(name)
        ids = [market.outcomes[0].outcome_id for market in patiently(lambda: client.fetch_markets(limit=BOOKS))()]
        longest = warm = 0.0
        for done in range(1, calls + 1):
            begun = time.monotonic()
            client.watch_order_books(ids)
            longest = max(longest, time.monotonic() - begun)
            if done in (calls // 10, calls) or done % 500 == 0:
                watched = read(address, "/health?verbose")["sockets"]["watched"]
                memory = resident_mb(demo.pid)
                warm = warm or memory
                print(f"{done} calls, longest {longest:.1f} s, {watched} watched, {memory:.0f} MB", flush=True)
    finally:
        demo.stop()
    wrong = [] if watched == len(ids) else [f"{watched} are watched, not {len(ids)}"]
    if longest > LONGEST_S:
        wrong.append(f"a call took {longest:.1f} s")
    if memory - warm > MOST_GROWTH_MB:
        wrong.append(f"memory grew from {warm:.0f} to {memory:.0f} MB")
    return wrong


def repeats():
    """What the daemon spends on quiet subscriptions, with the mock venue in a process of its own."""
    import websocket

    simulation = Simulation()
    daemon = Daemon(simulation, QUIET)
    try:
        page = read(daemon.url, f"/api/{QUIET}/fetchMarkets?limit={TOPICS}")["data"]
        ids = [outcome["outcomeId"] for market in page for outcome in market["outcomes"]][:TOPICS]
        socket = websocket.create_connection(f"{daemon.url.replace('http', 'ws')}/ws", timeout=60)
        idle = share(daemon.pid, lambda: time.sleep(MEASURED_S))
        for number, outcome in enumerate(ids):
            frame = {"id": str(number), "action": "subscribe", "exchange": QUIET, "method": "watchTrades"}
            socket.send(json.dumps({**frame, "args": [outcome]}))
        frames = 0

        def listen(seconds):
            nonlocal frames
            ends = time.monotonic() + seconds
            while time.monotonic() < ends:
                frame = json.loads(socket.recv())
                if frame["event"] == "error":
                    raise RuntimeError(frame["error"])
                frames += frame["event"] == "data"

        listen(MEASURED_S)
        frames = 0
        more = share(daemon.pid, lambda: listen(MEASURED_S)) - idle
    finally:
        daemon.stop()
        simulation.stop()
    print(f"{len(ids)} quiet subscriptions: {frames} frames in {MEASURED_S} s, {more:.2%} of a core above {idle:.2%}", flush=True)
    return [] if more < MOST_OF_A_CORE else [f"quiet subscriptions cost {more:.2%} of a core"]


if __name__ == "__main__":
    given = sys.argv[1:]
    wrong = repeats() + loop(int(given[0]) if given else 10_000, given[1] if len(given) > 1 else "Kalshi")
    for one in wrong:
        print(f"FAILED  {one}")
    sys.exit(1 if wrong else 0)
