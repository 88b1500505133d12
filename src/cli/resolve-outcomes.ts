import type { VenueId } from '../contract/venue-ids.js'
import { readAnswer } from './ask.js'
import type { Caller, Reply } from './caller.js'
import { readShape, shapes } from './shapes.js'

/** An outcome whose candles are meant. */
export interface NamedOutcome {
  readonly outcomeId: string
  /** Absent when the id was an outcome's itself. */
  readonly label?: string
  /** Title of its market; absent when the id was an outcome's itself. */
  readonly market?: string
}

/**
 * The outcomes an id means: an outcome's own id, else all outcomes of the market, else of the event that has it.
 * @param probe asks for something of an outcome with this id, to learn whether there is one
 * @throws CommandFailed with the API's error: of the probe for an id that nothing has, else of what failed
 */
export async function resolveOutcomes(
  caller: Caller,
  venue: VenueId,
  id: string,
  probe: () => Promise<Reply>,
  flags: { readonly json: boolean },
): Promise<readonly NamedOutcome[]> {
  const asOutcome = await probe()
  if (!isMissing(asOutcome)) {
    if (!isRetryable(asOutcome)) readAnswer(asOutcome, flags)
    return [{ outcomeId: id }]
  }
  const asMarket = await caller.call(venue, 'fetchMarket', [{ marketId: id }], 'background')
  if (!isMissing(asMarket)) {
    const market = readShape(shapes.market, readAnswer(asMarket, flags).data, 'a market')
    return outcomesOf([market])
  }
  const asEvent = await caller.call(venue, 'fetchEvent', [{ eventId: id }], 'background')
  if (isMissing(asEvent)) readAnswer(asOutcome, flags)
  return outcomesOf(readShape(shapes.event, readAnswer(asEvent, flags).data, 'an event').markets)
}

function outcomesOf(
  markets: readonly {
    readonly title: string
    readonly outcomes: readonly { readonly outcomeId: string; readonly label: string }[]
  }[],
): NamedOutcome[] {
  return markets.flatMap(({ title, outcomes }) =>
    outcomes.map(({ outcomeId, label }) => ({ outcomeId, label, market: title })),
  )
}

function errorOf(reply: Reply) {
  const envelope = readShape(shapes.envelope, reply.body, 'an envelope')
  return envelope.success ? undefined : envelope.error
}

/** An id of a form that cannot be one of these is refused as invalid rather than looked for. */
function isMissing(reply: Reply): boolean {
  const code = errorOf(reply)?.code
  return code === 'VALIDATION_ERROR' || code?.endsWith('NOT_FOUND') === true
}

/** A failure that may pass says nothing against the id: the work itself waits and tries again. */
function isRetryable(reply: Reply): boolean {
  return errorOf(reply)?.retryable === true
}
