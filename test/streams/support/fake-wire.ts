import type { OpenSocket, SocketEvents } from '../../../src/transport/socket.js'

/** One socket as a test plays it: from the venue's side. */
export interface PlayedSocket {
  readonly events: SocketEvents
  readonly sent: string[]
  pings: number
  isCut: boolean
}

/** Sockets that a test opens, feeds and ends by hand. */
export function fakeSockets() {
  const sockets: PlayedSocket[] = []
  return {
    sockets,
    get last(): PlayedSocket {
      const one = sockets.at(-1)
      if (one === undefined) throw new Error('no socket was opened')
      return one
    },
    open(events: SocketEvents): Promise<OpenSocket> {
      const played: PlayedSocket = { events, sent: [], pings: 0, isCut: false }
      sockets.push(played)
      return Promise.resolve({
        send: (message) => void played.sent.push(message),
        ping: () => void played.pings++,
        cut(reason) {
          if (played.isCut) return
          played.isCut = true
          events.closed({ code: 1006, reason })
        },
      })
    },
  }
}
