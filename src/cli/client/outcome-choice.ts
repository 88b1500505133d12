import type { VenueId } from '../../api/envelope/venue-ids.js'
import { counted } from '../output/counted.js'
import { displayWidth, pad, printable } from '../output/display-width.js'
import type { Output } from '../output/output.js'
import { tellMode } from './call-method.js'
import type { Caller, Reply } from './caller.js'
import { isMissing, type NamedOutcome, outcomesBehind } from './resolve-outcomes.js'

/** The outcomes of the market or event that has an id for which there are no candles; none where there are. */
export async function outcomesInstead(
  caller: Caller,
  venue: VenueId,
  id: string,
  first: Reply,
): Promise<readonly NamedOutcome[]> {
  if (!isMissing(first)) return []
  return (await outcomesBehind(caller, venue, id, { json: false }, { priority: 'interactive' })) ?? []
}

/** The outcomes of what is no outcome itself, to choose one from. */
export function printOutcomes(
  venue: VenueId,
  id: string,
  outcomes: readonly NamedOutcome[],
  { headers }: Reply,
  output: Output,
): void {
  output.note(`${id} is no outcome but has ${counted(outcomes.length, 'outcome')}; candles are of one:`)
  let title: string | undefined
  const width = Math.max(...outcomes.map(({ label = '' }) => displayWidth(printable(label))))
  for (const { outcomeId, label = '', market } of outcomes) {
    if (market !== undefined && market !== title) output.line(printable(market))
    title = market
    output.line(`  ${pad(printable(label), width)}  ${printable(outcomeId)}`)
  }
  output.note(`Next: pmx-local candles ${venue} ${printable(outcomes[0]?.outcomeId ?? '')}`)
  tellMode(headers, output)
}
