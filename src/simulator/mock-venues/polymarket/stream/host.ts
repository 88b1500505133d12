import { toJsonReply } from '../../../http/reply.js'
import type { MockHost } from '../../../mock-kit/mock-venue.js'
import { marketSocket } from './market.js'
import { userSocket } from './user.js'

/** The host of the sockets. */
export const streamHost: MockHost = {
  prefix: '',
  routes: [],
  notFound: () => toJsonReply({ error: 'not found' }, 404),
  socket: marketSocket,
  otherSockets: [userSocket],
}
