import type { VenueCall, Wire } from '../../../src/transport/call-types.js'
import type { Paging } from '../../../src/venue-kit/contract/paging.js'
import type { EventRow, MarketRow, Venue, VenueContext } from '../../../src/venue-kit/contract/venue.js'
import type { Answers } from '../../support/wire.js'

export type Row = Record<string, unknown>

/** Rows of one payload that a list is read from, and the list. */
export interface Listing {
  readonly venue: Venue
  readonly rows: readonly Row[]
  answers(rows: readonly unknown[]): Answers | Wire
  list(venue: Venue, ctx: VenueContext): Paging<unknown>
}

export type Asked = Pick<VenueCall, 'query'>

export const COUNT = 7
export const seven = (make: (n: number) => object): Row[] =>
  Array.from({ length: COUNT }, (_unused, n) => ({ ...make(n) }))
export const asks = ({ query }: Asked, name: string, value: string): boolean =>
  query.some(([key, asked]) => key === name && asked === value)

const active = { status: 'active' } as const
export const events = ({ markets }: Venue, ctx: VenueContext): Paging<EventRow> =>
  markets.listEvents(active, ctx).paging
export const marketsOf =
  (listing: Parameters<Venue['markets']['listEvents']>[0]) =>
  ({ markets }: Venue, ctx: VenueContext): Paging<unknown> =>
    (markets.listMarkets ?? markets.listEvents)(listing, ctx).paging
export const markets = marketsOf(active)
export const found = ({ markets: { search } }: Venue, ctx: VenueContext): Paging<EventRow> => {
  if (search === undefined) throw new Error('the venue has no search')
  return search('a', active, ctx).paging
}
export const inSeries =
  (series: string) =>
  ({ markets: { listSeriesEvents } }: Venue, ctx: VenueContext): Paging<EventRow> => {
    if (listSeriesEvents === undefined) throw new Error('the venue has no series')
    return listSeriesEvents(series, active, ctx).paging
  }
export const series = ({ series: source }: Venue, ctx: VenueContext): Paging<unknown> => {
  if (source === undefined) throw new Error('the venue has no series')
  return source.list(ctx)
}

/** What rows and their markets are called. */
export function idsIn(rows: readonly unknown[]): string[] {
  return rows.flatMap((row) => {
    const {
      market,
      event,
      markets: inside = [],
      id,
    }: Partial<MarketRow & EventRow & { id: string }> = Object(row)
    const own = market?.marketId ?? event?.id ?? id
    return [String(own), ...inside.map((one) => one.market.marketId)]
  })
}
