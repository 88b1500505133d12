import type { MockContext } from '../../mock-kit/mock-venue.js'
import { findEventBySlug, findMarketByNumber } from '../../mock-kit/native-ids.js'
import { type ListedMarket, narrowToListed } from '../../mock-kit/venue-view.js'
import type { WorldEvent, WorldMarket, WorldSeries } from '../../world/common/types.js'

/**
 * Ids of Polymarket US (venues/polymarket_us/README.md): numbers, and slugs. The slug of a market contains that of its
 * event.
 */

const VENUE = 'polymarket_us'

/** Whether a series recurs; events of a long series are standalone. */
export function isRecurrent(series: WorldSeries): boolean {
  return series.recurrence !== 'annual'
}

export function seriesNumberOf({ index }: WorldSeries): string {
  return String(20 + index)
}

/** Prefixes of market slugs. */
const kinds: Readonly<Record<WorldEvent['shape'], string>> = {
  match: 'aec',
  duel: 'aec',
  'up-down': 'cpc',
  single: 'cbpac',
  candidates: 'tec',
  'strike-ladder': 'rdc',
  'range-buckets': 'tc',
  'date-ladder': 'paccc',
}

/** Returns the slug of a market: `aec-<slug of the event>`, with a suffix that identifies the market in it. */
export function marketSlugOf({ event, market }: ListedMarket): string {
  return `${kinds[event.shape]}-${market.slug}`
}

/** Returns the event with a slug, of any age. */
export function eventOf(context: MockContext, slug: string): WorldEvent | undefined {
  return findEventBySlug(context, VENUE, slug)
}

/** Returns the event with a number, of any age. */
export function findEventByNumber(context: MockContext, number: number): WorldEvent | undefined {
  return narrowToListed(context, VENUE, context.world.eventByNumber(number))
}

/** Returns the market with a slug, of any age. */
export function marketOf(context: MockContext, slug: string): ListedMarket | undefined {
  const event = eventOf(context, /^[a-z]+-(.+?-\d{9,10})(?:-.+)?$/.exec(slug)?.[1] ?? '')
  const market = event?.markets.find((one) => marketSlugOf({ event, market: one }) === slug)
  return event === undefined || market === undefined ? undefined : { event, market }
}

/** Returns the market with a number, of any age. */
export function findMarketOfAnyAge(context: MockContext, number: number): ListedMarket | undefined {
  return findMarketByNumber(context, VENUE, number)
}

/** Returns the number of the long or short side of a market; each side has a separate one. */
export function sideNumberOf({ number }: WorldMarket, isLong: boolean): string {
  return String(number * 2 + (isLong ? 0 : 1))
}
