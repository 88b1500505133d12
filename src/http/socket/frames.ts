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
      /** The arguments as text: the same ones have the same. */
      readonly key: string
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
      readonly key: string
    }
  | { readonly kind: 'mistake'; readonly id: string | undefined; readonly message: string }

/** Reads a frame of a client; the sentences are those that clients know. */
export function readFrame(text: string): ClientFrame {
  const frame = parsed(text)
  if (frame === undefined) return { kind: 'mistake', id: undefined, message: 'Invalid JSON' }
  const { id, action, method } = frame
  if (typeof id !== 'string' || id === '' || typeof action !== 'string' || action === '') {
    const known = typeof id === 'string' && id !== '' ? id : undefined
    return { kind: 'mistake', id: known, message: 'Missing required fields: id, action' }
  }
  const mistake = (message: string): ClientFrame => ({ kind: 'mistake', id, message })
  if (action !== 'subscribe' && action !== 'unsubscribe') return mistake(`Unknown action: ${clipped(action)}`)
  const exchange = lowerCased(frame['exchange'])
  const feed = lowerCased(frame['feed'])
  if (action === 'unsubscribe' && method === undefined) return { kind: 'unsubscribe_id', id }
  if (typeof method !== 'string' || method === '') return mistake('Missing required field: method')
  const target = exchange ?? feed
  if (target === undefined || (exchange !== undefined && feed !== undefined))
    return mistake('Missing required target: provide exactly one of exchange or feed')
  const args: readonly unknown[] = Array.isArray(frame['args']) ? frame['args'] : []
  const key = keyOf(args)
  if (key === undefined) return mistake('args are nested too deeply')
  if (action === 'unsubscribe') return { kind: 'unsubscribe', id, venue: target, method, args, key }
  if (exchange === undefined) {
    if (!isFeedId(target)) return mistake(`Unknown feed: ${clipped(target)}`)
    return mistake(`Nothing of the feed '${target}' can be watched here; fetch its ticker over HTTP.`)
  }
  if (!isWatchMethod(method))
    return mistake(
      `Method '${clipped(method)}' is not a streaming method. Use the HTTP API for non-streaming calls.`,
    )
  if (!isVenueId(exchange))
    return mistake(`Unknown exchange: ${clipped(exchange)}. Known: ${venueIds.join(', ')}`)
  return { kind: 'subscribe', id, venue: exchange, method, args, key, body: frame }
}

function lowerCased(value: unknown): string | undefined {
  return typeof value === 'string' ? value.toLowerCase() : undefined
}

/** Undefined for what can be read and not be written again: only writing is bounded by the depth. */
function keyOf(args: readonly unknown[]): string | undefined {
  try {
    return JSON.stringify(args)
  } catch {
    return undefined
  }
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
