import type { Face } from '../../face.js'
import { catalogueNotPlayed, catalogueRoutes } from './catalogue.js'
import { engineRoutes } from './market-data.js'
import { catalogueError, tooMany } from './replies.js'

/** What else the matching engine documents. */
const engineNotPlayed = [
  'GET /v1/symbols',
  'GET /v1/symbols/details/:symbol',
  'GET /v1/pubticker/:symbol',
  'GET /v2/ticker/:symbol',
  'GET /v2/candles/:symbol/:interval',
  'POST /v1/balances',
  'POST /v1/mytrades',
]

/** Gemini Predictions: a catalogue of events, and the matching engine of all of Gemini, on one host. */
export const geminiTitanFace: Face = {
  venue: 'gemini-titan',
  hosts: {
    api: {
      prefix: '',
      routes: [...catalogueRoutes, ...engineRoutes],
      notPlayed: [...catalogueNotPlayed, ...engineNotPlayed],
      notFound: () => catalogueError(404, 'NOT_FOUND', 'Not found').reply,
      // 120 a minute, and five more of a burst (venues/gemini-titan/README.md).
      limit: { capacity: 6, perSecond: 2, refusal: tooMany },
    },
  },
}
