import { toJsonReply } from '../../http/reply.js'
import { type MockVenue, route } from '../../mock-kit/mock-venue.js'
import { answerRpc, toRpcFailure } from './rpc.js'

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
      notFound: () => toJsonReply(toRpcFailure(null, -32601, 'Method not found'), 404),
      wrongMethod: () =>
        toJsonReply(toRpcFailure(null, -32600, 'Used HTTP Method is not allowed. POST is required'), 405),
      // The public node's 40 calls of one method in 10 s.
      limit: {
        capacity: 40,
        perSecond: 4,
        refusal: () =>
          toJsonReply(toRpcFailure(null, 429, 'Too many requests for a specific RPC call'), 429, {
            'retry-after': '10',
          }),
      },
    },
  },
}
