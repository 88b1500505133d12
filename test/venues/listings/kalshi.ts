import type { Venue } from '../../../src/venue-kit/contract/venue.js'
import type { Answers } from '../../support/wire.js'
import * as kalshiPayloads from '../kalshi/payloads.js'

import { type Asked, events, inSeries, type Listing, markets, series, seven } from './lists.js'

const kalshiMarkets = seven((n) => kalshiPayloads.nativeMarket({ ticker: `KXORBMAYOR-26-M${n}` }))
const kalshiEvents = seven((n) => {
  const event_ticker = `KXORBMAYOR-${30 + n}`
  return kalshiPayloads.nativeEvent({
    event_ticker,
    markets: [kalshiPayloads.nativeMarket({ ticker: `${event_ticker}-VELA`, event_ticker })],
  })
})
const kalshiAnswers = (over: Answers): Answers => ({
  'GET api/series': { series: [kalshiPayloads.nativeSeries()] },
  'GET api/markets': { markets: [], cursor: '' },
  'GET api/events': { events: [], cursor: '' },
  ...over,
})
export const kalshiListings = (venue: Venue) =>
  ({
    'markets in events': {
      venue,
      rows: kalshiMarkets,
      answers: (rows) =>
        kalshiAnswers({
          'GET api/events': { events: [kalshiPayloads.nativeEvent({ markets: rows })], cursor: '' },
        }),
      list: markets,
    },
    events: {
      venue,
      rows: kalshiEvents,
      answers: (rows) => kalshiAnswers({ 'GET api/events': { events: rows, cursor: '' } }),
      list: events,
    },
    'series of events': {
      venue,
      rows: seven((n) => kalshiPayloads.nativeSeries({ ticker: n === 1 ? 'KXORBMAYOR' : `KXS${n}` })),
      answers: (rows) =>
        kalshiAnswers({
          'GET api/series': { series: rows },
          'GET api/events': { events: kalshiEvents, cursor: '' },
        }),
      list: events,
    },
    series: {
      venue,
      rows: seven((n) => kalshiPayloads.nativeSeries({ ticker: `KXS${n}` })),
      answers: (rows) => ({ 'GET api/series': { series: rows } }),
      list: series,
    },
    'events of a series': {
      venue,
      rows: kalshiEvents,
      answers: (rows) =>
        kalshiAnswers({
          'GET api/events': { events: rows, cursor: '' },
          'GET api/series/KXORBMAYOR': { series: kalshiPayloads.nativeSeries() },
        }),
      list: inSeries('KXORBMAYOR'),
    },
    'paused markets': {
      venue,
      rows: seven((n) => kalshiPayloads.nativeMarket({ ticker: `KXP-26-M${n}`, event_ticker: `KXP-${n}` })),
      answers: (rows) =>
        kalshiAnswers({
          'GET api/markets': { markets: rows, cursor: '' },
          'GET api/events': (call: Asked) => {
            const asked = call.query.find(([name]) => name === 'tickers')?.[1]?.split(',') ?? []
            const named = asked.map((event_ticker) =>
              kalshiPayloads.nativeEvent({
                event_ticker,
                markets: [kalshiPayloads.nativeMarket({ ticker: `${event_ticker}-A`, event_ticker })],
              }),
            )
            return { events: named, cursor: '' }
          },
        }),
      list: events,
    },
  }) satisfies Record<string, Listing>
