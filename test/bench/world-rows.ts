import type { WorldMarket } from '../../src/simulator/world/common/types.js'
import { createWorld, type SimulatedWorld } from '../../src/simulator/world/world.js'
import { median } from './http-rows.js'
import type { Row } from './table.js'

const MINUTE = 60_000
const MINUTES = 10_000
const RUNS = 5

/** The demo world by itself: its candles beside its trades, which are the least work they could be made of. */
export function worldRows(): Row[] {
  const runs = Array.from({ length: RUNS }, () => ({
    bars: millisecondsOf((world, { key, closesAt: end }) =>
      world.bars(key, MINUTE, end - MINUTES * MINUTE, end),
    ),
    trades: millisecondsOf((world, { key, closesAt: end }) => world.trades(key, end - MINUTES * MINUTE, end)),
  }))
  const [bars, trades] = [median(runs.map((run) => run.bars)), median(runs.map((run) => run.trades))]
  return [
    {
      name: `${MINUTES.toLocaleString('en-US')} minute candles of a busy demo market`,
      value: bars / trades,
      shown: `${bars.toFixed(1)} ms`,
      note: `${(bars / trades).toFixed(2)} of the time to generate its trades (${trades.toFixed(1)} ms)`,
      budget: 'at most 5 times the trades',
      ok: bars <= 5 * trades,
    },
  ]
}

/** In a fresh world, in which nothing has been made yet. */
function millisecondsOf(work: (world: SimulatedWorld, market: WorldMarket) => unknown): number {
  const world = createWorld({ seed: 1 })
  const busy = world
    .eventsAt(Date.now())
    .flatMap(({ markets }) => markets)
    .find(({ activity }) => activity === 'busy')
  if (busy === undefined) throw new Error('the world has no busy market')
  const start = performance.now()
  work(world, busy)
  return performance.now() - start
}
