import type { MockCall, MockContext } from '../../mock-kit/mock-venue.js'
import { mix } from '../../world/common/hash.js'
import type { BookLevel } from '../../world/common/types.js'
import type { Body } from './body.js'
import { priceOf, toDecimal } from './figures.js'
import { type Coin, findCoinByName, isListed } from './ids.js'
import { bookOf } from './prices.js'
import { createUnreadable } from './replies.js'

/** Maximum levels of a side. */
const MAX_LEVELS = 20

/** A coin with its requested name, and the rounding of its prices. */
interface AskedBook {
  readonly name: string
  readonly coin: Coin
  readonly figures: number | undefined
  readonly mantissa: number | undefined
}

/** `l2Book`: null for a coin without a book: unknown, settled, or never quoted. */
export function answerL2Book(call: MockCall, body: Body): unknown {
  const name = body.text('coin')
  const coin = findCoinByName(call, name)
  const asked = { figures: body.optionalInteger('nSigFigs'), mantissa: body.optionalInteger('mantissa') }
  assertFigures(asked)
  return coin === undefined ? null : bookOfCoin(call, { name, coin, ...asked })
}

/** @throws Refusal for an unsupported rounding */
function assertFigures({ figures, mantissa }: Pick<AskedBook, 'figures' | 'mantissa'>): void {
  if (figures !== undefined && (figures < 2 || figures > 5)) throw createUnreadable()
  if (mantissa !== undefined && (figures !== 5 || ![1, 2, 5].includes(mantissa))) throw createUnreadable()
}

/**
 * Returns bids, then asks, best first. The book of side 1 is the complement of that of side 0, level by level
 * (README.md). Returns null when the outcome is settled or was never quoted.
 * @throws Refusal for an unsupported rounding
 */
export function bookOfCoin(context: MockContext, { name, coin, figures, mantissa }: AskedBook) {
  assertFigures({ figures, mantissa })
  if (!isListed(context, coin.outcome)) return null
  const book = bookOf(context, coin.outcome)
  if (book === undefined) return null
  const [bids, asks] = coin.side === 0 ? [book.bids, book.asks] : [book.asks, book.bids]
  const step = (price: number) => (figures === undefined ? undefined : stepOf(price, figures, mantissa ?? 1))
  return {
    coin: name,
    time: context.now,
    levels: [levels(coin, bids, step, Math.floor), levels(coin, asks, step, Math.ceil)],
    ...(figures === undefined ? {} : { spread: spreadOf(book.bids[0], book.asks[0]) }),
  }
}

function levels(
  { outcome, side }: Coin,
  from: readonly BookLevel[],
  stepAt: (price: number) => number | undefined,
  round: (steps: number) => number,
): readonly unknown[] {
  const merged = new Map<number, { size: number; orders: number }>()
  for (const { price, size } of from) {
    const own = priceOf(side, price)
    const step = stepAt(own)
    // The epsilon prevents rounding a price that is a multiple of the unit to the next one.
    const at =
      step === undefined ? own : Math.round(round(Math.round((own / step) * 1e6) / 1e6) * step * 1e5) / 1e5
    const known = merged.get(at) ?? { size: 0, orders: 0 }
    const orders = 1 + (mix(outcome.event.seed, Math.round(price * 1e5)) % 3)
    merged.set(at, { size: known.size + size, orders: known.orders + orders })
  }
  return [...merged]
    .slice(0, MAX_LEVELS)
    .map(([price, { size, orders }]) => ({ px: toDecimal(price), sz: toDecimal(size), n: orders }))
}

/** Returns the distance of prices with this number of significant figures. */
function stepOf(price: number, figures: number, mantissa: number): number {
  return mantissa * 10 ** Math.max(-5, Math.floor(Math.log10(price)) + 1 - figures)
}

function spreadOf(bid: BookLevel | undefined, ask: BookLevel | undefined): string {
  return toDecimal(bid === undefined || ask === undefined ? 0 : ask.price - bid.price)
}
