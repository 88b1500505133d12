import type { OrderBook, OrderLevel } from '../../api/models/models.js'
import { toIso } from '../../api/times/instant.js'
import type { BookSource } from '../../venue-kit/contract/venue.js'
import { assertSameSubject } from '../../venue-kit/payload/payload.js'
import { toSourceMetadata } from '../../venue-kit/payload/raw-fields.js'
import { createNoBookError } from '../../venue-kit/unify/no-book.js'
import { coinOf } from './ids.js'
import { LIGHT_WEIGHT, nameOf, requestInfo } from './native/info.js'
import { type Facts, sideIn } from './outcomes.js'
import { promoted } from './promoted.js'
import { l2Book, type NativeBook } from './schemas.js'

const type = 'l2Book'

/** Maximum number of levels per side that the venue returns (README.md). */
const LEVELS_SHOWN = 20

/** Converts the book of one side's coin, with the venue's time. The venue returns at most 20 levels per side. */
export function toOrderBook(native: NativeBook): OrderBook {
  const [bids, asks] = native.levels
  return {
    bids: bids.map(toLevel),
    asks: asks.map(toLevel),
    timestamp: native.time,
    datetime: toIso(native.time),
    sourceMetadata: toSourceMetadata(native, promoted.book, {
      timestampSource: 'venue',
      coin: native.coin,
    }),
  }
}

function toLevel({ px, sz, n }: NativeBook['levels'][0][number]): OrderLevel {
  return { price: px, size: sz, ...(n === undefined ? {} : { orderCount: n }) }
}

/** Live books: every side has its own, and the two of an outcome are complements (README.md). */
export const bookSource: BookSource<Facts> = {
  async fetch(outcome, depth, ctx) {
    const coin = coinOf(sideIn(outcome.id) ?? (await outcome.located()).facts.ref)
    const native = await requestInfo(ctx, l2Book, { body: { type, coin }, weight: LIGHT_WEIGHT })
    if (native === null) {
      // Null stands for any unknown coin, and for failures too: the outcome must at least exist.
      await outcome.located()
      throw createNoBookError(`No live order book exists for the outcome '${outcome.id}'.`)
    }
    assertSameSubject(coin, native.coin, nameOf(type), 'coin')
    const isFull = native.levels.some((side) => side.length >= LEVELS_SHOWN)
    if (isFull && (depth === undefined || depth > LEVELS_SHOWN)) {
      ctx.omissions.noteCut(`Hyperliquid returns at most ${LEVELS_SHOWN} levels on each side`)
    }
    return toOrderBook(native)
  },
}
