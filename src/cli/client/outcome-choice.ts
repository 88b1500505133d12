import type { VenueId } from '../../api/envelope/venue-ids.js'
import { renderCount } from '../output/counted.js'
import { measureWidth, pad, toPrintable } from '../output/display-width.js'
import type { Output } from '../output/output.js'
import { printMode } from './call-method.js'
import type { ApiCaller, ApiReply } from './caller.js'
import { findOutcomesOf, isMissing, type NamedOutcome } from './resolve-outcomes.js'

/** Finds the outcomes of a market or event, for an id without candles; empty where the id has candles. */
export async function findAlternativeOutcomes(
  caller: ApiCaller,
  venue: VenueId,
  id: string,
  first: ApiReply,
): Promise<readonly NamedOutcome[]> {
  if (!isMissing(first)) return []
  return (await findOutcomesOf(caller, venue, id, { json: false }, { priority: 'interactive' })) ?? []
}

/** Prints the outcomes of a market or event, as a choice. */
export function printOutcomes(
  venue: VenueId,
  id: string,
  outcomes: readonly NamedOutcome[],
  { headers }: ApiReply,
  output: Output,
): void {
  output.note(`${id} is no outcome but has ${renderCount(outcomes.length, 'outcome')}; candles are of one:`)
  let title: string | undefined
  const width = Math.max(...outcomes.map(({ label = '' }) => measureWidth(toPrintable(label))))
  for (const { outcomeId, label = '', market } of outcomes) {
    if (market !== undefined && market !== title) output.line(toPrintable(market))
    title = market
    output.line(`  ${pad(toPrintable(label), width)}  ${toPrintable(outcomeId)}`)
  }
  output.note(`Next: pmx-local candles ${venue} ${toPrintable(outcomes[0]?.outcomeId ?? '')}`)
  printMode(headers, output)
}
