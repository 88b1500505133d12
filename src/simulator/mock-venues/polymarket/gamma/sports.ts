import { hashText } from '../../../../effects/random.js'
import { toJsonReply } from '../../../http/reply.js'
import { type ListSpec, pageOf } from '../../../mock-kit/list-endpoint.js'
import { readRepeated, whereOneOf } from '../../../mock-kit/list-filters.js'
import { type MockContext, type Route, route } from '../../../mock-kit/mock-venue.js'
import { slugOf } from '../../../world/common/dates.js'
import type { WorldSeries, WorldTeam } from '../../../world/common/types.js'
import { findOfferedEvents } from '../catalogue.js'
import { imageOf, seriesIdOf, TABLES_CREATED_AT, tagIds, toMicroIso } from '../labels.js'
import type { Native } from './market.js'
import { limit, orderFrom, readOffset } from './page.js'

/** Routes of leagues and their teams (polymarket-client 0.14.0, `models/gamma/common.py`). */
export const sportsRoutes: readonly Route[] = [
  route('GET', '/sports', (call) => toJsonReply(leagues(call).map((series) => leagueRow(call, series)))),
  route('GET', '/sports/market-types', () => toJsonReply({ marketTypes: ['moneyline', 'totals'] })),
  route('GET', '/teams', (call) =>
    toJsonReply(
      pageOf(teams, call, everyTeam(call)).rows.map((one) => ({ ...toTeamRow(one), logo: logoOf(one) })),
    ),
  ),
]

interface Member {
  readonly series: WorldSeries
  readonly team: WorldTeam
}

/** Renders a team as in events; lists add its picture. */
export function toTeamRow({ series, team }: Member): Native {
  const number = teamNumber(team)
  return {
    id: number,
    name: team.name,
    league: series.key,
    record: '0-0-0',
    abbreviation: team.code.toLowerCase(),
    alias: team.name,
    createdAt: toMicroIso(TABLES_CREATED_AT, number),
    updatedAt: toMicroIso(TABLES_CREATED_AT, number + 1),
    providerId: number,
  }
}

function logoOf({ team }: Member): string {
  return `https://images.example/polymarket/teams/${slugOf(team.name)}.png`
}

function teamNumber({ name }: WorldTeam): number {
  return 100_000 + (hashText(name) % 900_000)
}

const teams: ListSpec<Member> = {
  limit,
  start: readOffset(Number.POSITIVE_INFINITY),
  filters: {
    league: whereOneOf(readRepeated, ({ series }) => series.key),
    name: whereOneOf(readRepeated, ({ team }) => team.name),
    abbreviation: whereOneOf(readRepeated, ({ team }) => team.code.toLowerCase()),
    provider_id: whereOneOf(readRepeated, ({ team }) => String(teamNumber(team))),
  },
  order: orderFrom<Member>({
    id: ({ team }) => teamNumber(team),
    name: ({ team }) => team.name,
    league: ({ series }) => series.key,
    abbreviation: ({ team }) => team.code,
  }),
}

/** Returns series whose events are matches. */
function leagues(context: MockContext): readonly WorldSeries[] {
  const playing = findOfferedEvents(context).filter(({ teams: both }) => both !== undefined)
  return [...new Map(playing.map(({ series }) => [series.key, series])).values()]
}

/** Returns the teams of all leagues, each once, in the order of their first match. */
function everyTeam(context: MockContext): readonly Member[] {
  const members = findOfferedEvents(context).flatMap(({ series, teams: both = [] }) =>
    both.map((team): [string, Member] => [`${series.key} ${team.name}`, { series, team }]),
  )
  return [...new Map(members).values()]
}

function leagueRow(context: MockContext, series: WorldSeries): Native {
  return {
    id: series.index + 1,
    sport: series.key,
    name: series.title,
    image: imageOf(series),
    resolution: `https://results.example/${series.key}`,
    ordering: 'home',
    tags: tagIds(context, series).join(','),
    series: seriesIdOf(series),
    createdAt: toMicroIso(TABLES_CREATED_AT, series.index),
  }
}
