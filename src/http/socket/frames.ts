import { watchTicker } from '../../api/arguments/feed-methods.js'
import { type FeedId, feedIds, isFeedId } from '../../api/envelope/source-ids.js'
import { isVenueId, type VenueId, venueIds } from '../../api/envelope/venue-ids.js'
import { clipText } from '../../api/values/shown.js'
import { isWatchMethod, type WatchMethod } from '../../core/watch/subscriptions.js'

/** The source of a subscription. */
type WatchedSource =
  | { readonly kind: 'venue'; readonly venue: VenueId; readonly method: WatchMethod }
  /** Only its tickers can be watched. */
  | { readonly kind: 'feed'; readonly feed: FeedId }

/** A frame from a client. */
export type ClientFrame =
  | {
      readonly kind: 'subscribe'
      readonly id: string
      readonly source: WatchedSource
      /** The source's name, unique among venues and feeds. */
      readonly target: string
      readonly method: string
      readonly args: readonly unknown[]
      /** The arguments as text, identical for identical arguments. */
      readonly key: string
      /** The frame, for its credentials. */
      readonly body: object
    }
  /** Ends all subscriptions with the id. */
  | { readonly kind: 'unsubscribe_id'; readonly id: string }
  | {
      readonly kind: 'unsubscribe'
      readonly id: string
      readonly target: string
      readonly method: string
      readonly args: readonly unknown[]
      readonly key: string
    }
  | { readonly kind: 'mistake'; readonly id: string | undefined; readonly message: string }

/** Reads a frame from a client. The error messages are those that clients recognize. */
export function readFrame(text: string): ClientFrame {
  const frame = parsed(text)
  if (frame === undefined) return { kind: 'mistake', id: undefined, message: 'Invalid JSON' }
  const { id, action, method } = frame
  if (typeof id !== 'string' || id === '' || typeof action !== 'string' || action === '') {
    const known = typeof id === 'string' && id !== '' ? id : undefined
    return { kind: 'mistake', id: known, message: 'Missing required fields: id, action' }
  }
  const mistake = (message: string): ClientFrame => ({ kind: 'mistake', id, message })
  if (action !== 'subscribe' && action !== 'unsubscribe')
    return mistake(`Unknown action: ${clipText(action)}`)
  const exchange = lowerCased(frame['exchange'])
  const feed = lowerCased(frame['feed'])
  if (action === 'unsubscribe' && method === undefined) return { kind: 'unsubscribe_id', id }
  if (typeof method !== 'string' || method === '') return mistake('Missing required field: method')
  const target = feed === undefined ? exchange : `feed:${feed}`
  if (target === undefined || (exchange !== undefined && feed !== undefined))
    return mistake('Missing required target: provide exactly one of exchange or feed')
  const args: readonly unknown[] = Array.isArray(frame['args']) ? frame['args'] : []
  const key = keyOf(args)
  if (key === undefined) return mistake('args are nested too deeply')
  if (action === 'unsubscribe') return { kind: 'unsubscribe', id, target, method, args, key }
  const source = feed === undefined ? venueSource(exchange ?? '', method) : feedSource(feed, method)
  if (typeof source === 'string') return mistake(source)
  return { kind: 'subscribe', id, source, target, method, args, key, body: frame }
}

/** Returns the source, or the error message. */
function venueSource(venue: string, method: string): WatchedSource | string {
  if (!isWatchMethod(method))
    return `Method '${clipText(method)}' is not a streaming method. Use the HTTP API for non-streaming calls.`
  if (!isVenueId(venue)) return `Unknown exchange: ${clipText(venue)}. Known: ${venueIds.join(', ')}`
  return { kind: 'venue', venue, method }
}

function feedSource(feed: string, method: string): WatchedSource | string {
  if (method !== watchTicker)
    return `Method '${clipText(method)}' is not a feed streaming method. Use the HTTP API for non-streaming calls.`
  if (!isFeedId(feed)) return `Unknown feed: ${clipText(feed)}. Available: ${feedIds.join(', ')}`
  return { kind: 'feed', feed }
}

function lowerCased(value: unknown): string | undefined {
  return typeof value === 'string' ? value.toLowerCase() : undefined
}

/** Returns undefined for arguments that can be parsed but not serialized, because only serializing limits the depth. */
function keyOf(args: readonly unknown[]): string | undefined {
  try {
    return JSON.stringify(args)
  } catch {
    return undefined
  }
}

/** Returns a frame's credentials as text, identical for identical credentials. Returns undefined if they are absent or invalid. */
export function credentialKeyOf({ body }: Extract<ClientFrame, { kind: 'subscribe' }>): string | undefined {
  const credentials: unknown = Reflect.get(body, 'credentials')
  return credentials === undefined ? undefined : keyOf([credentials])
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
