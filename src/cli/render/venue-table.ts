import type { MethodName } from '../../contract/methods.js'
import { type VenueId, venueNames } from '../../contract/venue-ids.js'
import type { Paint } from './paint.js'
import { type Column, renderTable } from './table.js'

/** A capability map as `/api/{exchange}/has` gives it. */
type Capabilities = Readonly<Record<string, boolean | 'emulated'>>

export interface VenueRow {
  readonly venue: VenueId
  readonly has: Capabilities
}

/** The main capabilities, each with the method that stands for it. */
const mainMethods = [
  ['events', 'fetchEvents'],
  ['markets', 'fetchMarkets'],
  ['series', 'fetchSeries'],
  ['candles', 'fetchOHLCV'],
  ['book', 'fetchOrderBook'],
  ['trades', 'fetchTrades'],
  ['positions', 'fetchPositions'],
  ['orders', 'createOrder'],
  ['streams', 'watchOrderBook'],
] as const satisfies readonly (readonly [string, MethodName])[]

const columns: readonly Column[] = [
  { title: 'venue' },
  { title: 'name' },
  { title: 'served' },
  ...mainMethods.map(([title]) => ({ title })),
]

/** Whether this version serves the venue at all: it has at least one capability. */
export function isServed({ has }: VenueRow): boolean {
  return Object.values(has).some((capability) => capability !== false)
}

/** One row a venue, in the order given. `yes` is native, `emulated` is made from something else, `-` is missing. */
export function venueTable(venues: readonly VenueRow[], paint: Paint): string[] {
  const rows = venues.map((row) => [
    row.venue,
    venueNames[row.venue],
    isServed(row) ? 'yes' : '-',
    ...mainMethods.map(([, method]) => word(row.has[method])),
  ])
  return renderTable(columns, rows, paint)
}

function word(capability: Capabilities[string] | undefined): string {
  if (capability === 'emulated') return 'emulated'
  return capability === true ? 'yes' : '-'
}
