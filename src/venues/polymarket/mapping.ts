import { toIsoIfKnown } from '../../api/times/instant.js'
import type { EventRow, MarketRow, Status } from '../../venue-kit/contract/venue.js'
import { createSchemaMismatch, expectSomewhere } from '../../venue-kit/payload/payload.js'
import { toSourceMetadata } from '../../venue-kit/payload/raw-fields.js'
import { convertRows } from '../../venue-kit/requests/map-rows.js'
import {
  createKnownReader,
  type OutcomeDraft,
  omitUndefined,
  sumKnown,
  toUnifiedMarket,
} from '../../venue-kit/unify/unified-market.js'
import { readMarketSettlement } from './native/market-settlement.js'
import { conditionSpellingsOf, outcomeIdsOf, protocolOf } from './native/protocol.js'
import { promoted } from './promoted.js'
import type { GammaEvent, GammaMarket, ParentEvent } from './schemas.js'

// Used for every row of the largest lists.
const knownRow = createKnownReader<EventRow>()
const knownEvent = createKnownReader<EventRow['event']>()
const knownMarketRow = createKnownReader<MarketRow>()
/** Native data of an event and of a market. */
const knownOfEvent = createKnownReader<Record<string, unknown>>()
const knownOfMarket = createKnownReader<Record<string, unknown>>()

export const SITE = 'https://polymarket.com'

/** The event's data that its markets need. */
interface EventFacts
  extends Pick<
    ParentEvent,
    'id' | 'slug' | 'title' | 'description' | 'image' | 'category' | 'closed' | 'archived'
  > {
  /** The labels of its tags. */
  readonly labels: string[] | undefined
}

/**
 * Converts a Gamma event with its markets. Markets that were never deployed are left out. Volumes are in USD. The event's volume
 * is the venue's own, or the sum over its markets if the venue reports none.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when a market contradicts itself, (`unknown_protocol`) for one with an unknown protocol,
 * which lists leave out before (native/unknown-markets.ts)
 */
export function toEventRow(event: GammaEvent, what: string): EventRow {
  const named = (event.markets ?? []).filter(isNamed)
  const labels = labelsOf(event.tags)
  const facts = { ...event, labels }
  const markets = convertRows(named, 'markets', (market) => toMarketRow(market, what, facts))
  const native = event.markets ?? []
  return knownRow({
    status: event.closed || event.archived === true ? 'closed' : 'active',
    startsAt: event.startDate ?? event.creationDate ?? event.createdAt,
    markets,
    event: knownEvent({
      id: event.id,
      title: event.title,
      description: event.description ?? '',
      slug: event.slug,
      url: eventUrl(event.slug),
      volume24h: event.volume24hr ?? sumKnown(native.map((market) => market.volume24hr)),
      volume: event.volume ?? sumKnown(native.map((market) => market.volume ?? market.volumeNum)),
      image: event.image ?? openGraphImage(event.slug),
      category: event.category ?? labels?.[0],
      tags: labels,
      sourceExchange: 'polymarket',
      sourceMetadata: toSourceMetadata(event, promoted.event, eventMetadata(event)),
    }),
  })
}

/**
 * Converts a Gamma market, or undefined for one that was never deployed, which has neither prices nor orders (README.md).
 * @param event the event that listed it; without it, the market's own data about its event is used
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when it accepts orders without outcomes or their ids, or its lists differ in
 * length; (`unknown_protocol`) when its protocol is unknown
 */
export function toMarketRow(market: GammaMarket, what: string, event?: EventFacts): MarketRow | undefined {
  if (market.conditionId === '') return undefined
  const outcomes = toOutcomes(market, what)
  if (outcomes === undefined) return undefined
  const [listed] = market.events ?? []
  const parent = event ?? (listed && { ...listed, labels: labelsOf(listed.tags) })
  const labels = parent?.labels ?? labelsOf(market.tags)
  const status = marketStatus(market, parent)
  const widths = conditionSpellingsOf(market.conditionId)
  return knownMarketRow({
    status,
    aliases: widths.length === 1 ? undefined : widths,
    startsAt: market.startDate ?? market.acceptingOrdersTimestamp ?? market.createdAt,
    market: toUnifiedMarket('polymarket', {
      marketId: market.id,
      eventId: parent?.id,
      title: titleOf(market, parent?.title),
      description: market.description ?? parent?.description,
      slug: market.slug,
      outcomes,
      quotes: quotesOf(market, status),
      candidate: market.groupItemTitle?.trim() || undefined,
      resolvesAt: market.endDate,
      volume24h: market.volume24hr,
      volume: market.volume ?? market.volumeNum,
      liquidity: market.liquidity ?? market.liquidityNum,
      url: marketUrl(market.slug, parent?.slug),
      image: market.image ?? parent?.image ?? openGraphImage(parent?.slug),
      // Only events before about 2023 have a category of their own; the first tag replaces it, as upstream does.
      category: parent?.category ?? labels?.[0] ?? market.category,
      tags: labels,
      tickSize: market.orderPriceMinTickSize,
      nativeStatus: market.archived === true ? 'archived' : isNamed(market) ? status : 'inactive',
      contractAddress: market.conditionId,
      metadata: toSourceMetadata(market, promoted.market, marketMetadata(market)),
      settlement: settlementOf(market, status, outcomes),
    }),
  })
}

/** A placeholder for an unnamed outcome has not opened, and has no settlement. */
function settlementOf(market: GammaMarket, status: Status, outcomes: readonly OutcomeDraft[]) {
  if (status === 'active' || !isNamed(market)) return undefined
  return readMarketSettlement(
    market,
    outcomes.map(({ outcomeId }) => outcomeId),
  )
}

/**
 * Whether a market is more than a placeholder for an unnamed outcome. The venue's site and its list of open markets leave
 * placeholders out, and so do lists derived from events. They can be found by id.
 */
export function isNamed({ active, closed }: Pick<GammaMarket, 'active' | 'closed'>): boolean {
  return active !== false || closed
}

/**
 * Returns the status. `active` stays true after a market has closed and is false only on placeholders, which cannot be traded
 * yet. `closed` and `archived` decide, and for v2 the resolution does too. An event closes with all its markets, sometimes before
 * their own flags change.
 */
function marketStatus(market: GammaMarket, event: EventFacts | undefined): Status {
  const over =
    !isNamed(market) ||
    market.closed ||
    market.archived === true ||
    market.resolutionStatus === 'resolved' ||
    event?.closed === true ||
    event?.archived === true
  return over ? 'closed' : 'active'
}

/** Whether a market has an order book but no named outcomes yet. It is being deployed, and is in no list. */
export function isBeingDeployed(market: GammaMarket): boolean {
  const { closed, enableOrderBook, clobTokenIds, positionIds } = market
  const ids = protocolOf(market) === undefined ? (positionIds ?? clobTokenIds) : outcomeIdsOf(market)
  return !closed && enableOrderBook === true && ids === undefined
}

/** Undefined when the market {@link isBeingDeployed}. */
function toOutcomes(market: GammaMarket, what: string): OutcomeDraft[] | undefined {
  const { outcomes: labels } = market
  const ids = outcomeIdsOf(market)
  const named = protocolOf(market) === 'v2' ? 'positionIds' : 'clobTokenIds'
  const at = `market ${market.id}`
  const takesOrders = market.acceptingOrders === true && !market.closed
  if (takesOrders && labels === undefined)
    throw createSchemaMismatch(what, `${at}.outcomes`, 'an open market has none')
  if (takesOrders && (ids === undefined || ids.includes(''))) {
    throw createSchemaMismatch(
      what,
      `${at}.${named}`,
      'a market that accepts orders has no id for an outcome',
    )
  }
  if (isBeingDeployed(market)) return undefined
  if (labels === undefined) return []
  const prices = pricesOf(market)
  for (const [name, parallel] of Object.entries({
    [named]: ids,
    outcomePrices: market.outcomePrices,
  })) {
    if (parallel !== undefined && parallel.length !== labels.length) {
      throw createSchemaMismatch(
        what,
        `${at}.${name}`,
        `${parallel.length} values for ${labels.length} outcomes`,
      )
    }
  }
  return labels.map((label, index) => toOutcome(market, label, index, ids?.[index], prices?.[index]))
}

function toOutcome(
  market: GammaMarket,
  label: string,
  index: number,
  id: string | undefined,
  price: number | undefined,
): OutcomeDraft {
  const isPair = market.outcomes?.length === 2
  const change = market.oneDayPriceChange
  const isNameless = id === undefined || id === ''
  return {
    // Markets of 2020 to 2022 had no order book, and none of their members is an outcome id. A bare index would be ambiguous
    // between all such markets.
    outcomeId: isNameless ? `${market.id}:${index}` : id,
    label,
    price,
    // Reported for the first outcome; the other side of a pair changes by the same amount with the opposite sign.
    priceChange24h: change === undefined || !isPair ? undefined : index === 0 ? change : 0 - change,
    metadata: isNameless ? undefined : protocolOf(market) === 'v2' ? { positionId: id } : { clobTokenId: id },
  }
}

/** Returns the quotes of the first outcome while orders are accepted. Afterwards the venue still returns the last quotes. */
function quotesOf({ bestBid, bestAsk, acceptingOrders }: GammaMarket, status: Status) {
  return status === 'active' && acceptingOrders === true ? { bid: bestBid, ask: bestAsk } : undefined
}

/**
 * Returns the prices. Closed markets were observed with 0 for every outcome, and with 1 for every outcome. Outcomes can neither
 * all be worth nothing nor all pay 1, so these are not prices.
 */
function pricesOf(market: GammaMarket): GammaMarket['outcomePrices'] {
  const prices = market.outcomePrices
  const [first] = prices ?? []
  const isEnd = first === 0 || first === 1
  if (prices === undefined || (isEnd && prices.every((price) => price === first))) return undefined
  return isStandIn(market) ? undefined : prices
}

/**
 * Whether 0.5 is a placeholder for a price: on placeholders, and on open markets without trades while a side of their book is
 * empty (README.md). A closed market may have paid a half.
 */
function isStandIn(market: GammaMarket): boolean {
  if (!isNamed(market)) return true
  const isHalved = market.outcomePrices?.every((price) => price === 0.5) === true
  if (market.closed || !isHalved || (market.volume ?? market.volumeNum ?? 0) > 0) return false
  const { bestBid = 0, bestAsk = 1 } = market
  return bestBid <= 0 || bestAsk >= 1
}

/** The text between the event's title and the question. */
export const TITLE_JOINT = ' - '

/**
 * Returns the event's title followed by the question, as clients of the hosted service expect, or only one of them if they are
 * equal.
 */
function titleOf({ question, slug, id }: GammaMarket, eventTitle: string | undefined): string {
  if (question === undefined) return eventTitle ?? slug ?? id
  return eventTitle === undefined || eventTitle === question
    ? question
    : `${eventTitle}${TITLE_JOINT}${question}`
}

function eventUrl(slug: string): string {
  return `${SITE}/event/${encodeURIComponent(slug)}`
}

function marketUrl(slug: string | undefined, eventSlug: string | undefined): string {
  if (eventSlug !== undefined) return eventUrl(eventSlug)
  return slug === undefined ? SITE : `${SITE}/market/${encodeURIComponent(slug)}`
}

function openGraphImage(slug: string | undefined): string | undefined {
  return slug === undefined ? undefined : `${SITE}/api/og?slug=${encodeURIComponent(slug)}`
}

type Tags = GammaEvent['tags']

function labelsOf(tags: Tags): string[] | undefined {
  return tags?.flatMap((tag) => tag.label ?? [])
}

function eventMetadata(event: GammaEvent): Record<string, unknown> {
  return knownOfEvent({
    volumeUnit: 'usd',
    startDate: toIsoIfKnown(event.startDate),
    endDate: toIsoIfKnown(event.endDate),
    closedTime: toIsoIfKnown(event.closedTime),
    liquidity: event.liquidity,
    openInterest: event.openInterest,
    negRisk: event.negRisk,
    negRiskMarketID: event.negRiskMarketID,
    resolutionSource: event.resolutionSource,
    seriesSlug: event.seriesSlug,
    series: event.series?.map((series) => omitUndefined<Record<string, unknown>>({ ...series })),
  })
}

/**
 * Collects the metadata. `bestBid`, `bestAsk` and `lastTradePrice` are the venue's data about the first outcome, but not always
 * its price.
 */
function marketMetadata(market: GammaMarket): Record<string, unknown> {
  const fees = {
    feesEnabled: market.feesEnabled,
    feeType: market.feeType,
    makerBaseFee: market.makerBaseFee,
    takerBaseFee: market.takerBaseFee,
    feeSchedule:
      market.feeSchedule === undefined
        ? undefined
        : omitUndefined<Record<string, unknown>>(market.feeSchedule),
  }
  const isSecond = market.version === 'v2'
  return knownOfMarket({
    volumeUnit: 'usd',
    conditionId: market.conditionId,
    version: market.version,
    // The list that does not hold its outcome ids: the other one does.
    clobTokenIds: isSecond ? market.clobTokenIds : undefined,
    positionIds: isSecond ? undefined : market.positionIds,
    questionID: market.questionID,
    negRisk: market.negRisk,
    negRiskMarketID: market.negRiskMarketID,
    negRiskOther: market.negRiskOther,
    enableOrderBook: market.enableOrderBook,
    acceptingOrders: market.acceptingOrders,
    startDate: toIsoIfKnown(market.startDate),
    closedTime: toIsoIfKnown(market.closedTime),
    gameStartTime: market.gameStartTime,
    umaResolutionStatus: market.umaResolutionStatus,
    resolutionStatus: market.resolutionStatus,
    resolutionSource: market.resolutionSource,
    bestBid: market.bestBid,
    bestAsk: market.bestAsk,
    lastTradePrice: market.lastTradePrice,
    minimumOrderSize: market.orderMinSize,
    groupItemTitle: market.groupItemTitle,
    groupItemThreshold: market.groupItemThreshold,
    sportsMarketType: market.sportsMarketType,
    line: market.line,
    ...fees,
  })
}

/**
 * Checks the markets of a page for fields that a single market may lack but a page never lacks. For open markets with quotes on
 * both sides, these are the prices and the liquidity. For markets that trade or have traded on a book, these are the outcomes and
 * their ids.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when the venue seems to have renamed one
 */
export function assertMarketPage(markets: readonly GammaMarket[], what: string, at: string): void {
  const deployed = markets.filter((market) => market.conditionId !== '')
  expectSomewhere(deployed, ['question'], what, at)
  const open = deployed.filter((market) => !market.closed && market.acceptingOrders === true)
  const quoted = open
    .filter((market) => market.bestBid !== undefined && market.bestAsk !== undefined)
    .map(({ outcomePrices, liquidity, liquidityNum }) => ({
      outcomePrices,
      liquidity: liquidity ?? liquidityNum,
    }))
  expectSomewhere(quoted, ['outcomePrices', 'liquidity'], what, at)
  const booked = deployed.filter((market) => market.enableOrderBook === true && market.closed)
  const traded = [...open, ...booked]
  const ofProtocol = (protocol: string) => traded.filter((market) => protocolOf(market) === protocol)
  expectSomewhere(ofProtocol('v1'), ['outcomes', 'clobTokenIds'], what, at)
  expectSomewhere(ofProtocol('v2'), ['outcomes', 'positionIds'], what, at)
}

/**
 * Checks a page of events in the same way.
 * @throws EXCHANGE_NOT_AVAILABLE (drift)
 */
export function assertEventPage(events: readonly GammaEvent[], what: string): void {
  expectSomewhere(events, ['markets'], what, 'events')
  const markets = events.flatMap((event) => event.markets ?? [])
  assertMarketPage(markets, what, 'events[*].markets')
}
