import type { VenueId } from '../../api/envelope/venue-ids.js'
import { type MarketSettlement, SETTLEMENT_MEMBER } from '../../api/models/market-settlement.js'
import type { MarketOutcome, OrderBook, PriceCandle, UnifiedMarket } from '../../api/models/models.js'
import { toIso } from '../../api/times/instant.js'
import { createMarketSettlement, type SettlementDraft } from './market-settlement.js'
import { type ShownStatus, toShownStatus } from './market-status.js'

/** A market as an adapter reports it; {@link toUnifiedMarket} adds the members that follow from the contract alone. */
export interface MarketDraft {
  readonly marketId: string
  readonly eventId?: string | undefined
  readonly title: string
  readonly description?: string | undefined
  readonly slug?: string | undefined
  readonly outcomes: readonly OutcomeDraft[]
  /** Index of the yes side, if the venue reports it. Otherwise it is read from the labels. */
  readonly yesIndex?: 0 | 1
  /** Best prices of the yes side, or of the first outcome; for two outcomes, those of the other follow from them. */
  readonly quotes?: Quotes | undefined
  /** Name that the yes side stands for within its event (a candidate, a date, a strike). */
  readonly candidate?: string | undefined
  readonly resolvesAt?: number | undefined
  readonly volume24h?: number | undefined
  readonly volume?: number | undefined
  readonly liquidity?: number | undefined
  readonly openInterest?: number | undefined
  readonly url: string
  readonly image?: string | undefined
  readonly category?: string | undefined
  readonly tags?: readonly string[] | undefined
  readonly tickSize?: number | undefined
  readonly nativeStatus?: string | undefined
  /** Whether the venue reports by another member than its status that no more trades will follow. */
  readonly isOver?: boolean | undefined
  readonly contractAddress?: string | undefined
  readonly metadata?: Record<string, unknown> | undefined
  /** Settlement of a market that has closed. Without it a closed market has an unknown result. */
  readonly settlement?: SettlementDraft | undefined
}

/** Best prices as a venue reports them: 0, 1 and values beyond mean an empty side. */
export interface Quotes {
  readonly bid?: number | undefined
  readonly ask?: number | undefined
}

export interface OutcomeDraft {
  readonly outcomeId: string
  readonly label: string
  readonly price?: number | undefined
  readonly priceChange24h?: number | undefined
  /** Its own quotes. Otherwise {@link WorldMarketDraft.quotes} apply. */
  readonly quotes?: Quotes | undefined
  readonly metadata?: Record<string, unknown> | undefined
}

/**
 * Applies the contract's rules for labels and for the `yes`/`no`/`up`/`down` shortcuts (api/README.md, "Models"), and leaves out
 * unknown members.
 */
export function toUnifiedMarket(venue: VenueId, draft: MarketDraft): UnifiedMarket {
  const isBinary = draft.outcomes.length === 2
  const sides =
    isBinary && draft.yesIndex !== undefined ? { yes: draft.yesIndex } : binarySides(draft.outcomes)
  const status = shownStatusOf(draft)
  const settlement = readSettlement(draft, status)
  const outcomes = draft.outcomes.map((outcome, index): MarketOutcome => {
    const label = sides === undefined ? outcome.label : sideLabel(outcome.label, index === sides.yes, draft)
    const quotes = outcome.quotes ?? quotesAt(index, draft)
    return knownOutcome({
      outcomeId: outcome.outcomeId,
      marketId: draft.marketId,
      label,
      // A contract of a settled market is worth its payout, whatever the last price was.
      price: settlement?.payout?.[outcome.outcomeId] ?? outcome.price,
      priceChange24h: outcome.priceChange24h,
      bestBid: quoteIn(quotes?.bid),
      bestAsk: quoteIn(quotes?.ask),
      metadata: outcome.metadata,
    })
  })
  const yes = sides === undefined ? undefined : outcomes[sides.yes]
  const no = sides === undefined ? undefined : outcomes[1 - sides.yes]
  return knownMarket({
    marketId: draft.marketId,
    eventId: draft.eventId,
    title: draft.title,
    description: draft.description ?? '',
    slug: draft.slug,
    outcomes,
    resolutionDate: draft.resolvesAt === undefined ? undefined : toIso(draft.resolvesAt),
    volume24h: draft.volume24h,
    volume: draft.volume,
    liquidity: draft.liquidity,
    openInterest: draft.openInterest,
    url: draft.url,
    image: draft.image,
    category: draft.category,
    tags: draft.tags === undefined ? undefined : [...draft.tags],
    tickSize: draft.tickSize,
    status,
    nativeStatus: draft.nativeStatus,
    contractAddress: draft.contractAddress,
    sourceExchange: venue,
    sourceMetadata:
      settlement === undefined ? draft.metadata : { ...draft.metadata, [SETTLEMENT_MEMBER]: settlement },
    yes,
    no,
    up: yes,
    down: no,
  })
}

/** Returns the settlement of a closed market, unknown where the adapter reports none, or undefined for an open one. */
function readSettlement(
  { settlement, outcomes }: MarketDraft,
  status: ShownStatus | undefined,
): MarketSettlement | undefined {
  if (settlement === undefined && status !== 'closed') return undefined
  const outcomeIds = outcomes.map(({ outcomeId }) => outcomeId)
  return createMarketSettlement(outcomeIds, settlement ?? { kind: 'absent' })
}

function shownStatusOf({ nativeStatus, isOver }: MarketDraft): ShownStatus | undefined {
  if (isOver === true) return 'closed'
  if (nativeStatus !== undefined) return toShownStatus(nativeStatus)
  return isOver === false ? 'active' : undefined
}

/**
 * Returns the quotes of an outcome, or undefined if the market's quotes are of another outcome and do not determine them.
 */
function quotesAt(index: number, { quotes, yesIndex = 0, outcomes }: MarketDraft): Quotes | undefined {
  if (quotes === undefined || index === yesIndex) return quotes
  return outcomes.length === 2 ? complementQuotes(quotes) : undefined
}

/** Derives the quotes of the other of two outcomes: a bid for one is an ask at 1 less that for the other. */
export function complementQuotes({ bid, ask }: Quotes): Quotes {
  return {
    bid: ask === undefined ? undefined : complementPrice(ask),
    ask: bid === undefined ? undefined : complementPrice(bid),
  }
}

/** Returns the best prices of a book, regardless of the order of its levels. */
export function bestIn({ bids, asks }: Pick<OrderBook, 'bids' | 'asks'>): Quotes {
  return {
    ...(bids.length === 0 ? {} : { bid: Math.max(...bids.map(({ price }) => price)) }),
    ...(asks.length === 0 ? {} : { ask: Math.min(...asks.map(({ price }) => price)) }),
  }
}

/** Returns a price that can be a quote, or undefined for others. */
function quoteIn(price: number | undefined): number | undefined {
  return price !== undefined && price > 0 && price < 1 ? price : undefined
}

const knownOutcome = createKnownReader<MarketOutcome>()
const knownMarket = createKnownReader<UnifiedMarket>()

const yesWords = new Set(['yes', 'up', 'over'])
const noWords = new Set(['no', 'down', 'under'])

/** Returns the indexes of both sides of a two-outcome market, or undefined if there are not exactly two outcomes. */
function binarySides(outcomes: readonly { readonly label: string }[]): { readonly yes: 0 | 1 } | undefined {
  const [first, second] = outcomes
  if (first === undefined || second === undefined || outcomes.length !== 2) return undefined
  const [a, b] = [first.label.trim().toLowerCase(), second.label.trim().toLowerCase()]
  if (yesWords.has(a) || noWords.has(b)) return { yes: 0 }
  if (yesWords.has(b) || noWords.has(a)) return { yes: 1 }
  if (a.startsWith('not ')) return { yes: 1 }
  return { yes: 0 }
}

/** Returns the label of a side. A literal yes or no is replaced by the candidate's name, otherwise by the title. */
function sideLabel(label: string, isYes: boolean, draft: MarketDraft): string {
  const plain = label.trim().toLowerCase()
  if (plain !== 'yes' && plain !== 'no') return label
  const name = draft.candidate ?? draft.title
  if (name === '') return label
  return isYes ? name : `Not ${name}`
}

/**
 * Maximum number of members added by computed names. An object with more becomes a hash table, which is slow to read, and large.
 */
const FEW_MEMBERS = 12

/** Returns the object without its undefined members. The members are named in code: none comes from a venue. */
export function omitUndefined<T extends object>(value: { [K in keyof T]: T[K] | undefined }): T {
  const told: Record<string, unknown> = {}
  let count = 0
  // Names alone: pairs of every member of every row would dominate the time of lists.
  for (const name of Object.keys(value)) {
    const member: unknown = value[name as keyof T]
    if (member === undefined) continue
    told[name] = member
    count++
  }
  // A copy of a hash table is a regular object.
  return (count > FEW_MEMBERS ? { ...told } : told) as T
}

type Known<Value> = (value: { [Name in keyof Value]: Value[Name] | undefined }) => Value
type Make<Value> = (value: Parameters<Known<Value>>[0]) => Value

/** Number of members that fit the bits of one number. */
const MAX_MEMBERS = 30
/** Maximum number of patterns of absent members; most literals of a list have a dozen. */
const MAX_WAYS = 200

/**
 * Works like {@link omitUndefined}, for one literal that is written for every row of a list with the same members in the
 * same order. The code that creates the object is generated for each pattern of absent members. Access by variable names
 * takes ten times as long, and creates objects that are slow to serialize to JSON.
 */
export function createKnownReader<Value extends object>(): Known<Value> {
  let read: Make<Value> | undefined
  return (value) => {
    read ??= readerOf<Value>(Object.keys(value))
    return read(value)
  }
}

function readerOf<Value extends object>(names: readonly string[]): Make<Value> {
  if (names.length > MAX_MEMBERS) return omitUndefined
  const ways = new Map<number, Make<Value>>()
  const members = names.map((name) => `value[${JSON.stringify(name)}]`)

  function add(way: number): Make<Value> {
    if (ways.size >= MAX_WAYS) return omitUndefined
    const told = names.flatMap((name, at) =>
      (way & (1 << at)) === 0 ? [] : [`${JSON.stringify(name)}: ${members[at]}`],
    )
    const make = new Function('value', `return { ${told.join(', ')} }`) as Make<Value>
    ways.set(way, make)
    return make
  }

  const bits = members.map((member, at) => `(${member} === undefined ? 0 : ${1 << at})`)
  const source = `return (value) => {
    const way = ${bits.join(' | ')}
    return (ways.get(way) ?? add(way))(value)
  }`
  return new Function('ways', 'add', source)(ways, add) as Make<Value>
}

/** Returns 1 - p without floating-point noise: venues quote at most 6 decimals, 10 preserve even computed prices. */
export function complementPrice(price: number): number {
  return roundPrice(1 - price)
}

export function roundPrice(price: number): number {
  return Math.round(price * 1e10) / 1e10
}

/** Returns the sum of the known values, or undefined if none is known. */
export function sumKnown(values: readonly (number | undefined)[]): number | undefined {
  const numbers = values.filter((value) => value !== undefined)
  return numbers.length === 0 ? undefined : numbers.reduce((sum, value) => sum + value, 0)
}

/** Returns the complement of a candle for the other side: every price becomes 1 - p, and high and low are swapped. */
export function complementBar(bar: PriceCandle): PriceCandle {
  return {
    ...bar,
    open: complementPrice(bar.open),
    high: complementPrice(bar.low),
    low: complementPrice(bar.high),
    close: complementPrice(bar.close),
  }
}
