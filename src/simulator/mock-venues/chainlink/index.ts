import { toTextReply } from '../../http/reply.js'
import { type MockVenue, route } from '../../mock-kit/mock-venue.js'
import { answerRpc } from './rpc.js'

/** Mock of a Polygon node with price oracles (feeds/README.md). */
export const chainlinkMock: MockVenue = {
  venue: 'chainlink',
  hosts: {
    rpc: {
      prefix: '',
      routes: [route('POST', '/', answerRpc)],
      notFound: () => toTextReply('404 page not found', 404),
      wrongMethod: () => toTextReply('Used HTTP Method is not allowed. POST or OPTIONS is required', 405),
    },
  },
}
