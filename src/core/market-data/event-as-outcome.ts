import { PmxError } from '../../api/envelope/errors.js'
import { venueNames } from '../../api/envelope/venue-ids.js'
import type { Venue } from '../../venue-kit/contract/venue.js'
import { describeOutcomes } from '../listings/outcome-resolver.js'
import type { EventHeader } from './event-cache.js'

/**
 * Returns the error for an id that is not an outcome. If the id is an event's, the error names the outcomes of the event;
 * otherwise the given error is returned.
 * @param readEvent looks up the event with this id; it costs a venue call, so it is called only for unknown outcomes
 */
export async function explainEventId(
  error: unknown,
  id: string,
  venue: Venue,
  readEvent: () => Promise<EventHeader>,
): Promise<unknown> {
  if (!(error instanceof PmxError) || error.detail?.['kind'] !== 'unknown_outcome') return error
  const event = await readEvent().catch(() => undefined)
  const outcomes = event?.markets.flatMap((market) => market.outcomes) ?? []
  if (event === undefined || outcomes.length === 0) return error
  const { outcomeIds, sentence } = describeOutcomes(outcomes)
  return new PmxError(
    'NOT_FOUND',
    `'${id}' is an event on ${venueNames[venue.id]}, not an outcome. ${sentence} fetchEventOHLCV returns the candles of all of them.`,
    { detail: { kind: 'event_not_outcome', eventId: event.id, outcomeIds } },
  )
}
