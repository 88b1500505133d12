import { createSeededRandom } from '../../../src/effects/random.js'
import type { MockContext } from '../../../src/simulator/mock-kit/mock-venue.js'
import { createSwitches } from '../../../src/simulator/mock-kit/venue-switches.js'
import { seenFrom } from '../../../src/simulator/mock-kit/yes-no-sides.js'
import { findMarketByTicker } from '../../../src/simulator/mock-venues/kalshi/tickers.js'
import { findByToken } from '../../../src/simulator/mock-venues/polymarket/ids.js'
import { createPaperTrading } from '../../../src/simulator/paper-trading/exchange.js'
import { createWorld, quotedBy } from '../../../src/simulator/world/world.js'

/** A line of `scripts/watch.cjs`. */
export interface SeenBook {
  readonly venue: 'polymarket' | 'kalshi'
  readonly outcomeId: string
  readonly timestamp: number
  readonly bids: readonly { readonly price: number; readonly size: number }[]
  readonly asks: readonly { readonly price: number; readonly size: number }[]
  readonly error?: string
}

export interface Comparison {
  readonly books: number
  /** Books of different instants. */
  readonly instants: number
  /** Books that were never true around their time. */
  readonly wrong: readonly SeenBook[]
  readonly crossed: number
  readonly errors: readonly string[]
}

/** A book without a time of the venue's is stamped when it came: this much later than it was made, at most. */
const UNDERWAY_MS = 1_000

/**
 * Holds books that were seen to the demo world of a seed at their own timestamps. A venue may tell one change in several
 * frames of the same instant: the last book of an instant is the one that must be true.
 */
export function compareWithWorld(seed: number, seen: readonly SeenBook[]): Comparison {
  const world = createWorld({ seed })
  const quotes = { polymarket: quotedBy(world, 'polymarket'), kalshi: quotedBy(world, 'kalshi') }
  const paper = createPaperTrading(world)
  const contextOf = (id: SeenBook['venue'], now: number): MockContext => ({
    world: quotes[id],
    paper,
    now,
    switches: createSwitches(),
    random: createSeededRandom(1),
  })
  const variant = {
    venue: 'kalshi',
    tickerPrefix: 'KX',
    hasHistory: true,
    hasSearch: true,
    isSleepy: false,
  } as const

  function truthAt({ venue, outcomeId }: SeenBook, now: number): string {
    const context = contextOf(venue, now)
    if (venue === 'polymarket') {
      const token = findByToken(context, outcomeId)
      if (token === undefined) throw new Error(`no token ${outcomeId}`)
      return spelled(seenFrom(token.side, context.world.book(token.market.key, now)))
    }
    const scene = { ...context, variant }
    const own = findMarketByTicker(scene, outcomeId)
    const listed = own ?? findMarketByTicker(scene, outcomeId.replace(/-NO$/, ''))
    if (listed === undefined) throw new Error(`no market ${outcomeId}`)
    return spelled(seenFrom(own === undefined ? 'no' : 'yes', context.world.book(listed.market.key, now)))
  }

  const last = new Map<string, SeenBook>()
  for (const book of seen) if (book.error === undefined) last.set(`${book.outcomeId} ${book.timestamp}`, book)
  const wrong = [...last.values()].filter((book) => {
    const shown = spelled(book)
    if (truthAt(book, book.timestamp) === shown) return false
    for (let back = 10; back <= UNDERWAY_MS; back += 10)
      if (truthAt(book, book.timestamp - back) === shown) return false
    return true
  })
  return {
    books: seen.filter(({ error }) => error === undefined).length,
    instants: last.size,
    wrong,
    crossed: seen.filter(({ bids, asks }) => (bids?.[0]?.price ?? 0) >= (asks?.[0]?.price ?? 2)).length,
    errors: seen.flatMap(({ error }) => (error === undefined ? [] : [error])),
  }
}

function spelled({ bids, asks }: Pick<SeenBook, 'bids' | 'asks'>): string {
  const rows = (side: SeenBook['bids']) =>
    side.map(({ price, size }) => `${price.toFixed(4)}x${size.toFixed(2)}`)
  return JSON.stringify([rows(bids), rows(asks)])
}
