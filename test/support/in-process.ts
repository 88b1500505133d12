import type { MockListener, ReceivedRequest, Sending } from '../../src/simulator/server/listener.js'
import type { VenueCall, Wire, WireReply } from '../../src/transport/call-types.js'

/** What may be done to the replies of the mock venues on their way. */
export type ChangeReply = (call: VenueCall, reply: WireReply) => WireReply

/** Mock venues and the transport in one process, without sockets between them. */
export interface InProcess {
  /** For `startSimulator`. */
  listen(port: number, handle: (request: ReceivedRequest) => Promise<Sending>): Promise<MockListener>
  /** For `createCore`. */
  readonly wire: Wire
}

/** Ports that nothing listens on: they name the hosts of the mock venues. */
const FIRST_PORT = 20_001

/** Connects the transport with mock venues by calls alone. Whole replies only: faults of a connection need a socket. */
export function connectInProcess(changeReply: ChangeReply = (_call, reply) => reply): InProcess {
  const handlers = new Map<string, (request: ReceivedRequest) => Promise<Sending>>()
  return {
    async listen(_port, handle) {
      const port = FIRST_PORT + handlers.size
      handlers.set(String(port), handle)
      return { port, close: () => Promise.resolve() }
    },
    wire: {
      async send(call, url) {
        const handle = handlers.get(url.port)
        if (handle === undefined) throw new Error(`no mock venue has the port of ${url}`)
        const { reply, ending } = await handle({
          method: call.method,
          target: `${url.pathname}${url.search}`,
          headers: lowerCase({
            host: url.host,
            ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
            ...call.headers,
            ...call.secretHeaders,
          }),
          // As JSON carries it.
          body: call.body === undefined ? undefined : JSON.parse(JSON.stringify(call.body)),
        })
        if (ending !== 'whole') throw new Error('faults of a connection need a socket')
        return changeReply(call, { status: reply.status, headers: reply.headers, text: reply.body })
      },
      close: () => Promise.resolve(),
    },
  }
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
