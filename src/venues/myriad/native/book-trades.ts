import { PmxError } from '../../../api/envelope/errors.js'
import type { Span } from '../../../api/times/span.js'
import { pathOf } from '../../../transport/call-types.js'
import { defineMemoKey } from '../../../venue-kit/contract/memo.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { assertHonoured } from '../../../venue-kit/payload/payload.js'
import type { MalformedRow } from '../../../venue-kit/payload/response-notes.js'
import { findOffset, rememberOffset, type Waypoints } from '../../../venue-kit/requests/page-offset-cache.js'
import {
  countAddedInFront,
  type Likeness,
  withoutPushed,
} from '../../../venue-kit/requests/pushed-updates.js'
import { requestRequired } from '../../../venue-kit/requests/request-list.js'
import { findFirstComplete, PAGES_A_BATCH } from '../../../venue-kit/unify/trade-bars.js'
import { isTrade, isTradeSide, type NativeOther, type NativeTrade, obTradesReply } from '../schemas.js'

/** Maximum number of rows on a page (../README.md). */
const PAGE_SIZE = 200
/** More pages for a single candle take minutes at the venue's limit of 30 requests per 10 s. */
const MAX_PAGES = 250

/** The parameters for reading the trades of an order book. */
export interface BookTradesRequest {
  readonly slug: string
  readonly outcome: number
}

/**
 * Reads one page of an outcome's trades, newest first; an empty one ends the list. The slug is the key because a number may name
 * a pool as well.
 */
async function readPage(
  { slug, outcome }: BookTradesRequest,
  page: number,
  ctx: VenueContext,
): Promise<readonly BookRow[]> {
  const what = 'GET /markets/{slug}/trades'
  const query = { outcome, trading_model: 'ob', page, limit: PAGE_SIZE }
  const rows = await requestRequired(ctx, obTradesReply, {
    path: pathOf`/markets/${slug}/trades`,
    query,
    what,
  })
  for (const [index, row] of rows.entries()) {
    if (isTrade(row)) assertHonoured(row.outcome === outcome, what, `[${index}].outcome`, row.outcome)
  }
  noteUnknown(rows, what, ctx)
  return rows
}

type BookRow = NativeTrade | NativeOther

/**
 * Counts rows with an unknown word, which are left out: they may be trades.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when most of a page are unknown
 */
function noteUnknown(rows: readonly BookRow[], what: string, ctx: VenueContext): void {
  const odd = rows.flatMap((row, index): readonly MalformedRow[] => {
    if (isTrade(row) || isTradeSide(row.side) !== undefined) return []
    const { side, txHash, timestamp } = row
    const problem = `neither a trade, a split nor a merge, but ${side.slice(0, 40)}`
    return [{ path: `[${index}].side`, problem, fingerprint: `${txHash} ${timestamp} ${side}` }]
  })
  if (odd.length > 0)
    ctx.omissions.noteRows(what, new Map([['', { seen: rows.length, malformed: [...odd] }]]))
}

const likeness: Likeness<BookRow> = {
  isSame: (a, b) =>
    a.txHash === b.txHash &&
    a.timestamp === b.timestamp &&
    a.side === b.side &&
    (!isTrade(a) || !isTrade(b) || (a.price === b.price && a.amount === b.amount)),
  transactionOf: ({ txHash }) => txHash,
  timeOf: ({ timestamp }) => timestamp,
}

interface BookPage {
  /** Trades, newest first, without those of the previous page; there may be none before the end. */
  readonly rows: readonly NativeTrade[]
  /** Time of the last row of the page in epoch ms, trade or not; undefined at the end of the list. */
  readonly oldest: number | undefined
  /** The page has no row, although the previous one was full, or it is the first one. */
  readonly isBlank: boolean
}

/** Paginates the trades of an order book, newest first. */
export interface BookTradesPager {
  page(number: number, ctx: VenueContext): Promise<BookPage>
}

/**
 * Begins a pagination. The venue neither counts the trades nor filters them by time. If identical rows leave open whether the
 * list moved, the first page of the pagination is requested again.
 */
export function paginateBookTrades(question: BookTradesRequest): BookTradesPager {
  let first: { readonly number: number; readonly rows: readonly BookRow[] } | undefined
  let before: readonly BookRow[] = []
  return {
    async page(number, ctx) {
      const rows = await readPage(question, number, ctx)
      const fresh = await withoutPushed(rows, before, likeness, async () => {
        if (first === undefined) return 0
        const again = await readPage(question, first.number, ctx)
        return countAddedInFront(again, first.rows, likeness.isSame)
      })
      const isBlank = rows.length === 0 && (first === undefined || before.length >= PAGE_SIZE)
      first ??= { number, rows }
      before = rows
      return { rows: fresh.filter(isTrade), oldest: rows.at(-1)?.timestamp, isBlank }
    },
  }
}

/** Positions of earlier paginations, in pages. */
const waypoints = defineMemoKey<Waypoints>('myriad book waypoints', 10 * 60_000)
const PAGES_APART = 5

/** Trades of a span, oldest first, as far back as they were read. */
interface BookStretch {
  readonly trades: readonly NativeTrade[]
  /** Open time of the first complete candle. Absent when the whole span is complete. */
  readonly completeFrom?: number
}

/**
 * Reads the trades of a span from the newest down, as many as one batch reads but at least those of one candle.
 * @throws BAD_REQUEST when a single candle, or the part newer than the span, has more than can be read
 */
export async function readBookTrades(
  question: BookTradesRequest,
  { from, to }: Span,
  stepMs: number,
  ctx: VenueContext,
): Promise<BookStretch> {
  const list = `${question.slug} ${question.outcome}`
  const walk = paginateBookTrades(question)
  const trades: NativeTrade[] = []
  const begin = findOffset(waypoints, list, to, ctx) ?? 1
  for (let number = begin; number < begin + MAX_PAGES; number++) {
    const { rows, oldest } = await walk.page(number, ctx)
    trades.push(...rows.filter(({ timestamp }) => timestamp >= from && timestamp < to))
    if (oldest === undefined || oldest < from) return { trades: trades.reverse() }
    rememberOffset(waypoints, list, { place: number, at: oldest }, PAGES_APART, ctx)
    const completeFrom = findFirstComplete(oldest, stepMs)
    if (number >= begin + PAGES_A_BATCH - 1 && completeFrom < to)
      return { trades: trades.reverse(), completeFrom }
  }
  throw new PmxError(
    'BAD_REQUEST',
    `More than ${MAX_PAGES * PAGE_SIZE} trades have been made since then. Myriad returns them newest first, and reading all of them takes longer ` +
      'than one request can wait. Request a later start first.',
    { detail: { kind: 'too_many_trades', most: MAX_PAGES * PAGE_SIZE } },
  )
}
