import { PmxError } from '../../api/errors.js'
import type { Trade } from '../../api/models.js'
import { errorOfStatus } from '../../transport/errors.js'
import type { Located } from '../../venue-kit/outcome.js'
import type { CursorPaging } from '../../venue-kit/paging.js'
import { drift, readPayload } from '../../venue-kit/payload.js'
import { complement } from '../../venue-kit/unify.js'
import type { TradeQuery, TradeSource, VenueContext } from '../../venue-kit/venue.js'
import { saidIn } from './errors.js'
import { createTradeIds, type Fill, isRepeated, withoutKnown } from './native/fills.js'
import { askGenerations, type Generation, sendIfThere } from './native/generations.js'
import type { OutcomeFacts } from './outcomes.js'
import { dataTrades, legacyTrades, nextCursor } from './wire.js'

/** 500 a page were walked in recordings of the newer route and are documented for the older one. */
const PAGE_ROWS = 500
/** Rows of the older route that each page repeats, so that rows that moved in between are noticed. */
const OVERLAP = 20
/** How far back the newer route reaches by market (README.md). */
const NEWER_REACH_MS = 3 * 365 * 24 * 60 * 60_000

/**
 * Public trades of one outcome, newest first. Both routes serve the whole market, both outcomes mixed, without a
 * usable time filter (README.md). The other token's fills are shown from this one's side. Amounts are shares; the side is the taker's. Fills below 0.01 shares are left
 * out by the venue itself.
 */
export const tradeSource: TradeSource<OutcomeFacts> = { list: tradePaging }

interface Page {
  /** Of the whole market, newest first, without those of earlier pages. */
  readonly fills: readonly Fill[]
  /** Where the next page begins, for the same generation; absent at the end. */
  readonly next?: string
}

function tradePaging(
  outcome: Located<OutcomeFacts>,
  query: TradeQuery,
  ctx: VenueContext,
): CursorPaging<Trade> {
  let walk = createWalk()
  return {
    kind: 'cursor',
    what: 'trades',
    idOf: (trade) => trade.id,
    async fetch(cursor) {
      if (cursor === undefined) walk = createWalk()
      const { fills, next } = await readPage(cursor, walk, outcome, query, ctx)
      // Every fill is numbered, also those that nobody wants: ids must not depend on the question.
      const rows = fills.map((fill) => ({ id: walk.ids.idOf(fill), ...seenFrom(fill, outcome.outcomeId) }))
      return { rows, next }
    },
  }
}

/** What one walk from the newest trade down remembers. */
interface Walk {
  readonly ids: ReturnType<typeof createTradeIds>
  /** Rows of the older route's previous page, as they came, and how many of them the next page repeats. */
  previous: readonly Fill[]
  overlap: number
}

function createWalk(): Walk {
  return { ids: createTradeIds(), previous: [], overlap: 0 }
}

/** Who buys one of a market's two tokens sells the other: a fill of the other side is one of this side at 1 - p. */
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
  return { ...own, price: complement(fill.price), side }
}

function readPage(
  cursor: string | undefined,
  walk: Walk,
  outcome: Located<OutcomeFacts>,
  query: TradeQuery,
  ctx: VenueContext,
): Promise<Page> {
  const rows = rowsFor(query)
  const read = async (generation: Generation, at: string | undefined): Promise<Page | 'gone'> =>
    generation === 'v2'
      ? readNewer(at, outcome, rows, query.start, ctx)
      : readOlder(Number(at ?? 0), walk, outcome.facts, rows, ctx)
  if (cursor === undefined) return askGenerations('trades', (generation) => read(generation, undefined), ctx)
  // A walk that has begun on one generation goes on there: their cursors and orders do not fit together.
  const generation = cursor.startsWith('v1:') ? 'v1' : 'v2'
  return read(generation, cursor.slice(3)).then((page) => {
    if (page !== 'gone') return page
    throw new PmxError(
      'EXCHANGE_NOT_AVAILABLE',
      'Polymarket withdrew its trades while they were read; try again.',
    )
  })
}

/** A small question gets a small page; the other outcome's trades lie in between, so some room is left. */
function rowsFor({ limit, start, end }: TradeQuery): number {
  const isDeep = start !== undefined || end !== undefined
  return isDeep ? PAGE_ROWS : Math.max(100, Math.min(PAGE_ROWS, limit * 3))
}

async function readNewer(
  cursor: string | undefined,
  { facts, listedAt }: Located<OutcomeFacts>,
  limit: number,
  start: number | undefined,
  ctx: VenueContext,
): Promise<Page | 'gone'> {
  const what = 'GET /v2/trades'
  // The cursor holds only the position: the filters must be said again on every page. `taker_only` is documented for
  // the older route alone; where it is refused, that one is asked.
  const query = { condition: facts.conditionId, taker_only: true, limit, cursor }
  const reply = await sendIfThere({ host: 'data', path: '/v2/trades', query, group: 'tradesV2' }, ctx)
  if (reply === 'gone') return 'gone'
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
      wallet: row.proxy_wallet,
    }),
  )
  assertMarket(fills, facts, what)
  const next = nextCursor(pagination, what)
  const reachesTo = ctx.clock.now() - NEWER_REACH_MS
  if (next === undefined && listedAt !== undefined && Math.max(listedAt, start ?? 0) < reachesTo) {
    ctx.omissions.noteCut("trades older than three years, which Polymarket's newer route does not tell")
  }
  return { fills, ...(next === undefined ? {} : { next: `v2:${next}` }) }
}

async function readOlder(
  offset: number,
  walk: Walk,
  facts: OutcomeFacts,
  limit: number,
  ctx: VenueContext,
): Promise<Page | 'gone'> {
  const what = 'GET /trades'
  const query = { market: facts.conditionId, takerOnly: true, limit, offset }
  const request = { host: 'data', path: '/trades', query, group: 'trades' }
  const reply =
    offset === 0 ? await sendIfThere(request, ctx) : await ctx.http.send({ ...request, accept: [400] })
  if (reply === 'gone') return 'gone'
  if (reply.status === 400) throw /offset/i.test(saidIn(reply.json) ?? '') ? tooDeep() : errorOfStatus(reply)
  const all = readPayload(legacyTrades, reply.json, what).map(
    (row): Fill => ({
      tokenId: row.asset,
      conditionId: row.conditionId,
      side: sideOf(row.side),
      shares: row.size,
      price: row.price,
      at: row.timestamp * 1000,
      transactionHash: row.transactionHash,
      wallet: row.proxyWallet,
    }),
  )
  assertMarket(all, facts, what)
  const fills = withoutKnown(all, walk.previous, walk.overlap)
  if (isRepeated(all, fills, walk.previous)) throw tooDeep()
  walk.previous = all
  walk.overlap = all.length > OVERLAP ? OVERLAP : 0
  return fills.length === 0 ? { fills } : { fills, next: `v1:${offset + all.length - walk.overlap}` }
}

/** The venue ignores filters it does not know and then serves the trades of all markets. */
function assertMarket(fills: readonly Fill[], facts: OutcomeFacts, what: string): void {
  const stranger = fills.find((fill) => fill.conditionId.toLowerCase() !== facts.conditionId)
  if (stranger === undefined) return
  throw drift(what, 'condition_id', `asked for market ${facts.conditionId}, got ${stranger.conditionId}`)
}

function sideOf(side: 'BUY' | 'SELL' | ''): Trade['side'] {
  return side === 'BUY' ? 'buy' : side === 'SELL' ? 'sell' : 'unknown'
}

function tooDeep(): PmxError {
  return new PmxError(
    'BAD_REQUEST',
    "Polymarket's list of trades does not reach that far back. Ask for fewer trades or for a later start.",
    { detail: { kind: 'trades_too_deep' } },
  )
}
