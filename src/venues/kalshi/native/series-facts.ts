import { pathOf } from '../../../transport/call.js'
import { defineMemoKey, remember } from '../../../venue-kit/contract/memo.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { assertHonoured, assertSameSubject } from '../../../venue-kit/payload/payload.js'
import { requestList, requestOptional } from '../../../venue-kit/requests/request-list.js'
import {
  type EventAround,
  eventMetadataReply,
  eventReply,
  eventSeriesReply,
  eventsAroundReply,
  type NativeSeries,
  seriesFactsReply,
  seriesReply,
} from '../schemas.js'

/** Titles, categories, tags and images are edited by hand at the venue, and rarely. */
const FACT_AGE_MS = 6 * 3_600_000

const eventKey = defineMemoKey<EventAround | undefined>('event', FACT_AGE_MS)
const seriesKey = defineMemoKey<NativeSeries | undefined>('series', FACT_AGE_MS)
const imageKey = defineMemoKey<{ readonly url: string | undefined } | undefined>('event image', FACT_AGE_MS)

/** The event without its markets, remembered; undefined when the venue knows none (combos have none to show). */
export function findEventFacts(ticker: string, ctx: VenueContext): Promise<EventAround | undefined> {
  return remember(ctx.memo, eventKey, ticker, async () => {
    const what = 'GET /events/{event_ticker}'
    const reply = await requestOptional(ctx, eventReply, { path: pathOf`/events/${ticker}`, what })
    if (reply !== undefined) assertSameSubject(ticker, reply.event.event_ticker, what, 'event.event_ticker')
    return reply?.event
  })
}

/**
 * Events without their markets by ticker, remembered; the others in one call. Those that the venue hides are missing.
 * @param tickers at most a hundred, what the sister filter for markets takes (README.md)
 */
export async function findManyEventFacts(
  tickers: readonly string[],
  ctx: VenueContext,
): Promise<ReadonlyMap<string, EventAround>> {
  const asked = tickers.filter((ticker) => ctx.memo.get(eventKey, ticker) === undefined)
  if (asked.length > 0) {
    const what = 'GET /events'
    const query = { tickers: asked.join(','), limit: asked.length }
    const { events } = await requestList(ctx, eventsAroundReply, { path: '/events', query, what })
    for (const [index, event] of events.entries()) {
      assertHonoured(
        asked.includes(event.event_ticker),
        what,
        `events[${index}].event_ticker`,
        event.event_ticker,
      )
      keepEventFacts(event, ctx)
    }
  }
  return new Map(
    tickers.flatMap((ticker) => {
      const event = ctx.memo.get(eventKey, ticker)
      return event === undefined ? [] : [[ticker, event] as const]
    }),
  )
}

const seriesOfKey = defineMemoKey<{ readonly series: string | undefined }>('series of event', FACT_AGE_MS)

/** The series of an event, remembered; undefined when the venue does not tell it (the events of combos are hidden). */
export async function findSeriesOf(ticker: string, ctx: VenueContext): Promise<string | undefined> {
  const event = ctx.memo.get(eventKey, ticker)
  if (event?.series_ticker !== undefined) return event.series_ticker
  const told = await remember(ctx.memo, seriesOfKey, ticker, async () => {
    const what = 'GET /events/{event_ticker}'
    const reply = await requestOptional(ctx, eventSeriesReply, { path: pathOf`/events/${ticker}`, what })
    if (reply !== undefined) assertSameSubject(ticker, reply.event.event_ticker, what, 'event.event_ticker')
    return reply && { series: reply.event.series_ticker }
  })
  return told?.series
}

/** Keeps what a larger answer told about an event. */
export function keepEventFacts(event: EventAround, ctx: VenueContext): void {
  ctx.memo.set(eventKey, event.event_ticker, event)
}

/** The series, remembered; undefined when the venue knows none. */
export function findSeriesFacts(ticker: string, ctx: VenueContext): Promise<NativeSeries | undefined> {
  return remember(ctx.memo, seriesKey, ticker, async () => {
    const what = 'GET /series/{series_ticker}'
    const reply = await requestOptional(ctx, seriesReply, { path: pathOf`/series/${ticker}`, what })
    if (reply !== undefined) assertSameSubject(ticker, reply.series.ticker, what, 'series.ticker')
    return reply?.series
  })
}

/** What lists show of the series of their events. */
export type SeriesFacts = Pick<NativeSeries, 'category' | 'tags' | 'fee_type' | 'fee_multiplier'>

const seriesListKey = defineMemoKey<ReadonlyMap<string, SeriesFacts>>('series list', FACT_AGE_MS)

/** Category, tags and fees of all series by their tickers: one large answer, remembered. */
export function findAllSeriesFacts(ctx: VenueContext): Promise<ReadonlyMap<string, SeriesFacts>> {
  return remember(ctx.memo, seriesListKey, '', async () => {
    const { series } = await requestList(ctx, seriesFactsReply, { path: '/series', what: 'GET /series' })
    return new Map(
      series.map(({ ticker, category, tags, fee_type, fee_multiplier }) => [
        ticker,
        { category, tags, fee_type, fee_multiplier },
      ]),
    )
  })
}

/** Series that are asked for by themselves; more are cheaper in the list of all. */
const FEW_SERIES = 2

/**
 * Several series by ticker, remembered; of the others a few by calls of their own, more in the list of all. Those that
 * this does not tell are missing.
 */
export async function findManySeriesFacts(
  tickers: readonly string[],
  ctx: VenueContext,
): Promise<ReadonlyMap<string, SeriesFacts>> {
  let all = ctx.memo.get(seriesListKey, '')
  const unknown = tickers.filter(
    (ticker) => (ctx.memo.get(seriesKey, ticker) ?? all?.get(ticker)) === undefined,
  )
  if (unknown.length <= FEW_SERIES) await Promise.all(unknown.map((ticker) => findSeriesFacts(ticker, ctx)))
  else all ??= await findAllSeriesFacts(ctx)
  return new Map(
    tickers.flatMap((ticker) => {
      const facts = ctx.memo.get(seriesKey, ticker) ?? all?.get(ticker)
      return facts === undefined ? [] : [[ticker, facts] as const]
    }),
  )
}

/** Address of the event's picture, remembered; undefined when it has none. */
export async function findEventImage(ticker: string, ctx: VenueContext): Promise<string | undefined> {
  const image = await remember(ctx.memo, imageKey, ticker, async () => {
    const reply = await requestOptional(ctx, eventMetadataReply, {
      path: pathOf`/events/${ticker}/metadata`,
      what: 'GET /events/{event_ticker}/metadata',
    })
    return { url: reply?.image_url }
  })
  return image?.url
}
