import type { MarketOutcome, UnifiedMarket } from '../../../api/models/models.js'
import type { RowKind } from '../../../catalog/rows/row-numbers.js'
import { joinText, type Piece } from '../../../catalog/rows/row-stream.js'
import type { LiveBooks } from '../../../streams/books/live-books.js'
import type { RowUpdates } from '../../../venue-kit/contract/stream-source.js'
import type { Venue } from '../../../venue-kit/contract/venue.js'
import { mapOutcomes, withQuotes } from '../../query/best-prices.js'

/** Updates cached rows of markets that are watched now: a socket reports their prices sooner than any list. */
export interface LiveRows {
  /** Whether a row of the venue may have newer prices than the cached row; usually none has. */
  has(venue: Venue): boolean
  /** Returns the market's API row with the prices of its books; the given row unchanged where the books are not certain. */
  market(venue: Venue, marketId: string, json: Piece): Piece
}

export function createLiveRows(books: LiveBooks | undefined): LiveRows {
  return {
    has: ({ id }) => books?.has(id) === true,
    market(venue, marketId, json) {
      const known = books?.of(venue.id, marketId)
      const { rows } = venue.stream ?? {}
      if (known === undefined || rows === undefined) return json
      // The daemon itself wrote this text.
      const market = JSON.parse(joinText([json])) as UnifiedMarket
      const news = rows.updates(market, (outcomeId) => known.get(outcomeId)?.())
      return news === undefined ? json : JSON.stringify(withNews(market, news))
    },
  }
}

/** Returns the row with its updates, in every member that repeats them. */
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

/** The texts of cached rows from which the live rows are built. */
interface KeptRows {
  markets(versions: readonly number[]): Iterable<readonly [id: string, json: Piece]>
  rows(
    kind: RowKind,
    versions: readonly number[],
  ): readonly { readonly head: Uint8Array; readonly markets?: readonly Uint8Array[] }[]
}

/** Number of events that are read at a time. */
const EVENTS_AT_ONCE = 16

/** Returns the rows' JSON in their order, separated by commas, with the live prices of their markets. */
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

/** Returns the id at the beginning of a market's row (api/models/wire-rows.ts). */
function marketIdIn(row: Uint8Array): string {
  const start = '{"marketId":'.length
  let end = start + 1
  while (end < row.length && row[end] !== 0x22) end += row[end] === 0x5c ? 2 : 1
  return JSON.parse(Buffer.from(row.buffer, row.byteOffset + start, end + 1 - start).toString()) as string
}
