import { existsSync } from 'node:fs'

/**
 * When clients and mock venues start, whenever they are run: the mock venues' world is another one every hour, and what a
 * client finds in it (a market that trades, a bar of the last day) must not hang on the hour of the run.
 */
const STARTS_AT = '2026-12-01T10:20:00Z'

/** The preload library of Debian's package `faketime`. */
const LIBRARIES = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map(
  (machine) => `/usr/lib/${machine}/faketime/libfaketimeMT.so.1`,
)

/**
 * What shifts the clock of a process and of those it starts.
 * @param environment `PMX_READERS_CLOCK` is another start: a time in ISO 8601, or `now` for the machine's own clock
 * @returns `node` are variables for programs that the library can shift; Python's `sleep` fails under it, so conftest.py shifts
 *   Python by `seconds`; undefined without the library, or for `now`
 * @throws for a start that is no time
 */
export function shiftedClock(environment = process.env, now = Date.now()) {
  const start = environment.PMX_READERS_CLOCK ?? STARTS_AT
  if (start === 'now') return undefined
  const seconds = Math.round((Date.parse(start) - now) / 1000)
  if (Number.isNaN(seconds)) throw new Error(`PMX_READERS_CLOCK: '${start}' is neither a time nor 'now'`)
  const library = LIBRARIES.find((path) => existsSync(path))
  if (library === undefined) {
    process.stderr.write(
      "no libfaketime here (Debian's package faketime): the clients run by the machine's clock\n",
    )
    return undefined
  }
  const node = {
    LD_PRELOAD: library,
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}`,
    // Timers go by the monotonic clock, which stays as it is.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  return { seconds, node }
}
