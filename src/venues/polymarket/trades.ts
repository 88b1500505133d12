import type { Trade } from '../../api/models/models.js'
import type { Located } from '../../venue-kit/contract/outcome.js'
import type { CursorPaging } from '../../venue-kit/contract/paging.js'
import type { TradeQuery, TradeSource, VenueContext } from '../../venue-kit/contract/venue.js'
import { createSchemaMismatch, readPayload } from '../../venue-kit/payload/payload.js'
import { complementPrice } from '../../venue-kit/unify/unified-market.js'
import { createTradeIds, type Fill, fetchFreshFills } from './native/fills.js'
import { createNoRouteError, sendIfThere } from './native/generations.js'
import { padCondition } from './native/protocol.js'
import type { OutcomeFacts } from './outcomes.js'
import { dataTrades, readNextCursor } from './schemas.js'

/** Pages of 500 occur in recordings. */
const PAGE_ROWS = 500
/** Retention of the route by market (README.md). */
const REACH_MS = 3 * 365 * 24 * 60 * 60_000

/** The route is cached in front of the venue for up to five minutes (README.md). A lower age is not reported. */
const FRESH_S = 5

/**
 * Public trades of one outcome, newest first. The route serves the whole market, with both outcomes mixed and without a usable
 * time filter (README.md). The other outcome's fills are converted to this one's side. Amounts are in shares, and the side is the
 * taker's. The venue leaves out fills below 0.01 shares.
 */
export const tradeSource: TradeSource<OutcomeFacts> = { list: tradePaging }

interface Page {
  /** Fills of the whole market, newest first, as the page has them. */
  readonly fills: readonly Fill[]
  /** Cursor of the next page. Absent at the end. */
  readonly next?: string
}

function tradePaging(
  outcome: Located<OutcomeFacts>,
  query: TradeQuery,
  ctx: VenueContext,
): CursorPaging<Trade> {
  let ids = createTradeIds()
  let previous: readonly Fill[] = []
  return {
    kind: 'cursor',
    what: 'trades',
    idOf: (trade) => trade.id,
    async fetch(cursor) {
      if (cursor === undefined) {
        ids = createTradeIds()
        previous = []
      }
      const { fills: all, next } = await readPage(cursor, outcome, query, ctx)
      const fills = await fetchFreshFills(all, previous)
      previous = all
      // Every fill is numbered, including unused ones: ids must not depend on the request.
      const rows = fills.map((fill) => ({ id: ids.idOf(fill), ...seenFrom(fill, outcome.outcomeId) }))
      return { rows, next, ...(all.length === 0 ? { isBlank: true } : {}) }
    },
  }
}

/** Converts a fill. A purchase of one of a market's two outcomes is a sale of the other at 1 - p. */
function seenFrom(fill: Fill, tokenId: string): Omit<Trade, 'id'> {
  const own = {
    timestamp: fill.at,
    price: fill.price,
    amount: fill.shares,
    side: fill.side,
    outcomeId: tokenId,
  }
  if (fill.tokenId === tokenId) return own
  const side = fill.side === 'buy' ? 'sell' : fill.side === 'sell' ? 'buy' : fill.side
  return { ...own, price: complementPrice(fill.price), side }
}

/** Returns the page size. It is small for a small request, with a reserve for the other outcome's trades. */
function rowsFor({ limit, start, end }: TradeQuery): number {
  const isDeep = start !== undefined || end !== undefined
  return isDeep ? PAGE_ROWS : Math.max(100, Math.min(PAGE_ROWS, limit * 3))
}

async function readPage(
  cursor: string | undefined,
  { facts, listedAt }: Located<OutcomeFacts>,
  asked: TradeQuery,
  ctx: VenueContext,
): Promise<Page> {
  const what = 'GET /v2/trades'
  // The cursor holds only the position: every page must repeat the filters.
  const query = { condition: facts.conditionId, taker_only: true, limit: rowsFor(asked), cursor }
  const reply = await sendIfThere({ host: 'data', path: '/v2/trades', query, group: 'tradesV2' }, ctx)
  if (reply === 'gone') throw createNoRouteError('trades')
  const { data, pagination } = readPayload(dataTrades, reply.json, what)
  const fills = (data ?? []).map(
    (row): Fill => ({
      tokenId: row.token_id,
      conditionId: row.condition_id,
      side: sideOf(row.side),
      shares: row.size,
      price: row.price,
      at: row.timestamp * 1000,
      transactionHash: row.transaction_hash,
    }),
  )
  assertMarket(fills, facts, what)
  const next = readNextCursor(pagination, what)
  const now = ctx.clock.now()
  if (next === undefined && listedAt !== undefined && Math.max(listedAt, asked.start ?? 0) < now - REACH_MS) {
    ctx.omissions.noteCut('trades older than three years, which Polymarket does not return')
  }
  if (cursor === undefined) noteAge(reply.headers, asked, ctx)
  return { fills, ...(next === undefined ? {} : { next }) }
}

/** Notes the age of a cached response, which lacks later trades. */
function noteAge(
  headers: Readonly<Record<string, string>>,
  { end }: TradeQuery,
  { clock, omissions }: VenueContext,
): void {
  const age = /^\d{1,6}$/.test(headers['age'] ?? '') ? Number(headers['age']) : 0
  if (age <= FRESH_S || (end !== undefined && end < clock.now() - age * 1000)) return
  omissions.noteCut(
    `trades of the last ${age} s: Polymarket returned them from a cache of up to 300 s (watchTrades has the newest)`,
  )
}

/** Asserts that all fills belong to the market. The venue ignores unknown filters and then returns the trades of all markets. */
function assertMarket(fills: readonly Fill[], facts: OutcomeFacts, what: string): void {
  const stranger = fills.find((fill) => padCondition(fill.conditionId) !== padCondition(facts.conditionId))
  if (stranger === undefined) return
  throw createSchemaMismatch(
    what,
    'condition_id',
    `requested market ${facts.conditionId}, got ${stranger.conditionId}`,
  )
}

function sideOf(side: 'BUY' | 'SELL' | ''): Trade['side'] {
  return side === 'BUY' ? 'buy' : side === 'SELL' ? 'sell' : 'unknown'
}
