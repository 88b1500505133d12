import { PmxError } from '../../contract/errors.js'
import { pathOf } from '../../transport/call.js'
import { ask } from '../ask.js'
import { assertHonoured } from '../payload.js'
import type { VenueContext } from '../venue.js'
import { withoutPushed } from './pushed.js'
import { type NativeTrade, obTradesReply } from './wire.js'

/** Most rows on a page (docs: myriad, section 3.7). */
const PAGE_SIZE = 200
/** More pages than this take minutes at the venue's pace of 30 requests per 10 s: no caller waits so long. */
const MAX_PAGES = 250

/** What a walk over the trades of an order book must be told. */
export interface BookQuestion {
  readonly slug: string
  readonly outcome: number
}

/**
 * One page of an outcome's trades, newest first; an empty one ends the list. The slug is the key because a number may
 * name a pool as well.
 */
export async function readBookPage(
  { slug, outcome }: BookQuestion,
  page: number,
  ctx: VenueContext,
): Promise<readonly NativeTrade[]> {
  const what = 'GET /markets/{slug}/trades'
  const query = { outcome, trading_model: 'ob', page, limit: PAGE_SIZE }
  const rows = await ask(ctx, obTradesReply, { path: pathOf`/markets/${slug}/trades`, query, what })
  for (const [index, row] of rows.entries()) {
    assertHonoured(row.outcome === outcome, what, `[${index}].outcome`, row.outcome)
  }
  return rows
}

/** Whether two rows can be the same trade; fills of one transaction may look alike. */
export function isSameTrade(a: NativeTrade, b: NativeTrade): boolean {
  return (
    a.txHash === b.txHash &&
    a.timestamp === b.timestamp &&
    a.side === b.side &&
    a.price === b.price &&
    a.amount === b.amount
  )
}

/**
 * All trades from an instant on, oldest first. The venue has no filter by time: the walk goes from the newest down.
 * @param from epoch ms, inclusive
 * @throws EXCHANGE_NOT_AVAILABLE when they are more than can be read in one go
 */
export async function readBookTrades(
  question: BookQuestion,
  from: number,
  ctx: VenueContext,
): Promise<readonly NativeTrade[]> {
  const trades: NativeTrade[] = []
  let previous: readonly NativeTrade[] = []
  for (let page = 1; page <= MAX_PAGES; page++) {
    const rows = await readBookPage(question, page, ctx)
    trades.push(...withoutPushed(rows, previous, isSameTrade).filter((row) => row.timestamp >= from))
    const oldest = rows.at(-1)?.timestamp
    if (oldest === undefined || oldest < from) return trades.reverse()
    previous = rows
  }
  throw new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `Since then over ${MAX_PAGES * PAGE_SIZE} trades were made, which Myriad serves only from the newest down: more ` +
      'than one request can wait for. Ask for a later start.',
    { retryable: false, detail: { kind: 'too_many_trades', most: MAX_PAGES * PAGE_SIZE } },
  )
}
