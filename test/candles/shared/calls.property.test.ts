import { mkdirSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { intersect, type Span, subtract } from '../../../src/api/times/span.js'
import { passUntil } from '../../support/clock.js'
import { temporaryFolder } from '../../support/engine.js'
import { limitMs } from '../../support/limits.js'
import { assertTrue, LISTED, NAMES, START, Team, yes } from '../support/shared-team.js'

const MINUTE = 60_000
const WINDOW = 500 * MINUTE
/** All windows are older than a day: the last candle of a younger one is final when a later one follows. */
const FIRST = Math.ceil(LISTED / WINDOW)
/** More sequences for a long run: PMX_SHARED_RUNS=2000 npx vitest run test/candles/shared/calls.property.test.ts */
const RUNS = Number(process.env['PMX_SHARED_RUNS'] ?? 15)
/** In so many runs everything that may cost a call happens. */
const SURE_RUNS = 100

interface Outage {
  readonly health: 'down' | 'hangs'
  readonly afterMs: number
  readonly lengthMs: number
  /** Whether the server crashed. */
  readonly losesClaims: boolean
}
interface Round {
  readonly asks: readonly { readonly at: number; readonly window: number; readonly afterMs: number }[]
  readonly kill: { readonly at: number; readonly afterMs: number } | undefined
  readonly outage: Outage | undefined
  /** A daemon whose clock is wrong in this round. */
  readonly wrong: { readonly at: number; readonly offsetMs: number } | undefined
}

const daemonAt = fc.integer({ min: 0, max: NAMES.length - 1 })
const sometimes = { nil: undefined, freq: 2 } as const
const round: fc.Arbitrary<Round> = fc.record({
  asks: fc.array(
    fc.record({
      at: daemonAt,
      window: fc.integer({ min: 0, max: 2 }),
      afterMs: fc.oneof(
        fc.constant(0),
        fc.integer({ min: 0, max: 1_500 }),
        fc.integer({ min: 0, max: 30_000 }),
      ),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  kill: fc.option(fc.record({ at: daemonAt, afterMs: fc.integer({ min: 0, max: 800 }) }), sometimes),
  outage: fc.option(
    fc.record({
      health: fc.constantFrom('down' as const, 'down' as const, 'hangs' as const),
      afterMs: fc.integer({ min: 0, max: 1_500 }),
      lengthMs: fc.oneof(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 1, max: 15_000 })),
      losesClaims: fc.boolean(),
    }),
    sometimes,
  ),
  wrong: fc.option(
    fc.record({ at: daemonAt, offsetMs: fc.constantFrom(2 * MINUTE, -2 * MINUTE, 30 * MINUTE) }),
    { nil: undefined, freq: 5 },
  ),
})

/** Time after which all daemons use a server again that was away, ms. */
function returnMs({ health, lengthMs }: Outage): number {
  // A background call, and an upload that began before, have time limits of two and ten seconds.
  return health === 'down'
    ? Math.min(5_000, lengthMs + 500) + 100
    : Math.min(30_000, lengthMs + 500) + 2_000 + 12_000
}

/** A window, and what may have cost calls of the venue beyond the first one. */
interface WindowCount {
  /** Kills of a daemon that had called the venue, before the others had its candles. */
  lost: number
  /** Daemons that asked while they could not agree with the others. */
  readonly alone: Set<unknown>
  /** Answers of daemons that may upload them. */
  answered: number
}

const spanOf = (window: number): Span => {
  const from = (FIRST + window) * WINDOW
  return { from, to: from + WINDOW }
}

/** Plays rounds, and counts for each window what may have cost more than one call. */
async function play(team: Team, rounds: readonly Round[]): Promise<ReadonlyMap<number, WindowCount>> {
  const { clock, hub } = team
  const windows = new Map<number, WindowCount>()
  const countOf = (window: number): WindowCount => {
    const count = windows.get(window) ?? {
      lost: 0,
      alone: new Set(),
      answered: 0,
      misdated: new Set<number>(),
    }
    windows.set(window, count)
    return count
  }
  const isShared = (window: number): boolean => {
    const span = spanOf(window)
    const known = [...hub.store.coverage(yes, span), ...hub.store.provisional(yes, span)]
    return (
      subtract(
        span,
        known.sort((a, b) => a.from - b.from),
      ).length === 0
    )
  }
  await clock.advance(0)
  for (const { asks, kill, outage, wrong } of rounds) {
    const begunAt = clock.monotonic()
    const [awayFrom, awayTo] =
      outage === undefined
        ? [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
        : [begunAt + outage.afterMs, begunAt + outage.afterMs + outage.lengthMs + returnMs(outage)]
    if (wrong !== undefined) {
      team.offsets[wrong.at] = wrong.offsetMs
      team.misdated.add(wrong.at)
    }
    const callsBefore = team.calls.length
    const asked = asks.map(async ({ at, window, afterMs }) => {
      if (afterMs > 0) await clock.sleep(afterMs)
      const member = team.member(at)
      const askedAt = clock.monotonic()
      const count = countOf(window)
      const bars = await team.ask(at, spanOf(window))
      const isAway = askedAt <= awayTo && clock.monotonic() >= awayFrom
      if (isAway) count.alone.add(member)
      if (bars === undefined) return
      expect(bars).toEqual(team.world.truth('yes', MINUTE, spanOf(window), START))
      if (!team.misdated.has(at)) count.answered++
    })
    if (kill !== undefined)
      clock.setTimer(kill.afterMs, () => {
        const own = team.calls.slice(callsBefore).filter(({ at }) => at === kill.at)
        for (const [window, count] of windows)
          if (own.some(({ span }) => span.from === spanOf(window).from) && !isShared(window)) count.lost++
        team.kill(kill.at)
      })
    if (outage !== undefined) {
      clock.setTimer(outage.afterMs, () => {
        hub.health = outage.health
        if (outage.losesClaims) hub.loseClaims()
      })
      clock.setTimer(outage.afterMs + outage.lengthMs, () => {
        hub.health = 'up'
      })
    }
    await passUntil(clock, Promise.all(asked), 50)
    if (wrong !== undefined) team.offsets[wrong.at] = 0
    await clock.advance(Math.max(6_000, awayTo - clock.monotonic(), 0))
  }
  for (const [window, { answered }] of windows)
    if (answered > 0 && !isShared(window)) expect.unreachable(`window ${window} was not uploaded`)
  return windows
}

/**
 * No window costs more calls than what happened to it explains. Daemons with a wrong clock only take, so that their calls are their
 * own; they cost the others none.
 */
function assertCalls(team: Team, windows: ReadonlyMap<number, WindowCount>, seen: Seen): void {
  for (const [window, { lost, alone, answered }] of windows) {
    const own = team.calls.filter(
      ({ span, isMisdated }) => intersect(span, spanOf(window)) !== undefined && !isMisdated,
    )
    // A daemon whose clock is right again gives only the part of its candles that was final by any clock.
    if (team.misdated.size === 0) for (const { span } of own) expect(span).toEqual(spanOf(window))
    const calls = own.length
    const most = 1 + lost + alone.size
    if (calls > most)
      expect.unreachable(`${calls} calls of window ${window}: ${lost} lost, ${alone.size} alone`)
    // Where nothing happened, neither more nor less.
    if (most === 1 && answered > 0 && team.misdated.size === 0) expect(calls).toBe(1)
    seen.exact += most === 1 ? 1 : 0
    seen.lost += lost > 0 ? 1 : 0
    seen.alone += alone.size > 0 ? 1 : 0
    seen.more += calls > 1 ? 1 : 0
  }
}

/** The daemons agree again: what one of them fetches, or has, the others do not fetch. */
async function assertAgreed(team: Team, windows: ReadonlyMap<number, WindowCount>): Promise<void> {
  const before = team.calls.length
  for (const at of NAMES.keys())
    for (const window of windows.keys())
      if (!team.misdated.has(at)) await passUntil(team.clock, team.ask(at, spanOf(window)))
  const missing = [...windows.values()].filter(({ answered }) => answered === 0).length
  expect(team.calls.length - before).toBeLessThanOrEqual(missing)
}

/** Number of windows by what happened to them, so that the property is not true of nothing. */
interface Seen {
  exact: number
  lost: number
  alone: number
  /** Called more than once. */
  more: number
}

test(
  'each window is fetched once, and once more for each daemon that died with it or asked while the server was away',
  async () => {
    const folder = temporaryFolder()
    try {
      let runs = 0
      const seen: Seen = { exact: 0, lost: 0, alone: 0, more: 0 }
      await fc.assert(
        fc.asyncProperty(
          fc.array(round, { minLength: 1, maxLength: 4 }),
          fc.infiniteStream(fc.integer({ min: 0, max: 600 })),
          async (rounds, delays) => {
            const path = `${folder.path}/${runs++}`
            mkdirSync(path)
            const team = new Team(path, () => delays.next().value ?? 0)
            const windows = await play(team, rounds)
            assertCalls(team, windows, seen)
            assertTrue({ world: team.world, clock: team.clock, stores: team.stores() })
            await assertAgreed(team, windows)
            await team.close()
          },
        ),
        { numRuns: RUNS },
      )
      // A short run may by chance have no kill at the moment that costs a call.
      if (RUNS >= SURE_RUNS) expect(Object.values(seen).every((count) => count > 0)).toBe(true)
    } finally {
      folder.remove()
    }
  },
  limitMs(600_000),
)
