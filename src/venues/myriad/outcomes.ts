import { PmxError } from '../../api/errors.js'
import { memoKey } from '../../venue-kit/memo.js'
import type { VenueContext } from '../../venue-kit/venue.js'
import {
  type MarketRef,
  type NativeId,
  type OutcomePlace,
  packMarketId,
  packOutcomeId,
  readId,
} from './ids.js'
import { findNative } from './lookup.js'
import { hasCandidates, refOf, statusOf } from './markets.js'
import type { NativeMarket } from './wire.js'

/** What trades, books and candles need to know about a market; times in epoch ms. */
interface MarketFacts {
  readonly ref: MarketRef
  readonly slug: string
  /** Numbers of its outcomes. */
  readonly indexes: readonly number[]
  readonly hasCandidates: boolean
  /** Nothing was traded before; absent when unknown. */
  readonly listedAt?: number
  /** Nothing is traded after; absent while it trades and when unknown. */
  readonly closedAt?: number
}

/** Whether a market has two outcomes: a trade of one is a trade of the other, seen from the other side. */
export function isPair({ indexes }: Pick<MarketFacts, 'indexes'>): boolean {
  return indexes.length === 2
}

/** An outcome that is known to exist, with the facts of its market. */
export interface OutcomeFacts {
  /** In its canonical spelling. */
  readonly outcomeId: string
  readonly place: OutcomePlace
  readonly market: MarketFacts
}

/** While a market is open its closing may be learned this late. */
const openMarket = memoKey<MarketFacts>('myriad open market', 5 * 60_000)
const closedMarket = memoKey<MarketFacts>('myriad closed market', 24 * 60 * 60_000)

/**
 * The facts about an outcome, remembered for a while.
 * @throws NOT_FOUND when no market has it, naming the outcome ids for the id of a market
 */
export async function outcomeFacts(outcomeId: string, ctx: VenueContext): Promise<OutcomeFacts> {
  const native = readId(outcomeId)
  if (native.kind !== 'outcome') throw await notAnOutcome(outcomeId, native, ctx)
  const key = `${native.network}:${native.model ?? ''}${native.number}`
  const remembered = ctx.memo.get(closedMarket, key) ?? ctx.memo.get(openMarket, key)
  const market = remembered ?? (await findFacts(native, key, ctx))
  const { place } = native
  const exists = market?.indexes.includes(place.index) && (!place.isNegative || market.hasCandidates)
  if (market === undefined || exists !== true) throw noSuchOutcome(outcomeId)
  return { outcomeId: packOutcomeId(market.ref, place), place, market }
}

async function findFacts(native: NativeId, key: string, ctx: VenueContext): Promise<MarketFacts | undefined> {
  const market = await findNative(native, ctx)
  if (market === undefined) return undefined
  const facts = toMarketFacts(market, ctx.clock.now())
  ctx.memo.set(statusOf(market) === 'closed' ? closedMarket : openMarket, key, facts)
  return facts
}

/** The facts about a market in its own words. */
function toMarketFacts(market: NativeMarket, now: number): MarketFacts {
  const { publishedAt, expiresAt } = market
  // Trading ends at `expiresAt`; what was decided before that ended at a time the venue does not tell.
  const isOver = statusOf(market) === 'closed' && expiresAt !== undefined && expiresAt <= now
  return {
    ref: refOf(market),
    slug: market.slug,
    indexes: market.outcomes.map((outcome) => outcome.id),
    hasCandidates: hasCandidates(market),
    ...(publishedAt === undefined ? {} : { listedAt: publishedAt }),
    ...(isOver ? { closedAt: expiresAt } : {}),
  }
}

/** The error for something that is no outcome id; it names the outcomes where it is the id of a market. */
async function notAnOutcome(outcomeId: string, native: NativeId, ctx: VenueContext): Promise<PmxError> {
  const market = await findNative(native, ctx)
  if (market === undefined) return noSuchOutcome(outcomeId)
  const ref = refOf(market)
  const outcomeIds = market.outcomes.map(({ id }) => packOutcomeId(ref, { index: id, isNegative: false }))
  const names = market.outcomes.map(({ title }, index) => `${outcomeIds[index]} (${title})`)
  return new PmxError(
    'NOT_FOUND',
    `'${outcomeId}' is a Myriad market, not an outcome. Its outcome ids are ${names.join(', ')}.`,
    { detail: { kind: 'market_not_outcome', marketId: packMarketId(ref), outcomeIds } },
  )
}

function noSuchOutcome(outcomeId: string): PmxError {
  return new PmxError(
    'NOT_FOUND',
    `Myriad has no outcome '${outcomeId.slice(0, 100)}'. An outcome id is <network>:<market>:<outcome>, such as ` +
      "2741:549:0, found as outcomeId in a market's outcomes.",
  )
}
