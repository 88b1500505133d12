import { toIso } from '../../api/times/instant.js'
import type { EventRow, MarketRow } from '../../venue-kit/contract/venue.js'
import { createSchemaMismatch } from '../../venue-kit/payload/payload.js'
import { toSourceMetadata } from '../../venue-kit/payload/raw-fields.js'
import { convertRows } from '../../venue-kit/requests/map-rows.js'
import {
  type OutcomeDraft,
  omitUndefined,
  sumKnown,
  toUnifiedMarket,
} from '../../venue-kit/unify/unified-market.js'
import { packMarketSlug } from './ids.js'
import { readMarketSettlement } from './native/market-settlement.js'
import type { LastPrices, Volumes } from './native/request.js'
import { isSettled, statusOfEvent, statusOfMarket } from './native/states.js'
import { promoted } from './promoted.js'
import type { NativeContract, NativeEvent, NativeMarket } from './schemas.js'

const LACKS_CONTRACT = 'one of its contracts cannot be read'

const SITE = 'https://smarkets.com'

/** A market with the data from its other calls. */
export interface CompleteMarket {
  readonly market: NativeMarket
  /** In the venue's order. */
  readonly contracts: readonly NativeContract[]
  /** The problem of a further, unreadable contract. */
  readonly lacking?: string | undefined
}

/** Prices and volumes of many markets, by contract and by market. */
export interface Figures {
  readonly lastPrices: LastPrices
  readonly volumes: Volumes
}

/**
 * Converts a market. Volume is in GBP, and counts the stakes and liabilities of both sides since the listing.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when one of its contracts could not be read, because without that outcome the market
 * would still look complete
 */
export function toMarketRow(
  { market, contracts, lacking }: CompleteMarket,
  event: NativeEvent,
  { lastPrices, volumes }: Figures,
): MarketRow {
  if (lacking !== undefined)
    throw createSchemaMismatch(
      `GET /markets/${market.id}/contracts/`,
      'contracts',
      `${LACKS_CONTRACT}: ${lacking}`,
    )
  const outcomes = contracts.map((contract) => toOutcome(contract, market, lastPrices))
  const yesIndex = yesIndexOf(contracts)
  const category = categoryOf(event)
  return omitUndefined<MarketRow>({
    status: statusOfMarket(market, event),
    startsAt: market.created ?? event.created,
    market: toUnifiedMarket('smarkets', {
      marketId: market.id,
      eventId: event.id,
      title: titleOf(market, event),
      description: market.description ?? market.name,
      slug: packMarketSlug(event.slug, market.slug),
      outcomes,
      ...(yesIndex === undefined ? {} : { yesIndex }),
      resolvesAt: resolvesAt(event),
      volume: volumes.get(market.id),
      url: pageOf(event),
      category,
      tags: [...new Set([category, market.category, ...(market.categories ?? [])])].filter(
        (tag) => tag !== undefined,
      ),
      nativeStatus: market.state,
      isOver: statusOfMarket(market, event) === 'closed',
      metadata: toSourceMetadata(market, promoted.market, {
        name: market.name,
        slug: market.slug,
        marketType: market.market_type?.name,
        marketTypeParam: market.market_type?.param,
        winnerCount: market.winner_count,
        complete: market.complete,
        betDelaySeconds: market.bet_delay,
        eventState: event.state,
        volumeUnit: volumes.has(market.id) ? 'GBP' : undefined,
        resolutionDateNote: resolutionNote(event),
      }),
      settlement: readMarketSettlement(market, contracts, statusOfMarket(market, event)),
    }),
  })
}

/** Converts an event with its markets. Its volume is the sum of theirs. */
export function toEventRow(
  event: NativeEvent,
  markets: readonly CompleteMarket[],
  figures: Figures,
): EventRow {
  const category = categoryOf(event)
  return omitUndefined<EventRow>({
    status: statusOfEvent(event),
    startsAt: event.created,
    markets: convertRows(markets, 'markets', (whole) => toMarketRow(whole, event, figures)),
    event: omitUndefined<EventRow['event']>({
      id: event.id,
      title: event.name,
      description: event.description ?? '',
      slug: event.slug,
      url: pageOf(event),
      volume: sumKnown(markets.map(({ market }) => figures.volumes.get(market.id))),
      category,
      tags: [category],
      sourceExchange: 'smarkets',
      sourceMetadata: toSourceMetadata(event, promoted.event, {
        state: event.state,
        fullSlug: event.full_slug,
        shortName: event.short_name,
        parentId: event.parent_id,
        scope: typeof event.type === 'string' ? undefined : event.type.scope,
        startsAt: event.start_datetime === undefined ? undefined : toIso(event.start_datetime),
        inplayEnabled: event.inplay_enabled,
        volumeUnit: 'GBP',
      }),
    }),
  })
}

/** Returns the page by its path in the site's tree, or otherwise by its number. */
function pageOf({ full_slug: place, id, slug }: NativeEvent): string {
  return SITE + (place ?? `/event/${id}/${slug}`)
}

/** The text between an event's name and its market's name. */
export const TITLE_JOINT = ': '

/** Returns the title. All markets of a match share its name, so each one adds its own name. */
function titleOf(market: NativeMarket, event: NativeEvent): string {
  return market.name === '' || market.name === event.name
    ? event.name
    : `${event.name}${TITLE_JOINT}${market.name}`
}

/** Payouts of a decided contract. Those of a dead heat, a reduction and a void are not reported here. */
const payouts: Partial<Record<NativeContract['state_or_outcome'], number>> = { winner: 1, loser: 0 }
const tradingStates: ReadonlySet<string> = new Set(['new', 'open', 'live', 'halted'])

function toOutcome(contract: NativeContract, market: NativeMarket, lastPrices: LastPrices): OutcomeDraft {
  const state = contract.state_or_outcome
  const paid = payouts[state]
  const last = tradingStates.has(state) && !isSettled(market) ? lastPrices.get(contract.id) : undefined
  const source = paid !== undefined ? 'settlement' : last !== undefined ? 'last_trade' : undefined
  return {
    outcomeId: contract.id,
    label: contract.name,
    price: paid ?? last?.price,
    metadata: omitUndefined<Record<string, unknown>>({
      state,
      contractType: contract.contract_type?.name,
      contractTypeParam: contract.contract_type?.param,
      slug: contract.slug,
      priceSource: source,
      priceAt: source === 'last_trade' && last?.at !== undefined ? toIso(last.at) : undefined,
      reductionFactor: contract.reduction_factor,
      outcomeAt: contract.outcome_timestamp === undefined ? undefined : toIso(contract.outcome_timestamp),
    }),
  }
}

const yesTypes = new Set(['YES', 'OVER', 'HOME'])
const noTypes = new Set(['NO', 'UNDER', 'AWAY'])

/** Returns the yes side by the contracts' types, which stay the same when names change. If undefined, the names decide. */
function yesIndexOf(contracts: readonly NativeContract[]): 0 | 1 | undefined {
  const [a, b] = contracts.map((contract) => contract.contract_type?.name ?? '')
  if (a === undefined || b === undefined || contracts.length !== 2) return undefined
  if (yesTypes.has(a) || noTypes.has(b)) return 0
  return yesTypes.has(b) || noTypes.has(a) ? 1 : undefined
}

/** Suffixes of the older one-word types. For example, `football_match` is football. */
const TYPE_ENDING = /_(match|race|outright|game|fight|event)$/

function categoryOf({ type }: NativeEvent): string {
  return typeof type === 'string' ? type.replace(TYPE_ENDING, '') : type.domain
}

function resolvesAt(event: NativeEvent): number | undefined {
  return event.end_date ?? event.start_datetime
}

/** Returns a note, because the venue announces no settlement time (README.md). */
function resolutionNote(event: NativeEvent): string | undefined {
  if (event.end_date !== undefined) return 'the last day of the event'
  return event.start_datetime === undefined ? undefined : 'the start of the event, after which it resolves'
}
