import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import type { OrderBook, UnifiedMarket } from '../../../src/api/models/models.js'
import { DAY_MS } from '../../../src/api/times/resolution.js'
import type { WorldMarket } from '../../../src/simulator/world/common/types.js'
import { NOON } from '../venues/house.js'
import { twinsOf } from '../venues/rows.js'
import { type Exchange, openExchange } from './exchange.js'

/** A market of two outcomes with a book with room on both sides. */
export interface Traded {
  readonly marketId: string
  readonly yes: string
  readonly no: string
  /** What the world knows of it, where it is found there: when it ends and what it pays. */
  readonly truth?: WorldMarket
}

/** Markets of a venue that tables choose from. */
export interface TradedMarkets {
  /** They end during a sequence; the first ends first. */
  readonly ending: readonly Traded[]
  /** They outlast every sequence. */
  readonly lasting: readonly Traded[]
}

/** A market that resolves within this may be traded until then. */
const SOON_MS = 10 * DAY_MS
const LASTING_MS = 14 * DAY_MS
const WANTED = { ending: 3, lasting: 6 }

const found = new Map<VenueId, Promise<TradedMarkets>>()

/** The markets of a venue that are traded here: looked for once, since each table opens the same world at the same time. */
export function tradedMarketsOf(venue: VenueId): Promise<TradedMarkets> {
  const known = found.get(venue) ?? findMarkets(venue)
  found.set(venue, known)
  return known
}

async function findMarkets(venue: VenueId): Promise<TradedMarkets> {
  const exchange = await openExchange(venue)
  try {
    const twins = await twinsOf(
      { simulator: exchange.simulator, ask: (_venue, method, args) => exchange.ask(method, args) },
      venue,
      0,
      { byLabel: true },
    )
    const ending: Traded[] = []
    for (const { market, yes, no, truth } of twins.sort((a, b) => a.truth.resolvesAt - b.truth.resolvesAt)) {
      const endsIn = truth.resolvesAt - NOON
      if (no === undefined || endsIn > SOON_MS || truth.closesAt - NOON < 60_000) continue
      if (ending.length < WANTED.ending && (await hasRoom(exchange, yes)))
        ending.push({ marketId: market.marketId, yes, no, truth })
    }
    const byId = new Map(twins.map(({ market, truth }) => [market.marketId, truth]))
    const lasting: Traded[] = []
    for (const market of (await exchange.ask('fetchMarkets', [{ limit: 80 }])) as UnifiedMarket[]) {
      const { marketId, yes, no, resolutionDate } = market
      const ends = byId.get(marketId)?.closesAt ?? Date.parse(resolutionDate ?? '2100-01-01')
      if (yes === undefined || no === undefined || ends - NOON < LASTING_MS) continue
      if (lasting.length < WANTED.lasting && (await hasRoom(exchange, yes.outcomeId)))
        lasting.push({ marketId, yes: yes.outcomeId, no: no.outcomeId })
    }
    return { ending, lasting }
  } finally {
    await exchange.close()
  }
}

async function hasRoom({ ask }: Exchange, outcomeId: string): Promise<boolean> {
  const book = (await ask('fetchOrderBook', [outcomeId]).catch(() => undefined)) as OrderBook | undefined
  if (book === undefined || book.sourceMetadata?.['emulated'] === true) return false
  const [bid, offer] = [book.bids[0]?.price ?? 0, book.asks[0]?.price ?? 1]
  return bid >= 0.15 && offer <= 0.85
}
