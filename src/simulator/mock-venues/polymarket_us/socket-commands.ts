import { objectIn } from '../../http/parse-frame.js'

/** What clients say on either socket (README.md, "Sockets"). */

export interface Subscribe {
  readonly requestId: string
  readonly subscriptionType: string
  /** Undefined where the frame names none. */
  readonly marketSlugs: readonly string[] | undefined
}

export interface Command {
  readonly subscribe?: Subscribe
  /** The request id of the subscription that ends. */
  readonly unsubscribe?: string
}

/** How often a socket says that it lives is not documented. */
export const HEARTBEAT_MS = 5_000
export const HEARTBEAT = JSON.stringify({ heartbeat: {} })
export const MAX_MARKETS = 100

/** What a frame asks for; nothing for one that asks for nothing. */
export function commandIn(frame: string): Command {
  const { subscribe, unsubscribe }: Partial<Record<string, unknown>> = objectIn(frame) ?? {}
  const { requestId: ended } = Object(unsubscribe) as Record<string, unknown>
  const { requestId, subscriptionType, marketSlugs } = Object(subscribe) as Record<string, unknown>
  const slugs = Array.isArray(marketSlugs) ? marketSlugs.map(String) : undefined
  return {
    ...(typeof ended === 'string' ? { unsubscribe: ended } : {}),
    ...(typeof requestId === 'string' && typeof subscriptionType === 'string'
      ? { subscribe: { requestId, subscriptionType, marketSlugs: slugs } }
      : {}),
  }
}
