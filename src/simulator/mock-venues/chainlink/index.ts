import { text } from '../../http/reply.js'
import { type Face, route } from '../../mock-kit/mock-venue.js'
import { answerRpc } from './rpc.js'

/** A node of Polygon, with the oracles that write prices onto it (feeds/README.md). */
export const chainlinkFace: Face = {
  venue: 'chainlink',
  hosts: {
    rpc: {
      prefix: '',
      routes: [route('POST', '/', answerRpc)],
      notFound: () => text('404 page not found', 404),
      wrongMethod: () => text('Used HTTP Method is not allowed. POST or OPTIONS is required', 405),
    },
  },
}
