import { clipped } from '../../api/shown.js'
import { isFeedId } from '../../api/source-ids.js'
import { isVenueId, type VenueId, venueIds } from '../../api/venue-ids.js'
import { isWatchMethod, type WatchMethod } from '../../core/watching.js'

/** What a client wants. */
export type ClientFrame =
  | {
      readonly kind: 'subscribe'
      readonly id: string
      readonly venue: VenueId
      readonly method: WatchMethod
      readonly args: readonly unknown[]
      /** The frame, for its credentials. */
      readonly body: object
    }
  /** All that was subscribed with the id. */
  | { readonly kind: 'unsubscribe_id'; readonly id: string }
  | {
      readonly kind: 'unsubscribe'
      readonly id: string
      readonly venue: string
      readonly method: string
      readonly args: readonly unknown[]
    }
  | { readonly kind: 'mistake'; readonly id: string | undefined; readonly message: string }

/** Reads a frame of a client; the sentences are those that clients know. */
export function readFrame(text: string): ClientFrame {
  const frame = parsed(text)
  if (frame === undefined) return { kind: 'mistake', id: undefined, message: 'Invalid JSON' }
  const { id, action, method, feed } = frame
  if (typeof id !== 'string' || id === '' || typeof action !== 'string' || action === '') {
    const known = typeof id === 'string' && id !== '' ? id : undefined
    return { kind: 'mistake', id: known, message: 'Missing required fields: id, action' }
  }
  const mistake = (message: string): ClientFrame => ({ kind: 'mistake', id, message })
  if (action !== 'subscribe' && action !== 'unsubscribe') return mistake(`Unknown action: ${clipped(action)}`)
  const exchange = typeof frame['exchange'] === 'string' ? frame['exchange'].toLowerCase() : undefined
  if (action === 'unsubscribe' && method === undefined) return { kind: 'unsubscribe_id', id }
  if (typeof method !== 'string' || method === '') return mistake('Missing required field: method')
  if ((exchange === undefined) === (feed === undefined))
    return mistake('Missing required target: provide exactly one of exchange or feed')
  const args = Array.isArray(frame['args']) ? frame['args'] : []
  if (action === 'unsubscribe')
    return { kind: 'unsubscribe', id, venue: exchange ?? String(feed), method, args }
  if (exchange === undefined) {
    if (typeof feed !== 'string' || !isFeedId(feed.toLowerCase()))
      return mistake(`Unknown feed: ${clipped(String(feed))}`)
    return mistake(`Nothing of the feed '${feed}' can be watched here; fetch its ticker over HTTP.`)
  }
  if (!isWatchMethod(method))
    return mistake(
      `Method '${clipped(method)}' is not a streaming method. Use the HTTP API for non-streaming calls.`,
    )
  if (!isVenueId(exchange))
    return mistake(`Unknown exchange: ${clipped(exchange)}. Known: ${venueIds.join(', ')}`)
  return { kind: 'subscribe', id, venue: exchange, method, args, body: frame }
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined
  } catch {
    return undefined
  }
}
