import { PmxError } from '../../api/errors.js'
import type { Order } from '../../api/models.js'
import { dryRunRefusal } from '../../orders/guard.js'
import type { JournalRow, OrderIntent, OrderOutcome } from '../../orders/journal.js'
import type { OrderSource } from '../../venue-kit/trading.js'
import { type Job, Told } from '../call.js'
import type { OpenContext } from '../context.js'
import { asAsked } from './as-asked.js'
import type { ReadyOrder } from './built-orders.js'
import { isOrderOf } from './doubt.js'
import { nameTaken, type Wanted } from './flights.js'
import { lostAnswer, outcomeOfFailure, watchOrder } from './lost-answer.js'
import type { OrderRoom } from './room.js'

/** An order that is ready to be sent, and where to. */
export interface Ready extends ReadyOrder {
  readonly source: OrderSource
}

/** Whose order it is. */
export interface Sender extends Wanted {
  readonly job: Job
  readonly account: string
  /** By which the journal finds it: the caller's key. */
  readonly key?: string
  /** All that the caller names it by: its key and its client order id. */
  readonly keys: readonly string[]
}

/** What is to be sent, and how the journal has it. */
export interface Placing {
  readonly ready: Ready
  /** Of a built order: the row's own, so that it is sent once. */
  readonly id?: string | undefined
  /** Where it was written down when it was sent before. */
  readonly row?: JournalRow | undefined
  /** Nobody knows what became of it then: it goes by the same name, of which the venue takes no two. */
  readonly isInDoubt?: true
}

/** What became of it, or the order that another process wrote down under the same name in the meantime. */
export type Placed =
  | { readonly kind: 'told'; readonly told: Told }
  | { readonly kind: 'named'; readonly row: JournalRow }

/** Writes an order down, sends it once, and writes down what became of it. */
export async function place(
  { ready, id, row, isInDoubt }: Placing,
  as: Sender,
  isDeserted: () => boolean,
  { ledger, rails, ids, clock }: OrderRoom,
): Promise<Placed> {
  const { source, terms, native, cost } = ready
  const { job, account, key, fingerprint } = as
  if (rails.dryRun) throw dryRunRefusal(native.call)
  const intent: OrderIntent = row ?? {
    id: id ?? ids.uuid(),
    at: Math.round(clock.now()),
    venue: job.venue.id,
    account,
    requestId: job.order?.requestId ?? ids.requestId(),
    fingerprint,
    terms,
    cost,
    ...(key === undefined ? {} : { key }),
    ...(native.handle === undefined ? {} : { handle: native.handle }),
    ...(native.isUnique === undefined ? {} : { isUnique: native.isUnique }),
  }
  const isHeld = job.isHeld === true
  if (row === undefined) {
    const other = ledger.begin(intent, { names: as.keys, isHeld, isDeserted })
    if (other !== undefined) return { kind: 'named', row: other }
  } else {
    // What is in doubt is counted already.
    if (isInDoubt !== true) ledger.assertRails({ venue: job.venue.id, cost, isHeld })
    ledger.beginAgain(row, isDeserted)
  }
  const way = watchOrder(job.ctx.http, native)
  try {
    const order = await source.submit(native, terms, withHttp(job.ctx, way.http))
    ledger.settle(intent.id, { state: 'placed', order })
    return { kind: 'told', told: toldOrder(order, intent.id, { ledger }, isInDoubt === true) }
  } catch (thrown) {
    const outcome = await outcomeOf(thrown, way.begun(), { ready, intent, isAgain: isInDoubt === true }, job)
    ledger.settle(intent.id, outcome)
    if (outcome.state === 'placed')
      return { kind: 'told', told: toldOrder(outcome.order, intent.id, { ledger }, true) }
    if (outcome.state === 'unknown') throw lostAnswer(terms, native.handle, outcome.error)
    if (isDuplicate(thrown) && key !== undefined) throw nameTaken()
    throw thrown
  }
}

/** @param isRepeat its caller is told that this is what became of an earlier call */
export function toldOrder(
  order: Order,
  id: string,
  { ledger }: Pick<OrderRoom, 'ledger'>,
  isRepeat: boolean,
): Told {
  const delivered = (hasIt: boolean): void => ledger.delivered(id, hasIt)
  return new Told(order, isRepeat ? { 'x-pmx-repeated': id } : {}, undefined, [], delivered)
}

interface Sent {
  readonly ready: Ready
  readonly intent: OrderIntent
  /** It had been sent before, and nobody knew what became of that. */
  readonly isAgain: boolean
}

async function outcomeOf(
  thrown: unknown,
  begun: boolean,
  { ready: { source, native, terms }, intent, isAgain }: Sent,
  { ctx }: Job,
): Promise<Exclude<OrderOutcome, { state: 'absent' }>> {
  const outcome = outcomeOfFailure(thrown, begun)
  if (outcome.state !== 'refused') return outcome
  if (isDuplicate(thrown) && native.handle !== undefined) {
    // The venue has an order of this name: an earlier try reached it after all, or its caller used the name before.
    const order = await source.find?.(native.handle, terms, intent.at, ctx).catch(() => undefined)
    if (order !== undefined && isOrderOf(terms, order))
      return { state: 'placed', order: asAsked(terms, order) }
  }
  // What was refused now says nothing of the first try.
  return isAgain ? { ...outcome, state: 'unknown' } : outcome
}

function isDuplicate(thrown: unknown): boolean {
  return thrown instanceof PmxError && thrown.detail?.['kind'] === 'duplicate_order'
}

function withHttp(ctx: OpenContext, http: OpenContext['http']): OpenContext {
  return Object.create(ctx, { http: { value: http, enumerable: true } }) as OpenContext
}
