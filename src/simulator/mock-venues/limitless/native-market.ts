import { toIso } from '../../../api/times/instant.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import { roundToMicros } from '../../mock-kit/rounding.js'
import type { ListedMarket } from '../../mock-kit/venue-view.js'
import { dateParts, dateText, slugOf } from '../../world/common/dates.js'
import { hexOf, mix } from '../../world/common/hash.js'
import { stateAt, type WorldEvent, type WorldSeries } from '../../world/common/types.js'
import { isCollateralFee } from './fees.js'
import { conditionIdOf, groupId, isGroup, slugFor, titleFor, tokenIds } from './ids.js'
import { midPriceOf, toBaseUnits, topOf, tradePricesOf } from './quote.js'

export type Native = Readonly<Record<string, unknown>>

export const collateralToken = {
  address: `0x${hexOf(0x0c0117, 20)}`,
  decimals: 6,
  symbol: 'USDC',
} as const
const creator = {
  name: 'Demo Desk',
  username: 'Demo Desk',
  imageURI: 'https://images.example/limitless/desk.svg',
  link: 'https://gazette.example/desk',
  address: `0x${hexOf(0xc4ea, 20)}`,
} as const
/** The contract in the order signatures of all markets of the simulation. */
export const EXCHANGE = `0x${hexOf(0x7e4e, 20)}`
/** The contract that exchanges the outcomes of a group. */
export const GROUP_ADAPTER = `0x${hexOf(0xada9, 20)}`

/** Returns the contracts of the markets of an event. Groups of the older kind have no adapter, as recorded. */
function venueOf(event: WorldEvent) {
  if (!isCollateralFee(event)) return { exchange: EXCHANGE, adapter: null }
  return {
    exchange: EXCHANGE,
    adapter: isGroup(event) ? GROUP_ADAPTER : null,
    feeModule: `0x${hexOf(isGroup(event) ? 0xfee6 : 0xfee5, 20)}`,
    feeModuleType: 'COLLATERAL',
  }
}

/** Renders a single market, in lists and by its slug (README.md). */
export function toSingleMarket(context: MockContext, listed: ListedMarket): Native {
  const { series, opensAt } = listed.event
  return {
    ...leaf(context, listed),
    negRiskRequestId: null,
    groupId: null,
    marketType: 'single',
    properties: propertiesOf(series),
    ...(isRecurring(series) ? { stableSlug: series.key } : {}),
    startAt: isRecurring(series) ? toIso(opensAt) : null,
  }
}

/** Renders a market inside its group, marked as such; its deadline is that of the group. */
function childMarket(context: MockContext, listed: ListedMarket): Native {
  return {
    ...leaf(context, listed),
    groupId: groupId(listed.event),
    marketType: 'group',
    properties: [],
    startAt: null,
    imageUrl: null,
    logo: null,
    orderInGroup: listed.market.index + 1,
  }
}

/** Renders the same child by its slug. */
export function toLoneChild(context: MockContext, listed: ListedMarket): Native {
  const { orderInGroup: _place, ...row } = childMarket(context, listed)
  return { ...row, marketType: 'single', groupSlug: listed.event.slug }
}

function leaf(context: MockContext, { event, market }: ListedMarket): Native {
  const { world, now } = context
  const state = stateAt(market, now)
  const [yes, no] = tokenIds(world.seed, market)
  const top = topOf(context, market)
  // A resolved market still shows the last book; only the index contains the result.
  const middle = midPriceOf(top)
  return {
    ...frame(context, event),
    id: market.number,
    slug: slugFor({ event, market }),
    conditionId: conditionIdOf(world.seed, market),
    title: titleFor({ event, market }),
    proxyTitle: null,
    description: `<p>${event.rules}</p>`,
    status: state === 'resolved' ? 'RESOLVED' : 'FUNDED',
    expired: state !== 'open',
    hidden: false,
    winningOutcomeIndex: state === 'resolved' && market.payout !== 0.5 ? 1 - market.payout : null,
    ...volumeOf(world.stats(market.key, now).notional),
    tokens: { yes, no },
    prices: [middle, roundToMicros(1 - middle)],
    tradePrices: tradePricesOf(top),
    isOther: false,
    isRewardable: true,
    metadata: {
      fee: true,
      isBannered: false,
      externalSlug: null,
      oracleVersion: 1,
      isPolyArbitrage: false,
      externalProvider: null,
    },
    settings: {
      minSize: '100000000',
      maxSpread: 0.035,
      dailyReward: '0',
      effectiveDailyReward: '0',
      currentRewardsMultiplier: 1,
      rewardsEpoch: '0',
      c: '3',
      rebateRate: '0',
      takerDelayMs: 0,
      creatorFeePct: 0,
    },
    imageUrl: imageOf(event.series),
    logo: imageOf(event.series),
  }
}

/** Returns members that groups and markets share. */
function frame({ now }: MockContext, event: WorldEvent): Native {
  const { series, opensAt, endsAt } = event
  return {
    automationType: automationOf(event),
    collateralToken,
    expirationDate: shortDate(endsAt),
    expirationTimestamp: endsAt,
    createdAt: toIso(opensAt),
    updatedAt: toIso(Math.max(opensAt, Math.floor(now / 60_000) * 60_000)),
    categories: [series.category],
    tags: series.tags,
    creator,
    tradeType: 'clob',
    venue: venueOf(event),
    priorityIndex: mix(event.seed, 4) % 11,
  }
}

/** Renders a group: an event of several markets, without prices (README.md). */
export function groupMarket(context: MockContext, event: WorldEvent): Native {
  const { world, now } = context
  const total = event.markets.reduce((sum, market) => sum + world.stats(market.key, now).notional, 0)
  const state = stateAt(event, now)
  return {
    ...frame(context, event),
    id: groupId(event),
    slug: event.slug,
    ...(isRecurring(event.series) ? { stableSlug: event.series.key } : {}),
    outcomeTokens: ['Yes', 'No'],
    properties: propertiesOf(event.series),
    title: event.title,
    ogImageURI: '',
    imageUrl: imageOf(event.series),
    expired: state !== 'open',
    status: state === 'resolved' ? 'RESOLVED' : 'FUNDED',
    marketType: 'group',
    markets: event.markets.map((market) => childMarket(context, { event, market })),
    metadata: {
      fee: true,
      type: 'ladder',
      isBannered: false,
      externalSlug: null,
      submarketOrder: event.markets.map((market) => market.number),
      isPolyArbitrage: false,
    },
    ...volumeOf(total),
    dailyReward: '0',
  }
}

/** Renders an event as one row of a list, either group or market. */
export function listRow(context: MockContext, event: WorldEvent): Native {
  const [market] = event.markets
  return isGroup(event) || market === undefined
    ? groupMarket(context, event)
    : toSingleMarket(context, { event, market })
}

function volumeOf(money: number): Native {
  const units = toBaseUnits(money)
  return { volume: String(units), volumeFormatted: (units / 1_000_000).toFixed(6) }
}

/** Returns the automation that creates the markets: one for price markets, another for matches. */
export function automationOf({ shape }: WorldEvent): 'lumy' | 'sports' | 'manual' {
  if (shape === 'up-down') return 'lumy'
  return shape === 'match' || shape === 'duel' ? 'sports' : 'manual'
}

function isRecurring({ recurrence }: WorldSeries): boolean {
  return ['15m', 'hourly', 'daily'].includes(recurrence)
}

function propertiesOf({ category, recurrence }: WorldSeries) {
  return [
    { propertyKeySlug: 'domain', value: [slugOf(category)] },
    { propertyKeySlug: 'duration', value: [recurrence] },
  ]
}

function imageOf({ key }: WorldSeries): string {
  return `https://images.example/limitless/${key}.svg`
}

/** Returns a date such as `Nov 21, 2026`. */
function shortDate(at: number): string {
  const { day, year } = dateParts(at)
  return `${dateText(at).slice(0, 3)} ${day}, ${year}`
}
