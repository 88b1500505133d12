import type { Located, ResolvedName } from '../../venue-kit/contract/outcome.js'
import type { OutcomeSource } from '../../venue-kit/contract/venue.js'
import { assertOutcomeShape, readId } from './ids.js'
import { findMarket, findTokenMarket, findTokenMarkets, TOKENS_A_CALL } from './lookup.js'
import { outcomeIdsOf, type Protocol, padCondition, protocolOf } from './native/protocol.js'
import type { GammaMarket } from './schemas.js'

/** The data that requests for an outcome's book, trades and candles need. */
export interface OutcomeFacts {
  /** The CTF token or the position, whichever the market trades. */
  readonly tokenId: string
  readonly marketId: string
  /** Padded, as the order book and data hosts return it. */
  readonly conditionId: string
  /** From the market's row. Absent if it has none, and then no order is signed. */
  readonly version?: Protocol
  /** The market's other token. Absent if it does not have exactly two. */
  readonly otherTokenId?: string
  /** The payout of a share, 0..1, for closed markets only. */
  readonly payout?: number
}

export const outcomeSource: OutcomeSource<OutcomeFacts> = {
  hint: () => "An outcome id is the long decimal token id found as outcomeId in a market's outcomes.",

  /** @throws VALIDATION_ERROR field `id` for an invalid outcome id */
  async locate(id, ctx) {
    assertOutcomeShape(id)
    const native = readId(id)
    if (native.kind !== 'token') {
      const market = await findMarket(id, ctx)
      if (market === undefined || tokensOf(market).length === 0) return undefined
      const outcomes = tokensOf(market).map(({ tokenId, index }) => ({
        outcomeId: tokenId,
        label: market.outcomes?.[index] ?? String(index),
      }))
      return { kind: 'market', marketId: market.id, outcomes }
    }
    const market = await findTokenMarket(native.tokenId, ctx)
    return market && toSought(market, native.tokenId)
  },

  manyAt: { host: 'gamma', group: 'markets' },
  fitACall: (ids) => ids.length <= TOKENS_A_CALL && ids.every((id) => tokenIn(id) !== undefined),

  async locateMany(ids, ctx) {
    const tokens = ids.flatMap((id) => tokenIn(id) ?? [])
    const markets = await findTokenMarkets([...new Set(tokens)], ctx)
    return new Map(
      ids.flatMap((id) => {
        const tokenId = tokenIn(id)
        const market = tokenId === undefined ? undefined : markets.get(tokenId)
        // A market with an unknown protocol is refused alone.
        const isKnown = market !== undefined && protocolOf(market) !== undefined
        return tokenId === undefined || !isKnown ? [] : [[id, toSought(market, tokenId)] as const]
      }),
    )
  },
}

/** Returns the token of an id, or undefined for an id of another kind. */
function tokenIn(id: string): string | undefined {
  const native = readId(id)
  return native.kind === 'token' ? native.tokenId : undefined
}

function toSought(market: GammaMarket, asked: string): ResolvedName<OutcomeFacts> {
  const others = tokensOf(market).filter(({ tokenId }) => tokenId !== asked)
  return {
    kind: 'outcome',
    outcome: toLocated(market, asked),
    others: others.map(({ tokenId }) => toLocated(market, tokenId)),
  }
}

/**
 * Returns the outcome ids of the market's protocol, with their indexes among its outcomes.
 * @throws EXCHANGE_NOT_AVAILABLE (`unknown_protocol`)
 */
function tokensOf(market: GammaMarket): readonly { readonly tokenId: string; readonly index: number }[] {
  const all = (outcomeIdsOf(market) ?? []).map((tokenId, index) => ({ tokenId, index }))
  return all.filter(({ tokenId }) => tokenId !== '')
}

/** Returns a located token of a market. */
export function toLocated(market: GammaMarket, tokenId: string): Located<OutcomeFacts> {
  const starts = [market.startDate, market.acceptingOrdersTimestamp, market.createdAt]
  const listed = starts.filter((at) => at !== undefined)
  const closedAt = market.closed ? market.closedTime : undefined
  const index = outcomeIdsOf(market)?.indexOf(tokenId) ?? -1
  const { version } = market
  const [other, ...rest] = tokensOf(market).filter((token) => token.tokenId !== tokenId)
  const payout = market.closed ? market.outcomePrices?.[index] : undefined
  return {
    outcomeId: tokenId,
    // The start date is nominal: quotes can be older than it, never older than the market itself.
    ...(listed.length === 0 ? {} : { listedAt: Math.min(...listed) }),
    // Not the end date, which can be off by weeks either way (README.md).
    ...(closedAt === undefined ? {} : { closedAt }),
    facts: {
      tokenId,
      marketId: market.id,
      conditionId: padCondition(market.conditionId),
      ...(version === 'v1' || version === 'v2' ? { version } : {}),
      ...(other === undefined || rest.length > 0 ? {} : { otherTokenId: other.tokenId }),
      ...(payout === undefined ? {} : { payout }),
    },
  }
}
