import { PmxError } from '../../contract/errors.js'
import { toIso } from '../../contract/instant.js'
import { DAY_MS } from '../../contract/resolution.js'
import { collect } from '../paging.js'
import { drift } from '../payload.js'
import type { EventRow, MarketRow, VenueContext } from '../venue.js'
import { readEvents, readMarkets } from './ask.js'
import { findMarketOf } from './contracts.js'
import { type EventPages, eventPages, eventsStarting } from './event-pages.js'
import { gatherEvents, gatherMarket } from './gather.js'
import { dayOfPage, packMarketSlug, readId } from './ids.js'
import type { NativeEvent } from './wire.js'

/** The largest page of events. */
const WHOLE_PAGE = 1000

/**
 * The event with this number, open or closed; with this slug, among the open ones; or with this page of the site, of
 * any age where it holds a day. Undefined when the venue knows none.
 * @throws BAD_REQUEST with the candidates for a slug that several open events have
 */
export async function getEvent(id: string, ctx: VenueContext): Promise<EventRow | undefined> {
  const event = await findEvent(id, ctx)
  if (event === undefined) return undefined
  const [row] = await gatherEvents([event], ctx)
  return row
}

async function findEvent(id: string, ctx: VenueContext): Promise<NativeEvent | undefined> {
  const native = readId(id)
  switch (native.kind) {
    case 'number':
      return (await readEvents([native.number], ctx))[0]
    case 'slug':
      return theOne(await openEvents(native.event, ctx), native.event)
    case 'page':
      return findPage(native.fullSlug, ctx)
    default:
      return undefined
  }
}

/** Slugs are no filter of the list, and hundreds of thousands of events are closed: only open ones are looked through. */
async function openEvents(slug: string, ctx: VenueContext): Promise<readonly NativeEvent[]> {
  const events = await all(eventPages('active', WHOLE_PAGE, ctx))
  return events.filter((event) => event.slug.toLowerCase() === slug)
}

async function findPage(fullSlug: string, ctx: VenueContext): Promise<NativeEvent | undefined> {
  const day = dayOfPage(fullSlug)
  // The day is that of the place, the filter is UTC: one more on either side.
  const pages =
    day === undefined
      ? eventPages('active', WHOLE_PAGE, ctx)
      : eventsStarting(toIso(day - DAY_MS), toIso(day + 2 * DAY_MS), WHOLE_PAGE, ctx)
  const events = await all(pages)
  const found = events.filter((event) => event.full_slug.toLowerCase() === fullSlug)
  return theOne(found, fullSlug)
}

function all(pages: EventPages): Promise<NativeEvent[]> {
  return collect<NativeEvent>({ kind: 'cursor', what: 'events', idOf: ({ id }) => id, ...pages })
}

function theOne(found: readonly NativeEvent[], asked: string): NativeEvent | undefined {
  if (found.length > 1) throw ambiguous(asked, 'events', found)
  return found[0]
}

/**
 * The market with this number, open or closed, or with this slug (`<event>/<market>`) among those of open events;
 * undefined when the venue knows none.
 * @throws BAD_REQUEST with the candidates for a slug that fits several
 */
export async function getMarket(id: string, ctx: VenueContext): Promise<MarketRow | undefined> {
  const native = readId(id)
  if (native.kind === 'number') return marketAt(native.number, ctx)
  if (native.kind !== 'market-slug') return undefined
  const events = await openEvents(native.event, ctx)
  const rows = (await gatherEvents(events, ctx)).flatMap(({ markets }) => markets)
  const slug = packMarketSlug(native.event, native.market)
  const found = rows.filter(({ market }) => market.slug?.toLowerCase() === slug)
  if (found.length > 1)
    throw ambiguous(
      slug,
      'markets',
      found.map(({ market }) => ({ id: market.marketId })),
    )
  return found[0]
}

async function marketAt(marketId: string, ctx: VenueContext): Promise<MarketRow | undefined> {
  const [market] = await readMarkets([marketId], ctx)
  if (market === undefined) return undefined
  const [event] = await readEvents([market.event_id], ctx)
  if (event === undefined) {
    throw drift(`GET /events/${market.event_id}/`, 'events', `the event of market ${marketId} is missing`)
  }
  return gatherMarket(market, event, ctx)
}

/**
 * The market that has this contract; undefined when no open event has it and it was not seen before.
 * @throws BAD_REQUEST with the contracts as candidates for the id of a market
 */
export async function findOutcome(outcomeId: string, ctx: VenueContext): Promise<MarketRow | undefined> {
  const marketId = await findMarketOf(outcomeId, ctx)
  return marketId === undefined ? undefined : marketAt(marketId, ctx)
}

function ambiguous(asked: string, what: string, found: readonly { readonly id: string }[]): PmxError {
  const candidates = found.map(({ id }) => id)
  return new PmxError('BAD_REQUEST', `'${asked}' names ${found.length} ${what}; ask for one by its id.`, {
    detail: { kind: 'ambiguous', candidates },
  })
}
