import type { FaceCall, FaceContext, Route } from '../../face.js'
import { route } from '../../face.js'
import { json } from '../../reply.js'
import { listedEvents, offers } from '../../venue-view.js'
import { isoDay } from '../../world/dates.js'
import { basketball, esports, football } from '../../world/names.js'
import { stateAt, type WorldEvent, type WorldSeries } from '../../world/types.js'
import { notFound } from './gamma-errors.js'
import { figuresOf, shortEvent } from './gamma-event.js'
import type { Native } from './gamma-market.js'
import { limitOf, offsetOf } from './gamma-page.js'
import {
  allTags,
  imageOf,
  isRecurrent,
  secondIso,
  seriesById,
  seriesId,
  seriesObject,
  type Tag,
} from './labels.js'
import { rounded } from './quote.js'

/** Tags, series and sports (venues/polymarket/README.md). */
export const tableRoutes: readonly Route[] = [
  route('GET', '/tags', (call) => json(slice(call, allTags(call)))),
  route('GET', '/tags/slug/:slug', (call) =>
    json(tagWhere(call, (tag) => tag.slug === call.params['slug'], 'slug')),
  ),
  route('GET', '/tags/:id', (call) => json(tagWhere(call, (tag) => tag.id === call.params['id'], 'id'))),
  route('GET', '/series', (call) => {
    const rows = slice(call, selectSeries(call))
    return json(rows.map((series) => seriesRow(call, series)))
  }),
  route('GET', '/series/:id', (call) => json(seriesRow(call, seriesFor(call)))),
  route('GET', '/series-summary/slug/:slug', (call) => json(summary(call, seriesBySlug(call)))),
  route('GET', '/series-summary/:id', (call) => json(summary(call, seriesFor(call)))),
  route('GET', '/sports', (call) => json(sportsTable(call))),
  route('GET', '/sports/market-types', () => json({ marketTypes: ['moneyline', 'spreads', 'totals'] })),
  route('GET', '/teams', (call) => json(slice(call, teamTable(call)))),
]

function slice<Row>({ query }: FaceCall, rows: readonly Row[]): readonly Row[] {
  const offset = offsetOf(query, true)
  return rows.slice(offset, offset + limitOf(query))
}

function tagWhere(call: FaceCall, accepts: (tag: Tag) => boolean, what: string): Tag {
  const tag = allTags(call).find(accepts)
  if (tag === undefined) throw notFound(`${what} not found`)
  return tag
}

function selectSeries({ world, query }: FaceCall): readonly WorldSeries[] {
  const slugs = query.all('slug')
  const recurrence = query.text('recurrence')
  return world.series.filter(
    (series) =>
      isRecurrent(series) &&
      offers(series, 'polymarket') &&
      (slugs.length === 0 || slugs.includes(series.key)) &&
      (recurrence === undefined || series.recurrence === recurrence) &&
      // Every series of the demo world goes on.
      query.flag('closed') !== true,
  )
}

function seriesFor(call: FaceCall): WorldSeries {
  const series = seriesById(call, call.params['id'] ?? '')
  if (series === undefined) throw notFound('id not found')
  return series
}

function seriesBySlug(call: FaceCall): WorldSeries {
  const series = selectSeries(call).find((candidate) => candidate.key === call.params['slug'])
  if (series === undefined) throw notFound('slug not found')
  return series
}

function eventsIn(context: FaceContext, series: WorldSeries): readonly WorldEvent[] {
  return listedEvents(context, 'polymarket').filter((event) => event.series.index === series.index)
}

function seriesRow(context: FaceContext, series: WorldSeries): Native {
  const events = eventsIn(context, series)
  const figures = events.map((event) => figuresOf(context, event))
  const sum = (read: (one: (typeof figures)[number]) => number): number =>
    rounded(figures.reduce((total, one) => total + read(one), 0))
  return {
    ...seriesObject(series),
    volume24hr: sum((one) => one.volume24hr),
    volume: sum((one) => one.volume),
    liquidity: sum((one) => one.liquidity),
    startDate: events[0] === undefined ? undefined : secondIso(events[0].opensAt),
    events: events.map((event) => shortEvent(context, event)),
  }
}

function summary(context: FaceContext, series: WorldSeries): Native {
  const events = eventsIn(context, series)
  const open = events.find((event) => stateAt(event, context.now) === 'open')
  return {
    id: seriesId(series),
    title: series.title,
    slug: series.key,
    eventDates: events.map((event) => isoDay(event.endsAt)),
    eventWeeks: [],
    earliest_open_date: open === undefined ? undefined : isoDay(open.endsAt),
  }
}

function sportsTable(context: FaceContext): readonly Native[] {
  const tags = allTags(context)
  return context.world.series
    .filter((series) => series.tags.includes('Games') && offers(series, 'polymarket'))
    .map((series, index) => ({
      id: index + 1,
      sport: series.key,
      image: imageOf(series),
      resolution: 'https://gazette.example/scores',
      ordering: 'home',
      tags: tags
        .filter((tag) => series.tags.includes(tag.label))
        .map((tag) => tag.id)
        .join(','),
      series: seriesId(series),
      createdAt: '2025-11-05T19:27:45.399303Z',
    }))
}

function teamTable({ query }: FaceCall): readonly Native[] {
  const leagues = [
    { league: 'harbour-league', teams: football },
    { league: 'five-rivers-game', teams: basketball },
    { league: 'glassfire-arena', teams: esports },
  ]
  const names = query.all('name')
  const wanted = query.all('league')
  return leagues
    .filter(({ league }) => wanted.length === 0 || wanted.includes(league))
    .flatMap(({ league, teams }) =>
      teams.map((team, index) => ({
        id: 100_000 + league.length * 100 + index,
        name: team.name,
        league,
        record: '0-0-0',
        abbreviation: team.code.toLowerCase(),
        alias: team.name,
      })),
    )
    .filter((team) => names.length === 0 || names.includes(team.name))
}
