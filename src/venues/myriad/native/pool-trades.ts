import { PmxError } from '../../../api/envelope/errors.js'
import { pathOf } from '../../../transport/call-types.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { createWordTable } from '../../../venue-kit/payload/native-enums.js'
import { assertHonoured, createSchemaMismatch } from '../../../venue-kit/payload/payload.js'
import { type Likeness, withoutPushed } from '../../../venue-kit/requests/pushed-updates.js'
import { requestRequired } from '../../../venue-kit/requests/request-list.js'
import { findFirstComplete, PAGES_A_BATCH } from '../../../venue-kit/unify/trade-bars.js'
import { roundPrice } from '../../../venue-kit/unify/unified-market.js'
import type { MarketRef } from '../ids.js'
import { actionsReply, type NativeAction } from '../schemas.js'

/** Maximum number of rows on a page (../README.md). */
const PAGE_SIZE = 100
/** Fewer trades do not prove anything about the ratio of value and shares. */
const ENOUGH_TRADES = 5

/** A purchase from or a sale to a pool. */
export interface PoolTrade {
  readonly hash: string
  /** Epoch ms, in whole seconds. */
  readonly at: number
  readonly outcome: number
  readonly side: 'buy' | 'sell'
  /** Money per share, 0..1; including the venue's fee, as far as `value` includes it. */
  readonly price: number
  readonly shares: number
}

/** Inclusive bounds in epoch ms; the venue uses whole seconds. */
export interface PoolWindow {
  readonly start?: number
  readonly end: number
}

interface PoolPage {
  /** Trades of all outcomes, newest first, without those of the previous page. */
  readonly trades: readonly PoolTrade[]
  /** Time of the last row in epoch ms, trade or not, or undefined without rows. */
  readonly oldest: number | undefined
  /** Number of the next page. Absent at the end. */
  readonly next: number | undefined
  /** The page has no row, although the previous one announced it, or it is the first one. */
  readonly isBlank: boolean
}

/** Paginates a pool's history, from the first page on. */
export interface PoolPager {
  page(number: number, ctx: VenueContext): Promise<PoolPage>
}

/** Rows of a history, and the total number in the window, trades or not. Absent when the venue does not count. */
interface NativePage {
  readonly rows: readonly NativeAction[]
  readonly total: number | undefined
  readonly hasNext: boolean
}

/** Identical rows are the same row or its twin: small trades of one transaction may have exactly the same cost. */
const likeness: Likeness<NativeAction> = {
  isSame: (a, b) =>
    a.txId === b.txId &&
    a.timestamp === b.timestamp &&
    a.action === b.action &&
    a.outcomeId === b.outcomeId &&
    a.user === b.user &&
    a.value === b.value &&
    a.shares === b.shares,
  transactionOf: ({ txId }) => txId,
  timeOf: ({ timestamp }) => timestamp,
}

/** Begins a pagination. With a fixed `end` the pages hardly move during it; the venue's count shows by how many rows. */
export function paginatePool(ref: MarketRef, window: PoolWindow): PoolPager {
  let before: NativePage = { rows: [], total: undefined, hasNext: true }
  return {
    async page(number, ctx) {
      const page = await readPage(ref, window, number, ctx)
      const added = () =>
        page.total === undefined || before.total === undefined ? page.rows.length : page.total - before.total
      const fresh = await withoutPushed(page.rows, before.rows, likeness, added)
      before = page
      const isEnd = !page.hasNext || page.rows.length === 0
      return {
        trades: toPoolTrades(fresh, WHAT),
        oldest: page.rows.at(-1)?.timestamp,
        next: isEnd ? undefined : number + 1,
        isBlank: page.rows.length === 0,
      }
    },
  }
}

const WHAT = 'GET /markets/{id}/events'

/** @throws EXCHANGE_NOT_AVAILABLE (drift) for rows of another market or time */
async function readPage(
  ref: MarketRef,
  { start, end }: PoolWindow,
  page: number,
  ctx: VenueContext,
): Promise<NativePage> {
  const [since, until] = [start === undefined ? undefined : Math.ceil(start / 1000), Math.floor(end / 1000)]
  const query = {
    network_id: ref.network,
    trading_model: ref.model,
    since,
    until,
    page,
    limit: PAGE_SIZE,
  }
  const { data, pagination } = await requestRequired(ctx, actionsReply, {
    path: pathOf`/markets/${ref.number}/events`,
    query,
    what: WHAT,
  })
  for (const [index, row] of data.entries()) {
    const isOurs = row.marketId === ref.number && row.networkId === ref.network
    assertHonoured(isOurs, WHAT, `data[${index}].marketId`, `${row.networkId}:${row.marketId}`)
    const isInside = row.timestamp >= (since ?? 0) * 1000 && row.timestamp <= until * 1000
    assertHonoured(isInside, WHAT, `data[${index}].timestamp`, row.timestamp / 1000)
  }
  return { rows: data, total: pagination.total, hasNext: pagination.hasNext }
}

/**
 * Returns the trades among the rows of a pool's history, in their order. A price is value divided by shares, also below one
 * share. Rows without a valid price are left out: those without shares, and those that fees or rounding raise above 1.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when a trade lacks a number, or when none of several has a price
 */
export function toPoolTrades(rows: readonly NativeAction[], what: string): readonly PoolTrade[] {
  const trades = rows.flatMap((row, index) => toPoolTrade(row, `data[${index}]`, what) ?? [])
  const priced = trades.filter(({ price }) => price <= 1)
  if (trades.length >= ENOUGH_TRADES && priced.length === 0) {
    throw createSchemaMismatch(
      what,
      'data[*].value',
      `more than ${ENOUGH_TRADES - 1} trades, all above 1 for a share`,
    )
  }
  return priced
}

/** Actions of a pool's history; true for trades (../README.md). */
const isTradeAction = createWordTable('myriad', 'pool.action', {
  buy: true,
  sell: true,
  add_liquidity: false,
  remove_liquidity: false,
  claim_winnings: false,
  claim_liquidity: false,
  claim_fees: false,
  claim_voided: false,
})

function toPoolTrade(row: NativeAction, path: string, what: string): PoolTrade | undefined {
  const { action: side, shares, value, outcomeId: outcome } = row
  if (side !== 'buy' && side !== 'sell') {
    // A trade under a new name must not be missing silently; an action that does not exchange shares for money is not a trade.
    const mayBeTrade = outcome !== undefined && (shares ?? 0) > 0 && (value ?? 0) > 0
    if (isTradeAction(side) === undefined && mayBeTrade)
      throw createSchemaMismatch(what, `${path}.action`, `unknown action '${side}'`)
    return undefined
  }
  if (outcome === undefined) throw createSchemaMismatch(what, `${path}.outcomeId`, 'missing in a trade')
  if (shares === undefined) throw createSchemaMismatch(what, `${path}.shares`, 'missing in a trade')
  if (value === undefined) throw createSchemaMismatch(what, `${path}.value`, 'missing in a trade')
  if (shares === 0) return undefined
  return { hash: row.txId, at: row.timestamp, outcome, side, price: roundPrice(value / shares), shares }
}

/** More pages for a single candle take minutes at the venue's limit of 30 requests per 10 s. */
const MAX_PAGES = 250

/** The trades of a window, oldest first, as far back as they were read. */
export interface PoolStretch {
  readonly trades: readonly PoolTrade[]
  /** Open time of the first complete candle. Absent when the whole window is complete. */
  readonly completeFrom?: number
}

/**
 * Reads the trades of a window from the newest down, as many as one batch reads but at least those of one candle.
 * @throws BAD_REQUEST when a single candle has more than one pass can read
 */
export async function readPoolWindow(
  ref: MarketRef,
  window: Required<PoolWindow>,
  stepMs: number,
  ctx: VenueContext,
): Promise<PoolStretch> {
  const walk = paginatePool(ref, window)
  const trades: PoolTrade[] = []
  for (let number = 1; number <= MAX_PAGES; number++) {
    const { trades: found, oldest, next } = await walk.page(number, ctx)
    trades.push(...found)
    if (next === undefined) return { trades: trades.reverse() }
    const completeFrom = findFirstComplete(oldest ?? window.end, stepMs)
    if (number >= PAGES_A_BATCH && completeFrom <= window.end)
      return { trades: trades.reverse(), completeFrom }
  }
  throw new PmxError(
    'BAD_REQUEST',
    `One candle of ${stepMs / 1000} s covers more than ${MAX_PAGES * PAGE_SIZE} pool events. Myriad returns ${PAGE_SIZE} ` +
      'in a call and allows 3 calls per second, so reading them takes longer than one request can wait. Request a shorter window.',
    { detail: { kind: 'too_many_trades', most: MAX_PAGES * PAGE_SIZE } },
  )
}
