import { Writable } from 'node:stream'
import { runCommandLine } from '../../../src/cli/main.js'
import type { Ended } from './run-cli.js'

let isBusy = false

/**
 * Runs one command line in this process, which spares it the start of one of its own. It finds the environment, the
 * streams and the exit code that it would have there, and so there is room for one at a time. With `minuteOfHour` its
 * clock starts at that minute of the current hour, for what differs in the first minutes of an hour.
 */
export async function runHere(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  minuteOfHour?: number,
): Promise<Ended> {
  if (isBusy) throw new Error('a command line runs here already; side by side they need processes')
  isBusy = true
  const printed = { stdout: '', stderr: '' }
  const restore = [
    ...Object.entries(environment).map(([name, value]) => setVariable(name, value)),
    ...(['stdout', 'stderr'] as const).map((name) =>
      setStream(name, (text) => {
        printed[name] += text
      }),
    ),
    ...(minuteOfHour === undefined ? [] : [shiftClock(minuteOfHour)]),
  ]
  const { exitCode } = process
  process.exitCode = undefined
  try {
    await runCommandLine(args)
    const lines = printed.stdout.replace(/\n$/, '').split('\n')
    return { code: Number(process.exitCode ?? 0), ...printed, lines: printed.stdout === '' ? [] : lines }
  } finally {
    process.exitCode = exitCode
    for (const undo of restore) undo()
    isBusy = false
  }
}

function setVariable(name: string, value: string): () => void {
  const before = process.env[name]
  process.env[name] = value
  return () => {
    if (before === undefined) delete process.env[name]
    else process.env[name] = before
  }
}

function shiftClock(minuteOfHour: number): () => void {
  const { now } = Date
  const shift = minuteOfHour * 60_000 - (now() % 3_600_000)
  Date.now = () => now() + shift
  return () => {
    Date.now = now
  }
}

/** A stream of its own for each run, because commands listen to it and never stop: they end with their process. */
function setStream(name: 'stdout' | 'stderr', take: (text: string) => void): () => void {
  const before = Object.getOwnPropertyDescriptor(process, name)
  if (before === undefined) throw new Error(`this process has no ${name}`)
  const value = new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      take(text)
      done()
    },
  })
  Object.defineProperty(process, name, { ...before, get: () => value })
  return () => void Object.defineProperty(process, name, before)
}
