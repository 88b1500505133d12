import { messageOf } from '../api/envelope/errors.js'
import { secretsSentWith } from './call-secrets.js'
import { isLoopback, type ProxyUse } from './proxy.js'
import type { OpenSocket, SocketCall, SocketEnd, SocketEvents, SocketWire } from './socket.js'
import { createTunnel } from './tunnel.js'

/** The close code for an end without a close frame. */
const NO_CODE = 1006

interface Link {
  send(message: string): void
  ping(): void
  terminate(): void
}

/**
 * Creates sockets over the network. `ws` is loaded with the first socket. Redirects are not followed, binary messages or
 * messages longer than `maxBytes` end the socket, and nothing is compressed.
 */
export function createLiveSockets(options: { readonly userAgent: string }): SocketWire {
  return {
    open(call, events) {
      let link: Link | undefined
      let ended = false
      const end = (told: SocketEnd): void => {
        if (ended) return
        ended = true
        link?.terminate()
        // A server that rejects a key may repeat it.
        const reason = secretsSentWith(call)?.mask(told.reason) ?? told.reason
        events.closed({ ...told, reason })
      }
      const isWanted = (): boolean => !ended
      connect(call, { ...events, closed: end }, options.userAgent, isWanted).then(
        (made) => {
          link = made
          if (ended) made?.terminate()
        },
        (error: unknown) => end({ code: NO_CODE, reason: messageOf(error) }),
      )
      return {
        send: (message) => (ended ? undefined : link?.send(message)),
        ping: () => (ended ? undefined : link?.ping()),
        cut: (reason) => end({ code: NO_CODE, reason }),
      } satisfies OpenSocket
    },
  }
}

async function connect(
  call: SocketCall,
  events: SocketEvents,
  userAgent: string,
  isWanted: () => boolean,
): Promise<Link | undefined> {
  const { WebSocket } = await import('ws')
  if (!isWanted()) return undefined
  const { url, secretHeaders, maxBytes, timeoutMs } = call
  const proxy: ProxyUse | undefined = isLoopback(url.hostname) ? undefined : call.proxy
  const socket = new WebSocket(url, {
    headers: { 'user-agent': userAgent, ...secretHeaders },
    handshakeTimeout: timeoutMs,
    maxPayload: maxBytes,
    perMessageDeflate: false,
    followRedirects: false,
    skipUTF8Validation: false,
    ...(proxy === undefined ? {} : { agent: createTunnel(proxy, timeoutMs) }),
  })
  let refusal: Pick<SocketEnd, 'status' | 'reason'> | undefined
  let failure: string | undefined
  socket.on('open', () => events.opened())
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (isBinary) {
      failure = 'it sent data that is not text'
      socket.terminate()
    } else events.text(data.toString('utf8'))
  })
  socket.on('ping', () => events.alive())
  socket.on('pong', () => events.alive())
  socket.on('unexpected-response', (request, response) => {
    const status = response.statusCode ?? 0
    refusal = { status, reason: `the handshake returned status ${status}` }
    response.resume()
    request.destroy()
    socket.terminate()
  })
  socket.on('error', (error: Error) => {
    failure ??= error.message.replaceAll(url.search === '' ? '\0' : url.search, '')
  })
  socket.on('close', (code: number, reason: Buffer) => {
    const said = reason.toString('utf8').slice(0, 200)
    events.closed({ code, reason: failure ?? (said === '' ? `close code ${code}` : said), ...refusal })
  })
  return {
    send(message) {
      if (socket.readyState === WebSocket.OPEN) socket.send(message)
    },
    ping() {
      if (socket.readyState === WebSocket.OPEN) socket.ping()
    },
    terminate: () => socket.terminate(),
  }
}
