import { pathOf } from '../../../transport/call-types.js'
import { defineMemoKey, remember, rememberFilled } from '../../../venue-kit/contract/memo.js'
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

/** The venue edits titles, categories, tags and images by hand, and rarely. */
const FACT_AGE_MS = 6 * 3_600_000

const eventKey = defineMemoKey<EventAround | undefined>('event', FACT_AGE_MS)
const seriesKey = defineMemoKey<NativeSeries | undefined>('series', FACT_AGE_MS)
const imageKey = defineMemoKey<{ readonly url: string | undefined } | undefined>('event image', FACT_AGE_MS)

/** Returns the event without its markets, cached, or undefined if the venue has none (combos have none). */
export function findEventFacts(ticker: string, ctx: VenueContext): Promise<EventAround | undefined> {
  return remember(ctx.memo, eventKey, ticker, async () => {
    const what = 'GET /events/{event_ticker}'
    const reply = await requestOptional(ctx, eventReply, { path: pathOf`/events/${ticker}`, what })
    if (reply !== undefined) assertSameSubject(ticker, reply.event.event_ticker, what, 'event.event_ticker')
    return reply?.event
  })
}

/**
 * Returns events without their markets by ticker, cached; the others in one call. Hidden events are missing.
 * @param tickers at most a hundred, the limit of the equivalent filter for markets (README.md)
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

/**
 * Returns the series of an event, cached, or undefined if the venue does not report it (the events of combos are hidden).
 */
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

/** Caches the facts of an event from a larger response. */
export function keepEventFacts(event: EventAround, ctx: VenueContext): void {
  ctx.memo.set(eventKey, event.event_ticker, event)
}

/** Returns the series, cached, or undefined if the venue has none. */
export function findSeriesFacts(ticker: string, ctx: VenueContext): Promise<NativeSeries | undefined> {
  return remember(ctx.memo, seriesKey, ticker, async () => {
    const what = 'GET /series/{series_ticker}'
    const reply = await requestOptional(ctx, seriesReply, { path: pathOf`/series/${ticker}`, what })
    if (reply !== undefined) assertSameSubject(ticker, reply.series.ticker, what, 'series.ticker')
    return reply?.series
  })
}

/** Members of a series that lists of events show. */
export type SeriesFacts = Pick<NativeSeries, 'category' | 'tags' | 'fee_type' | 'fee_multiplier'>

const seriesListKey = defineMemoKey<ReadonlyMap<string, SeriesFacts>>('series list', FACT_AGE_MS)

/** Returns category, tags and fees of all series by their tickers: one large response, cached. */
export function findAllSeriesFacts(ctx: VenueContext): Promise<ReadonlyMap<string, SeriesFacts>> {
  return rememberFilled(ctx.memo, seriesListKey, '', async () => {
    const { series } = await requestList(ctx, seriesFactsReply, { path: '/series', what: 'GET /series' })
    return new Map(
      series.map(({ ticker, category, tags, fee_type, fee_multiplier }) => [
        ticker,
        { category, tags, fee_type, fee_multiplier },
      ]),
    )
  })
}

/** Maximum number of series that are requested singly; more are cheaper in the list of all. */
const FEW_SERIES = 2

/**
 * Returns several series by ticker, cached. A few others are requested singly, more in the list of all. Series that it does not
 * contain are missing.
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

/** Returns the address of the event's picture, cached, or undefined if it has none. */
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
