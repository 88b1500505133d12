import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { createSchemaMismatch, expectSomewhere } from '../../../venue-kit/payload/payload.js'
import { readLastPrices } from '../../../venue-kit/requests/last-prices.js'
import { readList } from '../../../venue-kit/requests/map-rows.js'
import { complementPrice, roundPrice } from '../../../venue-kit/unify/unified-market.js'
import { coinOf, type SideRef } from '../ids.js'
import {
  type AssetContext,
  allMids,
  assetContexts,
  type NativeOutcome,
  outcomeContextsOf,
} from '../schemas.js'
import { COMMON_WEIGHT, LIGHT_WEIGHT, nameOf, requestInfoList, sendInfo } from './info.js'
import { readRecentTrades } from './recent-trades.js'

/** Mid prices of books by coin; a coin without a two-sided book is missing. */
export type Mids = Readonly<Record<string, number>>

/** Prices and statistics of all outcomes at one time. */
export interface Quotes {
  readonly mids: Mids
  readonly contexts: ReadonlyMap<string, AssetContext>
  /** Prices of last trades by coin, for first sides without a two-sided book. */
  readonly last?: ReadonlyMap<string, number>
}

/** Maximum number of last prices of a list: trades take one call per coin, with a tenth of the weight per minute. */
const MAX_LAST_PRICES = 6

/** Minimum number of outcomes without any price that proves a renamed member. */
const ENOUGH_OUTCOMES = 5

/** Fetches the mid prices of all outcome books. */
export function fetchMids(ctx: VenueContext): Promise<Mids> {
  return requestInfoList(ctx, allMids, { body: { type: 'allMids' }, weight: LIGHT_WEIGHT })
}

/** Statistics that single rows may lack, but never all of them. */
const usual = ['midPx', 'markPx', 'prevDayPx', 'dayBaseVlm', 'circulatingSupply'] as const

async function fetchContexts(ctx: VenueContext): Promise<readonly AssetContext[]> {
  const type = 'spotMetaAndAssetCtxs'
  const payload = await sendInfo(ctx, { body: { type }, weight: COMMON_WEIGHT })
  const rows = readList(assetContexts, payload, nameOf(type), ctx)
  expectSomewhere(outcomeContextsOf(payload), usual, nameOf(type), '[1]')
  return rows
}

/**
 * Fetches prices and statistics, with one call for each.
 * @param outcomeCount outcomes that trade, to detect when none of them has a price any more
 */
export async function fetchQuotes(outcomeCount: number, ctx: VenueContext): Promise<Quotes> {
  const [mids, rows] = await Promise.all([fetchMids(ctx), fetchContexts(ctx)])
  const contexts = new Map(rows.map((row) => [row.coin, row]))
  const quotes = { mids, contexts }
  if (outcomeCount >= ENOUGH_OUTCOMES && Object.keys(mids).length === 0) {
    throw createSchemaMismatch(nameOf('allMids'), '#*', `none of ${outcomeCount} outcomes has a price`)
  }
  return quotes
}

/**
 * Returns the mid price of a side's book. Without a two-sided book the venue's mark is a placeholder. The price of the
 * last trade then replaces it where it was read, for the second side its complement. Otherwise undefined.
 */
export function priceOf(ref: SideRef, quotes: Quotes): number | undefined {
  const mid = midOf(ref, quotes)
  if (mid !== undefined || quotes.last === undefined || ref.side > 1) return mid
  const first = quotes.last.get(coinOf({ outcome: ref.outcome, side: 0 }))
  return first === undefined || ref.side === 0 ? first : complementPrice(first)
}

function midOf(ref: SideRef, { mids, contexts }: Quotes): number | undefined {
  const coin = coinOf(ref)
  return mids[coin] ?? contexts.get(coin)?.midPx
}

/** Adds last prices of the pairs without a mid price that were traded, the most traded first. */
export async function withLastPrices(
  outcomes: readonly NativeOutcome[],
  quotes: Quotes,
  ctx: VenueContext,
): Promise<Quotes> {
  const refs = outcomes
    .filter(({ sideSpecs }) => sideSpecs.length === 2)
    .map(({ outcome }): SideRef => ({ outcome, side: 0 }))
  const volumeOf = ({ outcome }: SideRef): number => volume24hOf(outcome, quotes) ?? 0
  const unpriced = refs
    .filter((ref) => midOf(ref, quotes) === undefined && midOf({ ...ref, side: 1 }, quotes) === undefined)
    .filter((ref) => volumeOf(ref) > 0)
    .sort((a, b) => volumeOf(b) - volumeOf(a))
  const read = async (ref: SideRef): Promise<number | undefined> => (await readRecentTrades(ref, ctx))[0]?.px
  const last = await readLastPrices(unpriced, { most: MAX_LAST_PRICES, keyOf: coinOf, read }, ctx)
  return last.size === 0 ? quotes : { ...quotes, last }
}

/**
 * Returns the change of the venue's mark over 24 h, or undefined without a mark now or then (a `prevDayPx` of 0 means
 * none).
 */
export function changeOf(ref: SideRef, { contexts }: Quotes): number | undefined {
  const row = contexts.get(coinOf(ref))
  if (row?.midPx === undefined || row.markPx === undefined) return undefined
  return row.prevDayPx === undefined || row.prevDayPx === 0
    ? undefined
    : roundPrice(row.markPx - row.prevDayPx)
}

/** Returns the contracts traded in 24 h: both sides report the same number, which must not be added. */
export function volume24hOf(outcome: number, { contexts }: Quotes): number | undefined {
  return contexts.get(coinOf({ outcome, side: 0 }))?.dayBaseVlm
}

/** Returns the held contracts of the first side. */
export function openInterestOf(outcome: number, { contexts }: Quotes): number | undefined {
  return contexts.get(coinOf({ outcome, side: 0 }))?.circulatingSupply
}
