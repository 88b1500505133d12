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

/** The maximum page size of the venue's other public lists. None is documented for trades, whose default is 100. */
const PAGE_ROWS = 500
const DEFAULT_ROWS = 100
/** Number of rows that each page repeats, so that moved rows are detected. */
const OVERLAP = 20

/**
 * Texts of refusals that are caused by the depth of the list. None is recorded. The venue's other lists document a maximum
 * offset, and a sister venue returns `max historical activity offset of 3000 exceeded`.
 */
const DEPTH = /\boffset\b|\bdepth\b|too (deep|far)/i

const largePageRefused = defineMemoKey<true>('probable large trade page refused', 60 * 60_000)

/** Some of a market's fills. */
interface TapePage {
  /** Newest first, without those of the previous page. */
  readonly fills: readonly Fill[]
  /** Offset of the next page. Absent at the end. */
  readonly next?: number
  /** Whether the list continues, although the venue returns no more of it. */
  readonly isCut?: true
}

/** Paginates from newer to older fills of a market. */
export interface TradePager {
  /** @param offset the `next` of the previous page, or the start of the pagination */
  page(offset: number): Promise<TapePage>
}

/** Begins a pagination. All tokens of the market are mixed. */
export function paginateTrades(facts: MarketFacts, ctx: VenueContext, rows: number = PAGE_ROWS): TradePager {
  let previous: readonly Fill[] = []
  let overlap = 0
  return {
    async page(offset) {
      const all = await askPage(facts, offset, rows, ctx)
      if (all === 'wall') return { fills: [], isCut: true }
      const fills = withoutKnown(all, previous, overlap)
      if (fills === undefined) {
        // Beyond its maximum depth such a list restarts on a sister venue.
        if ((all[0]?.at ?? 0) > (previous.at(-1)?.at ?? 0)) return { fills: [], isCut: true }
        throw moved()
      }
      // A full page without new rows is not the end: an earlier page was repeated.
      if (fills.length === 0 && all.length >= Math.min(rows, DEFAULT_ROWS)) throw createRepeatedPageError()
      previous = all
      // For a short page all but one row, so that the pagination still advances; a single repeated row is the end.
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

/** The positions of earlier paginations, in rows. */
const waypoints = defineMemoKey<Waypoints>('probable trade waypoints', 10 * 60_000)
const ROWS_APART = 1_000

/** The available part of a span. */
export interface TradeSpan {
  /** Ascending. */
  readonly fills: readonly Fill[]
  /** No older data is available. Absent when all of it was returned. */
  readonly shownFrom?: number
  /** The open time of the first complete candle, if more of the span remains to be read. */
  readonly completeFrom?: number
}

/** Reads the fills in a span, newest first. It reads as many as one batch does, but at least those of one candle. */
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
    if (page.isCut === true) return { fills: inSpan(found, span), shownFrom: Math.min(oldest, span.to) }
    found.push(...page.fills)
    if (last !== undefined) {
      oldest = last.at
      rememberOffset(waypoints, list, { place: offset + page.fills.length - 1, at: last.at }, ROWS_APART, ctx)
    }
    offset = page.next
    const completeFrom = findFirstComplete(oldest, stepMs)
    if (
      count >= PAGES_A_BATCH &&
      offset !== undefined &&
      completeFrom > span.from &&
      completeFrom < span.to
    ) {
      return { fills: inSpan(found, span), completeFrom }
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
    "Probable's list of trades changed while it was being read. Try again.",
    {
      detail: { kind: 'moved' },
    },
  )
}
