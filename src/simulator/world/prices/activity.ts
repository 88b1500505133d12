import { DAY_MS, HOUR_MS } from '../../../api/times/resolution.js'
import { MINUTE_MS } from '../../../api/times/span.js'
import type { Activity, Rhythm } from '../common/types.js'

/** When a kind of market trades: time is divided into slots, and a hash determines the number of trades of a slot. */
export interface TradeClock {
  readonly slotMs: number
  /** Numbers of trades of a slot, chosen uniformly from this list. */
  readonly counts: readonly number[]
  /** Every n-th slot has at least one trade, which limits pauses; 0 for no minimum. */
  readonly forcedEvery: number
  /** Trades are only in the first part of the slot, of this length. */
  readonly spanMs: number
  /** Periods without trades: of every `every` slots, those from `from` on. */
  readonly quietSlots?: { readonly every: number; readonly from: number }
  /** Typical size in hundredths of a contract. */
  readonly sizeHundredths: number
  /** Mean number of trades of a slot. */
  readonly meanCount: number
}

type ClockFacts = Omit<TradeClock, 'spanMs' | 'meanCount'>

const natural: Readonly<Record<Exclude<Activity, 'never'>, ClockFacts>> = {
  busy: {
    slotMs: MINUTE_MS,
    counts: [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 4],
    forcedEvery: 4,
    sizeHundredths: 20_000,
  },
  steady: {
    slotMs: 10 * MINUTE_MS,
    counts: [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 3],
    forcedEvery: 0,
    sizeHundredths: 3_500,
  },
  quiet: {
    slotMs: 4 * HOUR_MS,
    counts: [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 4],
    forcedEvery: 0,
    sizeHundredths: 2_500,
  },
  gappy: {
    slotMs: DAY_MS / 4,
    counts: [0, 0, 1, 1, 1, 1, 2, 3],
    forcedEvery: 0,
    quietSlots: { every: 28, from: 14 },
    sizeHundredths: 1_800,
  },
}

const metronome: TradeClock = {
  slotMs: MINUTE_MS,
  counts: [1],
  forcedEvery: 0,
  spanMs: 5_000,
  sizeHundredths: 3_500,
  meanCount: 1,
}

function meanOf({ counts, forcedEvery, quietSlots }: ClockFacts): number {
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length
  const empty = counts.filter((count) => count === 0).length / counts.length
  const forced = forcedEvery === 0 ? 0 : empty / forcedEvery
  const awake = quietSlots === undefined ? 1 : quietSlots.from / quietSlots.every
  return (mean + forced) * awake
}

/**
 * Returns the trade clocks of all markets, by activity, or undefined for those that never trade.
 * @param turnover share of the sizes
 */
export function createTradeClocks(
  rhythm: Rhythm,
  turnover: number,
): Readonly<Record<Activity, TradeClock | undefined>> {
  const sized = (facts: ClockFacts): TradeClock => ({
    spanMs: facts.slotMs,
    meanCount: meanOf(facts),
    ...facts,
    sizeHundredths: Math.round(facts.sizeHundredths * turnover),
  })
  if (rhythm === 'metronome') {
    const clock = sized(metronome)
    return { busy: clock, steady: clock, quiet: clock, gappy: clock, never: clock }
  }
  return {
    busy: sized(natural.busy),
    steady: sized(natural.steady),
    quiet: sized(natural.quiet),
    gappy: sized(natural.gappy),
    never: undefined,
  }
}
