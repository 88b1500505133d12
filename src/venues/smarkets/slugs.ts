import { toIso } from '../../contract/instant.js'
import { DAY_MS } from '../../contract/resolution.js'
import { memoKey } from '../memo.js'
import { collect } from '../paging.js'
import type { VenueContext } from '../venue.js'
import { readEvents } from './ask.js'
import { type EventPages, eventPages, eventsStarting } from './event-pages.js'
import { dayOfPage } from './ids.js'
import type { NativeEvent } from './wire.js'

/** The largest page of events. */
const WHOLE_PAGE = 1000
/** Closed events are looked through this far back: there are hundreds of thousands. */
const RECENT_MS = 60 * DAY_MS
/** Events of one slug that are remembered. */
const MOST_OF_A_SLUG = 20

/** Numbers of events that were shown with a slug. */
const shownWithSlug = memoKey<readonly string[]>('smarkets event slug', 7 * DAY_MS)

/** Keeps that an event was shown with its slug: slugs are no filter of the venue's lists. */
export function rememberSlug(event: NativeEvent, ctx: VenueContext): void {
  const slug = event.slug.toLowerCase()
  const known = ctx.memo.get(shownWithSlug, slug) ?? []
  if (!known.includes(event.id)) {
    ctx.memo.set(shownWithSlug, slug, [...known, event.id].slice(-MOST_OF_A_SLUG))
  }
}

/**
 * The events of a slug: the open ones, or else the closed ones that started lately or were shown before.
 * @param slug in lower case
 */
export async function eventsOfSlug(slug: string, ctx: VenueContext): Promise<readonly NativeEvent[]> {
  const fits = (event: NativeEvent): boolean => event.slug.toLowerCase() === slug
  const open = (await all(eventPages('active', WHOLE_PAGE, ctx))).filter(fits)
  if (open.length > 0) return open
  const now = ctx.clock.now()
  const lately = await all(eventsStarting(toIso(now - RECENT_MS), toIso(now + DAY_MS), WHOLE_PAGE, ctx))
  const shown = await readEvents(ctx.memo.get(shownWithSlug, slug) ?? [], ctx)
  return [...new Map([...lately, ...shown].filter(fits).map((event) => [event.id, event])).values()]
}

/**
 * The events of a page of the site: of any age where its address holds a day, else the open ones.
 * @param fullSlug in lower case
 */
export async function eventsOfPage(fullSlug: string, ctx: VenueContext): Promise<readonly NativeEvent[]> {
  const day = dayOfPage(fullSlug)
  // The day is that of the place, the filter is UTC: one more on either side.
  const pages =
    day === undefined
      ? eventPages('active', WHOLE_PAGE, ctx)
      : eventsStarting(toIso(day - DAY_MS), toIso(day + 2 * DAY_MS), WHOLE_PAGE, ctx)
  return (await all(pages)).filter((event) => event.full_slug.toLowerCase() === fullSlug)
}

function all(pages: EventPages): Promise<NativeEvent[]> {
  return collect<NativeEvent>({ kind: 'cursor', what: 'events', idOf: ({ id }) => id, ...pages })
}
