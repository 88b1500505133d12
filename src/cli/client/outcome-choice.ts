import type { VenueId } from '../../api/envelope/venue-ids.js'
import { renderCount } from '../output/counted.js'
import { measureWidth, pad, toPrintable } from '../output/display-width.js'
import { CommandFailed, exitCodes } from '../output/output.js'
import type { ApiCaller, ApiReply } from './caller.js'
import { findOutcomesOf, isMissing, type NamedOutcome } from './resolve-outcomes.js'
import { readShape, shapes } from './response-shapes.js'

/** Finds the outcomes of a market or event, for an id without candles. The list is empty if the id has candles. */
export async function findAlternativeOutcomes(
  caller: ApiCaller,
  venue: VenueId,
  id: string,
  first: ApiReply,
): Promise<readonly NamedOutcome[]> {
  if (!isMissing(first)) return []
  return (await findOutcomesOf(caller, venue, id, { priority: 'interactive' })) ?? []
}

/**
 * Returns the error for a market or event id, with the outcomes, one per line, and the next command. With `--json` it is the API
 * response, with the outcome ids in its detail.
 */
export function createChoiceError(
  venue: VenueId,
  id: string,
  outcomes: readonly NamedOutcome[],
  { body }: ApiReply,
): CommandFailed {
  const lines: string[] = []
  let title: string | undefined
  const width = Math.max(...outcomes.map(({ label = '' }) => measureWidth(toPrintable(label))))
  for (const { outcomeId, label = '', market } of outcomes) {
    if (market !== undefined && market !== title) lines.push(`  ${toPrintable(market)}`)
    title = market
    lines.push(`    ${pad(toPrintable(label), width)}  ${toPrintable(outcomeId)}`)
  }
  const text = [
    `${toPrintable(id)} is not an outcome. Choose one of its ${renderCount(outcomes.length, 'outcome')}:`,
    ...lines,
    `  Next: pmx-local candles ${venue} ${toPrintable(outcomes[0]?.outcomeId ?? '')}`,
  ]
  return new CommandFailed(text.join('\n'), exitCodes.failed, { body: withOutcomes(body, outcomes) })
}

/**
 * Adds the outcomes to the detail of a failed response that does not name them, because some venues refuse an id without a call.
 */
function withOutcomes(body: unknown, outcomes: readonly NamedOutcome[]): unknown {
  const envelope = readShape(shapes.envelope, body, 'an envelope')
  if (envelope.success) return body
  const outcomeIds = outcomes.map(({ outcomeId }) => outcomeId)
  const known = typeof envelope.error.detail === 'object' ? envelope.error.detail : {}
  return { success: false, error: { ...envelope.error, detail: { outcomeIds, ...known } } }
}
