import type { Located, ResolvedName } from '../../venue-kit/contract/outcome.js'
import type { OutcomeSource, VenueContext } from '../../venue-kit/contract/venue.js'
import { createSchemaMismatch } from '../../venue-kit/payload/payload.js'
import { readId } from './ids.js'
import { statusOf } from './mapping.js'
import { findMarketOf, recallRoot } from './native/places.js'
import { findNative } from './native/single-rows.js'
import type { NativeMarket } from './schemas.js'

/** Data of an outcome besides its token. */
export interface Facts {
  /** Market id as in rows. */
  readonly marketId: string
  /** The number of its categorical market, if known. Trade subscriptions use it as their key. */
  readonly rootMarketId?: number
}

interface Token {
  readonly outcomeId: string
  readonly label: string
}

/** Finds outcomes through the listed market that has their token. A market contains both of its tokens. */
export const outcomeSource: OutcomeSource<Facts> = {
  hint: () => "An outcome id is the long decimal token id found as outcomeId in a market's outcomes.",

  async locate(id, ctx): Promise<ResolvedName<Facts> | undefined> {
    const native = readId(id)
    if (native.kind === 'number') return marketAt(native.number, ctx)
    if (native.kind !== 'token') return undefined
    const { tokenId } = native
    const number = await findMarketOf(tokenId, ctx)
    const market = number === undefined ? undefined : await findNative(number, ctx)
    if (market === undefined) return undefined
    const tokens = tokensOf(market).map(({ outcomeId }) => outcomeId)
    if (!tokens.includes(tokenId)) {
      throw createSchemaMismatch(
        'GET /market/{id}',
        'result.data.yesTokenId',
        `market ${market.marketId} no longer has the token ${tokenId}`,
      )
    }
    const root = recallRoot(market.marketId, ctx)
    return {
      kind: 'outcome',
      outcome: toLocated(tokenId, market, root),
      others: tokens.filter((other) => other !== tokenId).map((other) => toLocated(other, market, root)),
    }
  },
}

async function marketAt(number: number, ctx: VenueContext): Promise<ResolvedName<Facts> | undefined> {
  const market = await findNative(number, ctx)
  return market && { kind: 'market', marketId: String(number), outcomes: tokensOf(market) }
}

function tokensOf({
  yesTokenId,
  noTokenId,
  yesLabel = 'Yes',
  noLabel = 'No',
}: NativeMarket): readonly Token[] {
  return [
    ...(yesTokenId === undefined ? [] : [{ outcomeId: yesTokenId, label: yesLabel }]),
    ...(noTokenId === undefined ? [] : [{ outcomeId: noTokenId, label: noLabel }]),
  ]
}

function toLocated(outcomeId: string, native: NativeMarket, root: number | undefined): Located<Facts> {
  const { marketId, createdAt, resolvedAt } = native
  return {
    outcomeId,
    // Older points repeat the first price (README.md).
    ...(createdAt === undefined ? {} : { listedAt: createdAt }),
    ...(resolvedAt === undefined ? {} : { closedAt: resolvedAt, isSettled: true }),
    ...(statusOf(native, 'GET /market/{id}') === 'closed' ? { isClosed: true } : {}),
    facts: { marketId: String(marketId), ...(root === undefined ? {} : { rootMarketId: root }) },
  }
}
