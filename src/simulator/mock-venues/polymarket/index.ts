import type { MockVenue } from '../../mock-kit/mock-venue.js'
import { getPaperCredentials } from './clob/auth.js'
import { clobHost } from './clob/routes.js'
import { dataHost } from './data/host.js'
import { gammaHost } from './gamma/routes.js'
import { streamHost } from './stream/host.js'

/**
 * Mock venue of Polymarket: metadata, order books, and the data API (README.md in this folder has the source of each
 * payload).
 */
export const polymarketMock: MockVenue = {
  venue: 'polymarket',
  paperCredentials: getPaperCredentials,
  hosts: { gamma: gammaHost, clob: clobHost, data: dataHost, stream: streamHost },
}
