import { type Reply, toJsonReply } from '../../http/reply.js'
import { type MockCall, type MockContext, type Route, route } from '../../mock-kit/mock-venue.js'
import { offers } from '../../mock-kit/venue-view.js'
import { mix, uuidOf } from '../../world/common/hash.js'
import type { WorldSeries, WorldTeam } from '../../world/common/types.js'
import { basketball, esports, football } from '../../world/series/names.js'
import { seriesNumberOf } from './ids.js'

type Native = Readonly<Record<string, unknown>>

/** Routes of sports and their teams (README.md, "Sports"). */
export const sportsRoutes: readonly Route[] = [
  route('GET', '/v1/sports', (call) => toJsonReply({ sports: leaguesOf(call).map(sportRow) })),
  route('GET', '/v1/sports/teams/provider', listTeams),
]

/** The teams of a sport, and the number of the first of them. */
const pools: Readonly<Record<string, { readonly first: number; readonly teams: readonly WorldTeam[] }>> = {
  Football: { first: 3001, teams: football },
  Basketball: { first: 3101, teams: basketball },
  Esports: { first: 3201, teams: esports },
}

function poolOf({ tags }: WorldSeries) {
  const sport = tags.find((tag) => Object.hasOwn(pools, tag))
  return sport === undefined ? undefined : pools[sport]
}

/** Returns the series of games that are listed here. */
function leaguesOf({ world }: MockContext): readonly WorldSeries[] {
  return world.series.filter((one) => one.tags.includes('Games') && offers(one, 'polymarket_us'))
}

function imageOf(name: string): string {
  return `https://images.example/polymarket-us/${name}.png`
}

function sportRow(series: WorldSeries): Native {
  return {
    sport: series.key,
    image: imageOf(series.key),
    resolution: `https://leagues.example/${series.key}`,
    ordering: 'away',
    tags: series.tags.map((_tag, index) => String(index + 2)).join(','),
    series: seriesNumberOf(series),
    isOperational: true,
    automaticResolution: false,
  }
}

/** Renders a team as in sides of markets and lists of teams, or undefined if it is not a team of the series. */
export function toTeamRow(series: WorldSeries, name: string, ordering: 'home' | 'away'): Native | undefined {
  const pool = poolOf(series)
  const index = pool?.teams.findIndex((team) => team.name === name) ?? -1
  const team = pool?.teams[index]
  if (pool === undefined || team === undefined) return undefined
  const id = pool.first + index
  const code = team.code.toLowerCase()
  const color = `#${mix(id, 1).toString(16).padStart(6, '0').slice(0, 6).toUpperCase()}`
  return {
    id,
    name: team.name,
    abbreviation: code,
    league: series.key,
    record: '',
    logo: imageOf(code),
    alias: team.name,
    safeName: team.name,
    homeIcon: '',
    awayIcon: '',
    colorPrimary: color,
    providerId: index + 1,
    ordering,
    longIcon: imageOf(code),
    shortIcon: imageOf(code),
    displayAbbreviation: team.code,
    conference: '',
    providerIds: [
      { provider: 'PROVIDER_SPORTRADAR', providerId: uuidOf(mix(id, 2)) },
      { provider: 'PROVIDER_SPORTSDATAIO', providerId: String(index + 1) },
    ],
    color: { light: color, dark: color },
    imageDisplayType: 'IMAGE_DISPLAY_TYPE_LOGO',
  }
}

interface ProviderId {
  readonly provider: string
  readonly providerId: string
}

function teamsOf(series: WorldSeries): readonly Native[] {
  const teams = poolOf(series)?.teams ?? []
  return teams.map(({ name }) => toTeamRow(series, name, 'home')).filter((row) => row !== undefined)
}

/** Lists teams by number. Requested numbers are the venue's, or those of the named provider. */
function listTeams(call: MockCall): Reply {
  const { query } = call
  const [provider, league] = [query.text('provider'), query.text('league')?.toLowerCase()]
  const ids = query.all('teamIds')
  const rows = leaguesOf(call)
    .filter(({ key }) => league === undefined || key === league)
    .flatMap(teamsOf)
  const idOf = (row: Native): string | undefined =>
    provider === undefined
      ? String(row['id'])
      : (row['providerIds'] as readonly ProviderId[]).find((one) => one.provider === provider)?.providerId
  const wanted = rows.filter((row) => {
    const id = idOf(row)
    return id !== undefined && (ids.length === 0 || ids.includes(id))
  })
  return toJsonReply({ teams: Object.fromEntries(wanted.map((row) => [String(row['id']), row])) })
}
