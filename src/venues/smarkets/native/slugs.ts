import { toIso } from '../../../api/times/instant.js'
import { DAY_MS } from '../../../api/times/resolution.js'
import { defineMemoKey } from '../../../venue-kit/contract/memo.js'
import { collect } from '../../../venue-kit/contract/paging.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { dayFromSlug } from '../ids.js'
import type { NativeEvent } from '../schemas.js'
import { type EventPages, listEventPages, listEventsStarting } from './event-pages.js'
import { readEvents } from './request.js'

/** Maximum page size for events. */
const WHOLE_PAGE = 1000
/** How far back closed events are searched, because there are hundreds of thousands. */
const RECENT_MS = 60 * DAY_MS
/** Maximum number of cached events per slug. */
const MAX_OF_A_SLUG = 20

/** The numbers of events that were returned with a slug. */
const shownWithSlug = defineMemoKey<readonly string[]>('smarkets event slug', 7 * DAY_MS)

/** Caches the slug of an event, because the venue's lists have no filter by slug. */
export function rememberSlug(event: NativeEvent, ctx: VenueContext): void {
  const slug = event.slug.toLowerCase()
  const known = ctx.memo.get(shownWithSlug, slug) ?? []
  if (!known.includes(event.id)) {
    ctx.memo.set(shownWithSlug, slug, [...known, event.id].slice(-MAX_OF_A_SLUG))
  }
}

/**
 * Returns the open events with a slug, or otherwise the closed ones.
 * @param slug in lower case
 */
export async function fetchEventsOfSlug(slug: string, ctx: VenueContext): Promise<readonly NativeEvent[]> {
  const open = await openEventsOfSlug(slug, ctx)
  return open.length > 0 ? open : fetchPastEventsOfSlug(slug, ctx)
}

/** Returns the open events with a slug. @param slug in lower case */
export async function openEventsOfSlug(slug: string, ctx: VenueContext): Promise<readonly NativeEvent[]> {
  return (await all(listEventPages('active', WHOLE_PAGE, ctx))).filter((event) => hasSlug(event, slug))
}

/** Returns events with a slug that started recently or were seen before, including closed ones. @param slug in lower case */
export async function fetchPastEventsOfSlug(
  slug: string,
  ctx: VenueContext,
): Promise<readonly NativeEvent[]> {
  const now = ctx.clock.now()
  const lately = await all(listEventsStarting(toIso(now - RECENT_MS), toIso(now + DAY_MS), WHOLE_PAGE, ctx))
  const shown = await readEvents(ctx.memo.get(shownWithSlug, slug) ?? [], ctx)
  const fitting = [...lately, ...shown].filter((event) => hasSlug(event, slug))
  return [...new Map(fitting.map((event) => [event.id, event])).values()]
}

function hasSlug(event: NativeEvent, slug: string): boolean {
  return event.slug.toLowerCase() === slug
}

/**
 * Returns the events for a page of the site. If its address contains a day, they may have any age. Otherwise they are the open
 * ones or, if there are none, those found by the slug at the end of the address.
 * @param fullSlug in lower case
 */
export async function fetchEventsOfPage(
  fullSlug: string,
  ctx: VenueContext,
): Promise<readonly NativeEvent[]> {
  const day = dayFromSlug(fullSlug)
  // The day is local to the event, the filter is UTC: one more on either side.
  const pages =
    day === undefined
      ? listEventPages('active', WHOLE_PAGE, ctx)
      : listEventsStarting(toIso(day - DAY_MS), toIso(day + 2 * DAY_MS), WHOLE_PAGE, ctx)
  const isShownThere = (event: NativeEvent): boolean => event.full_slug?.toLowerCase() === fullSlug
  const found = (await all(pages)).filter(isShownThere)
  if (found.length > 0 || day !== undefined) return found
  const slug = fullSlug.slice(fullSlug.lastIndexOf('/') + 1)
  return (await fetchPastEventsOfSlug(slug, ctx)).filter(isShownThere)
}

function all(pages: EventPages): Promise<NativeEvent[]> {
  return collect<NativeEvent>({ kind: 'cursor', what: 'events', idOf: ({ id }) => id, ...pages })
}
