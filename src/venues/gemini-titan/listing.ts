import { mapPages } from '../../venue-kit/contract/paging.js'
import type {
  EventRow,
  Listed,
  Listing,
  MarketRow,
  Status,
  VenueContext,
} from '../../venue-kit/contract/venue.js'
import { convertRows, readInList } from '../../venue-kit/requests/map-rows.js'
import { joinLegs } from '../../venue-kit/requests/request-legs.js'
import { eventIdOf, eventsIn, marketIdOf, marketsIn } from '../../venue-kit/requests/row-lists.js'
import { toEventRow } from './mapping.js'
import { LIST, listEventPages } from './native/event-pages.js'
import { withoutParts } from './native/parts.js'
import type { NativeStatus } from './schemas.js'

/**
 * The venue's words for a status, with one list each, because it is uncertain whether a query may have several (README.md). An
 * approved contract has not opened and is in no list; it is found by its id.
 */
const words: Readonly<Record<Status, readonly NativeStatus[]>> = {
  active: ['active'],
  closed: ['closed', 'under_review', 'settled', 'invalid'],
}

/** Lists events of one status, each with its opened contracts, in no particular order. */
export function listEvents({ status }: Listing, ctx: VenueContext): Listed<EventRow> {
  const unique = withoutParts()
  const legs = words[status].map((word) => rowPages(word, unique, ctx))
  return { paging: eventsIn(joinLegs('events', eventIdOf, legs)), sorted: false }
}

/** Lists contracts of one status; closed ones can be in open events, where single outcomes are decided before the rest. */
export function listMarkets({ status }: Listing, ctx: VenueContext): Listed<MarketRow> {
  const within = status === 'active' ? words.active : [...words.closed, ...words.active]
  const unique = withoutParts()
  const legs = within.map((word) =>
    mapPages(rowPages(word, unique, ctx), (rows) =>
      rows.flatMap(({ markets }) => markets.filter((row) => row.status === status)),
    ),
  )
  return {
    paging: marketsIn(joinLegs('markets', marketIdOf, legs)),
    sorted: false,
    ...(status === 'active' ? { areOfEvents: true } : {}),
  }
}

function rowPages(word: NativeStatus, unique: ReturnType<typeof withoutParts>, ctx: VenueContext) {
  const now = ctx.clock.now()
  return mapPages(listEventPages(word, ctx), (natives) =>
    unique(
      readInList(LIST, ctx, () =>
        convertRows(natives, 'data', (native) => ({
          row: withoutUnopened(toEventRow(native, LIST, now)),
          parts: (native.events ?? []).map(({ ticker }) => ticker),
        })),
      ),
    ),
  )
}

function withoutUnopened(row: EventRow): EventRow {
  return { ...row, markets: row.markets.filter(({ market }) => market.nativeStatus !== 'approved') }
}
