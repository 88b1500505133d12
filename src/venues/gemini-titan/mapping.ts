import { toIsoIfKnown } from '../../api/times/instant.js'
import type { EventRow, MarketRow, Status } from '../../venue-kit/contract/venue.js'
import { createSchemaMismatch, expectSomewhere } from '../../venue-kit/payload/payload.js'
import { toSourceMetadata, withRawOf } from '../../venue-kit/payload/raw-fields.js'
import { convertRows, sentIn } from '../../venue-kit/requests/map-rows.js'
import { type OutcomeDraft, omitUndefined, toUnifiedMarket } from '../../venue-kit/unify/unified-market.js'
import { feeRatesAt } from './fees.js'
import { packMarketId, packOutcomeId, pageOf } from './ids.js'
import { readMarketSettlement } from './native/market-settlement.js'
import { changeOf, pricedAt, priceFor } from './native/prices.js'
import { toRulesText } from './native/rules-text.js'
import { promoted } from './promoted.js'
import type { NativeContract, NativeEvent, NativePart } from './schemas.js'

const VENUE = 'gemini-titan'

/** A contract with an instrument, whose symbol is its id. */
type Instrument = NativeContract & { readonly instrumentSymbol: string }

/** A contract with the event that holds it, and the listed event, which differs for parts of a game. */
export interface ListedContract {
  readonly contract: Instrument
  readonly holder: NativePart
  readonly listed: NativeEvent
}

/**
 * Returns the contracts of an event and of its parts.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) for one without an instrument beyond the status approved
 */
export function contractsIn(listed: NativeEvent, what: string): ListedContract[] {
  const own = instrumentsOf(listed, what).map(
    (contract): ListedContract => ({ contract, holder: listed, listed }),
  )
  const inParts = convertRows(listed.events ?? [], 'events', (holder) =>
    instrumentsOf(holder, what).map((contract): ListedContract => ({ contract, holder, listed })),
  )
  const symbols = new Set(own.map(({ contract }) => contract.instrumentSymbol))
  return [...own, ...inParts.filter(({ contract }) => !symbols.has(contract.instrumentSymbol))]
}

function instrumentsOf({ ticker, contracts }: NativePart, what: string): Instrument[] {
  return convertRows(contracts ?? [], 'contracts', (contract): Instrument | undefined => {
    const { instrumentSymbol, status, label } = contract
    if (instrumentSymbol !== undefined) return withRawOf(contract, { ...contract, instrumentSymbol })
    if (status === 'approved') return undefined
    throw createSchemaMismatch(
      what,
      'instrumentSymbol',
      `'${label ?? '?'}' of ${ticker} is ${status} but has no instrumentSymbol`,
    )
  })
}

/**
 * Converts an event with all its contracts, including those of its parts, regardless of their state.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when a contract contradicts itself
 */
export function toEventRow(native: NativeEvent, what: string, now: number): EventRow {
  const markets = contractsIn(native, what).map((placed) => toMarketRow(placed, now))
  return omitUndefined<EventRow>({
    status: native.status === 'active' ? 'active' : 'closed',
    startsAt: eventStart(native),
    markets,
    event: omitUndefined<EventRow['event']>({
      id: native.ticker,
      title: native.title ?? native.ticker,
      description: toRulesText(native.description),
      slug: native.slug ?? native.ticker.toLowerCase(),
      url: pageOf(native.ticker),
      volume: native.volume,
      volume24h: native.volume24h,
      image: native.imageUrl,
      category: native.category,
      tags: native.tags,
      sourceExchange: VENUE,
      sourceMetadata: toSourceMetadata(native, promoted.event, {
        // Documented as dollars, but recordings match contracts (README.md).
        volumeUnit: 'unknown',
        nativeStatus: native.status,
        series: native.series,
        type: native.type,
        template: native.template,
        startTime: toIsoIfKnown(native.startTime),
        expiryDate: toIsoIfKnown(native.expiryDate),
        resolvedAt: toIsoIfKnown(native.resolvedAt),
        parts: native.events?.map(({ ticker }) => ticker),
      }),
    }),
  })
}

/** Converts a contract. A NO is the other side of the only instrument. @param now epoch ms, for the current fees */
export function toMarketRow({ contract, holder, listed }: ListedContract, now: number): MarketRow {
  const { instrumentSymbol: symbol } = contract
  const priced = pricedAt(contract)
  const name = contract.label ?? contract.abbreviatedName ?? contract.ticker
  const isOnly = isOnlyOneOf(holder)
  const isBare = name === undefined || /^yes$/i.test(name)
  const title = holder.title ?? listed.title ?? holder.ticker
  const category = holder.category ?? listed.category
  return omitUndefined<MarketRow>({
    status: statusOf(contract),
    startsAt: startOf(contract) ?? startOf(holder),
    market: toUnifiedMarket(VENUE, {
      marketId: packMarketId(symbol),
      eventId: listed.ticker,
      // A label is meaningless without its question.
      title: isBare && isOnly ? title : `${title} - ${name ?? symbol}`,
      description: toRulesText(contract.description) || toRulesText(holder.description),
      slug: symbol.toLowerCase(),
      outcomes: toOutcomes(contract, priced?.price),
      yesIndex: 0,
      quotes:
        statusOf(contract) === 'active'
          ? { bid: contract.prices?.bestBid, ask: contract.prices?.bestAsk }
          : undefined,
      candidate: isBare ? undefined : name,
      resolvesAt: contract.expiryDate ?? holder.expiryDate,
      // Reported for events only: those of an event with one contract are its contract's.
      volume: isOnly ? holder.volume : undefined,
      volume24h: isOnly ? holder.volume24h : undefined,
      liquidity: isOnly ? holder.liquidity : undefined,
      url: pageOf(listed.ticker),
      image: contract.imageUrl ?? holder.imageUrl ?? listed.imageUrl,
      category,
      tags: tagsOf(holder.tags ?? listed.tags, category),
      tickSize: positive(contract.priceIncrement),
      nativeStatus: contract.status,
      metadata: toSourceMetadata(
        contract,
        promoted.market,
        metadataOf({ contract, holder, listed }, priced?.source, now),
      ),
      settlement: readMarketSettlement(contract, holder),
    }),
  })
}

/** Returns whether orders are accepted now: an approved contract has not opened yet, and one in review has ended. */
function statusOf({ status, marketState = 'open' }: NativeContract): Status {
  return status === 'active' && marketState === 'open' ? 'active' : 'closed'
}

/** Returns the start of trading; the time of the catalog entry if that is missing. Epoch ms. */
function startOf({ effectiveDate, createdAt }: Pick<NativePart, 'effectiveDate' | 'createdAt'>) {
  return effectiveDate ?? createdAt
}

/** Returns the start of an event without a date of its own: the first of its contracts. */
function eventStart(native: NativeEvent): number | undefined {
  const starts = nativesIn(native).flatMap((contract) => startOf(contract) ?? [])
  return startOf(native) ?? (starts.length === 0 ? undefined : Math.min(...starts))
}

/** Returns the native contracts of an event and of its parts. */
function nativesIn({ contracts = [], events = [] }: NativeEvent): readonly NativeContract[] {
  return [...contracts, ...events.flatMap((part) => part.contracts ?? [])]
}

function isOnlyOneOf(event: NativeEvent): boolean {
  return sentIn(event.contracts ?? []) === 1 && (event.events ?? []).length === 0
}

function toOutcomes(contract: Instrument, yesPrice: number | undefined): OutcomeDraft[] {
  const { instrumentSymbol, label, abbreviatedName, ticker } = contract
  const isUp = /^up$/i.test(label ?? abbreviatedName ?? ticker ?? '')
  const [yes, no] = isUp ? ['Up', 'Down'] : ['Yes', 'No']
  const change = changeOf(contract)
  return [
    {
      outcomeId: packOutcomeId(instrumentSymbol, 'yes'),
      label: yes ?? 'Yes',
      price: yesPrice,
      priceChange24h: change,
      metadata: { instrumentSymbol, side: 'yes' },
    },
    {
      outcomeId: packOutcomeId(instrumentSymbol, 'no'),
      label: no ?? 'No',
      price: yesPrice === undefined ? undefined : priceFor('no', yesPrice),
      priceChange24h: change === undefined ? undefined : 0 - change,
      metadata: { instrumentSymbol, side: 'no' },
    },
  ]
}

function tagsOf(tags: readonly string[] | undefined, category: string | undefined) {
  const all = [...(tags ?? []), ...(category === undefined ? [] : [category])]
  return all.length === 0 ? undefined : [...new Set(all)]
}

function positive(value: number | undefined): number | undefined {
  return value !== undefined && value > 0 ? value : undefined
}

function metadataOf(
  { contract, holder, listed }: ListedContract,
  priceSource: string | undefined,
  now: number,
) {
  const { prices } = contract
  return omitUndefined<Record<string, unknown>>({
    instrumentSymbol: contract.instrumentSymbol,
    contractId: contract.id,
    contractTicker: contract.ticker,
    eventTicker: holder.ticker,
    series: holder.series ?? listed.series,
    volumeUnit: isOnlyOneOf(holder) ? 'unknown' : undefined,
    priceSource,
    bestBid: prices?.bestBid,
    bestAsk: prices?.bestAsk,
    lastTradePrice: prices?.lastTradePrice,
    marketState: contract.marketState,
    resolutionSide: contract.resolutionSide,
    settlementValue: contract.settlementValue,
    strike: contract.strike,
    createdAt: toIsoIfKnown(contract.createdAt),
    effectiveDate: toIsoIfKnown(contract.effectiveDate),
    resolvedAt: toIsoIfKnown(contract.resolvedAt),
    priceMinimum: contract.priceMinimum,
    quantityIncrement: contract.quantityIncrement,
    quantityMinimum: contract.quantityMinimum,
    sortOrder: contract.sortOrder,
    fees: feeRatesAt(contract.createdAt, now),
  })
}

/** Among this many open contracts some have quotes and trades; a single one may have neither. */
const MANY = 50

/**
 * Checks a page for fields that a single event or contract may lack but a page never lacks. Voided rows may have neither
 * contracts nor prices.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when the venue seems to have renamed one
 */
export function assertPage(rows: readonly NativeEvent[], what: string): void {
  const valid = rows.filter(({ status }) => status !== 'invalid')
  const told = valid.flatMap(nativesIn)
  const contracts = told.filter(({ status }) => status !== 'invalid')
  const inContracts = 'data[*].contracts'
  expectSomewhere(rows, ['title'], what, 'data')
  if (told.length === 0) expectSomewhere(valid, ['contracts.0'], what, 'data')
  const open = rows.filter(({ status }) => status === 'active')
  expectSomewhere(open, ['volume', 'volume24h'], what, 'data')
  expectSomewhere(rows.map(dated), ['createdAt'], what, 'data')
  expectSomewhere(contracts.map(dated), ['createdAt'], what, inContracts)
  expectSomewhere(contracts, ['prices', 'marketState'], what, inContracts)
  const settled = contracts.filter(({ status }) => status === 'settled')
  expectSomewhere(settled, ['resolutionSide'], what, inContracts)
  const traded = contracts.filter((contract) => statusOf(contract) === 'active')
  if (traded.length >= MANY)
    expectSomewhere(traded, ['prices.bestBid', 'prices.bestAsk', 'prices.lastTradePrice'], what, inContracts)
}

/** Returns the dates to check: either of two is sufficient, and an event has those of its contracts. */
function dated(row: NativeEvent | NativeContract) {
  return { createdAt: 'instrumentSymbol' in row ? startOf(row) : eventStart(row) }
}
