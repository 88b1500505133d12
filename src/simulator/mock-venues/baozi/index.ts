import { json } from '../../http/reply.js'
import { type MockVenue, route } from '../../mock-kit/mock-venue.js'
import { answerRpc, rpcFailure } from './rpc.js'

/**
 * A Solana node with only the program of Baozi. It implements accounts and their reads; it does not implement blocks,
 * transactions and the socket.
 */
export const baoziMock: MockVenue = {
  venue: 'baozi',
  hosts: {
    rpc: {
      prefix: '',
      routes: [route('POST', '/', answerRpc)],
      notFound: () => json(rpcFailure(null, -32601, 'Method not found'), 404),
      wrongMethod: () =>
        json(rpcFailure(null, -32600, 'Used HTTP Method is not allowed. POST is required'), 405),
      // The public node's 40 calls of one method in 10 s.
      limit: {
        capacity: 40,
        perSecond: 4,
        refusal: () =>
          json(rpcFailure(null, 429, 'Too many requests for a specific RPC call'), 429, {
            'retry-after': '10',
          }),
      },
    },
  },
}
