import { toJsonReply } from '../../http/reply.js'
import { type MockCall, type MockVenue, route } from '../../mock-kit/mock-venue.js'
import { answerDepth } from './depth.js'
import { answerKlines } from './klines.js'
import { answerExchangeInfo } from './pairs.js'
import { answerTicker } from './ticker.js'

/** Mock venue of the address for public market data of Binance (feeds/README.md). */
export const binanceMock: MockVenue = {
  venue: 'binance',
  hosts: {
    api: {
      prefix: '',
      routes: [
        route('GET', '/api/v3/exchangeInfo', answerExchangeInfo),
        route('GET', '/api/v3/ticker/24hr', answerTicker),
        route('GET', '/api/v3/klines', answerKlines),
        route('GET', '/api/v3/depth', answerDepth),
      ],
      notImplemented: [
        'GET /api/v3/aggTrades',
        'GET /api/v3/avgPrice',
        'GET /api/v3/ping',
        'GET /api/v3/ticker',
        'GET /api/v3/ticker/bookTicker',
        'GET /api/v3/ticker/price',
        'GET /api/v3/time',
        'GET /api/v3/trades',
        'GET /api/v3/uiKlines',
      ],
      notFound: ({ path }: Pick<MockCall['request'], 'path'>) =>
        toJsonReply({ timestamp: 0, status: 404, error: 'Not Found', path }, 404),
      limit: {
        capacity: 1_200,
        perSecond: 20,
        refusal: () =>
          toJsonReply(
            { code: -1003, msg: 'Too much request weight used; please use WebSocket Streams.' },
            429,
            {
              'retry-after': '10',
            },
          ),
      },
    },
  },
}
