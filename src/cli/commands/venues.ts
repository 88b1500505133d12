import { type VenueId, venueIds, venueNames } from '../../api/envelope/venue-ids.js'
import { summarizeFacts, type VenueFacts } from '../../core/capabilities/venue-summary.js'
import { declaredOf, loadVenue } from '../../venues/registry.js'
import { readAnswer, withCaller } from '../client/call-method.js'
import type { RequestFlags } from '../client/open-caller.js'
import { readShape, shapes } from '../client/response-shapes.js'
import { addRequestFlags, type Register } from '../options/command.js'
import { renderJson } from '../output/json.js'
import type { Output } from '../output/output.js'
import { renderCandleFacts } from '../tables/candle-summary-table.js'
import { isServed, renderVenues, type VenueRow } from '../tables/venue-table.js'

export const venuesCommand: Register = (program, output) => {
  addRequestFlags(program.command('venues').description('Show the methods that each venue supports')).action(
    (flags) => venues(flags, output),
  )
}

/** `pmx-local venues`: shows the capabilities of each venue of the API. */
async function venues(flags: RequestFlags, output: Output): Promise<void> {
  const rows = await withCaller(flags, output, 'reading the methods of the venues', (caller) =>
    Promise.all(
      venueIds.map(async (venue): Promise<VenueRow & { readonly facts: VenueFacts | undefined }> => {
        const { data } = readAnswer(await caller.call(venue, 'has', []))
        const has = readShape(shapes.capabilities, data, 'a capability map')
        return { venue, has, facts: await factsHere(venue) }
      }),
    ),
  )
  if (flags.json === true) {
    const told = rows.map((row) => ({
      venue: row.venue,
      name: venueNames[row.venue],
      served: isServed(row),
      has: row.has,
      ...(row.facts === undefined ? {} : { facts: row.facts }),
    }))
    return output.line(renderJson(told, output.isTerminal))
  }
  for (const line of renderVenues(rows, output.style)) output.line(line)
  output.line('')
  const known = rows.flatMap(({ venue, facts }) => (facts === undefined ? [] : [{ venue, facts }]))
  for (const line of renderCandleFacts(known, output.style)) output.line(line)
}

/** Returns this version's data about a venue, independent of the caller. */
async function factsHere(id: VenueId): Promise<VenueFacts | undefined> {
  const [venue, declared] = [await loadVenue(id), declaredOf(id)]
  return venue === undefined || declared === undefined ? undefined : summarizeFacts(venue, declared)
}
