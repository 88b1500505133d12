import { toIso } from '../../../api/times/instant.js'
import { DAY_MS } from '../../../api/times/resolution.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import { slugOf } from '../../world/common/dates.js'
import { stateAt, type WorldEvent, type WorldMarket } from '../../world/common/types.js'
import { complementPriceOf } from '../../world/wallets.js'
import { eventTickerOf, holderTickerOf, isGame, symbolOf } from './ids.js'
import { bookOf } from './paper.js'

type Native = Readonly<Record<string, unknown>>

export type NativeStatus = 'active' | 'closed' | 'under_review' | 'settled' | 'invalid'

/** Returns the status of an event; one without any decided contract is void. */
export function statusOfEvent(event: WorldEvent, now: number): NativeStatus {
  const state = stateAt(event, now)
  if (state === 'open') return 'active'
  if (state === 'resolved') return event.markets.every(({ payout }) => payout === 0.5) ? 'invalid' : 'settled'
  return event.number % 2 === 0 ? 'closed' : 'under_review'
}

export function statusOfContract(market: WorldMarket, now: number): NativeStatus {
  const state = stateAt(market, now)
  if (state === 'open') return 'active'
  if (state === 'resolved') return market.payout === 0.5 ? 'invalid' : 'settled'
  return market.number % 2 === 0 ? 'closed' : 'under_review'
}

/** Renders an event with all its contracts (venues/gemini-titan/README.md); those of a game are in a sub-event. */
export function toNativeEvent(context: MockContext, event: WorldEvent): Native {
  const contracts = event.markets.map((market) => nativeContract(context, event, market))
  if (!isGame(event)) return { ...head(context, event, eventTickerOf(event)), contracts }
  const part = {
    ...head(context, event, holderTickerOf(event)),
    sportsMarket: { sport: 'soccer', type: 'moneyline', subject: 'contest', scope: { type: 'regulation' } },
    contracts,
  }
  return { ...head(context, event, eventTickerOf(event)), contracts: [], events: [part] }
}

function head(context: MockContext, event: WorldEvent, ticker: string): Native {
  const { world, now } = context
  const { series, opensAt, endsAt, resolvesAt } = event
  const stats = event.markets.map((market) => world.stats(market.key, now))
  const sum = (read: (one: (typeof stats)[number]) => number): string =>
    String(Math.round(stats.reduce((total, one) => total + read(one), 0) * 100) / 100)
  return {
    id: String(event.number),
    title: event.title,
    // Recurring events share it.
    slug: slugOf(series.title),
    description: event.rules,
    imageUrl: `https://images.example/gemini/${series.key}.png`,
    type: event.markets.length === 1 ? 'binary' : 'categorical',
    category: series.category,
    series: series.recurrence === 'annual' ? null : series.ticker,
    ticker,
    status: statusOfEvent(event, now),
    createdAt: toIso(opensAt),
    effectiveDate: effectiveDate(event),
    startTime: event.startsAt === undefined ? null : toIso(event.startsAt),
    expiryDate: toIso(endsAt),
    resolvedAt: stateAt(event, now) === 'resolved' ? toIso(resolvesAt) : null,
    volume: sum(({ volume }) => volume),
    volume24h: sum(({ volume24h }) => volume24h),
    liquidity: null,
    tags: series.tags,
    template: event.shape === 'up-down' ? 'crypto-up-down' : 'default',
  }
}

/** Returns the effective date; interval events have none. */
function effectiveDate({ series, opensAt }: WorldEvent): string | null {
  return series.recurrence === 'hourly' ? null : toIso(opensAt)
}

function nativeContract(context: MockContext, event: WorldEvent, market: WorldMarket): Native {
  const { now } = context
  const status = statusOfContract(market, now)
  const isDecided = status === 'settled'
  return {
    id: `${event.number}-${market.number}`,
    label: market.label === undefined ? market.yesLabel : market.question,
    abbreviatedName: market.label ?? market.code,
    description: rulesDocument(event),
    prices: toNativePrices(context, market),
    ...delta(context, market),
    color: '#4CAF50',
    status,
    imageUrl: null,
    priceHistory: null,
    createdAt: toIso(market.opensAt),
    expiryDate: toIso(market.endsAt),
    resolutionSide: isDecided ? (market.payout === 1 ? 'yes' : 'no') : null,
    resolvedAt: stateAt(market, now) === 'resolved' ? toIso(market.resolvesAt) : null,
    termsAndConditionsUrl: 'https://example.com/terms',
    ticker: market.code,
    instrumentSymbol: symbolOf(event, market),
    effectiveDate: effectiveDate(event),
    marketState: status === 'active' ? 'open' : 'closed',
    sortOrder: market.index + 1,
    priceIncrement: String(market.tick),
    priceMinimum: String(market.tick),
    quantityIncrement: '0.01',
    quantityMinimum: '0.01',
    ...strikeOf(market),
  }
}

function rulesDocument({ rules }: WorldEvent): Native {
  const [first = '', ...rest] = rules.split('. ')
  const texts = [first, ...rest.map((sentence) => `. ${sentence}`)].map((value) => ({
    nodeType: 'text',
    value,
    marks: [],
    data: {},
  }))
  return { nodeType: 'document', data: {}, content: [{ nodeType: 'paragraph', data: {}, content: texts }] }
}

function strikeOf({ strike }: WorldMarket): Native {
  if (strike === undefined) return {}
  const { floor, cap } = strike
  if (floor !== undefined) return { strike: { type: 'above', value: String(floor) } }
  return cap === undefined ? {} : { strike: { type: 'below', value: String(cap) } }
}

/** Returns the quotes; without quotes the last price as an indicative price; nothing after the close. */
export function toNativePrices(context: MockContext, market: WorldMarket): Native {
  const { world, now } = context
  if (stateAt(market, now) === 'resolved') return { buy: {}, sell: {} }
  const { bids, asks } = bookOf(context, market)
  const [bid, ask] = [bids[0]?.price, asks[0]?.price]
  const last = world.lastTrade(market.key, now)?.price
  const isQuoted = bid !== undefined || ask !== undefined
  const [buy, sell] = isQuoted ? [ask, bid] : [last, last]
  return {
    buy: defined({ yes: text(buy), no: text(sell === undefined ? undefined : complementPriceOf(sell)) }),
    sell: defined({ yes: text(sell), no: text(buy === undefined ? undefined : complementPriceOf(buy)) }),
    ...quotes({ bestBid: text(bid), bestAsk: text(ask), lastTradePrice: text(last) }, market),
  }
}

/** Returns the quotes; an absent value has no key, or null. */
function quotes(members: Native, { number }: WorldMarket): Native {
  if (number % 2 === 0) return defined(members)
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, value ?? null]))
}

function defined(members: Native): Native {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}

function text(value: number | undefined): string | undefined {
  return value === undefined ? undefined : String(value)
}

/** Returns the price change in percent of the older price. */
function delta({ world, now }: MockContext, market: WorldMarket): Native {
  const last = world.lastTrade(market.key, now)?.price
  const older = world.lastTrade(market.key, now - DAY_MS)?.price
  if (last === undefined || older === undefined || stateAt(market, now) === 'resolved') return {}
  return { priceDelta24hPct: String(Math.round((last / older - 1) * 10_000) / 100) }
}
