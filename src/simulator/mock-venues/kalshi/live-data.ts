import { type Reply, requireOrRefuse, toJsonReply } from '../../http/reply.js'
import type { Route } from '../../mock-kit/mock-venue.js'
import { mix, uuidOf } from '../../world/common/hash.js'
import { stateAt, type WorldEvent } from '../../world/common/types.js'
import { createBadRequest, createNotFound } from './errors.js'
import type { Native } from './market.js'
import { listAllEvents } from './tickers.js'
import { type KalshiCall, routesOf, type Variant } from './variant.js'

/** Routes of live scores (README.md: "Live data"). */
export function createLiveDataRoutes(variant: Variant): readonly Route[] {
  const route = routesOf(variant)
  const one = (call: KalshiCall): Reply =>
    toJsonReply({
      live_data: requireOrRefuse(liveDataOf(call, call.params['milestone'] ?? ''), createNotFound),
    })
  return [
    route('GET', '/live_data/batch', batch),
    route('GET', '/live_data/milestone/:milestone', one),
    route('GET', '/live_data/milestone/:milestone/game_stats', (call) => {
      requireOrRefuse(liveDataOf(call, call.params['milestone'] ?? ''), createNotFound)
      return toJsonReply({ pbp: { periods: [] } })
    }),
    route('GET', '/live_data/:type/milestone/:milestone', one),
  ]
}

const MAX_MILESTONES = 100

/** Omits unknown ids. */
function batch(call: KalshiCall): Reply {
  const ids = call.query.all('milestone_ids').flatMap((text) => text.split(','))
  if (ids.length === 0 || ids.length > MAX_MILESTONES) throw createBadRequest('invalid milestone_ids')
  return toJsonReply({ live_datas: ids.flatMap((id) => liveDataOf(call, id) ?? []) })
}

/** Returns live data. The specification leaves the members of `details` open; the ones here are invented. */
function liveDataOf(call: KalshiCall, id: string): Native | undefined {
  const event = listAllEvents(call).find((one) => one.teams !== undefined && uuidOf(one.seed) === id)
  if (event === undefined) return undefined
  return { type: 'game', milestone_id: id, details: detailsOf(call, event) }
}

function detailsOf({ now }: KalshiCall, event: WorldEvent): Native {
  const startsAt = event.startsAt ?? event.endsAt
  const status = now < startsAt ? 'scheduled' : stateAt(event, now) === 'open' ? 'live' : 'finished'
  const played = Math.min(1, Math.max(0, (now - startsAt) / (event.closesAt - startsAt)))
  const pointsOf = (side: number): number => Math.floor(played * (mix(event.seed, side) % 9))
  return { status, home_points: pointsOf(1), away_points: pointsOf(2) }
}
