import { polymarketUs } from '../../../src/venues/polymarket_us/index.js'
import type { Answers } from '../../support/wire.js'
import { nativeEvent, nativeMarket, nativeSeries } from '../polymarket_us/payloads.js'
import {
  type Asked,
  asks,
  events,
  found,
  inSeries,
  type Listing,
  markets,
  marketsOf,
  series,
  seven,
} from './lists.js'

const rows = seven((n) => nativeEvent(n + 1))
/** All rows on the first page, and an empty one behind it. */
const onePage =
  (path: string, member: string) =>
  (told: readonly unknown[]): Answers => ({
    [`GET gateway${path}`]: (call: Asked) => ({ [member]: asks(call, 'offset', '0') ? told : [] }),
  })
const eventPage = onePage('/v1/events', 'events')
const ofSeries: Answers = { 'GET gateway/v1/series': { series: [nativeSeries(29, { slug: 'mlb-2026' })] } }

export const polymarketUsListings: Readonly<Record<string, Listing>> = {
  events: { venue: polymarketUs, rows, answers: eventPage, list: events },
  'markets of events': { venue: polymarketUs, rows, answers: eventPage, list: markets },
  'markets by volume': {
    venue: polymarketUs,
    rows: seven((n) => nativeMarket(n + 1)),
    answers: onePage('/v1/markets', 'markets'),
    list: marketsOf({ status: 'active', sort: 'volume' }),
  },
  search: {
    venue: polymarketUs,
    rows,
    answers: (told) => ({ 'GET gateway/v1/search': { events: told } }),
    list: found,
  },
  series: {
    venue: polymarketUs,
    rows: seven((n) => nativeSeries(n + 1)),
    answers: onePage('/v1/series', 'series'),
    list: series,
  },
  'events of a series': {
    venue: polymarketUs,
    rows,
    answers: (told) => ({ ...ofSeries, ...eventPage(told) }),
    list: inSeries('mlb-2026'),
  },
}
