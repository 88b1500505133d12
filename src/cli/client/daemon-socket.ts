import * as z from 'zod'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import { parseJson } from '../../api/values/json.js'
import { isWatchMethod } from '../../core/watch/subscriptions.js'
import { createLiveSockets } from '../../transport/live-socket.js'
import type { SocketWire } from '../../transport/socket.js'
import { version } from '../../version.js'
import type { FailureFacts } from '../output/failure.js'
import { CommandFailed } from '../output/output.js'
import type { WatchedUpdate, WatchRequest, WatchUntil } from './watch-types.js'

/** This is far larger than an order book with all levels of the largest market. */
const MAX_FRAME_BYTES = 16_000_000
const OPENING_MS = 10_000

const frameShape = z.object({
  event: z.string(),
  method: z.string().refine(isWatchMethod).optional(),
  symbol: z.string().optional(),
  /** Nothing has changed since the last frame. */
  repeat: z.boolean().optional(),
  data: z.unknown().optional(),
  error: z.object({ message: z.string(), code: z.string().optional() }).optional(),
})

/** Subscribes through a running daemon's socket (src/api/README.md, "Sockets"). */
export function watchByDaemon(
  address: { readonly url: URL; readonly token?: string | undefined },
  wire: SocketWire = createLiveSockets({ userAgent: `pmx-local/${version}` }),
): WatchUntil {
  return (venue, wishes, onNews, signal) =>
    new Promise((resolve, reject) => {
      const url = new URL(address.url)
      url.protocol = 'ws:'
      url.pathname = `${url.pathname.replace(/\/$/, '')}/ws`
      // An opening socket does not prevent the process from exiting.
      const keepAlive = setInterval(() => {}, OPENING_MS)
      let isOver = false
      const over = (settle: () => void): void => {
        // The close event of the socket arrives while it is being closed.
        if (isOver) return
        isOver = true
        clearInterval(keepAlive)
        signal.removeEventListener('abort', onAbort)
        socket.cut('watched enough')
        settle()
      }
      const onAbort = (): void => over(() => resolve(undefined))
      const fail = (why: string): void => over(() => reject(new CommandFailed(why)))
      const { token } = address
      const socket = wire.open(
        {
          url,
          maxBytes: MAX_FRAME_BYTES,
          timeoutMs: OPENING_MS,
          secretHeaders: token === undefined ? {} : { 'x-pmxt-access-token': token },
        },
        {
          opened() {
            wishes.forEach((wish, index) => {
              socket.send(subscription(venue, wish, index))
            })
          },
          alive() {},
          text(text) {
            const read = readFrame(text)
            if (read === undefined) fail(`The server at ${address.url.origin}/ws is not pmx-local.`)
            else if ('failure' in read) over(() => resolve(read.failure))
            else if (read.news !== undefined) onNews(read.news)
          },
          closed: ({ reason, status }) => fail(farewell(address.url, reason, status)),
        },
      )
      if (signal.aborted) onAbort()
      else signal.addEventListener('abort', onAbort)
    })
}

function subscription(exchange: VenueId, { method, args }: WatchRequest, index: number): string {
  return JSON.stringify({ id: String(index), action: 'subscribe', exchange, method, args })
}

/** Parses a frame. Returns undefined for a frame that pmx-local does not send. */
function readFrame(
  text: string,
): { readonly news: WatchedUpdate | undefined } | { readonly failure: FailureFacts } | undefined {
  const frame = frameShape.safeParse(parseJson(text)?.value).data
  if (frame === undefined) return undefined
  const { event, method, symbol, repeat, data, error } = frame
  if (event === 'error') return { failure: error ?? { message: 'The daemon did not give a reason.' } }
  if (event !== 'data' || repeat === true) return { news: undefined }
  return method === undefined || symbol === undefined ? undefined : { news: { method, symbol, data } }
}

function farewell({ origin }: URL, reason: string, status: number | undefined): string {
  if (status === 401)
    return `The daemon at ${origin} requires its access token. Set security.token, or run the command as the user that runs the daemon.`
  return `The WebSocket connection to ${origin} was closed: ${reason}.\n  Check the daemon with 'pmx-local status'.`
}
