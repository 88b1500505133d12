import { toJsonReply } from '../../../http/reply.js'
import { bodyMemberOf } from '../../../mock-kit/body.js'
import type { HostError, MockRequest } from '../../../mock-kit/mock-venue.js'

/**
 * Errors of the order book host while it does not trade, by their names in fault rules (../README.md, "Errors").
 * Nothing is placed or canceled then.
 */
export const clobStates: Readonly<Record<string, HostError>> = {
  'trading-disabled': error(
    (request) => isPlacing(request) || isCancelling(request),
    503,
    'trading is disabled',
  ),
  // Both states have the same body (page of September 2026).
  'cancel-only': error(isPlacing, 503, 'trading is disabled'),
  'post-only-mode': {
    hits: (request) => isPlacing(request) && !isPostOnly(request),
    reply: () =>
      toJsonReply(
        {
          error: 'post-only mode: only post-only orders are accepted',
          code: 'post_only_mode',
          retry_after_seconds: REOPENS_S,
        },
        503,
        { 'retry-after': String(REOPENS_S) },
      ),
  },
  // The status is documented, the text is not.
  restarting: error(
    (request) => isPlacing(request) || isCancelling(request),
    425,
    'matching engine is restarting',
    { 'retry-after': '1' },
  ),
  /** The bucket of a signer is empty. */
  'rate-limited': {
    hits: (request) => isPlacing(request) || isCancelling(request),
    reply: (_request, { now }) =>
      toJsonReply({ error: 'Too Many Requests' }, 429, {
        'retry-after': '1',
        'poly-ratelimit-remaining': '0',
        'poly-ratelimit-reset': String(Math.floor(now / 1000) + 1),
        'poly-ratelimit-tier': 'standard',
      }),
  },
  restricted: error(
    isPlacing,
    403,
    'Trading restricted in your region, please refer to available regions - https://docs.polymarket.com/developers/CLOB/geoblock',
  ),
  'closed-only': error(isPlacing, 400, 'address in closed only mode'),
  banned: error(isPlacing, 400, 'address banned'),
  // Applies to keys without a wallet, and to proxies and Safes, since May 2026 if they are new.
  'deposit-wallets-only': error(
    (request) => isPlacing(request) && !ordersIn(request).every(({ signatureType }) => signatureType === 3),
    400,
    'maker address not allowed, please use the deposit wallet flow',
  ),
}

/** Seconds until all calls are accepted again. */
const REOPENS_S = 79

function error(
  hits: (request: MockRequest) => boolean,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): HostError {
  return { hits, reply: () => toJsonReply({ error: text }, status, headers) }
}

function isPlacing({ method, path }: MockRequest): boolean {
  return method === 'POST' && (path === '/order' || path === '/orders')
}

function isCancelling({ method, path }: MockRequest): boolean {
  const isOfOrders = path === '/order' || path === '/orders' || path.startsWith('/cancel-')
  return method === 'DELETE' && isOfOrders
}

function bodiesIn({ body }: MockRequest): readonly unknown[] {
  return Array.isArray(body) ? body : [body]
}

function ordersIn(request: MockRequest): readonly { readonly signatureType: unknown }[] {
  return bodiesIn(request).map((body) => ({
    signatureType: bodyMemberOf({ body: bodyMemberOf({ body }, 'order') }, 'signatureType'),
  }))
}

/** Whether all orders of a call are post-only. */
function isPostOnly(request: MockRequest): boolean {
  return bodiesIn(request).every((body) => bodyMemberOf({ body }, 'postOnly') === true)
}
