import { mix, toUnit } from '../common/hash.js'
import type { WorldMarket, WorldTrade } from '../common/types.js'
import type { TradeClock } from './activity.js'
import type { PricePath } from './price-path.js'

/** A market with the parameters of its trades. */
export interface TradeModel {
  readonly market: WorldMarket
  readonly path: PricePath
  /** Absent when it never trades. */
  readonly clock: TradeClock | undefined
  /** Ticks in a dollar: 100 or 1000. */
  readonly ticks: number
  /** Seed of its trade times, sizes and book; each venue has its own. */
  readonly seed: number
  /** Ticks by which the venue's fee moves the best levels away from the last trade price. */
  readonly feeTicks: number
  /** Whether orders come and go between its trades while it is busy. */
  readonly hasTurns: boolean
}

/** Visits one trade; price in ticks, size in hundredths of a contract. */
export type TradeVisitor = (
  at: number,
  priceTicks: number,
  sizeHundredths: number,
  sequence: number,
  takerBuysYes: boolean,
) => void

/** Maximum trades of one slot in a sequence number. */
const SEQUENCE_STEP = 8
const SIZE_FLOOR = 0.1
const SIZE_SPREAD = 6
/** Mean size divided by the typical size: the mean of `SIZE_FLOOR + SIZE_SPREAD * u^3`. */
export const MEAN_SIZE_FACTOR = SIZE_FLOOR + SIZE_SPREAD / 4

/** Visits the trades in [from, to) in order of time, without allocating. */
export function scanTrades(model: TradeModel, from: number, to: number, visit: TradeVisitor): void {
  const { market, clock } = model
  if (clock === undefined) return
  scanTurns(model, clock, from, to, (at, sequence, chance) => {
    const lot = mix(chance, 2)
    visit(at, priceTicksAt(model, at), sizeOf(clock, market, lot), sequence, (lot & 1) === 1)
  })
}

/** Visits only the sequence numbers, without computing prices, which cost the most. */
export function scanSequences(
  model: TradeModel,
  from: number,
  to: number,
  visit: (sequence: number) => void,
): void {
  if (model.clock === undefined) return
  scanTurns(model, model.clock, from, to, (_at, sequence) => visit(sequence))
}

function scanTurns(
  { market, seed }: TradeModel,
  clock: TradeClock,
  from: number,
  to: number,
  visit: (at: number, sequence: number, chance: number) => void,
): void {
  const start = Math.max(from, market.opensAt)
  const end = Math.min(to, market.closesAt)
  const lastSlot = Math.floor((end - 1) / clock.slotMs)
  for (let slot = Math.floor(start / clock.slotMs); slot <= lastSlot; slot++) {
    const hash = mix(seed, slot)
    const count = countIn(clock, seed, slot, hash)
    for (let turn = 0; turn < count; turn++) {
      const chance = mix(hash, turn + 1)
      const at = instantOf(clock, slot, turn, count, chance)
      if (at >= start && at < end) visit(at, slot * SEQUENCE_STEP + turn, chance)
    }
  }
}

/** Returns the trades in [from, to), ascending. */
export function listTrades(model: TradeModel, from: number, to: number): WorldTrade[] {
  const trades: WorldTrade[] = []
  scanTrades(model, from, to, (...seen) => trades.push(toTrade(model, ...seen)))
  return trades
}

/** Returns the latest trade at or before an instant, or undefined if there was none. */
export function findLastTradeBefore(model: TradeModel, now: number): WorldTrade | undefined {
  const { market, clock, seed } = model
  if (clock === undefined) return undefined
  const end = Math.min(now, market.closesAt - 1)
  const firstSlot = Math.floor(market.opensAt / clock.slotMs)
  for (let slot = Math.floor(end / clock.slotMs); slot >= firstSlot; slot--) {
    const hash = mix(seed, slot)
    const count = countIn(clock, seed, slot, hash)
    for (let turn = count - 1; turn >= 0; turn--) {
      const chance = mix(hash, turn + 1)
      const at = instantOf(clock, slot, turn, count, chance)
      if (at > end || at < market.opensAt) continue
      const lot = mix(chance, 2)
      const sequence = slot * SEQUENCE_STEP + turn
      return toTrade(
        model,
        at,
        priceTicksAt(model, at),
        sizeOf(clock, market, lot),
        sequence,
        (lot & 1) === 1,
      )
    }
  }
  return undefined
}

function toTrade(
  model: TradeModel,
  at: number,
  ticks: number,
  sizeHundredths: number,
  sequence: number,
  takerBuysYes: boolean,
): WorldTrade {
  const takerSide = takerBuysYes ? 'yes' : 'no'
  return { at, sequence, price: ticks / model.ticks, size: sizeHundredths / 100, takerSide }
}

function countIn(clock: TradeClock, seed: number, slot: number, hash: number): number {
  const { quietSlots } = clock
  if (quietSlots !== undefined && (slot + (seed % quietSlots.every)) % quietSlots.every >= quietSlots.from)
    return 0
  const count = clock.counts[hash % clock.counts.length] ?? 0
  return count === 0 && clock.forcedEvery > 0 && slot % clock.forcedEvery === 0 ? 1 : count
}

/** Each trade has its own part of the slot, so that trades are in order. */
function instantOf(clock: TradeClock, slot: number, turn: number, count: number, chance: number): number {
  return slot * clock.slotMs + Math.floor((clock.spanMs / count) * (turn + toUnit(chance)))
}

/** Returns the path's price in ticks, never at 0 or 1. */
export function priceTicksAt(model: TradeModel, at: number): number {
  const ticks = Math.round(model.path.at(at) * model.ticks)
  return ticks < 1 ? 1 : ticks >= model.ticks ? model.ticks - 1 : ticks
}

function sizeOf(clock: TradeClock, market: WorldMarket, lot: number): number {
  const chance = toUnit(lot)
  const size = clock.sizeHundredths * (SIZE_FLOOR + SIZE_SPREAD * chance * chance * chance)
  // Every third market trades whole contracts only.
  return market.seed % 3 === 0 ? Math.ceil(size / 100) * 100 : Math.ceil(size)
}
