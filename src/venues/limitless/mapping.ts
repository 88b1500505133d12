import { toIso } from '../../api/times/instant.js'
import type { EventRow, MarketRow, Status } from '../../venue-kit/contract/venue.js'
import { expectSomewhere } from '../../venue-kit/payload/payload.js'
import { toSourceMetadata } from '../../venue-kit/payload/raw-fields.js'
import { convertRows } from '../../venue-kit/requests/map-rows.js'
import {
  complementPrice,
  type OutcomeDraft,
  omitUndefined,
  sumKnown,
  toUnifiedMarket,
} from '../../venue-kit/unify/unified-market.js'
import { readMarketSettlement } from './native/market-settlement.js'
import { type LastPrices, noLastPrices, type PricePair, pricesOf, quotesOf } from './native/prices.js'
import { isOpen, isPooled, type Tokens, tokensOf } from './native/tokens.js'
import { promoted } from './promoted.js'
import type { NativeLeaf, NativeMarket } from './schemas.js'

const SITE = 'https://limitless.exchange'

/** Tick size of every market of the book; no payload has it (README.md). */
const TICK = 0.001

/** Facts of a group that its markets need. */
export interface GroupFacts {
  readonly slug: string
  readonly title: string
  readonly category: string | undefined
  readonly tags: readonly string[] | undefined
  readonly image: string | undefined
}

export function groupFactsOf(native: NativeLeaf): GroupFacts {
  return {
    slug: native.slug,
    title: native.title,
    category: native.categories?.[0],
    tags: native.tags,
    image: native.logo ?? native.imageUrl,
  }
}

/**
 * Converts a native event: a group with its children, or a stand-alone market that is its own event. Volumes are USD since
 * listing; the venue reports none of 24 h.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when a market contradicts itself
 */
export function toEventRow(native: NativeMarket, what: string, last: LastPrices = noLastPrices): EventRow {
  const children = native.markets
  const group = children === undefined ? undefined : groupFactsOf(native)
  const markets =
    children === undefined
      ? [toMarketRow(native, what, undefined, last)]
      : convertRows(children, 'markets', (child) => toMarketRow(child, what, group, last))
  return omitUndefined<EventRow>({
    status: statusOf(native),
    startsAt: native.createdAt,
    markets,
    event: omitUndefined<EventRow['event']>({
      id: native.slug,
      title: native.title,
      description: native.description ?? '',
      slug: native.slug,
      url: pageOf(native.slug),
      volume: native.volumeFormatted ?? sumKnown((children ?? []).map((child) => child.volumeFormatted)),
      image: imageOf(native),
      category: native.categories?.[0],
      tags: native.tags,
      sourceExchange: 'limitless',
      sourceMetadata: toSourceMetadata(native, promoted.event, metadataOf(native)),
    }),
  })
}

/**
 * Converts a market.
 * @param group its group; without it the market stands alone
 * @param last prices of last trades, for books without a mid price
 * @throws EXCHANGE_NOT_AVAILABLE (drift) for a market of the book without tokens, and for impossible prices
 */
export function toMarketRow(
  native: NativeLeaf,
  what: string,
  group?: GroupFacts,
  last: LastPrices = noLastPrices,
): MarketRow {
  const status = statusOf(native)
  return omitUndefined<MarketRow>({
    status,
    startsAt: native.createdAt,
    market: toUnifiedMarket('limitless', {
      marketId: native.slug,
      eventId: group?.slug ?? native.groupSlug ?? native.slug,
      // The title of a child is only its outcome, such as a date.
      title: group === undefined ? native.title : `${group.title} - ${native.title}`,
      description: native.description,
      slug: native.slug,
      outcomes: toOutcomes(
        native,
        tokensOf(native, what),
        pricesOf(native, what) ?? pairOf(last.get(native.slug)),
      ),
      yesIndex: 0,
      quotes: status === 'active' ? quotesOf(native) : undefined,
      candidate: group === undefined ? undefined : native.title,
      resolvesAt: native.expirationTimestamp,
      volume: native.volumeFormatted,
      liquidity: native.liquidityFormatted,
      openInterest: native.openInterestFormatted,
      url: pageOf(group?.slug ?? native.slug),
      image: native.logo ?? native.imageUrl ?? group?.image ?? imageOf(native),
      category: native.categories?.[0] ?? group?.category,
      tags: native.tags ?? group?.tags,
      tickSize: isPooled(native) ? undefined : TICK,
      nativeStatus: native.status,
      isOver: native.expired,
      // The venue looks up a pool by its address; a market of the book has only its condition.
      contractAddress: native.address ?? native.conditionId,
      metadata: toSourceMetadata(native, promoted.market, metadataOf(native)),
      settlement: readMarketSettlement(native, tokensOf(native, what)),
    }),
  })
}

/** Returns the status: a market that is not tradable is closed, decided or not. */
export function statusOf(native: NativeLeaf): Status {
  return isOpen(native) ? 'active' : 'closed'
}

function toOutcomes(
  native: NativeLeaf,
  tokens: Tokens | undefined,
  prices: PricePair | undefined,
): OutcomeDraft[] {
  if (tokens === undefined) return []
  // YES of a recurring price market is Up (README.md); the payload does not contain it.
  const [yes, no] = /\bup or down\b/i.test(native.title) ? ['Up', 'Down'] : ['Yes', 'No']
  const outcome = (outcomeId: string, label: string, price: number | undefined): OutcomeDraft => ({
    outcomeId,
    label,
    price,
    metadata: { clobTokenId: outcomeId },
  })
  return [outcome(tokens.yes, yes ?? 'Yes', prices?.[0]), outcome(tokens.no, no ?? 'No', prices?.[1])]
}

function pairOf(yesPrice: number | undefined): PricePair | undefined {
  return yesPrice === undefined ? undefined : [yesPrice, complementPrice(yesPrice)]
}

function pageOf(slug: string): string {
  return `${SITE}/markets/${encodeURIComponent(slug)}`
}

function imageOf({ logo, imageUrl, slug }: NativeLeaf): string {
  return logo ?? imageUrl ?? `${SITE}/api/og?slug=${encodeURIComponent(slug)}`
}

function metadataOf(native: NativeLeaf): Record<string, unknown> {
  return omitUndefined<Record<string, unknown>>({
    volumeUnit: 'usd',
    nativeStatus: native.status,
    expired: native.expired,
    winningOutcomeIndex: native.winningOutcomeIndex,
    tradeType: native.tradeType,
    automationType: native.automationType,
    collateral: native.collateralToken?.symbol,
    proxyTitle: native.proxyTitle,
    stableSlug: native.stableSlug,
    startDate: native.startAt === undefined ? undefined : toIso(native.startAt),
    strikePrice: native.metadata?.openPrice,
    conditionId: native.conditionId,
    negRiskRequestId: native.negRiskRequestId,
    exchangeAddress: native.venue?.exchange,
    negRiskAdapter: native.venue?.adapter,
    feeModule: native.venue?.feeModule,
    feeModuleType: native.venue?.feeModuleType,
    // Present only where it is false: elsewhere takers pay.
    fee: native.metadata?.fee === false ? false : undefined,
    externalProvider: native.metadata?.externalProvider,
    externalSlug: native.metadata?.externalSlug,
  })
}

/**
 * Checks a page for fields that a single market may lack but a page never lacks.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when the venue seems to have renamed one
 */
export function assertPage(rows: readonly NativeMarket[], what: string, at: string): void {
  expectSomewhere(rows, ['createdAt', 'volumeFormatted', 'expirationTimestamp'], what, at)
  const leaves = rows.flatMap((row): readonly NativeLeaf[] => row.markets ?? [row])
  expectSomewhere(leaves, ['createdAt', 'volumeFormatted', 'collateralToken'], what, at)
  const open = leaves.filter((leaf) => statusOf(leaf) === 'active')
  expectSomewhere(open, ['prices'], what, at)
  const booked = open.filter((leaf) => leaf.tokens !== undefined)
  expectSomewhere(booked, ['tradePrices.buy.market', 'tradePrices.sell.market', 'conditionId'], what, at)
  const decided = leaves.filter((leaf) => leaf.status === 'RESOLVED')
  expectSomewhere(decided, ['winningOutcomeIndex'], what, at)
}
