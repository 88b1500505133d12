import { messageOf, PmxError } from '../../../api/envelope/errors.js'
import type { JournalRow, OrderOutcome, StoredError } from '../../../orders/journal.js'
import { isOwnRefusal } from '../../../transport/attempt.js'
import type { VenueRequest } from '../../../transport/call-types.js'
import { proxyStatuses, toPmxError, type wireErrorKinds } from '../../../transport/errors.js'
import type { VenueHttp } from '../../../transport/transport.js'
import type { NativeOrder, OrderHandle, OrderTerms } from '../../../venue-kit/contract/trading.js'

/**
 * Kinds of failure after which nothing was placed: the venue cannot have received the order, or reports that it accepts none
 * now.
 */
const placedNothing: ReadonlySet<unknown> = new Set<
  (typeof wireErrorKinds)[number] | 'not_sent' | 'orders_paused'
>(['refused', 'dns', 'tls', 'unsent', 'not_sent', 'orders_paused'])

/**
 * Returns an HTTP client that records when a call that may change an account has left this machine. A call that failed earlier,
 * or only waited in a queue, did not place an order.
 */
export function watchOrder(
  http: VenueHttp,
  { call }: NativeOrder,
): { readonly http: VenueHttp; readonly begun: () => boolean } {
  let sentBefore: number | undefined
  const isWrite = ({ method, body, read, host, path }: VenueRequest): boolean =>
    (read !== true && (method ?? (body === undefined ? 'GET' : 'POST')) !== 'GET') ||
    (host === call.host && path === call.path)
  return {
    begun: () => sentBefore !== undefined && http.sent > sentBefore,
    http: {
      get sent() {
        return http.sent
      },
      get venueTime() {
        return http.venueTime
      },
      send(request) {
        if (isWrite(request)) sentBefore ??= http.sent
        return http.send(request)
      },
    },
  }
}

/**
 * Returns the outcome of a failed order. It was not placed if the venue or the daemon refused it, or if nothing left this
 * machine. After any other failure, such as a lost or broken response or a failure of the venue itself, it may have been
 * placed.
 */
export function toOrderOutcome(
  thrown: unknown,
  begun: boolean,
): Extract<OrderOutcome, { state: 'refused' | 'unknown' }> {
  const failure = asPmxError(thrown)
  const error = told(failure ?? new PmxError('NETWORK_ERROR', messageOf(thrown)))
  if (!begun) return { state: 'refused', error }
  if (failure === undefined) return { state: 'unknown', error }
  const mayBePlaced =
    failure.code === 'NETWORK_ERROR' ||
    failure.code === 'EXCHANGE_NOT_AVAILABLE' ||
    isOwnFailure(failure) ||
    isPageInTheWay(failure)
  const isKnown = !mayBePlaced || isOwnRefusal(failure) || placedNothing.has(failure.detail?.['kind'])
  return { state: isKnown ? 'refused' : 'unknown', error }
}

/**
 * Whether the venue itself failed, regardless of the error to which its message is otherwise mapped. Earlier steps may have been
 * executed.
 */
function isOwnFailure({ detail }: PmxError): boolean {
  const { upstreamStatus } = detail ?? {}
  return typeof upstreamStatus === 'number' && upstreamStatus >= 500
}

/** Statuses with which a proxy may have passed on the call, including "timeout" and "too early". */
const doubtfulStatuses: ReadonlySet<number> = new Set([408, 425, ...proxyStatuses])

/**
 * Whether the body may not be the venue's and the status does not refuse the call, so that a proxy may have passed on the order.
 */
function isPageInTheWay({ detail }: PmxError): boolean {
  const { body, upstreamStatus } = detail ?? {}
  if (typeof upstreamStatus !== 'number') return false
  if (body === 'foreign' || body === 'unproven') return true
  return body === 'html' && (upstreamStatus < 400 || doubtfulStatuses.has(upstreamStatus))
}

/** Whether the venue has an order with this name, so that this order may have been placed. */
export function isDuplicate(thrown: unknown): boolean {
  return thrown instanceof PmxError && thrown.detail?.['kind'] === 'duplicate_order'
}

/** Kinds of refusals that an earlier delivery of the same call causes: its name or nonce is used, or its change is made. */
const causedByEarlierCall: ReadonlySet<unknown> = new Set(['duplicate_order', 'nonce_refused', 'no_change'])

/**
 * Whether a refusal shows that the venue had already received the call. An intermediate server may have sent it twice,
 * and the first copy may have been executed.
 */
export function isEarlierCallLikely(thrown: unknown): boolean {
  return thrown instanceof PmxError && causedByEarlierCall.has(thrown.detail?.['kind'])
}

function asPmxError(thrown: unknown): PmxError | undefined {
  try {
    return toPmxError(thrown)
  } catch {
    return undefined
  }
}

function told({ code, message, detail }: PmxError): StoredError {
  return { code, message, ...(detail === undefined ? {} : { detail }) }
}

/**
 * Returns the error for an order with an unknown outcome that could not be sent again. The first attempt may have placed
 * the order. A refusal by this daemon keeps its code.
 */
export function toUnknownOutcome(
  thrown: unknown,
  { terms, handle, edits }: Pick<JournalRow, 'terms' | 'handle' | 'edits'>,
): unknown {
  const failure = asPmxError(thrown)
  if (failure === undefined || failure.detail?.['state'] === 'unknown') return thrown
  const lost = createUnknownOutcomeError(terms, handle, told(failure), edits)
  if (failure.detail?.['kind'] !== 'guard_rail') return lost
  return failure.with({ message: lost.message, detail: lost.detail })
}

/**
 * Creates the error for an order with an unknown outcome. The error is not retryable: a repeated call with the same name
 * returns the outcome.
 * @param edits the order that was to be changed
 */
export function createUnknownOutcomeError(
  terms: OrderTerms,
  handle: OrderHandle | undefined,
  { message, detail }: StoredError,
  edits?: string,
): PmxError {
  const { clientOrderId } = terms
  const lookUp =
    handle === undefined
      ? 'The venue has no lookup by name. Check fetchOpenOrders and fetchMyTrades before you place the order again.'
      : `Repeat the call with the same clientOrderId or Idempotency-Key, or run \`pmx-local orders pending\`. Both look up its status at the venue, and never place it twice.`
  const what =
    edits === undefined
      ? 'The order may or may not have been placed'
      : `The order ${edits} may or may not have been changed`
  return new PmxError('NETWORK_ERROR', `${what}: ${message} ${lookUp}`, {
    retryable: false,
    detail: {
      ...detail,
      state: 'unknown',
      clientOrderId,
      ...(handle === undefined ? {} : { handle }),
      lookUp,
    },
  })
}
