import { pathOf } from '../../../transport/call-types.js'
import { defineMemoKey } from '../../../venue-kit/contract/memo.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { assertHonoured, assertSameSubject, readPayload } from '../../../venue-kit/payload/payload.js'
import { requestOptional, requestRequired } from '../../../venue-kit/requests/request-list.js'
import { type OutcomeReading, type OutcomeRef, readOutcomeId, resolveReading } from '../ids.js'
import {
  marketHistoryReply,
  marketReply,
  type NamedMarket,
  type NativeMarket,
  namedMarketReply,
  namedMarketsReply,
} from '../schemas.js'

/** The venue's disjoint store that holds a market. */
export type Tier = 'live' | 'historical'

/** Both tiers, in the order of requests. */
export const tiers = ['live', 'historical'] as const satisfies readonly Tier[]

/** A market as received, parsed only for its ticker, and its tier. */
export interface FoundMarket {
  readonly market: NamedMarket
  readonly tier: Tier
  /** The call that returned it, for messages. */
  readonly what: string
}

/** Reads all used members of a market. @throws EXCHANGE_NOT_AVAILABLE with the path of a schema mismatch */
export function readMarket({ market, what }: FoundMarket): NativeMarket {
  return readPayload(marketReply, { market }, what).market
}

/** Reads the members that find its candles and trades. @throws EXCHANGE_NOT_AVAILABLE as {@link readMarket} */
export function readMarketHistory({ market, what }: FoundMarket) {
  return readPayload(marketHistoryReply, { market }, what).market
}

/** Maximum number of tickers per list call (README.md; docs.kalshi.com, get markets). */
export const TICKERS_PER_CALL = 100

/** The market and side of an ambiguous id do not change: tickers are never reused. */
const outcomeKey = defineMemoKey<OutcomeRef>('outcome', 24 * 3_600_000)

/** Returns the market with exactly this ticker, live or archived, or undefined if neither tier has it. */
export async function findMarket(ticker: string, ctx: VenueContext): Promise<FoundMarket | undefined> {
  for (const tier of tiers) {
    const stem = tier === 'live' ? '/markets' : '/historical/markets'
    const what = `GET ${stem}/{ticker}`
    const reply = await requestOptional(ctx, namedMarketReply, { path: stem + pathOf`/${ticker}`, what })
    if (reply === undefined) continue
    assertSameSubject(ticker, reply.market.ticker, what, 'market.ticker')
    return { market: reply.market, tier, what }
  }
  return undefined
}

/** Returns the markets of a tier by ticker, with one call per hundred tickers. A missing historical tier has none. */
async function findAmong(
  tickers: readonly string[],
  tier: Tier,
  ctx: VenueContext,
): Promise<ReadonlyMap<string, FoundMarket>> {
  const found = new Map<string, FoundMarket>()
  const path = tier === 'live' ? '/markets' : '/historical/markets'
  for (let from = 0; from < tickers.length; from += TICKERS_PER_CALL) {
    const part = tickers.slice(from, from + TICKERS_PER_CALL)
    const query = { tickers: part.join(','), limit: TICKERS_PER_CALL }
    const question = { path, query, what: `GET ${path}` }
    const reply = await (tier === 'live'
      ? requestRequired(ctx, namedMarketsReply, question)
      : requestOptional(ctx, namedMarketsReply, question))
    for (const [index, market] of (reply?.markets ?? []).entries()) {
      assertHonoured(part.includes(market.ticker), question.what, `markets[${index}].ticker`, market.ticker)
      found.set(market.ticker, { market, tier, what: question.what })
    }
  }
  return found
}

/** Returns the markets by ticker. Each tier is called once, for the tickers that the previous one lacks. */
export async function findMarkets(
  tickers: readonly string[],
  ctx: VenueContext,
): Promise<ReadonlyMap<string, FoundMarket>> {
  const found = new Map<string, FoundMarket>()
  for (const tier of tiers) {
    const missing = tickers.filter((ticker) => !found.has(ticker))
    for (const [ticker, market] of await findAmong(missing, tier, ctx)) found.set(ticker, market)
  }
  return found
}

/** The meaning of an outcome id, with the market when resolving the id has already fetched it. */
export interface ResolvedOutcome {
  readonly ref: OutcomeRef
  readonly found?: FoundMarket
}

/**
 * Resolves outcome ids, all ambiguous ones in one call, and caches the results. An unambiguous id is not looked up: its use shows
 * whether its market exists.
 * @returns by the ids as given; invalid and unknown ids are missing
 */
export async function resolveOutcomes(
  ids: readonly string[],
  ctx: VenueContext,
): Promise<ReadonlyMap<string, ResolvedOutcome>> {
  const resolved = new Map<string, ResolvedOutcome>()
  const open: OpenReading[] = []
  for (const id of ids) {
    const reading = readOutcomeId(id)
    if (reading === undefined) continue
    const ref = reading.kind === 'certain' ? reading.ref : ctx.memo.get(outcomeKey, reading.full)
    if (ref !== undefined) resolved.set(id, { ref })
    else if (reading.kind === 'ambiguous') open.push({ id, reading })
  }
  for (const [id, outcome] of await settleReadings(open, ctx)) resolved.set(id, outcome)
  return resolved
}

interface OpenReading {
  readonly id: string
  readonly reading: OutcomeReading
}

/** An outcome with its market. */
export interface FoundOutcome {
  readonly ref: OutcomeRef
  readonly found: FoundMarket
}

/** Resolves the readings by their ids, with one call per tier, for those that the previous tier lacks. */
async function settleReadings(
  readings: readonly OpenReading[],
  ctx: VenueContext,
): Promise<ReadonlyMap<string, FoundOutcome>> {
  const settled = new Map<string, FoundOutcome>()
  let open = readings
  for (const tier of tiers) {
    const markets = await findAmong(tickersOf(open), tier, ctx)
    open = open.filter(({ id, reading }) => {
      const ref = resolveReading(reading, (ticker) => markets.has(ticker))
      const found = ref && markets.get(ref.ticker)
      if (ref === undefined || found === undefined) return true
      if (reading.kind === 'ambiguous') ctx.memo.set(outcomeKey, reading.full, ref)
      settled.set(id, { ref, found })
      return false
    })
  }
  return settled
}

/** Returns all tickers that the readings can mean. */
function tickersOf(readings: readonly OpenReading[]): string[] {
  const all = readings.flatMap(({ reading }) =>
    reading.kind === 'certain' ? [reading.ref.ticker] : [reading.full, reading.stripped],
  )
  return [...new Set(all)]
}

/** Reads outcome ids from their texts alone; invalid ids are missing. */
function readingsOf(ids: readonly string[]): OpenReading[] {
  return ids.flatMap((id) => {
    const reading = readOutcomeId(id)
    return reading === undefined ? [] : [{ id, reading }]
  })
}

/** Whether all ids can be outcome ids, and one list call per tier takes all tickers that they can mean. */
export function fitInOneList(ids: readonly string[]): boolean {
  const readings = readingsOf(ids)
  return readings.length === ids.length && tickersOf(readings).length <= TICKERS_PER_CALL
}

/** Fetches the markets and sides of outcome ids that {@link fitInOneList}; ids that no list has are missing. */
export function findOutcomeMarkets(
  ids: readonly string[],
  ctx: VenueContext,
): Promise<ReadonlyMap<string, FoundOutcome>> {
  return settleReadings(readingsOf(ids), ctx)
}

/** Resolves one id, or undefined if it is invalid or unknown. */
async function resolveOutcome(id: string, ctx: VenueContext): Promise<ResolvedOutcome | undefined> {
  const resolved = await resolveOutcomes([id], ctx)
  return resolved.get(id)
}

/** Fetches the market and side of an outcome, or undefined if the venue has none. */
export async function findOutcomeMarket(id: string, ctx: VenueContext): Promise<FoundOutcome | undefined> {
  const resolved = await resolveOutcome(id, ctx)
  if (resolved === undefined) return undefined
  const found = resolved.found ?? (await findMarket(resolved.ref.ticker, ctx))
  return found && { ref: resolved.ref, found }
}
