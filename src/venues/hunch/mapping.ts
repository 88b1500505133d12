import { PmxError } from '../../api/envelope/errors.js'
import { toIso } from '../../api/times/instant.js'
import { decimalOf, divide, toNumber } from '../../api/values/decimal.js'
import type { EventRow, MarketRow } from '../../venue-kit/contract/venue.js'
import { createSchemaMismatch } from '../../venue-kit/payload/payload.js'
import { toSourceMetadata } from '../../venue-kit/payload/raw-fields.js'
import { type OutcomeDraft, omitUndefined, toUnifiedMarket } from '../../venue-kit/unify/unified-market.js'
import { outcomeIdOf, pageOf } from './ids.js'
import { readMarketSettlement } from './native/market-settlement.js'
import { type Cents, centsOf } from './native/odds.js'
import { findSideByName, type Side, sidesOf } from './native/sides.js'
import { promoted } from './promoted.js'
import type { MarketRef, OddsTable, Result, Stats } from './schemas.js'

const TICK = 0.01
/** The deadline of markets without one. */
const NO_DEADLINE_FROM = Date.UTC(2099, 0)

/** Facts about a market from other responses. */
export interface FurtherFacts {
  /** Odds of a market with several outcomes. */
  readonly ladder?: OddsTable | undefined
  readonly stats?: Stats | undefined
  readonly result?: Result | undefined
}

/**
 * Converts a market. Volume is all money bet since it was listed, in dollars.
 * @param now epoch ms
 * @throws NOT_SUPPORTED when the venue does not return the outcomes, EXCHANGE_NOT_AVAILABLE (drift) for a market that contradicts
 * itself
 */
export function toMarketRow(
  market: MarketRef,
  { ladder, stats: later, result }: FurtherFacts,
  now: number,
): MarketRow {
  const sides = sidesOf(market)
  if (sides.length === 0) throw unnamedOutcomes(market)
  const stats = later ?? market.stats
  const isDecided = market.status === 'resolved' || market.status === 'voided'
  const cents = isDecided ? undefined : centsOf(market.odds, ladder, stats)
  const won = winnerOf(market, sides, result)
  const outcomes = sides.map((side) => toOutcome(market, side, cents, won))
  const isPriced = outcomes.some(({ price }) => price !== undefined)
  const bets = stats?.totalBets ?? market.totalBets
  const pool = stats?.totalPoolUsd ?? market.volumeUsd
  const volume = market.volumeUsd ?? stats?.totalPoolUsd
  const { deadlineAt } = market
  const takesBets = market.status === 'open' && (deadlineAt === undefined || now < deadlineAt)
  return omitUndefined<MarketRow>({
    status: takesBets ? 'active' : 'closed',
    market: toUnifiedMarket('hunch', {
      marketId: market.id,
      eventId: market.id,
      title: market.question,
      description: market.summary,
      slug: market.slug,
      outcomes,
      ...(sides.length === 2 && sides[0]?.key === 'yes' ? { yesIndex: 0 as const } : {}),
      resolvesAt: deadlineAt !== undefined && deadlineAt < NO_DEADLINE_FROM ? deadlineAt : undefined,
      volume24h: market.volume24hUsd,
      volume,
      openInterest: isDecided ? undefined : pool,
      // Rounds share the page of their slug, which shows the open round.
      url: isDecided ? pageOf(market.id) : pageFor(market),
      category: CATEGORY,
      tags: tagsOf(market),
      tickSize: TICK,
      nativeStatus: market.status,
      metadata: toSourceMetadata(market, promoted.market, {
        category: market.category,
        shortTitle: market.shortTitle,
        headline: market.headline,
        token: market.tokenSymbol,
        chain: market.chainId,
        feeBps: market.feeBps,
        seedUsd: market.virtualLiquidityUsd,
        targetMarketCapUsd: market.targetMarketCapUsd,
        deadlineLabel: market.deadlineLabel,
        bets,
        volumeUnit: volume === undefined && market.volume24hUsd === undefined ? undefined : 'usd',
        priceSource: isPriced ? priceSource(isDecided, bets) : undefined,
        resolvedOutcome: result?.resolvedOutcome,
        resolvedAt: result?.resolvedAt === undefined ? undefined : toIso(result.resolvedAt),
        payoutPerShareUsd: result?.payoutPerShareUsd,
        resolutionSource: result?.sourceUrl ?? result?.source,
      }),
      settlement: readMarketSettlement(market, won, result, now),
    }),
  })
}

function unnamedOutcomes({ id, question }: MarketRef): PmxError {
  return new PmxError(
    'NOT_SUPPORTED',
    `The market '${id}' has more than two outcomes, and Hunch does not return them: ${question}`,
    { detail: { kind: 'unnamed_outcomes', marketId: id } },
  )
}

/** Converts a market to its event: the venue has no events. */
export function toEventRow(row: MarketRow): EventRow {
  const { market, status, aliases } = row
  return omitUndefined<EventRow>({
    status,
    aliases,
    markets: [row],
    event: omitUndefined<EventRow['event']>({
      id: market.marketId,
      title: market.title,
      description: market.description,
      slug: market.slug ?? '',
      url: market.url,
      volume24h: market.volume24h,
      volume: market.volume,
      category: market.category,
      tags: market.tags,
      sourceExchange: 'hunch',
      sourceMetadata: market.sourceMetadata,
    }),
  })
}

const CATEGORY = 'Crypto'

function toOutcome(
  market: MarketRef,
  { key, label, facts }: Side,
  cents: Cents | undefined,
  won: string | undefined,
) {
  const told = cents?.get(key)
  const price =
    told === undefined ? undefined : toNumber(divide(decimalOf(told), decimalOf(100), 6, 'nearest'))
  return {
    outcomeId: outcomeIdOf({ marketId: market.id, key }),
    label,
    price: won === undefined ? price : won === key ? 1 : 0,
    metadata: omitUndefined<Record<string, unknown>>({
      key,
      shortLabel: facts?.shortLabel,
      // Fractions if the ladder is relative, despite the venue's names.
      lower: facts?.lowerUsd,
      upper: facts?.upperUsd,
      startAt: facts?.startAt === undefined ? undefined : toIso(facts.startAt),
      endAt: facts?.endAt === undefined ? undefined : toIso(facts.endAt),
    }),
  } satisfies OutcomeDraft
}

/**
 * Returns the key of the winning side of a resolved market, or undefined if it is unresolved, or was voided.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when it is not one of its sides
 */
function winnerOf({ id, status }: MarketRef, sides: readonly Side[], result: Result | undefined) {
  const word = status === 'resolved' ? result?.resolvedOutcome : undefined
  if (word === undefined) return undefined
  const won = findSideByName(sides, word)
  if (won === undefined)
    throw createSchemaMismatch('GET /result', 'result.resolvedOutcome', `market ${id} has no outcome ${word}`)
  return won.key
}

/** Returns the source of prices, or undefined if it is unknown whether there were bets. */
function priceSource(isDecided: boolean, bets: number | undefined): string | undefined {
  if (isDecided) return 'settlement'
  if (bets === undefined) return undefined
  return bets === 0 ? 'seed' : 'pool'
}

function pageFor({ id, slug, links }: MarketRef): string {
  return links?.app ?? pageOf(slug ?? id)
}

function tagsOf({ category, tokenSymbol, tokenSymbols = [] }: MarketRef) {
  const tokens = [tokenSymbol, ...tokenSymbols].filter((token) => token !== undefined)
  const distinct = new Map(tokens.map((token) => [token.toUpperCase(), token.toUpperCase()]))
  return [...new Set([category, ...distinct.keys()].filter((tag) => tag !== undefined))]
}
