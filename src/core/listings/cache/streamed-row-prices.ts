import type { MarketOutcome, UnifiedMarket } from '../../../api/models/models.js'
import type { RowKind } from '../../../catalog/rows/row-numbers.js'
import { joinText, type Piece } from '../../../catalog/rows/row-stream.js'
import type { LiveBooks } from '../../../streams/books/live-books.js'
import type { RowUpdates } from '../../../venue-kit/contract/stream-source.js'
import type { Venue } from '../../../venue-kit/contract/venue.js'
import { mapOutcomes, withQuotes } from '../../query/best-prices.js'

/** Kept rows as far as their markets are watched now: a socket tells their prices sooner than any list. */
export interface LiveRows {
  /** Whether a row of the venue may say something newer than is kept; mostly none does. */
  has(venue: Venue): boolean
  /** The market's wire row with what its books say; the very one that was given where they say nothing certain. */
  market(venue: Venue, marketId: string, json: Piece): Piece
}

export function createLiveRows(books: LiveBooks | undefined): LiveRows {
  return {
    has: ({ id }) => books?.has(id) === true,
    market(venue, marketId, json) {
      const known = books?.of(venue.id, marketId)
      const { rows } = venue.stream ?? {}
      if (known === undefined || rows === undefined) return json
      // Written by us, and by nobody else.
      const market = JSON.parse(joinText([json])) as UnifiedMarket
      const news = rows.news(market, (outcomeId) => known.get(outcomeId)?.())
      return news === undefined ? json : JSON.stringify(withNews(market, news))
    },
  }
}

/** The row with its news, in every place where it says the same. */
function withNews(market: UnifiedMarket, { prices, quotes = [], metadata }: RowUpdates): UnifiedMarket {
  const places = new Map(market.outcomes.map(({ outcomeId }, index) => [outcomeId, index]))
  const withPrice = (outcome: MarketOutcome): MarketOutcome => {
    const at = places.get(outcome.outcomeId) ?? -1
    const [price, best] = [prices[at], quotes[at]]
    const quoted = withQuotes(outcome, best)
    return price === undefined ? quoted : { ...quoted, price }
  }
  return {
    ...mapOutcomes(market, withPrice),
    sourceMetadata: { ...market.sourceMetadata, ...metadata },
  }
}

/** What of the texts of kept rows the live ones are made of. */
interface KeptRows {
  markets(versions: readonly number[]): Iterable<readonly [id: string, json: Piece]>
  rows(
    kind: RowKind,
    versions: readonly number[],
  ): readonly { readonly head: Uint8Array; readonly markets?: readonly Uint8Array[] }[]
}

/** Events that are read at a time. */
const EVENTS_AT_ONCE = 16

/** The rows' JSON in their order, a comma between two, with whatever is live of their markets. */
export function* renderLiveRows(
  live: LiveRows,
  venue: Venue,
  kind: RowKind,
  reader: KeptRows,
  versions: readonly number[],
): Generator<Piece> {
  let comma = ''
  if (kind === 'market') {
    for (const [id, json] of reader.markets(versions)) {
      if (comma !== '') yield comma
      comma = ','
      yield live.market(venue, id, json)
    }
    return
  }
  for (let from = 0; from < versions.length; from += EVENTS_AT_ONCE) {
    for (const { head, markets = [] } of reader.rows('event', versions.slice(from, from + EVENTS_AT_ONCE))) {
      if (comma !== '') yield comma
      comma = ','
      yield head.subarray(0, -1)
      let before = ',"markets":['
      for (const market of markets) {
        yield before
        before = ','
        yield live.market(venue, marketIdIn(market), market)
      }
      yield markets.length === 0 ? ',"markets":[]}' : ']}'
    }
  }
}

/** The id that a market's row begins with (api/models/wire-rows.ts). */
function marketIdIn(row: Uint8Array): string {
  const start = '{"marketId":'.length
  let end = start + 1
  while (end < row.length && row[end] !== 0x22) end += row[end] === 0x5c ? 2 : 1
  return JSON.parse(Buffer.from(row.buffer, row.byteOffset + start, end + 1 - start).toString()) as string
}
