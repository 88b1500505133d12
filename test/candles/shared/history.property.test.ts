import { mkdirSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { passUntil } from '../../support/clock.js'
import { temporaryFolder } from '../../support/engine.js'
import { limitMs } from '../../support/limits.js'
import type { MemoryHub } from '../../support/memory-tier.js'
import { assertTrue, NAMES, START, Team } from '../support/shared-team.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** More sequences for a long run: PMX_SHARED_RUNS=2000 npx vitest run test/candles/shared/history.property.test.ts */
const RUNS = Number(process.env['PMX_SHARED_RUNS'] ?? 10)

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
