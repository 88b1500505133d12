import { uuidOf } from '../../world/hash.js'
import type { WorldEvent } from '../../world/types.js'
import { microIso, type Native, participantId, secondIso } from './market.js'
import { eventTicker } from './tickers.js'
import type { Variant } from './variant.js'

/** The real-world occurrence behind a match; undefined for events that are none. */
export function milestoneFor(variant: Variant, event: WorldEvent): Native | undefined {
  if (event.startsAt === undefined || event.teams === undefined) return undefined
  const ticker = eventTicker(variant, event)
  const [home, away] = event.teams
  return {
    id: uuidOf(event.seed),
    category: 'Sports',
    type: 'game',
    title: event.title,
    start_date: secondIso(event.startsAt),
    end_date: null,
    details: {
      home_team_id: participantId(home?.name ?? ''),
      away_team_id: participantId(away?.name ?? ''),
      league: event.series.title,
      status: 'created',
    },
    notification_message: 'Who will emerge victorious?',
    primary_event_tickers: [ticker],
    related_event_tickers: [ticker],
    source_id: uuidOf(event.seed + 1),
    last_updated_ts: microIso(event.opensAt, event.seed),
  }
}
