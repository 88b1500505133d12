import { isNotRecorded, messageOf, PmxError } from '../../../api/envelope/errors.js'
import type { Order } from '../../../api/models/models.js'
import { isEnded } from '../../../api/models/order-state.js'
import { compare, decimalOf, subtractDecimals, toNumber, zero } from '../../../api/values/decimal.js'
import { knowsMember } from '../../../api/values/unknown-members.js'
import type { Clock } from '../../../effects/clock.js'
import type { Logger } from '../../../observe/logger.js'
import {
  hasOpenRest,
  hasUnknownOutcome,
  type JournalRow,
  type OrderOutcome,
} from '../../../orders/journal.js'
import { createAbort } from '../../../policy/abort.js'
import type { OrderSource, OrderTerms } from '../../../venue-kit/contract/trading.js'
import { toRequestedTerms } from '../../../venue-kit/orders/order-request.js'
import { omitUndefined } from '../../../venue-kit/unify/unified-market.js'
import type { OpenContext } from '../../request/request-context.js'
import type { createOrderRecords } from './order-records.js'
import { mayHaveOpenRest } from './present-state.js'
import { reconcileOrder, SURE_MS } from './reconcile-order.js'

/**
 * Cancels the resting remainder of market orders. If a venue's market orders take money and not contracts, a market order
 * is sent as a limit order at its worst price. The part that does not fill immediately is canceled. Until the venue confirms
 * the cancel, or shows that nothing is left, the remainder counts as open, and the cancel is sent again.
 */

/** How long a caller waits for the confirmation of the cancel. */
const PATIENCE_MS = 5_000
const PAUSES_MS = [250, 500, 1_000, 2_000, 5_000, 15_000, 30_000] as const
const MAX_PAUSE_MS = 60_000
/** After this many consecutive refusals the credentials are no longer used for the cancel, and are released. */
const MAX_KEYS_REFUSED = 10

/** How the venue is called, also after the request that placed the order has ended. */
export interface OrderCallOptions {
  readonly source: OrderSource
  /** Opens a separate context; the code that uses it must release it. */
  open(): OpenContext
}

interface RestsDeps {
  readonly records: ReturnType<typeof createOrderRecords>
  readonly clock: Pick<Clock, 'sleep' | 'setTimer'>
  readonly log: Logger
  /** Whether nothing is sent to any venue: open remainders stay open. */
  readonly dryRun: boolean
}

export function createRests({ records, clock, log, dryRun }: RestsDeps) {
  const underWay = new Map<string, Promise<void>>()
  const givenUp = new Set<string>()
  const stop = createAbort()

  /** @returns whether something may still rest, whether the venue refused the credentials, or whether a recording lacks the call */
  async function endOnce(
    sent: JournalRow,
    { source, open }: OrderCallOptions,
  ): Promise<'ended' | 'open' | 'keys refused' | 'not recorded'> {
    const ctx = open()
    try {
      const row = records.sentRow(sent)
      if (!mayHaveRest(row)) return 'ended'
      // The outcome will be known in a moment, and there may be nothing to cancel yet.
      if (records.isSending(row.id)) return 'open'
      const outcome = await cancelRest(row, source, ctx, () => records.ageOf(row))
      if (outcome === undefined) return 'open'
      if (!records.learn(row, outcome)) return 'open'
      return hasOpenRest({ outcome }) ? 'open' : 'ended'
    } catch (error) {
      log.warn({ reason: messageOf(error), order: sent.id }, 'the remainder of an order is not canceled yet')
      if (isNotRecorded(error)) return 'not recorded'
      return error instanceof PmxError && error.code === 'AUTHENTICATION_ERROR' ? 'keys refused' : 'open'
    } finally {
      ctx.release()
    }
  }

  async function pursue(row: JournalRow, way: OrderCallOptions): Promise<void> {
    let refused = 0
    for (let tries = 0; !stop.signal.aborted; tries++) {
      const state = await endOnce(row, way)
      refused = state === 'keys refused' ? refused + 1 : 0
      if (state === 'ended') return
      if (state === 'not recorded') {
        givenUp.add(row.id)
        return
      }
      if (refused >= MAX_KEYS_REFUSED) {
        givenUp.add(row.id)
        log.error(
          { order: row.id },
          'the remainder of an order is still open: the venue refuses the keys that placed it',
        )
        return
      }
      await clock.sleep(PAUSES_MS[tries] ?? MAX_PAUSE_MS, stop.signal).catch(() => undefined)
    }
  }

  /** Cancels the remainder of an order repeatedly until nothing is left. Two callers share one run. */
  function begin(row: JournalRow, way: OrderCallOptions): Promise<void> {
    const { id } = row
    const running = underWay.get(id)
    if (running !== undefined) return running
    if (dryRun) return Promise.resolve()
    const pursuit = pursue(row, way).finally(() => underWay.delete(id))
    underWay.set(id, pursuit)
    return pursuit
  }

  return {
    begin,

    /** Whether its credentials were refused too often, or a recording lacks its cancel: it is not restarted automatically. */
    isGivenUp: (id: string): boolean => givenUp.has(id),

    get isBusy(): boolean {
      return underWay.size > 0
    },

    /** Same as `begin`. It returns when nothing is left, or after a few seconds; the cancel then continues in the background. */
    async end(row: JournalRow, way: OrderCallOptions): Promise<void> {
      const pursuit = begin(row, way)
      await new Promise<void>((resolve) => {
        const cancel = clock.setTimer(PATIENCE_MS, resolve)
        void pursuit.finally(() => {
          cancel()
          resolve()
        })
      })
    },

    /** Starts nothing more; open remainders stay in the journal. Resolves when the last call has ended. */
    async close(): Promise<void> {
      stop.abort()
      await Promise.allSettled(underWay.values())
    },
  }
}

/**
 * Whether the remainder of an order must be canceled, and the cancel is not confirmed. An order with an unknown outcome
 * and without a name at the venue can be canceled only after its owner has decided.
 */
export function mayHaveRest(row: JournalRow): boolean {
  return hasOpenRest(row) || (row.cancelsRest === true && hasUnknownOutcome(row) && row.handle !== undefined)
}

/** @returns undefined while it is unknown whether something is left */
async function cancelRest(
  row: JournalRow,
  source: OrderSource,
  ctx: OpenContext,
  ageMs: () => number,
): Promise<Extract<OrderOutcome, { state: 'placed' | 'absent' }> | undefined> {
  const before = row.outcome.state === 'placed' ? row.outcome.order : undefined
  const known = withHandle(row, before)
  const { terms, handle, at } = known
  const orderId = before?.id ?? (handle?.by === 'orderId' ? handle.value : undefined)
  const canceled = orderId === undefined ? undefined : await source.cancel?.(orderId, ctx).catch(unlessGone)
  if (canceled !== undefined && isEnded(canceled)) {
    if (knowsMember(canceled, 'filled')) {
      const told = atLeast(before, canceled)
      return { state: 'placed', order: ended(terms, told, told.filled) }
    }
    const found = handle && (await source.find?.(handle, terms, at, ctx).catch(() => undefined))
    // A row that shows the order as open is older than the cancel, and may lack its last fills.
    const isBehind = found !== undefined && mayHaveOpenRest(found)
    if (isBehind && ageMs() < SURE_MS) return undefined
    const isTold = found !== undefined && knowsMember(found, 'filled') && !isBehind
    const told = atLeast(before, found ?? before ?? canceled)
    return { state: 'placed', order: ended(terms, told, isTold ? told.filled : undefined) }
  }
  // No open order has that id: it has ended, or the venue does not show it yet.
  const found = await reconcileOrder(known, source, ctx, ageMs)
  if (found === undefined || found.state === 'unknown') return undefined
  if (found.state === 'absent')
    return before === undefined ? found : { state: 'placed', order: ended(terms, before, undefined) }
  const told = atLeast(before, found.order)
  // It is filled, and the venue reports the filled amount later.
  if (row.handle === undefined && told.status === 'filled' && mayHaveOpenRest(told))
    return { ...found, order: told }
  if (mayHaveOpenRest(told)) return { ...found, order: told, isRestOpen: true }
  return { state: 'placed', order: ended(terms, told, told.filled) }
}

/** An order without a name of its own is found by the venue's id, once the venue has returned it. */
function withHandle(row: JournalRow, placed: Order | undefined): JournalRow {
  if (row.handle !== undefined || placed === undefined) return row
  return { ...row, handle: { by: 'orderId', value: placed.id } }
}

/** Known fills stay filled, even if an outdated row shows fewer. */
function atLeast(before: Order | undefined, told: Order): Order {
  if (before === undefined || !knowsMember(before, 'filled') || before.filled <= told.filled) return told
  const { filled } = before
  const remaining = Math.max(0, toNumber(subtractDecimals(decimalOf(told.amount), decimalOf(filled))))
  return { ...told, filled, remaining }
}

function unlessGone(error: unknown): undefined {
  if (error instanceof PmxError && error.code === 'ORDER_NOT_FOUND') return undefined
  throw error
}

/** Returns a market order without a resting remainder, as its caller requested it. */
function ended(terms: OrderTerms, told: Order, filled: number | undefined): Order {
  const wanted = toRequestedTerms(terms)
  const rest = subtractDecimals(decimalOf(terms.amount), decimalOf(filled ?? told.filled))
  const { unknown, ...facts } = told.metadata ?? {}
  const isTold = (member: unknown): boolean =>
    member === 'filled' || member === 'remaining' || Object.hasOwn(wanted, String(member))
  const others = Array.isArray(unknown) ? unknown.filter((member) => !isTold(member)) : []
  const untold = filled === undefined ? [...others, 'filled', 'remaining'] : others
  const metadata = untold.length === 0 ? facts : { ...facts, unknown: untold }
  return omitUndefined<Order>({
    ...told,
    ...wanted,
    status: filled !== undefined && compare(rest, zero) <= 0 ? 'filled' : 'canceled',
    filled: filled ?? told.filled,
    remaining: Math.max(0, toNumber(rest)),
    metadata: Object.keys(metadata).length === 0 ? undefined : metadata,
  })
}
