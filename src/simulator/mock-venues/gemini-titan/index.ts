import type { MockHost, MockVenue } from '../../mock-kit/mock-venue.js'
import { accountRoutes } from './account-routes.js'
import { catalogueNotImplemented, catalogueRoutes } from './catalogue.js'
import { engineRoutes } from './market-data.js'
import { orderRoutes } from './order-routes.js'
import { createCatalogueError, refuseTooMany } from './replies.js'
import { getPaperCredentials } from './signature.js'
import { streamHost } from './stream.js'
import { termsRoutes } from './terms.js'

/** Other documented calls of the matching engine. */
const engineNotPlayed = [
  'GET /v1/symbols',
  'GET /v1/symbols/details/:symbol',
  'GET /v1/pubticker/:symbol',
  'GET /v2/ticker/:symbol',
  'POST /v1/mytrades',
]

const host: Omit<MockHost, 'limit'> = {
  prefix: '',
  routes: [...catalogueRoutes, ...engineRoutes, ...accountRoutes, ...orderRoutes, ...termsRoutes],
  notImplemented: [...catalogueNotImplemented, ...engineNotPlayed],
  notFound: () => createCatalogueError(404, 'NOT_FOUND', 'Not found').reply,
}

/**
 * Mock venue of Gemini Predictions: a catalog of events, and the matching engine of all of Gemini. It is one host,
 * under two names for its two limits.
 */
export const geminiTitanMock: MockVenue = {
  venue: 'gemini-titan',
  paperCredentials: () => getPaperCredentials(),
  otherPaperCredentials: { time: () => getPaperCredentials('time') },
  hosts: {
    // 120 a minute, and a burst of five (venues/gemini-titan/README.md).
    api: { ...host, limit: { capacity: 6, perSecond: 2, refusal: refuseTooMany } },
    // 600 a minute.
    account: { ...host, limit: { capacity: 6, perSecond: 10, refusal: refuseTooMany } },
    stream: streamHost,
  },
}
