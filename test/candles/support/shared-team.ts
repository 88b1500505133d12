import { expect } from 'vitest'
import type { Span } from '../../../src/api/times/span.js'
import type { CandleStore } from '../../../src/candles/store/candle-store.js'
import type { Venue } from '../../../src/venue-kit/contract/venue.js'
import { type CandleWorld, candleWorld } from '../../support/candle-world.js'
import { type FakeClock, fakeClock, passUntil } from '../../support/clock.js'
import { type MemoryHub, memoryHub } from '../../support/memory-tier.js'
import { type SharedDaemon, sharedDaemon } from './shared-daemon.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** When a team begins, epoch ms. */
export const START = Date.UTC(2026, 5, 10, 9, 30)
/** When its outcomes were listed, epoch ms. */
export const LISTED = START - 60 * HOUR
export const yes = { venue: 'kalshi', seriesKey: 'yes', stepMs: MINUTE, basis: 'trade' } as const
const ever = { from: 0, to: START + 1_000 * HOUR }
/** Names of the daemons. */
export const NAMES = ['a', 'b', 'c']

/** Several daemons of one history, each of which may die at any moment. */
export class Team {
  readonly clock: FakeClock = fakeClock(START)
  readonly world: CandleWorld
  readonly hub: MemoryHub
  readonly offsets = NAMES.map(() => 0)
  /** Venue calls, in order. */
  readonly calls: { readonly at: number; readonly span: Span; readonly isMisdated: boolean }[] = []
  /** Daemons whose clock was wrong, and whose stores have other times since. */
  readonly misdated = new Set<number>()
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
        fetch: async (...asked) => {
          // A process that was killed sends nothing.
          if (this.member(at) !== member) throw new Error('killed')
          this.calls.push({ at, span: asked[2], isMisdated: this.misdated.has(at) })
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
export function assertTrue({
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
