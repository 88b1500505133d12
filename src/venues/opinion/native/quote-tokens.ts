import { defineMemoKey, rememberFilled } from '../../../venue-kit/contract/memo.js'
import { collect, createNumberedPages } from '../../../venue-kit/contract/paging.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { createSchemaMismatch } from '../../../venue-kit/payload/payload.js'
import { PAGE_SIZE } from './list-pages.js'
import { type QuoteToken, quoteTokenPage } from './order-wire.js'
import { requestList } from './request.js'

/** BNB Chain, the venue's chain. */
export const CHAIN_ID = 56

const WHAT = 'GET /quoteToken'
const quoteTokens = defineMemoKey<readonly QuoteToken[]>('opinion quote tokens', 60 * 60_000)

/** Returns the market currencies on this chain, each with the exchange contract for its orders. */
export function readQuoteTokens(ctx: VenueContext): Promise<readonly QuoteToken[]> {
  return rememberFilled(ctx.memo, quoteTokens, '', async () => {
    const rows = await collect<QuoteToken>({
      kind: 'cursor',
      what: 'quote tokens',
      idOf: (row) => `${row.chainId} ${row.quoteTokenAddress}`,
      ...createNumberedPages(async (page) => {
        const query = { page, limit: PAGE_SIZE, chainId: String(CHAIN_ID) }
        const { total, list } = await requestList(ctx, quoteTokenPage, {
          path: '/quoteToken',
          query,
          what: WHAT,
        })
        return { rows: list, more: page * PAGE_SIZE < total && list.length > 0 }
      }),
    })
    return rows.filter(({ chainId }) => chainId === String(CHAIN_ID))
  })
}

/** Ignores case when comparing, because responses differ in case. */
export function quoteTokenAt(tokens: readonly QuoteToken[], address: string): QuoteToken | undefined {
  return tokens.find(({ quoteTokenAddress: own }) => own.toLowerCase() === address.toLowerCase())
}

/**
 * Returns the currency of a market.
 * @throws EXCHANGE_NOT_AVAILABLE if the venue has no exchange for the market's currency
 */
export async function quoteTokenOf(
  { marketId, quoteToken }: { readonly marketId: number; readonly quoteToken?: string | undefined },
  ctx: VenueContext,
): Promise<QuoteToken> {
  const found = quoteToken === undefined ? undefined : quoteTokenAt(await readQuoteTokens(ctx), quoteToken)
  if (found !== undefined) return found
  const paidIn = quoteToken ?? 'an unknown currency'
  throw createSchemaMismatch(
    WHAT,
    'result.list',
    `no exchange for market ${marketId}, which is paid in ${paidIn}`,
  )
}
