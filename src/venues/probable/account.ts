import { PmxError } from '../../api/envelope/errors.js'
import type { Position } from '../../api/models/models.js'
import type { Address } from '../../signing/address.js'
import { collect } from '../../venue-kit/contract/paging.js'
import type { AccountSource } from '../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../venue-kit/contract/venue.js'
import { expectSomewhere, readPayload } from '../../venue-kit/payload/payload.js'
import { assertWallet } from '../../venue-kit/unify/chain-ids.js'
import { omitUndefined } from '../../venue-kit/unify/unified-market.js'
import { ownerIn } from './auth.js'
import { marketIdsOf } from './native/directory.js'
import { login } from './native/login.js'
import { fillsOf } from './native/own-fills.js'
import { findOrder, openOrders } from './native/own-orders.js'
import { safeOf } from './native/safe.js'
import { type NativePosition, positions } from './schemas.js'

const PAGE_ROWS = 500
/** Maximum offset. The venue rejects larger ones (README.md). */
const LARGEST_OFFSET = 10_000

/**
 * Reads the positions of any Safe, which holds an account's tokens. With credentials, it also reads the caller's own positions,
 * orders and trades.
 */
export const accountSource: AccountSource = {
  positionsOf,
  positions: async (ctx) => positionsOf(await ownSafe(ctx), ctx),
  order: findOrder,
  openOrders,
  fills: (query, ctx) => fillsOf(() => ownSafe(ctx), query, ctx),
  walletsOf: (owner) => [safeOf(owner)],
  login,
}

async function ownSafe(ctx: VenueContext): Promise<Address> {
  return safeOf(await ownerIn(ctx))
}

async function positionsOf(address: string, ctx: VenueContext): Promise<readonly Position[]> {
  assertWallet(address)
  const all = await collect<NativePosition>({
    kind: 'offset',
    what: 'positions',
    idOf: (row) => row.asset,
    fetch: (offset) => readPage(address, offset, ctx),
  })
  // A request down to size 0 may include sold positions.
  const rows = all.filter(({ size }) => size > 0)
  const markets = await marketIdsOf([...new Set(rows.map(({ conditionId }) => conditionId))], ctx)
  return rows.map((row) => toPosition(row, markets.get(row.conditionId)))
}

async function readPage(user: string, offset: number, ctx: VenueContext) {
  const what = 'GET /position/current'
  if (offset > LARGEST_OFFSET) throw tooMany()
  // The default minimum size of positions is not documented.
  const query = { user, limit: PAGE_ROWS, offset, sizeThreshold: 0 }
  const reply = await ctx.http.send({ host: 'orderbook', path: '/position/current', query })
  const rows = readPayload(positions, reply.json, what)
  expectSomewhere(rows, ['avgPrice', 'curPrice', 'currentValue', 'cashPnl', 'outcome'], what, '')
  return { rows, scanned: rows.length }
}

/** @param marketId absent when the lists do not have the condition, which then replaces it */
function toPosition(row: NativePosition, marketId: string | undefined): Position {
  return omitUndefined<Position>({
    marketId: marketId ?? row.conditionId,
    outcomeId: row.asset,
    outcomeLabel: row.outcome,
    size: row.size,
    entryPrice: row.avgPrice,
    currentPrice: row.curPrice,
    currentValue: row.currentValue,
    unrealizedPnL: row.cashPnl,
    realizedPnL: row.realizedPnl,
  })
}

function tooMany(): PmxError {
  return new PmxError(
    'BAD_REQUEST',
    `This wallet holds more than ${LARGEST_OFFSET} positions, and Probable cannot list them all.`,
    { detail: { kind: 'offset_wall', largestOffset: LARGEST_OFFSET } },
  )
}
