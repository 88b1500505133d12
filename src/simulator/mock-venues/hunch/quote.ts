import { createHmac } from 'node:crypto'
import { toIso } from '../../../api/times/instant.js'
import { MINUTE_MS } from '../../../api/times/span.js'
import { type Reply, toJsonReply } from '../../http/reply.js'
import type { MockCall, MockContext } from '../../mock-kit/mock-venue.js'
import { keyOf, type Market, onlyOf } from './kinds.js'
import { marketIn } from './list.js'
import { statusOf } from './market.js'
import { FEE, poolOf } from './pool.js'
import { createRefusal, metaAt, toDollars } from './replies.js'

/** Virtual seed of every pool, dollars. */
const SEED_USD = 10_000
/** Maximum bet without a quote, dollars. */
export const SIMPLE_TIER_USD = 10
/** "technical precision bound" of the venue's OpenAPI document. */
const MAX_SIZE_USD = 1_000_000_000

/** A bet that could be placed now. */
export interface Priced {
  readonly market: Market
  readonly side: string
  readonly sizeUsd: number
  readonly priceCents: number
  readonly shares: number
  readonly feeUsd: number
  readonly netUsd: number
}

/** `GET /quote`: the current result of a bet. */
export function answerQuote(call: MockCall): Reply {
  const { query } = call
  const name = query.text('marketId')
  if (name === undefined) throw createRefusal('invalid_request', 'marketId is required.')
  const market = marketIn(call, name)
  const size = query.number('sizeUsd') ?? 1
  if (size === 'bad') throw createRefusal('invalid_request', 'sizeUsd must be a number.')
  const priced = priceOf(call, market, query.text('side'), size)
  const { side, sizeUsd, priceCents, shares, feeUsd, netUsd } = priced
  const { odds, after } = oddsAround(call, priced)
  const expiresAt = call.now + MINUTE_MS
  return toJsonReply({
    meta: metaAt(call),
    quote: {
      marketId: market.id,
      side,
      sizeUsd,
      tier: sizeUsd > SIMPLE_TIER_USD ? 'locked' : 'simple',
      quoteId: quoteIdOf(priced, expiresAt),
      expiresAt: toIso(expiresAt),
      bookVersion: String(poolOf(call, market).stats.totalBets),
      priceCents,
      estimatedShares: shares,
      suggestedMinSharesOut: Math.floor(shares * 0.99 * 1e6) / 1e6,
      feeBps: FEE * 10_000,
      feeUsd,
      netStakeUsd: netUsd,
      postTradeOdds: after,
      impactPct: toDollars((after[memberOf(priced)] ?? 0) - (odds[memberOf(priced)] ?? 0)),
    },
  })
}

/** Prices a bet. @throws the venue's error for a closed market, an unknown side, or a size out of range */
export function priceOf(
  call: MockContext,
  market: Market,
  wanted: string | undefined,
  sizeUsd: number,
): Priced {
  if (statusOf(call, market) !== 'open')
    throw createRefusal('market_closed', 'The market takes no more bets.')
  const side = sideNamed(market, wanted ?? 'yes')
  if (side === undefined)
    throw createRefusal('invalid_side', `'${wanted ?? 'yes'}' is not a side of this market.`)
  if (sizeUsd < 1) throw createRefusal('size_below_min', 'A bet is $1 or more.', { requiredUsd: 1 })
  if (sizeUsd > MAX_SIZE_USD) throw createRefusal('invalid_request', 'Split the bet.')
  const priceCents = poolOf(call, market).odds[memberOf({ market, side })] ?? 50
  const feeUsd = Math.round(sizeUsd * FEE * 1e6) / 1e6
  const netUsd = Math.round((sizeUsd - feeUsd) * 1e6) / 1e6
  // A rung may be at 0 %; the minimum price of a share is one cent.
  const shares = Math.round(((netUsd * 100) / Math.max(1, priceCents)) * 1e6) / 1e6
  return { market, side, sizeUsd, priceCents, shares, feeUsd, netUsd }
}

/** Sides of a round are up and down, or yes and no. */
const words: Readonly<Record<string, string>> = { up: 'yes', down: 'no' }

function sideNamed(market: Market, wanted: string): string | undefined {
  if (onlyOf(market) === undefined) return market.markets.map(keyOf).find((key) => key === wanted)
  const isRound = market.event.shape === 'up-down'
  const side = isRound ? (words[wanted] ?? wanted) : wanted
  return side === 'yes' || side === 'no' ? side : undefined
}

function memberOf({ market, side }: Pick<Priced, 'market' | 'side'>): string {
  return onlyOf(market) === undefined ? side : `${side}PriceCents`
}

/** Returns the current odds, and those after the stake is added to the pool of bets and seed. */
function oddsAround(call: MockContext, priced: Priced) {
  const { market, netUsd } = priced
  const { odds, stats } = poolOf(call, market)
  const pool = stats.totalPoolUsd + SEED_USD
  const moved = memberOf(priced)
  const after = Object.fromEntries(
    Object.entries(odds).map(([member, percent]): [string, number] => {
      const backed = (pool * percent) / 100 + (member === moved ? netUsd : 0)
      return [member, Math.round((backed * 100) / (pool + netUsd))]
    }),
  )
  return { odds, after }
}

/** Returns a quote id. It contains the terms of the quote, so quotes need no storage. */
function quoteIdOf({ market, side, sizeUsd, shares }: Priced, expiresAt: number): string {
  const claim = Buffer.from(JSON.stringify([market.id, side, sizeUsd, shares, expiresAt])).toString(
    'base64url',
  )
  return `q_${claim}.${sealOf(claim)}`
}

function sealOf(claim: string): string {
  return createHmac('sha256', 'quotes of the demo').update(claim).digest('base64url').slice(0, 22)
}

/** Checks that a quote is for this bet. @throws quote_mismatch, quote_expired */
export function checkQuote({ now }: MockContext, { market, side, sizeUsd }: Priced, quoteId: string): void {
  const [claim = '', seal] = quoteId.replace(/^q_/, '').split('.')
  if (seal !== sealOf(claim)) throw createRefusal('quote_mismatch', 'The quote is not known.')
  const parts: unknown = JSON.parse(Buffer.from(claim, 'base64url').toString('utf8'))
  const [id, quotedSide, size, , expiresAt] = Array.isArray(parts) ? parts : []
  if (id !== market.id || quotedSide !== side || size !== sizeUsd)
    throw createRefusal('quote_mismatch', 'The quote is for another bet.')
  if (now >= Number(expiresAt)) throw createRefusal('quote_expired', 'The quote has expired.')
}
