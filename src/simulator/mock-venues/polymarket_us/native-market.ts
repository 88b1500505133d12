import { toIso } from '../../../api/times/instant.js'
import { DAY_MS } from '../../../api/times/resolution.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import type { ListedMarket } from '../../mock-kit/venue-view.js'
import { toSecondIso } from '../../world/common/dates.js'
import { mix } from '../../world/common/hash.js'
import { stateAt, type WorldEvent, type WorldMarket } from '../../world/common/types.js'
import { complementOf, type Top, toDerivedAmount, toDollars, topOf } from './amounts.js'
import { FEE_COEFFICIENT } from './fees.js'
import { marketSlugOf, sideNumberOf } from './ids.js'
import { minQuantityOf } from './paper.js'
import { toTeamRow } from './sports.js'

export type Native = Readonly<Record<string, unknown>>

/** Form of a market: sides inside an event have other prices than those of a single market. */
export type Form = 'nested' | 'single'

/** Renders a time such as `2026-09-13T16:45:17.002418222Z`. */
export function toNanoIso(epochMs: number): string {
  return `${toIso(epochMs).slice(0, -1)}418222Z`
}

/** Renders a market (venues/polymarket_us/README.md). Members without a value are omitted. */
export function toNativeMarket(context: MockContext, listed: ListedMarket, form: Form): Native {
  const { event, market } = listed
  const { now } = context
  const state = stateAt(market, now)
  const top = topOf(context, market)
  const sides = [side(context, listed, true, top, form), side(context, listed, false, top, form)]
  const labels = [market.yesLabel, market.noLabel]
  const isTurned = market.seed % 2 === 0
  return {
    id: String(market.number),
    // All markets of an event with several have the event's question.
    question: event.markets.length > 1 ? event.title : market.question,
    slug: marketSlugOf(listed),
    endDate: toSecondIso(market.endsAt + 14 * DAY_MS),
    category: event.series.category.toLowerCase(),
    startDate: toSecondIso(market.opensAt),
    description: event.rules,
    active: true,
    marketType: event.teams === undefined ? 'futures' : 'moneyline',
    closed: state !== 'open',
    createdAt: toSecondIso(market.opensAt),
    updatedAt: toSecondIso(Math.min(now, market.resolvesAt)),
    archived: false,
    orderPriceMinTickSize: market.tick,
    gameStartTime: toSecondIso(event.startsAt ?? event.opensAt),
    manualActivation: false,
    sportsMarketType: event.teams === undefined ? 'futures' : 'moneyline',
    ...(market.strike?.floor === undefined ? {} : { line: market.strike.floor }),
    marketSides: mix(market.seed, 7) % 4 === 0 ? sides.toReversed() : sides,
    // JSON in a text, in another order than the prices.
    outcomes: JSON.stringify(isTurned ? labels.toReversed() : labels),
    outcomePrices: JSON.stringify(sides.map((one) => one['price'])),
    ...words[state === 'unlisted' ? 'open' : state],
    assetPriceTerms: null,
    sportsMarketTypeV2:
      event.teams === undefined ? 'SPORTS_MARKET_TYPE_FUTURE' : 'SPORTS_MARKET_TYPE_MONEYLINE',
    hidden: false,
    tags: [],
    title: market.label ?? market.question,
    feeCoefficient: FEE_COEFFICIENT,
    ...(top.bid === undefined ? {} : { bestBidQuote: toDollars(top.bid) }),
    ...(top.ask === undefined ? {} : { bestAskQuote: toDollars(top.ask) }),
    titleShort: market.label ?? market.question,
    minimumTradeQty: minQuantityOf(market),
    comboEnabled: event.teams !== undefined,
  }
}

const words = {
  open: { status: 'MARKET_STATUS_OPEN', ep3Status: 'OPEN' },
  closed: { status: 'MARKET_STATUS_RESOLVING', ep3Status: 'EXPIRED' },
  resolved: { status: 'MARKET_STATUS_RESOLVED', ep3Status: 'EXPIRED' },
} as const

function side(context: MockContext, listed: ListedMarket, isLong: boolean, top: Top, form: Form): Native {
  const { market, event } = listed
  const team = teamOf(event, market, isLong)
  const cost = isLong ? top.ask : complementOf(top.bid)
  const quote = cost === undefined ? {} : { quote: isLong ? toDollars(cost) : toDerivedAmount(cost) }
  return {
    id: sideNumberOf(market, isLong),
    marketSideType: 'MARKET_SIDE_TYPE_INSTRUMENT',
    identifier: marketSlugOf(listed),
    createdAt: toSecondIso(market.opensAt),
    updatedAt: toSecondIso(market.opensAt),
    description: isLong ? market.yesLabel : market.noLabel,
    price: priceOf(context, market, isLong, top, form),
    marketId: market.number,
    long: isLong,
    ...(team === undefined ? {} : { teamId: team['id'], team }),
    ...quote,
    tradable: true,
  }
}

/** Returns the team of a side; both sides of a moneyline market have the team that may win. */
function teamOf(event: WorldEvent, { label, yesLabel, noLabel }: WorldMarket, isLong: boolean) {
  const names = [isLong ? yesLabel : noLabel, label]
  const found = event.teams?.find(({ name }) => names.includes(name))
  if (found === undefined) return undefined
  return toTeamRow(event.series, found.name, found === event.teams?.[0] ? 'home' : 'away')
}

/** Returns the payout; before it, best bid and best ask in events, otherwise the price of the side. '' without a quote. */
function priceOf(
  { now }: MockContext,
  market: WorldMarket,
  isLong: boolean,
  { bid, ask }: Top,
  form: Form,
): string {
  if (stateAt(market, now) === 'resolved') return String(isLong ? market.payout : 1 - market.payout)
  if (form === 'nested') return (isLong ? bid : ask)?.toFixed(4) ?? ''
  return isLong ? (ask?.toFixed(4) ?? '') : String(complementOf(bid) ?? '')
}
