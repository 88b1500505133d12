import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Reply } from '../http/reply.js'
import type { SocketStage } from './socket.js'

/** A request as a listener passes it on. */
export interface ReceivedRequest {
  readonly method: string
  /** The path with the query string, as it was sent. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** The reply to send, and how the connection ends. */
export interface Sending {
  readonly reply: Reply
  readonly ending: 'whole' | 'cut' | 'stall' | 'reset'
}

export interface MockListener {
  readonly port: number
  /** Closes every connection immediately. */
  close(): Promise<void>
}

const LOOPBACK = '127.0.0.1'
/** Maximum size of a request body. Requests to venues are small. */
const MAX_BODY_BYTES = 1_000_000

/**
 * Listens on a loopback port.
 * @param port 0 for any free one
 * @throws the socket error when the port is taken
 */
export async function listen(
  port: number,
  handle: (request: ReceivedRequest) => Promise<Sending>,
  sockets?: SocketStage,
): Promise<MockListener> {
  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing, handle).catch(() => incoming.socket.destroy())
  })
  server.keepAliveTimeout = 30_000
  sockets?.attach(server)
  await opened(server, port)
  return {
    port: addressOf(server).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        sockets?.close()
        server.closeAllConnections()
      }),
  }
}

function opened(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, LOOPBACK, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function addressOf(server: Server): AddressInfo {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the listener has no port')
  return address
}

async function serve(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  handle: (request: ReceivedRequest) => Promise<Sending>,
): Promise<void> {
  const sending = await handle({
    method: incoming.method ?? 'GET',
    target: incoming.url ?? '/',
    headers: headersOf(incoming),
    body: await bodyOf(incoming),
  })
  if (sending.ending === 'reset') {
    incoming.socket.destroy()
    return
  }
  const bytes = Buffer.from(sending.reply.body, 'utf8')
  outgoing.writeHead(sending.reply.status, { ...sending.reply.headers, 'content-length': bytes.length })
  if (sending.ending === 'whole') {
    outgoing.end(incoming.method === 'HEAD' ? undefined : bytes)
    return
  }
  // The content length above is that of the whole body, of which only half is sent.
  outgoing.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => {
    if (sending.ending === 'cut') incoming.socket.destroySoon()
  })
}

function headersOf(incoming: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )
}

/** Returns parsed JSON, or undefined for no body, too large a body, or other content. */
async function bodyOf(incoming: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming) {
    if (!Buffer.isBuffer(chunk)) continue
    size += chunk.length
    if (size <= MAX_BODY_BYTES) chunks.push(chunk)
  }
  if (size === 0 || size > MAX_BODY_BYTES) return undefined
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return undefined
  }
}
