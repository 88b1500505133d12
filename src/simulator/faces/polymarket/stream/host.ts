import type { FaceHost } from '../../../face.js'
import { json } from '../../../reply.js'
import { marketSocket } from './market.js'
import { userSocket } from './user.js'

/** The host of the sockets. */
export const streamHost: FaceHost = {
  prefix: '',
  routes: [],
  notFound: () => json({ error: 'not found' }, 404),
  socket: marketSocket,
  otherSockets: [userSocket],
}
