import { DAY_MS, HOUR_MS, WEEK_MS } from '../../../../api/times/resolution.js'
import type { MockContext } from '../../../mock-kit/mock-venue.js'
import { roundToMicros } from '../../../mock-kit/rounding.js'
import { dateParts, toIsoDay, toSecondIso } from '../../../world/common/dates.js'
import { mix } from '../../../world/common/hash.js'
import { stateAt, type WorldEvent, type WorldStats } from '../../../world/common/types.js'
import { marketsOf } from '../catalogue.js'
import { negRiskIdOf } from '../ids.js'
import { imageOf, isRecurrent, tagsOf, toMicroIso, toSeriesObject } from '../labels.js'
import { type ProtocolVersion, versionOf } from '../protocol.js'
import { computeVolumeWithin, type Native, toGammaMarket, toUndeployedMarket } from './market.js'
import { toTeamRow } from './sports.js'

/** Sums over the markets of an event, in dollars. */
export interface EventFigures {
  readonly volume: number
  readonly volume24hr: number
  readonly volume1wk: number
  readonly volume1mo: number
  readonly volume1yr: number
  readonly liquidity: number
  readonly openInterest: number
}

export function figuresOf(context: MockContext, event: WorldEvent): EventFigures {
  const { world, now } = context
  const each = marketsOf(context, event).map((market) => ({ market, stats: world.stats(market.key, now) }))
  const stats = each.map((one) => one.stats)
  const within = (spanMs: number): number =>
    roundToMicros(
      each.reduce((sum, one) => sum + (computeVolumeWithin(one.market, one.stats, now, spanMs) ?? 0), 0),
    )
  const sum = (read: (one: WorldStats) => number): number =>
    roundToMicros(stats.reduce((total, one) => total + read(one), 0))
  return {
    volume: sum((one) => one.notional),
    volume24hr: sum((one) => one.notional24h),
    volume1wk: within(WEEK_MS),
    volume1mo: within(30 * DAY_MS),
    volume1yr: within(365 * DAY_MS),
    liquidity: sum((one) => one.liquidity),
    openInterest: sum((one) => one.openInterest),
  }
}

/** Renders an event of Gamma with its markets, tags and series. */
export function toGammaEvent(context: MockContext, event: WorldEvent): Native {
  const markets = marketsOf(context, event).map((market) => toGammaMarket(context, event, market))
  return {
    ...toShortEvent(context, event),
    markets: hasUndeployed(context, event) ? [...markets, toUndeployedMarket(event)] : markets,
    ...(isRecurrent(event.series) ? { series: [toSeriesObject(event.series)] } : {}),
    tags: tagsOf(context, event.series),
  }
}

/** Renders the event inside a market, without markets and tags. */
export function toShortEvent(context: MockContext, event: WorldEvent): Native {
  const { now } = context
  const figures = figuresOf(context, event)
  const open = stateAt(event, now) === 'open'
  const image = imageOf(event.series)
  return {
    id: String(event.number),
    ticker: event.slug,
    slug: event.slug,
    title: event.title,
    description: event.rules,
    resolutionSource: '',
    startDate: toMicroIso(event.opensAt, event.seed),
    creationDate: toMicroIso(event.opensAt, event.seed + 1),
    endDate: toSecondIso(event.endsAt),
    image,
    icon: image,
    active: true,
    closed: !open,
    archived: false,
    new: false,
    featured: isFeatured(event),
    restricted: true,
    liquidity: figures.liquidity,
    volume: figures.volume,
    openInterest: mix(event.seed, 4) % 3 === 0 ? 0 : figures.openInterest,
    createdAt: toMicroIso(event.opensAt - HOUR_MS, event.seed),
    updatedAt: toMicroIso(Math.floor(now / 60_000) * 60_000, event.seed),
    competitive: 0.9,
    volume24hr: figures.volume24hr,
    volume1wk: figures.volume1wk,
    volume1mo: figures.volume1mo,
    volume1yr: figures.volume1yr,
    enableOrderBook: true,
    liquidityClob: figures.liquidity,
    negRisk: event.exclusive,
    negRiskMarketID: event.exclusive ? negRiskIdOf(context.world, event) : undefined,
    commentCount: mix(event.seed, 5) % 600,
    cyom: false,
    closedTime: open ? undefined : toSecondIso(event.closesAt),
    showAllOutcomes: true,
    showMarketImages: false,
    enableNegRisk: event.exclusive,
    automaticallyActive: true,
    negRiskAugmented: false,
    seriesSlug: isRecurrent(event.series) ? event.series.key : undefined,
    ...sports(event, now),
    pendingDeployment: false,
    deploying: false,
    requiresTranslation: false,
    version: versionOfEvent(context, event),
  }
}

/** Returns the protocols of the markets of an event. */
export function versionsIn(context: MockContext, event: WorldEvent): readonly ProtocolVersion[] {
  return [...new Set(marketsOf(context, event).map(versionOf))]
}

/** Returns the protocol of all markets of an event, or null if they differ, which is inferred. */
function versionOfEvent(context: MockContext, event: WorldEvent): ProtocolVersion | null {
  const [version, other] = versionsIn(context, event)
  return version === undefined || other !== undefined ? null : version
}

export function isFeatured(event: WorldEvent): boolean {
  return event.seed % 9 === 0
}

function hasUndeployed({ now }: MockContext, event: WorldEvent): boolean {
  return event.shape === 'date-ladder' && event.seed % 2 === 0 && stateAt(event, now) === 'open'
}

/** Returns the week of a match, counted within its month. */
export function weekOf({ startsAt, endsAt }: WorldEvent): number {
  return Math.ceil(dateParts(startsAt ?? endsAt).day / 7)
}

function sports(event: WorldEvent, now: number): Native {
  if (event.startsAt === undefined || event.teams === undefined) return {}
  const { startsAt } = event
  return {
    eventDate: toIsoDay(startsAt),
    startTime: toSecondIso(startsAt),
    eventWeek: weekOf(event),
    gameId: event.number,
    live: now >= startsAt && now < event.closesAt,
    ended: now >= event.closesAt,
    period: now < startsAt ? 'NS' : now < event.closesAt ? '1H' : 'FT',
    teams: event.teams.map((team, index) => ({
      ...toTeamRow({ series: event.series, team }),
      ordering: index === 0 ? 'home' : 'away',
    })),
  }
}
