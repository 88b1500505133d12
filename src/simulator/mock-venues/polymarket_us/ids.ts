import type { MockContext } from '../../mock-kit/mock-venue.js'
import { eventBySlug, marketByNumber } from '../../mock-kit/native-ids.js'
import { type ListedMarket, visible } from '../../mock-kit/venue-view.js'
import type { WorldEvent, WorldMarket, WorldSeries } from '../../world/common/types.js'

/** Ids of Polymarket US (venues/polymarket_us/README.md): numbers, and slugs of which a market's holds its event's. */

const VENUE = 'polymarket_us'

/** Events of a long line stand by themselves. */
export function isRecurrent(series: WorldSeries): boolean {
  return series.recurrence !== 'annual'
}

export function seriesNumber({ index }: WorldSeries): string {
  return String(20 + index)
}

/** What slugs of markets begin with. */
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

/** `aec-<slug of the event>`, with what tells the market apart in it behind. */
export function marketSlug({ event, market }: ListedMarket): string {
  return `${kinds[event.shape]}-${market.slug}`
}

/** The event with a slug, of any age. */
export function eventOf(context: MockContext, slug: string): WorldEvent | undefined {
  return eventBySlug(context, VENUE, slug)
}

/** The event with a number, of any age. */
export function eventNumbered(context: MockContext, number: number): WorldEvent | undefined {
  return visible(context, VENUE, context.world.eventByNumber(number))
}

/** The market with a slug, of any age. */
export function marketOf(context: MockContext, slug: string): ListedMarket | undefined {
  const event = eventOf(context, /^[a-z]+-(.+?-\d{9,10})(?:-.+)?$/.exec(slug)?.[1] ?? '')
  const market = event?.markets.find((one) => marketSlug({ event, market: one }) === slug)
  return event === undefined || market === undefined ? undefined : { event, market }
}

/** The market with a number, of any age. */
export function marketNumbered(context: MockContext, number: number): ListedMarket | undefined {
  return marketByNumber(context, VENUE, number)
}

/** Each side of a market has a number of its own: that of long, or of short. */
export function sideNumber({ number }: WorldMarket, isLong: boolean): string {
  return String(number * 2 + (isLong ? 0 : 1))
}
