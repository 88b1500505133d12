import type { OrderBook, OrderLevel } from '../../api/models/models.js'
import type { LevelChange, StreamLevels } from '../../venue-kit/contract/stream-source.js'

/** Prices are stored in millionths, so that 0.29 and 1 - 0.71 are the same level. */
const UNITS = 1_000_000

/** One side, best level first. */
interface Side {
  /** Prices in millionths. */
  readonly keys: number[]
  readonly sizes: number[]
}

/** An invalid price level: a price outside 0..1, or a size that is not a number. */
export class ImpossibleLevel extends Error {
  override readonly name = 'ImpossibleLevel'
}

/**
 * The levels of one book, sorted and without empty ones, regardless of their order of arrival. Reading copies the arrays. A
 * change costs one search and one shift, regardless of the depth.
 */
export interface LevelBook {
  /** @throws ImpossibleLevel, and the book is unchanged */
  replace(levels: StreamLevels): void
  /** Applies either all changes or none. @throws ImpossibleLevel, and the book is unchanged */
  apply(changes: readonly LevelChange[]): void
  /** Whether the best bid is above the best ask, which is never true of a resting book. */
  readonly isCrossed: boolean
  /** Best prices, 0..1, or undefined for an empty side. */
  readonly bestBid: number | undefined
  readonly bestAsk: number | undefined
  /** Returns a copy of the current sides, best level first. */
  levels(): Pick<OrderBook, 'bids' | 'asks'>
}

export function createLevelBook(): LevelBook {
  let bids: Side = { keys: [], sizes: [] }
  let asks: Side = { keys: [], sizes: [] }

  return {
    replace(levels) {
      const made = [sideOf(levels.bids, -1), sideOf(levels.asks, 1)] as const
      bids = made[0]
      asks = made[1]
    },
    apply(changes) {
      for (const { price, size } of changes) assertPossible(price, size)
      for (const change of changes) {
        if (change.side === 'bid') put(bids, -1, change)
        else put(asks, 1, change)
      }
    },
    get isCrossed() {
      const [bid, ask] = [bids.keys[0], asks.keys[0]]
      return bid !== undefined && ask !== undefined && bid >= ask
    },
    get bestBid() {
      return priceOf(bids.keys[0])
    },
    get bestAsk() {
      return priceOf(asks.keys[0])
    },
    levels: () => ({ bids: shown(bids), asks: shown(asks) }),
  }
}

function priceOf(key: number | undefined): number | undefined {
  return key === undefined ? undefined : key / UNITS
}

function shown({ keys, sizes }: Side): OrderLevel[] {
  return keys.map((key, index) => ({ price: key / UNITS, size: sizes[index] ?? 0 }))
}

function assertPossible(price: number, size: number): void {
  if (!(price >= 0 && price <= 1)) throw new ImpossibleLevel(`a level at the price ${price}`)
  if (!Number.isFinite(size)) throw new ImpossibleLevel(`a level of the size ${size}`)
}

/** Builds one side. A price that occurs twice in a complete book is one level, with the later size. */
function sideOf(levels: StreamLevels['bids'], direction: 1 | -1): Side {
  const byKey = new Map<number, number>()
  for (const [price, size] of levels) {
    assertPossible(price, size)
    const key = Math.round(price * UNITS)
    if (size > 0) byKey.set(key, size)
    else byKey.delete(key)
  }
  const keys = [...byKey.keys()].sort((a, b) => direction * (a - b))
  return { keys, sizes: keys.map((key) => byKey.get(key) ?? 0) }
}

function put({ keys, sizes }: Side, direction: 1 | -1, { price, size, by }: LevelChange): void {
  const key = Math.round(price * UNITS)
  const at = placeOf(keys, key, direction)
  const isThere = keys[at] === key
  const before = isThere ? (sizes[at] ?? 0) : 0
  // Rounded, because venues count in hundredths to millionths and sums must stay decimals.
  const total = by === 'increment' ? Math.round((before + size) * UNITS) / UNITS : size
  if (total <= 0) {
    if (isThere) {
      keys.splice(at, 1)
      sizes.splice(at, 1)
    }
  } else if (isThere) sizes[at] = total
  else {
    keys.splice(at, 0, key)
    sizes.splice(at, 0, total)
  }
}

/** Returns the index of a price, present or not. */
function placeOf(keys: readonly number[], key: number, direction: 1 | -1): number {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (direction * ((keys[middle] ?? 0) - key) < 0) low = middle + 1
    else high = middle
  }
  return low
}
