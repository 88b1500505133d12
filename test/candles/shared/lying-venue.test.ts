import { expect, test } from 'vitest'
import type { Span } from '../../../src/api/times/span.js'
import type { CandleStore } from '../../../src/candles/store/candle-store.js'
import type { CandleBars, CandleBatch } from '../../../src/venue-kit/contract/venue.js'
import { candleWorld } from '../../support/candle-world.js'
import { fakeClock, passUntil } from '../../support/clock.js'
import { temporaryFolder } from '../../support/engine.js'
import { memoryHub } from '../../support/memory-tier.js'
import { type SharedDaemon, sharedDaemon } from '../support/shared-daemon.js'

/** Two daemons of one history, of which one is told a lie. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const START = Date.UTC(2026, 5, 10, 9, 30)
const morning = { from: START - 10 * HOUR, to: START - 4 * HOUR }
const yes = { venue: 'kalshi', seriesKey: 'yes', stepMs: MINUTE, basis: 'trade' } as const
const ever = { from: 0, to: START + 1_000 * HOUR }

type Lie = (batch: CandleBars) => CandleBatch

const keeping =
  (keeps: (place: number) => boolean): Lie =>
  (batch) => ({ ...batch, bars: batch.bars.filter((_bar, index) => keeps(index / batch.bars.length)) })

const lies: Readonly<Record<string, Lie>> = {
  blank: keeping(() => false),
  'oldest half missing': keeping((place) => place >= 0.5),
  'newest half missing': keeping((place) => place < 0.5),
  'middle missing': keeping((place) => place < 1 / 3 || place >= 2 / 3),
  'other volumes, not proven by the response itself': (batch) => ({
    ...batch,
    bars: batch.bars.map((bar) => ({ ...bar, volume: 2 * (bar.volume ?? 0) + 1 })),
    unproven: [{ from: 0, to: Number.MAX_SAFE_INTEGER }],
  }),
}

/** @param order which daemon asks, minute by minute; the first question is told the lie */
async function play(lie: Lie, order: readonly (readonly [minute: number, daemon: 0 | 1])[]) {
  const clock = fakeClock(START)
  const world = candleWorld({ clock, listedAt: START - 400 * HOUR })
  const hub = memoryHub(clock)
  const folder = temporaryFolder()
  const daemons = ['one', 'two'].map((name) =>
    sharedDaemon(`${folder.path}/${name}.db`, clock, [hub.open()]),
  ) as [SharedDaemon, SharedDaemon]
  const truthOf = (span: Span) => world.truth('yes', MINUTE, span, clock.now())
  /** Spans that are final somewhere and are not the truth. */
  const wrongIn = (stores: readonly CandleStore[]) =>
    stores.flatMap((store, at) =>
      store
        .coverage(yes, ever)
        .filter((span) => JSON.stringify(store.read(yes, span)) !== JSON.stringify(truthOf(span)))
        .map(({ from, to }) => [at, from, to]),
    )
  try {
    world.tamper = (batch) => (batch.kind === 'bars' ? lie(batch) : batch)
    let bars: readonly unknown[] = []
    for (const [minute, daemon] of order) {
      clock.passTo(Math.max(clock.now(), START + minute * MINUTE))
      ;({ bars } = await passUntil(clock, daemons[daemon].ask(world, morning)))
      world.tamper = undefined
      const stores = [hub.store, ...daemons.map(({ store }) => store)]
      expect(wrongIn(stores), `after minute ${minute}`).toEqual([])
    }
    await passUntil(clock, Promise.all(daemons.map((one) => one.close())))
    expect(wrongIn([hub.store]), 'in the end').toEqual([])
    return { isTrue: JSON.stringify(bars) === JSON.stringify(truthOf(morning)) }
  } finally {
    folder.remove()
  }
}

/** An empty range that nothing follows is asked for again when its age has doubled: the last question is hours later. */
const orders = [
  [
    [0, 0],
    [1, 1],
    [12, 1],
    [44, 0],
    [80, 1],
    [600, 0],
  ],
  [
    [0, 0],
    [11, 0],
    [12, 1],
    [45, 1],
    [600, 0],
  ],
  [
    [0, 0],
    [31, 1],
    [32, 0],
    [62, 1],
    [600, 0],
  ],
] as const

test.each(Object.keys(lies).flatMap((name) => orders.map((order, index) => ({ name, order, index }))))(
  'what one is told is final nowhere unless it is true: $name, order $index',
  async ({ name, order }) => {
    const lie = lies[name] ?? expect.unreachable(name)
    expect(await play(lie, order)).toEqual({ isTrue: true })
  },
)
