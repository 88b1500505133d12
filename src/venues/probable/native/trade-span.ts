import { PmxError } from '../../../api/envelope/errors.js'
import type { Span } from '../../../api/times/span.js'
import { toStatusError } from '../../../transport/errors.js'
import { defineMemoKey } from '../../../venue-kit/contract/memo.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { readPayload } from '../../../venue-kit/payload/payload.js'
import { findOffset, rememberOffset, type Waypoints } from '../../../venue-kit/requests/page-offset-cache.js'
import { createRepeatedPageError } from '../../../venue-kit/requests/pushed-updates.js'
import { findFirstComplete, PAGES_A_BATCH } from '../../../venue-kit/unify/trade-bars.js'
import { trades } from '../schemas.js'
import type { MarketFacts } from './directory.js'
import { type Fill, toFills, withoutKnown } from './fills.js'

/** The largest page of the venue's other public lists; none is documented for trades, whose default is 100. */
const PAGE_ROWS = 500
const DEFAULT_ROWS = 100
/** Rows that each page repeats, so that rows that moved in between are noticed. */
const OVERLAP = 20

/**
 * What a refusal says that is about how deep the list is shown. None is on record; the venue's other lists document a
 * largest offset, and a sister venue's words are `max historical activity offset of 3000 exceeded`.
 */
const DEPTH = /\boffset\b|\bdepth\b|too (deep|far)/i

const largePageRefused = defineMemoKey<true>('probable large trade page refused', 60 * 60_000)

/** A part of a market's fills. */
interface TapePage {
  /** Newest first, without those of the page before. */
  readonly fills: readonly Fill[]
  /** Offset of the page that follows; absent at the end. */
  readonly next?: number
  /** The list goes on, but the venue does not show any more of it. */
  readonly isWall?: true
}

/** A walk from newer to older fills of a market. */
export interface TradePager {
  /** @param offset that of the page before's `next`, or wherever the walk begins */
  page(offset: number): Promise<TapePage>
}

/** Begins a walk; all tokens of the market come mixed. */
export function paginateTrades(facts: MarketFacts, ctx: VenueContext, rows: number = PAGE_ROWS): TradePager {
  let previous: readonly Fill[] = []
  let overlap = 0
  return {
    async page(offset) {
      const all = await askPage(facts, offset, rows, ctx)
      if (all === 'wall') return { fills: [], isWall: true }
      const fills = withoutKnown(all, previous, overlap)
      if (fills === undefined) {
        // Past its depth such a list is known to begin anew on a sister venue.
        if ((all[0]?.at ?? 0) > (previous.at(-1)?.at ?? 0)) return { fills: [], isWall: true }
        throw moved()
      }
      // A page as full as any that shows nothing new is no end: an earlier one came again.
      if (fills.length === 0 && all.length >= Math.min(rows, DEFAULT_ROWS)) throw createRepeatedPageError()
      previous = all
      // Of a short page all but one row, so that the walk still moves on; a single row is the end if it comes again.
      overlap = Math.min(OVERLAP, Math.max(1, all.length - 1), all.length)
      return fills.length === 0 ? { fills } : { fills, next: offset + all.length - overlap }
    },
  }
}

async function askPage(
  facts: MarketFacts,
  offset: number,
  rows: number,
  ctx: VenueContext,
): Promise<readonly Fill[] | 'wall'> {
  const what = 'GET /trades'
  const isLarge = rows > DEFAULT_ROWS && ctx.memo.get(largePageRefused, 'trades') !== true
  const limit = isLarge ? rows : Math.min(rows, DEFAULT_ROWS)
  const query = { market: facts.conditionId, takerOnly: true, limit, offset }
  const reply = await ctx.http.send({ host: 'orderbook', path: '/trades', query, accept: [400, 422] })
  if (reply.status < 300) return toFills(readPayload(trades, reply.json, what), facts, what)
  if (isLarge) {
    const small = await askPage(facts, offset, DEFAULT_ROWS, ctx)
    if (small !== 'wall') ctx.memo.set(largePageRefused, 'trades', true)
    return small
  }
  const refusal = toStatusError(reply)
  if (offset === 0) throw refusal
  if (DEPTH.test(refusal.message)) return 'wall'
  throw new PmxError('EXCHANGE_NOT_AVAILABLE', `A page of trades was refused. ${refusal.message}`, {
    retryable: true,
    detail: { upstreamStatus: reply.status },
  })
}

/** Where earlier walks came by, in rows. */
const waypoints = defineMemoKey<Waypoints>('probable trade waypoints', 10 * 60_000)
const ROWS_APART = 1_000

/** What the venue shows of a span. */
export interface TradeSpan {
  /** Ascending. */
  readonly fills: readonly Fill[]
  /** Nothing older than this can be told; absent when everything was. */
  readonly shownFrom?: number
  /** The first candle that is told whole, where more of the span is to be read. */
  readonly toldFrom?: number
}

/** The fills in a span from the newest down: as many as one batch reads but at least those of one candle. */
export async function readTradeSpan(
  facts: MarketFacts,
  span: Span,
  stepMs: number,
  ctx: VenueContext,
): Promise<TradeSpan> {
  const list = facts.conditionId
  const walk = paginateTrades(facts, ctx)
  const found: Fill[] = []
  let offset: number | undefined = findOffset(waypoints, list, span.to, ctx) ?? 0
  let oldest = Number.POSITIVE_INFINITY
  for (let count = 1; offset !== undefined && oldest >= span.from; count++) {
    const page = await walk.page(offset)
    const last = page.fills.at(-1)
    if (page.isWall === true) return { fills: inSpan(found, span), shownFrom: Math.min(oldest, span.to) }
    found.push(...page.fills)
    if (last !== undefined) {
      oldest = last.at
      rememberOffset(waypoints, list, { place: offset + page.fills.length - 1, at: last.at }, ROWS_APART, ctx)
    }
    offset = page.next
    const toldFrom = findFirstComplete(oldest, stepMs)
    if (count >= PAGES_A_BATCH && offset !== undefined && toldFrom > span.from && toldFrom < span.to) {
      return { fills: inSpan(found, span), toldFrom }
    }
  }
  return { fills: inSpan(found, span) }
}

function inSpan(fills: readonly Fill[], { from, to }: Span): readonly Fill[] {
  return fills.filter(({ at }) => at >= from && at < to).reverse()
}

function moved(): PmxError {
  return new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    "Probable's list of trades moved while it was read; try again.",
    {
      detail: { kind: 'moved' },
    },
  )
}
