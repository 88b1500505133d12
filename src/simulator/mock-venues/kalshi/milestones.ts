import { type Refusal, type Reply, toJsonReply } from '../../http/reply.js'
import { type ListSpec, pageOf, readCountOf } from '../../mock-kit/list-endpoint.js'
import type { Route } from '../../mock-kit/mock-venue.js'
import { toSecondIso } from '../../world/common/dates.js'
import { uuidOf } from '../../world/common/hash.js'
import type { WorldEvent } from '../../world/common/types.js'
import { createBadRequest, createNotFound } from './errors.js'
import { type Native, participantIdOf, toMicroIso } from './market.js'
import { type KalshiList, limit, selectPage } from './paging.js'
import { eventTickerOf, listAllEvents } from './tickers.js'
import { type KalshiCall, routesOf, type Variant } from './variant.js'

/** Routes of real-world occurrences and their participants (venues/kalshi/README.md). */
export function createOccurrenceRoutes(variant: Variant): readonly Route[] {
  const route = routesOf(variant)
  return [
    route('GET', '/milestones', listMilestones),
    route('GET', '/milestones/:id', (call) => {
      const found = matchesOf(call)
        .map((event) => milestoneFor(call.variant, event))
        .find((row) => row?.['id'] === call.params['id'])
      if (found === undefined) throw createNotFound()
      return toJsonReply({ milestone: found })
    }),
    route('GET', '/structured_targets', listTargets),
    route('GET', '/structured_targets/:id', (call) => {
      const name = participantsOf(call).find((each) => participantIdOf(each) === call.params['id'])
      if (name === undefined) throw createNotFound()
      return toJsonReply({ structured_target: targetFor(name) })
    }),
  ]
}

function matchesOf(call: KalshiCall): readonly WorldEvent[] {
  return listAllEvents(call).filter((event) => event.startsAt !== undefined)
}

const milestones: KalshiList<WorldEvent> = {
  limit: limit(100, 500),
  at: ({ opensAt }) => opensAt,
  ticker: (event, { variant }) => eventTickerOf(variant, event),
}

function listMilestones(call: KalshiCall): Reply {
  if (!call.query.has('limit')) throw createBadRequest('limit is required')
  const { rows, cursor } = selectPage(milestones, call, matchesOf(call))
  return toJsonReply({ milestones: rows.flatMap((event) => milestoneFor(call.variant, event) ?? []), cursor })
}

function participantsOf(call: KalshiCall): readonly string[] {
  const teams = listAllEvents(call).flatMap((event) => event.teams ?? [])
  return [...new Set(teams.map((team) => team.name))]
}

/** A page ends at an id; the next page starts after it. */
const targets: ListSpec<string, KalshiCall> = {
  limit: readCountOf('page_size', {
    otherwise: 100,
    most: 2000,
    refuse: badPageSize,
    refuseMore: badPageSize,
  }),
  order: () => [{ key: (name) => name, isFalling: false }],
  after: (call) => {
    const cursor = call.query.text('cursor')
    if (cursor === undefined) return undefined
    const last = participantsOf(call).find((name) => participantIdOf(name) === cursor)
    if (last === undefined) throw createBadRequest('invalid cursor')
    return [last]
  },
}

function badPageSize(): Refusal {
  return createBadRequest('invalid page_size')
}

function listTargets(call: KalshiCall): Reply {
  const { rows, more } = pageOf(targets, call, participantsOf(call))
  return toJsonReply({
    structured_targets: rows.map(targetFor),
    cursor: more ? participantIdOf(rows.at(-1) ?? '') : '',
  })
}

function targetFor(name: string): Native {
  return {
    id: participantIdOf(name),
    name,
    type: 'team',
    source_id: participantIdOf(name),
    details: {},
    last_updated_ts: toMicroIso(Date.UTC(2026, 0, 5), name.length),
  }
}

/** Returns the real-world occurrence of a match, or undefined for other events. */
export function milestoneFor(variant: Variant, event: WorldEvent): Native | undefined {
  if (event.startsAt === undefined || event.teams === undefined) return undefined
  const ticker = eventTickerOf(variant, event)
  const [home, away] = event.teams
  return {
    id: uuidOf(event.seed),
    category: 'Sports',
    type: 'game',
    title: event.title,
    start_date: toSecondIso(event.startsAt),
    end_date: null,
    details: {
      home_team_id: participantIdOf(home?.name ?? ''),
      away_team_id: participantIdOf(away?.name ?? ''),
      league: event.series.title,
      status: 'created',
    },
    notification_message: 'Who will emerge victorious?',
    primary_event_tickers: [ticker],
    related_event_tickers: [ticker],
    source_id: uuidOf(event.seed + 1),
    last_updated_ts: toMicroIso(event.opensAt, event.seed),
  }
}
