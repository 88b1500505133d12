import { mkdirSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Span } from '../../../src/api/times/span.js'
import type { CandleStore } from '../../../src/candles/store/candle-store.js'
import type { Venue } from '../../../src/venue-kit/contract/venue.js'
import { type CandleWorld, candleWorld } from '../../support/candle-world.js'
import { type FakeClock, fakeClock, passUntil } from '../../support/clock.js'
import { temporaryFolder } from '../../support/engine.js'
import { limitMs } from '../../support/limits.js'
import { type MemoryHub, memoryHub } from '../../support/memory-tier.js'
import { type SharedDaemon, sharedDaemon } from '../support/shared-daemon.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const WINDOW = 500 * MINUTE
const START = Date.UTC(2026, 5, 10, 9, 30)
const LISTED = START - 60 * HOUR
const yes = { venue: 'kalshi', seriesKey: 'yes', stepMs: MINUTE, basis: 'trade' } as const
const ever = { from: 0, to: START + 1_000 * HOUR }
const NAMES = ['a', 'b', 'c']
/** More sequences for a long run: PMX_SHARED_RUNS=2000 npx vitest run test/candles/shared/history.property.test.ts */
const RUNS = Number(process.env['PMX_SHARED_RUNS'] ?? 10)

/** Several daemons of one history, each of which may die at any moment. */
class Team {
  readonly clock: FakeClock = fakeClock(START)
  readonly world: CandleWorld
  readonly hub: MemoryHub
  readonly offsets = NAMES.map(() => 0)
  /** Venue calls by daemon. */
  readonly calls = NAMES.map(() => 0)
  #members: { tier: ReturnType<MemoryHub['open']>; daemon: SharedDaemon }[]
  #folder: string

  constructor(folder: string, delayMs: () => number) {
    const { clock } = this
    this.#folder = folder
    this.world = candleWorld({
      clock,
      listedAt: LISTED,
      hold: () => clock.sleep(delayMs()),
    })
    this.hub = memoryHub(clock)
    this.#members = NAMES.map((_, at) => this.#open(at))
  }

  #open(at: number) {
    const tier = this.hub.open()
    const path = `${this.#folder}/${NAMES[at]}.db`
    return {
      tier,
      daemon: sharedDaemon(path, this.clock, [tier], { offsetMs: () => this.offsets[at] ?? 0 }),
    }
  }

  member(at: number) {
    return this.#members[at] ?? expect.unreachable(`daemon ${at}`)
  }

  /** Asks a daemon; undefined where it has died meanwhile. */
  async ask(
    at: number,
    span: Span,
    resolution = '1m',
    outcome = 'yes',
  ): Promise<readonly unknown[] | undefined> {
    const member = this.member(at)
    const { world } = this
    const source = world.venue.candles ?? expect.unreachable('no candles')
    const counted: Venue = {
      ...world.venue,
      candles: {
        ...source,
        fetch: (...asked) => {
          this.calls[at] = (this.calls[at] ?? 0) + 1
          return source.fetch(...asked)
        },
      },
    }
    try {
      const { bars } = await member.daemon.ask({ ...world, venue: counted }, span, { resolution, outcome })
      return this.member(at) === member ? bars : undefined
    } catch (error) {
      if (this.member(at) !== member) return undefined
      throw error
    }
  }

  /** Kills a daemon, and starts it again over its file. */
  kill(at: number): void {
    const { tier, daemon } = this.member(at)
    tier.kill()
    daemon.store.close()
    this.#members[at] = this.#open(at)
  }

  stores(): CandleStore[] {
    return [this.hub.store, ...this.#members.map(({ daemon }) => daemon.store)]
  }

  async close(): Promise<void> {
    this.hub.health = 'up'
    await passUntil(this.clock, Promise.all(this.#members.map(({ daemon }) => daemon.close())))
  }
}

/** The ledgers are disjoint, and what they vouch for is the truth. */
function assertTrue({
  world,
  clock,
  stores,
}: {
  world: CandleWorld
  clock: FakeClock
  stores: CandleStore[]
}): void {
  for (const store of stores) {
    const coverage = store.coverage(yes, ever)
    coverage.slice(1).forEach(({ from }, at) => {
      if (from < (coverage[at]?.to ?? 0)) expect.unreachable(`overlap at ${from}`)
    })
    for (const { from, to } of coverage) {
      const truth = world.truth('yes', MINUTE, { from, to }, clock.trueNow())
      expect(store.read(yes, { from, to })).toEqual(truth)
    }
  }
}

const daemonAt = fc.integer({ min: 0, max: NAMES.length - 1 })

interface Ask {
  readonly at: number
  readonly back: number
  readonly length: number
  readonly resolution: string
  readonly outcome: string
}
const ask: fc.Arbitrary<Ask> = fc.record({
  at: daemonAt,
  back: fc.integer({ min: 3 * 60, max: 50 * 60 }),
  length: fc.integer({ min: 1, max: 20 * 60 }),
  resolution: fc.constantFrom('1m', '1m', '5m', '15m'),
  outcome: fc.constantFrom('yes', 'no'),
})

type Step =
  | {
      readonly kind: 'ask'
      readonly all: readonly Ask[]
      readonly kill: { readonly at: number; readonly afterMs: number } | undefined
    }
  | { readonly kind: 'advance'; readonly ms: number }
  | { readonly kind: 'server'; readonly health: MemoryHub['health'] }
  | { readonly kind: 'clock'; readonly at: number; readonly offsetMs: number }
  | { readonly kind: 'venue fails'; readonly times: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      all: fc.array(ask, { minLength: 1, maxLength: 5 }),
      kill: fc.option(fc.record({ at: daemonAt, afterMs: fc.integer({ min: 0, max: 800 }) }), {
        nil: undefined,
        freq: 3,
      }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('advance' as const),
      ms: fc.oneof(fc.integer({ min: 1, max: 60_000 }), fc.integer({ min: 10 * MINUTE, max: 35 * MINUTE })),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('server' as const),
      health: fc.constantFrom('up' as const, 'up' as const, 'down' as const, 'hangs' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('clock' as const),
      at: daemonAt,
      offsetMs: fc.constantFrom(0, 0, 20_000, 2 * MINUTE, -2 * MINUTE, 30 * MINUTE),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('venue fails' as const),
      times: fc.integer({ min: 1, max: 2 }),
    }),
  },
)

async function play(team: Team, steps: readonly Step[]): Promise<void> {
  const { clock, world, hub } = team
  for (const one of steps) {
    if (one.kind === 'advance') await clock.advance(one.ms)
    else if (one.kind === 'server') hub.health = one.health
    else if (one.kind === 'clock') team.offsets[one.at] = one.offsetMs
    else if (one.kind === 'venue fails') world.failNext = one.times
    else {
      const asked = one.all.map(async ({ at, back, length, resolution, outcome }) => {
        const stepMs = Number.parseInt(resolution, 10) * MINUTE
        const to = Math.floor((START - back * MINUTE) / stepMs) * stepMs
        const span = { from: to - Math.ceil(length / 60) * HOUR, to }
        try {
          const bars = await team.ask(at, span, resolution, outcome)
          if (bars !== undefined) expect(bars).toEqual(world.truth(outcome, stepMs, span, clock.trueNow()))
        } catch (error) {
          expect(error).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE' })
        }
      })
      if (one.kill !== undefined) {
        await clock.advance(one.kill.afterMs)
        team.kill(one.kill.at)
      }
      await passUntil(clock, Promise.all(asked), 50)
      world.failNext = 0
    }
  }
}

test(
  'whatever is asked of which daemon, whoever dies, whatever clock is wrong and whenever the server is away: answers are the truth, and so is everything that is stored',
  async () => {
    const folder = temporaryFolder()
    try {
      let runs = 0
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { minLength: 3, maxLength: 12 }),
          fc.infiniteStream(fc.integer({ min: 0, max: 600 })),
          async (steps, delays) => {
            const path = `${folder.path}/${runs++}`
            mkdirSync(path)
            const team = new Team(path, () => delays.next().value ?? 0)
            await play(team, steps)
            team.hub.health = 'up'
            await team.clock.advance(3 * MINUTE)
            assertTrue({ world: team.world, clock: team.clock, stores: team.stores() })
            await team.close()
          },
        ),
        { numRuns: RUNS },
      )
    } finally {
      folder.remove()
    }
  },
  limitMs(600_000),
)

test(
  'each window is fetched from the venue once, whoever asks, and once more for each daemon that died with it',
  async () => {
    const folder = temporaryFolder()
    // All of them are older than a day: the last candle of a younger window is final when a later one follows.
    const first = Math.ceil(LISTED / WINDOW)
    const asks = fc.array(fc.record({ at: daemonAt, window: fc.integer({ min: 0, max: 2 }) }), {
      minLength: 1,
      maxLength: 6,
    })
    const round = fc.record({
      asks,
      kill: fc.option(fc.record({ at: daemonAt, afterMs: fc.integer({ min: 0, max: 800 }) }), {
        nil: undefined,
        freq: 2,
      }),
    })
    try {
      let runs = 0
      await fc.assert(
        fc.asyncProperty(
          fc.array(round, { minLength: 1, maxLength: 5 }),
          fc.infiniteStream(fc.integer({ min: 0, max: 600 })),
          async (rounds, delays) => {
            const path = `${folder.path}/${runs++}`
            mkdirSync(path)
            const team = new Team(path, () => delays.next().value ?? 0)
            await team.clock.advance(0)
            const windows = new Set<number>()
            let lost = 0
            for (const { asks: all, kill } of rounds) {
              const before = [...team.calls]
              const asked = all.map(async ({ at, window }) => {
                const from = (first + window) * WINDOW
                windows.add(from)
                const bars = await team.ask(at, { from, to: from + WINDOW })
                if (bars !== undefined)
                  expect(bars).toEqual(team.world.truth('yes', MINUTE, { from, to: from + WINDOW }, START))
              })
              if (kill !== undefined) {
                await team.clock.advance(kill.afterMs)
                lost += (team.calls[kill.at] ?? 0) - (before[kill.at] ?? 0)
                team.kill(kill.at)
              }
              await passUntil(team.clock, Promise.all(asked), 50)
              await team.clock.advance(6_000)
            }
            const calls = team.calls.reduce((sum, count) => sum + count, 0)
            expect(calls).toBeLessThanOrEqual(windows.size + lost)
            if (lost === 0) expect(calls).toBe(windows.size)
            assertTrue({ world: team.world, clock: team.clock, stores: team.stores() })
            await team.close()
          },
        ),
        { numRuns: RUNS },
      )
    } finally {
      folder.remove()
    }
  },
  limitMs(600_000),
)
