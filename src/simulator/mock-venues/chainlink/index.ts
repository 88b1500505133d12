import { textReply } from '../../http/reply.js'
import { type MockVenue, route } from '../../mock-kit/mock-venue.js'
import { answerRpc } from './rpc.js'

/** A node of Polygon, with the oracles that write prices onto it (feeds/README.md). */
export const chainlinkMock: MockVenue = {
  venue: 'chainlink',
  hosts: {
    rpc: {
      prefix: '',
      routes: [route('POST', '/', answerRpc)],
      notFound: () => textReply('404 page not found', 404),
      wrongMethod: () => textReply('Used HTTP Method is not allowed. POST or OPTIONS is required', 405),
    },
  },
}
