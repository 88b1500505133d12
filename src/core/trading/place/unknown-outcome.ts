import { messageOf, PmxError } from '../../../api/envelope/errors.js'
import type { JournalRow, OrderOutcome, StoredError } from '../../../orders/journal.js'
import { isOwnRefusal } from '../../../transport/attempt.js'
import type { VenueRequest } from '../../../transport/call.js'
import { proxyStatuses, toPmxError, type wireErrorKinds } from '../../../transport/errors.js'
import type { VenueHttp } from '../../../transport/transport.js'
import type { NativeOrder, OrderHandle, OrderTerms } from '../../../venue-kit/contract/trading.js'

/** Kinds of failure after which nothing was placed: the venue cannot have heard of it, or says that it takes none now. */
const placedNothing: ReadonlySet<unknown> = new Set<
  (typeof wireErrorKinds)[number] | 'not_sent' | 'orders_paused'
>(['refused', 'dns', 'tls', 'unsent', 'not_sent', 'orders_paused'])

/**
 * A way to the venue that notes when something that may change an account has left for it: what failed before placed
 * nothing, nor did what only waited for its turn.
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
      get toldAt() {
        return http.toldAt
      },
      send(request) {
        if (isWrite(request)) sentBefore ??= http.sent
        return http.send(request)
      },
    },
  }
}

/**
 * What a failure says of the order that was being placed. A refusal by the venue, by us, or a way on which nothing
 * left this machine: not placed. Everything else may have been: a lost or broken answer, a failure of the venue's own.
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

/** Whatever the words of a failure of the venue's own are read as elsewhere: what came before it may have been done. */
function isOwnFailure({ detail }: PmxError): boolean {
  const { upstreamStatus } = detail ?? {}
  return typeof upstreamStatus === 'number' && upstreamStatus >= 500
}

/** With these statuses, "time ran out" and "too early" among them, what stands in between may have passed the call on. */
const doubtfulStatuses: ReadonlySet<number> = new Set([408, 425, ...proxyStatuses])

/** A body that is not the venue's, with a status that refuses nothing: a proxy may have passed the order on. */
function isPageInTheWay({ detail }: PmxError): boolean {
  const { body, upstreamStatus } = detail ?? {}
  if (typeof upstreamStatus !== 'number') return false
  if (body === 'foreign') return true
  return body === 'html' && (upstreamStatus < 400 || doubtfulStatuses.has(upstreamStatus))
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
 * Why an order in doubt could not be sent again. It says nothing of the first try, so the order may have been placed. A
 * refusal of this daemon keeps its code.
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

/** @param edits the order that was to be changed. Not retryable: whoever asks again by the same name is told what became of it. */
export function createUnknownOutcomeError(
  terms: OrderTerms,
  handle: OrderHandle | undefined,
  { message, detail }: StoredError,
  edits?: string,
): PmxError {
  const { clientOrderId } = terms
  const lookUp =
    handle === undefined
      ? 'The venue cannot be asked by name: look at fetchOpenOrders and fetchMyTrades before you place it again.'
      : `Repeat the call with the same clientOrderId or Idempotency-Key, or run \`pmx-local orders pending\`: both ask the venue what became of it and place nothing twice.`
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
