import type { MethodName } from '../../api/arguments/methods.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { Paint } from '../output/colors.js'
import { type Column, renderTable } from './table.js'

/** A capability map of `/api/{exchange}/has`. */
type Capabilities = Readonly<Record<string, boolean | 'emulated' | 'sampled'>>

export interface VenueRow {
  readonly venue: VenueId
  readonly has: Capabilities
}

/** The main capabilities, each with its representative method. */
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

/** Whether this version serves the venue: it has at least one capability. */
export function isServed({ has }: VenueRow): boolean {
  return Object.values(has).some((capability) => capability !== false)
}

/** The width of the narrowest supported terminal. */
const NARROW = 80

/**
 * Renders one row per served venue, in the given order, and a line with the names of the others. `yes` is native, `built`
 * (`emulated` in the API) is derived from other data, `sampled` is recorded from now on for pinned outcomes, and `-` is missing.
 * A capability that no venue has is left out. Fits 80 columns.
 */
export function renderVenues(venues: readonly VenueRow[], paint: Paint): string[] {
  const served = venues.filter(isServed)
  const shown = mainMethods.filter(([, method]) => served.some(({ has }) => word(has[method]) !== '-'))
  const columns: readonly Column[] = [{ title: 'venue' }, ...shown.map(([title]) => ({ title }))]
  const rows = served.map((row) => [row.venue, ...shown.map(([, method]) => word(row.has[method]))])
  const others = venues.filter((row) => !isServed(row)).map(({ venue }) => venue)
  return [...renderTable(columns, rows, paint), ...wrapped('not served yet: ', others)]
}

/** Renders names after a lead, in lines of at most 80 columns. Empty without names. */
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
