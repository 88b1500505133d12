import { messageOf, PmxError } from '../../../api/envelope/errors.js'
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
import { reconcileOrder, SURE_MS } from './reconcile-order.js'

/**
 * Where a venue takes money to spend at the market, and not a number of contracts, an order at the market is sent as a
 * limit order at its worst price, and what does not fill at once is canceled. Until the venue confirms the cancel, or
 * shows that nothing is left, the rest counts as open, and the cancel is sent again.
 */

/** A caller waits this long for the cancel to be confirmed. */
const PATIENCE_MS = 5_000
const PAUSES_MS = [250, 500, 1_000, 2_000, 5_000, 15_000, 30_000] as const
const MAX_PAUSE_MS = 60_000
/** Keys that are refused so often in a row will not do: nothing is tried with them any more, and they are let go. */
const MAX_KEYS_REFUSED = 10

/** How the venue is asked, also after the request that placed the order has ended. */
export interface OrderCallOptions {
  readonly source: OrderSource
  /** Opens a context of its own; its user releases it. */
  open(): OpenContext
}

interface RestsDeps {
  readonly ledger: ReturnType<typeof createOrderRecords>
  readonly clock: Pick<Clock, 'sleep' | 'setTimer'>
  readonly log: Logger
  /** Nothing is sent to any venue: what is open stays so. */
  readonly dryRun: boolean
}

export function createRests({ ledger, clock, log, dryRun }: RestsDeps) {
  const underWay = new Map<string, Promise<void>>()
  const givenUp = new Set<string>()
  const stop = createAbort()

  /** @returns whether something may rest still, and whether the venue refused the keys */
  async function endOnce(
    sent: JournalRow,
    { source, open }: OrderCallOptions,
  ): Promise<'ended' | 'open' | 'keys refused'> {
    const ctx = open()
    try {
      const row = ledger.sentRow(sent)
      if (!mayHaveRest(row)) return 'ended'
      // What becomes of it is known in a moment, and there may be nothing to cancel yet.
      if (ledger.isSending(row.id)) return 'open'
      const outcome = await cancelRest(row, source, ctx, () => ledger.ageOf(row))
      if (outcome === undefined) return 'open'
      if (!ledger.learn(row, outcome)) return 'open'
      return hasOpenRest({ outcome }) ? 'open' : 'ended'
    } catch (error) {
      log.warn({ reason: messageOf(error), order: sent.id }, 'the rest of an order is not canceled yet')
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
      if (refused >= MAX_KEYS_REFUSED) {
        givenUp.add(row.id)
        log.error(
          { order: row.id },
          'the rest of an order stays open: the venue refuses the keys that placed it',
        )
        return
      }
      await clock.sleep(PAUSES_MS[tries] ?? MAX_PAUSE_MS, stop.signal).catch(() => undefined)
    }
  }

  /** Cancels what is left of an order, again and again until nothing is. Two callers share one pursuit. */
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

    /** Its keys were refused too often: nothing begins it again by itself. */
    isGivenUp: (id: string): boolean => givenUp.has(id),

    get isBusy(): boolean {
      return underWay.size > 0
    },

    /** Like `begin`; returns when nothing is left, and at the latest after a few seconds: then it goes on by itself. */
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

    /** Begins nothing more; what is open stays in the journal. Resolves when the last call has ended. */
    async close(): Promise<void> {
      stop.abort()
      await Promise.allSettled(underWay.values())
    },
  }
}

export type PlacedOutcome = Extract<OrderOutcome, { state: 'placed' }>

/** What the journal keeps of an order that the venue has. */
export function toPlacedOutcome(
  order: Order,
  { cancelsRest }: Pick<JournalRow, 'cancelsRest'>,
): PlacedOutcome {
  const isRestOpen = cancelsRest === true && mayRest(order)
  return { state: 'placed', order, ...(isRestOpen ? { isRestOpen } : {}) }
}

/**
 * Whether an order is one whose rest is to be canceled, and nobody knows that it is. One in doubt that the venue knows by
 * nothing can be canceled once its owner has decided which it is.
 */
export function mayHaveRest(row: JournalRow): boolean {
  return hasOpenRest(row) || (row.cancelsRest === true && hasUnknownOutcome(row) && row.handle !== undefined)
}

function mayRest(order: Order): boolean {
  return !isEnded(order) || (order.status === 'filled' && !knowsMember(order, 'filled'))
}

/** @returns undefined while nobody can say whether something is left */
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
  if (canceled !== undefined) {
    if (knowsMember(canceled, 'filled')) {
      const told = atLeast(before, canceled)
      return { state: 'placed', order: ended(terms, told, told.filled) }
    }
    const found = handle && (await source.find?.(handle, terms, at, ctx).catch(() => undefined))
    // A row that shows it as open is older than the cancel, and what it filled until then may be missing.
    const isBehind = found !== undefined && mayRest(found)
    if (isBehind && ageMs() < SURE_MS) return undefined
    const isTold = found !== undefined && knowsMember(found, 'filled') && !isBehind
    const told = atLeast(before, found ?? before ?? canceled)
    return { state: 'placed', order: ended(terms, told, isTold ? told.filled : undefined) }
  }
  // None is open by that id: it has ended, or the venue does not show it yet.
  const found = await reconcileOrder(known, source, ctx, ageMs)
  if (found === undefined) return undefined
  if (found.state === 'absent')
    return before === undefined ? found : { state: 'placed', order: ended(terms, before, undefined) }
  const told = atLeast(before, found.order)
  // It is filled, and the venue tells later with how much.
  if (row.handle === undefined && told.status === 'filled' && mayRest(told)) return { ...found, order: told }
  if (mayRest(told)) return { ...found, order: told, isRestOpen: true }
  return { state: 'placed', order: ended(terms, told, told.filled) }
}

/** What bears no name of ours is found by the venue's own, once that has answered. */
function withHandle(row: JournalRow, placed: Order | undefined): JournalRow {
  if (row.handle !== undefined || placed === undefined) return row
  return { ...row, handle: { by: 'orderId', value: placed.id } }
}

/** What was known to be filled stays filled, whatever a row that lags behind shows. */
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

/** An order at the market of which nothing rests any more, as its caller asked for it. */
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
