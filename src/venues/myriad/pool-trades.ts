import { PmxError } from '../../contract/errors.js'
import { pathOf } from '../../transport/call.js'
import { ask } from '../ask.js'
import { assertHonoured, drift } from '../payload.js'
import { roundPrice } from '../unify.js'
import type { VenueContext } from '../venue.js'
import type { MarketRef } from './ids.js'
import { withoutPushed } from './pushed.js'
import { actionsReply, type NativeAction } from './wire.js'

/** Most rows on a page (docs: myriad, section 3.5). */
const PAGE_SIZE = 100
/** Fewer trades than this prove nothing about what a value over shares should be. */
const ENOUGH_TRADES = 5

/** A purchase from or a sale to a pool. */
export interface PoolTrade {
  readonly hash: string
  /** Epoch ms, whole seconds. */
  readonly at: number
  readonly outcome: number
  readonly side: 'buy' | 'sell'
  /** Money for a share, 0..1; with the venue's fee in it, as far as `value` has it. */
  readonly price: number
  readonly shares: number
}

/** Inclusive bounds in epoch ms; the venue counts in whole seconds. */
export interface PoolWindow {
  readonly start?: number
  readonly end: number
}

export interface PoolPage {
  /** Trades of all outcomes, newest first. */
  readonly trades: readonly PoolTrade[]
  /** Rows of the whole window, also those that are no trades; absent when the venue does not count. */
  readonly total: number | undefined
  /** Number of the page that follows; absent at the end. */
  readonly next: number | undefined
}

/**
 * One page of a pool's history, newest first. With a fixed `end` the pages hardly move while they are read.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) for rows of another market or time
 */
export async function readPoolPage(
  ref: MarketRef,
  { start, end }: PoolWindow,
  page: number,
  ctx: VenueContext,
): Promise<PoolPage> {
  const what = 'GET /markets/{id}/events'
  const [since, until] = [start === undefined ? undefined : Math.ceil(start / 1000), Math.floor(end / 1000)]
  const query = {
    network_id: ref.network,
    trading_model: ref.model,
    since,
    until,
    page,
    limit: PAGE_SIZE,
  }
  const { data, pagination } = await ask(ctx, actionsReply, {
    path: pathOf`/markets/${ref.number}/events`,
    query,
    what,
  })
  for (const [index, row] of data.entries()) {
    const isOurs = row.marketId === ref.number && row.networkId === ref.network
    assertHonoured(isOurs, what, `data[${index}].marketId`, `${row.networkId}:${row.marketId}`)
    const isInside = row.timestamp >= (since ?? 0) * 1000 && row.timestamp <= until * 1000
    assertHonoured(isInside, what, `data[${index}].timestamp`, row.timestamp / 1000)
  }
  const isEnd = !pagination.hasNext || data.length === 0
  return {
    trades: toPoolTrades(data, what),
    total: pagination.total,
    next: isEnd ? undefined : page + 1,
  }
}

/**
 * The trades among the rows of a pool's history, in their order. A price is value over shares, also below one share.
 * Left out is what tells no price: rows without shares, and those whose fees or rounded-off dust lift it above 1.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when a trade lacks a number, or when none of several tells a price
 */
export function toPoolTrades(rows: readonly NativeAction[], what: string): readonly PoolTrade[] {
  const trades = rows.flatMap((row, index) => toPoolTrade(row, `data[${index}]`, what) ?? [])
  const priced = trades.filter(({ price }) => price <= 1)
  if (trades.length >= ENOUGH_TRADES && priced.length === 0) {
    throw drift(what, 'data[*].value', `more than ${ENOUGH_TRADES - 1} trades, all above 1 for a share`)
  }
  return priced
}

/** What a pool's history holds besides trades (docs: myriad, section 3.5). */
const noTrades: ReadonlySet<string> = new Set([
  'add_liquidity',
  'remove_liquidity',
  'claim_winnings',
  'claim_liquidity',
  'claim_fees',
  'claim_voided',
])

function toPoolTrade(row: NativeAction, path: string, what: string): PoolTrade | undefined {
  const { action: side, shares, value, outcomeId: outcome } = row
  if (side !== 'buy' && side !== 'sell') {
    // A trade under a new name must not go missing without a word; what moves no shares for money is none.
    const mayBeTrade = outcome !== undefined && (shares ?? 0) > 0 && (value ?? 0) > 0
    if (mayBeTrade && !noTrades.has(side)) throw drift(what, `${path}.action`, `unknown action '${side}'`)
    return undefined
  }
  if (outcome === undefined) throw drift(what, `${path}.outcomeId`, 'missing in a trade')
  if (shares === undefined) throw drift(what, `${path}.shares`, 'missing in a trade')
  if (value === undefined) throw drift(what, `${path}.value`, 'missing in a trade')
  if (shares === 0) return undefined
  return { hash: row.txId, at: row.timestamp, outcome, side, price: roundPrice(value / shares), shares }
}

/** Whether two rows are one trade: no two of a pool are alike, because each moves its price. */
export function isSameTrade(a: PoolTrade, b: PoolTrade): boolean {
  return (
    a.hash === b.hash &&
    a.outcome === b.outcome &&
    a.side === b.side &&
    a.price === b.price &&
    a.shares === b.shares
  )
}

/** More pages than this take minutes at the venue's pace of 30 requests per 10 s: no caller waits so long. */
const MAX_PAGES = 250

/**
 * All trades of a window, oldest first.
 * @throws EXCHANGE_NOT_AVAILABLE when they are more than can be read in one go
 */
export async function readPoolWindow(
  ref: MarketRef,
  window: Required<PoolWindow>,
  ctx: VenueContext,
): Promise<readonly PoolTrade[]> {
  const trades: PoolTrade[] = []
  for (let page: number | undefined = 1; page !== undefined; ) {
    const found: PoolPage = await readPoolPage(ref, window, page, ctx)
    if (page > MAX_PAGES || (found.total ?? 0) > MAX_PAGES * PAGE_SIZE) throw tooMany(found.total)
    trades.push(...withoutPushed(found.trades, trades, isSameTrade))
    page = found.next
  }
  return trades.reverse()
}

function tooMany(total: number | undefined): PmxError {
  return new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `This stretch holds ${total ?? `over ${MAX_PAGES * PAGE_SIZE}`} pool events, which Myriad serves ${PAGE_SIZE} at a ` +
      'time and 3 times a second: more than one request can wait for. Ask for a shorter window in a finer resolution.',
    { retryable: false, detail: { kind: 'too_many_trades', total, most: MAX_PAGES * PAGE_SIZE } },
  )
}
