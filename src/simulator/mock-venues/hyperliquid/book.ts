import type { MockCall, MockContext } from '../../mock-kit/mock-venue.js'
import { mix } from '../../world/common/hash.js'
import type { BookLevel } from '../../world/common/types.js'
import type { Body } from './body.js'
import { decimal, priceOf } from './figures.js'
import { type Coin, coinByName, isListed } from './ids.js'
import { bookOf } from './prices.js'
import { unreadable } from './replies.js'

/** Levels of a side at most. */
const MAX_LEVELS = 20

/** A coin by the name that it was asked for, and how its prices are to be rounded. */
interface AskedBook {
  readonly name: string
  readonly coin: Coin
  readonly figures: number | undefined
  readonly mantissa: number | undefined
}

/** `l2Book`: null for a coin without a book: unknown, settled, or never quoted. */
export function l2Book(call: MockCall, body: Body): unknown {
  const name = body.text('coin')
  const coin = coinByName(call, name)
  const asked = { figures: body.optionalInteger('nSigFigs'), mantissa: body.optionalInteger('mantissa') }
  assertFigures(asked)
  return coin === undefined ? null : bookOfCoin(call, { name, coin, ...asked })
}

/** @throws Refusal for what the venue rounds nothing to */
function assertFigures({ figures, mantissa }: Pick<AskedBook, 'figures' | 'mantissa'>): void {
  if (figures !== undefined && (figures < 2 || figures > 5)) throw unreadable()
  if (mantissa !== undefined && (figures !== 5 || ![1, 2, 5].includes(mantissa))) throw unreadable()
}

/**
 * Bids, then asks, best first; the book of side 1 is that of side 0 seen from its other end, level by level
 * (README.md). null for one that is settled, or was never quoted.
 * @throws Refusal for what the venue rounds nothing to
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
    // The small part keeps a price that is a whole number of steps from being rounded to the next.
    const at =
      step === undefined ? own : Math.round(round(Math.round((own / step) * 1e6) / 1e6) * step * 1e5) / 1e5
    const known = merged.get(at) ?? { size: 0, orders: 0 }
    const orders = 1 + (mix(outcome.event.seed, Math.round(price * 1e5)) % 3)
    merged.set(at, { size: known.size + size, orders: known.orders + orders })
  }
  return [...merged]
    .slice(0, MAX_LEVELS)
    .map(([price, { size, orders }]) => ({ px: decimal(price), sz: decimal(size), n: orders }))
}

/** Distance of prices with so many significant figures. */
function stepOf(price: number, figures: number, mantissa: number): number {
  return mantissa * 10 ** Math.max(-5, Math.floor(Math.log10(price)) + 1 - figures)
}

function spreadOf(bid: BookLevel | undefined, ask: BookLevel | undefined): string {
  return decimal(bid === undefined || ask === undefined ? 0 : ask.price - bid.price)
}
