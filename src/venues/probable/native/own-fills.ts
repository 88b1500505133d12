import type { UserTrade } from '../../../api/models/models.js'
import type { Address } from '../../../signing/address.js'
import type { Paging } from '../../../venue-kit/contract/paging.js'
import type { HistoryQuery } from '../../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { assertHonoured, readPayload } from '../../../venue-kit/payload/payload.js'
import { omitUndefined } from '../../../venue-kit/unify/unified-market.js'
import { readId } from '../ids.js'
import { type NativeTrade, trades } from '../schemas.js'
import { listedOf, marketIdsOf } from './directory.js'
import { withOrders } from './keyed-trades.js'
import { tokensOf } from './own-orders.js'

/** Default page size; the maximum is not published. */
const ROWS_PER_PAGE = 100
const WHAT = 'GET /trades'

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** Lists a wallet's public purchases and sales, with the orders and fees that only its owner can read. */
export function fillsOf(
  wallet: () => Promise<Address>,
  { marketId, outcomeId }: HistoryQuery,
  ctx: VenueContext,
): Paging<UserTrade> {
  let wanted: readonly string[] | undefined
  return {
    kind: 'offset',
    what: 'trades',
    idOf: ({ id }) => id,
    async fetch(offset) {
      wanted ??= await tokensWanted(marketId, outcomeId, ctx)
      const user = await wallet()
      const query = { user, takerOnly: false, limit: ROWS_PER_PAGE, offset }
      const { json } = await ctx.http.send({ host: 'orderbook', path: '/trades', query })
      const natives = readPayload(trades, json, WHAT)
      // Without the filter it is the list of all wallets.
      for (const [index, { proxyWallet: trader = user }] of natives.entries())
        assertHonoured(isSame(trader, user), WHAT, `[${index}].proxyWallet`, trader)
      const markets = await marketIdsOf([...new Set(natives.map(({ conditionId }) => conditionId))], ctx)
      const rows: UserTrade[] = []
      const nameOf = namer()
      for (const native of natives) {
        const id = nameOf(native)
        const market = markets.get(native.conditionId)
        const token = await tokenOf(native, market, ctx)
        if (wanted === undefined || wanted.includes(token)) rows.push(toUserTrade(native, id, token, market))
      }
      return {
        rows: await withOrders(rows, ctx),
        scanned: natives.length,
        end: natives.length < ROWS_PER_PAGE,
      }
    },
  }
}

/**
 * Creates names for the fills of a page, which have no ids. One that a newer fill pushed onto the next page has the same name
 * there.
 */
function namer(): (row: NativeTrade) => string {
  const seen = new Map<string, number>()
  return ({ transactionHash, asset, size, price }) => {
    const name = [transactionHash, asset, size, price].join('-')
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count === 1 ? name : `${name}-${count}`
  }
}

async function tokensWanted(
  marketId: string | undefined,
  outcomeId: string | undefined,
  ctx: VenueContext,
): Promise<readonly string[] | undefined> {
  const id = outcomeId === undefined ? undefined : readId(outcomeId)
  if (id?.kind === 'token') return [id.tokenId]
  const name = outcomeId ?? marketId
  return name === undefined ? undefined : tokensOf(name, ctx)
}

/** Returns the token. One documented example has the collateral's name instead: then the outcome's index decides. */
async function tokenOf(
  { asset, outcomeIndex }: NativeTrade,
  marketId: string | undefined,
  ctx: VenueContext,
): Promise<string> {
  if (readId(asset).kind === 'token') return asset
  const outcomes = marketId === undefined ? [] : await listedOf(marketId, ctx)
  return outcomes[outcomeIndex ?? -1]?.outcomeId ?? 'unknown'
}

function toUserTrade(
  { timestamp, price, size, side, conditionId, transactionHash }: NativeTrade,
  id: string,
  outcomeId: string,
  marketId: string | undefined,
): UserTrade {
  return omitUndefined<UserTrade>({
    id,
    timestamp,
    price,
    amount: size,
    side: side === 'BUY' ? 'buy' : 'sell',
    outcomeId,
    marketId: marketId ?? conditionId,
    txHash: transactionHash,
  })
}
