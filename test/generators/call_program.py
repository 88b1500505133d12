"""A program that calls a generated client, a line for each call: call_program.py <daemon> <command> ..."""

import json
import subprocess
import sys

from calls import run

daemon, *command = sys.argv[1:]
program = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def call(operation, values, body):
    program.stdin.write(json.dumps({"operation": operation, "values": values, "body": body}) + "\n")
    program.stdin.flush()
    line = program.stdout.readline()
    if line == "":
        raise RuntimeError(f"the program ended with {program.wait()}")
    told = json.loads(line)
    if told.get("error"):
        raise RuntimeError(told["error"])
    return told["value"]


try:
    run(daemon, call)
finally:
    program.stdin.close()
    program.wait()
