import type { MethodName } from '../../api/arguments/methods.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { Paint } from '../output/colors.js'
import { type Column, renderTable } from './table.js'

/** A capability map as `/api/{exchange}/has` gives it. */
type Capabilities = Readonly<Record<string, boolean | 'emulated' | 'sampled'>>

export interface VenueRow {
  readonly venue: VenueId
  readonly has: Capabilities
}

/** The main capabilities, each with the method that stands for it. */
const mainMethods = [
  ['lists', 'fetchMarkets'],
  ['series', 'fetchSeries'],
  ['candles', 'fetchOHLCV'],
  ['book', 'fetchOrderBook'],
  ['trades', 'fetchTrades'],
  ['account', 'fetchPositions'],
  ['orders', 'createOrder'],
  ['streams', 'watchOrderBook'],
] as const satisfies readonly (readonly [string, MethodName])[]

/** Whether this version serves the venue at all: it has at least one capability. */
export function isServed({ has }: VenueRow): boolean {
  return Object.values(has).some((capability) => capability !== false)
}

/** Columns of the narrowest terminal that tables are made for. */
const NARROW = 80

/**
 * One row a venue that is served, in the order given, and a line that names the others. `yes` is native, `built` (`emulated` on the wire) is
 * made from something else, `sampled` is kept from now on where it is pinned, `-` is missing; what no venue can do has no column. Fits 80 columns.
 */
export function renderVenues(venues: readonly VenueRow[], paint: Paint): string[] {
  const served = venues.filter(isServed)
  const shown = mainMethods.filter(([, method]) => served.some(({ has }) => word(has[method]) !== '-'))
  const columns: readonly Column[] = [{ title: 'venue' }, ...shown.map(([title]) => ({ title }))]
  const rows = served.map((row) => [row.venue, ...shown.map(([, method]) => word(row.has[method]))])
  const others = venues.filter((row) => !isServed(row)).map(({ venue }) => venue)
  return [...renderTable(columns, rows, paint), ...wrapped('not served yet: ', others)]
}

/** Names after a lead, in lines of at most 80 columns; none when there are no names. */
function wrapped(lead: string, names: readonly string[]): string[] {
  const lines: string[] = []
  for (const [index, name] of names.entries()) {
    const text = index === names.length - 1 ? name : `${name}, `
    const last = lines.at(-1)
    if (last !== undefined && last.length + text.length <= NARROW) lines[lines.length - 1] = last + text
    else lines.push(last === undefined ? lead + text : ' '.repeat(lead.length) + text)
  }
  return lines.map((line) => line.trimEnd())
}

function word(capability: Capabilities[string] | undefined): string {
  if (typeof capability === 'string') return capability === 'emulated' ? 'built' : capability
  return capability === true ? 'yes' : '-'
}
