import { readArguments } from '../../../api/arguments/arguments.js'
import { MAX_ORDERS, methodOf } from '../../../api/arguments/methods.js'
import { createValidationError, PmxError } from '../../../api/envelope/errors.js'
import { pmxHeaders } from '../../../api/envelope/pmx-headers.js'
import type { Order, OrderResult } from '../../../api/models/models.js'
import type { OrderIntent } from '../../../orders/journal.js'
import { createDryRunError } from '../../../orders/trading-limits.js'
import type { OrderBatch } from '../../../venue-kit/contract/trading.js'
import { isLoginEnded } from '../../../venue-kit/orders/ended-login.js'
import { type Job, MethodResult } from '../../request/api-call.js'
import { createUpstreamHeader } from '../../request/response-headers.js'
import { errorOf } from '../cancel/cancel-orders.js'
import { earlierOf, rowOf } from '../context/earlier-orders.js'
import { createNameTakenError } from '../context/in-flight-orders.js'
import type { OrderContext } from '../context/order-context.js'
import {
  conclude,
  intentOf,
  type PlacementResult,
  type Placing,
  placeOrder,
  type Ready,
  type Sender,
  withHttp,
} from '../place/place-order.js'
import { createListReader, findRefusedCopy, type ReadLists, type RefusedCopy } from '../place/refused-copy.js'
import { isEarlierCallLikely, toOrderOutcome, watchOrder } from '../place/unknown-outcome.js'
import { fingerprintOf, type OrderInput } from '../request/parse-order.js'

/** A parsed order: its caller, and how it is prepared. */
export interface BatchEntry {
  readonly as: Sender
  make(): Promise<Ready>
}

/** Sends a prepared order to the venue. */
export type Send = (placing: Placing, isDeserted: () => boolean) => Promise<PlacementResult>

interface BatchDeps {
  readonly context: OrderContext
  /** @throws the error with which the single order would be refused */
  entryOf(input: OrderInput, job: Job, copy: number): BatchEntry
  once(as: Sender, id: undefined, make: BatchEntry['make'], send?: Send): Promise<MethodResult>
}

/**
 * Places several orders, each under the rules for a single order and with a separate outcome. They are sent in one call
 * if the venue has one, otherwise one after another in list order. An `Idempotency-Key` names each order by its index.
 * @throws VALIDATION_ERROR for a list without orders, or with too many
 */
export async function createOrders(
  inputs: readonly unknown[],
  job: Job,
  deps: BatchDeps,
): Promise<MethodResult> {
  if (inputs.length === 0 || inputs.length > MAX_ORDERS)
    throw createValidationError(
      'orders',
      `orders has ${inputs.length} orders; one call takes 1 to ${MAX_ORDERS}`,
    )
  const opened: { release(): void; readonly upstreamCalls: number }[] = []
  const ignored: string[] = []
  const names = new Set<string>()
  const copies = new Map<string, number>()
  const read = (input: unknown, index: number): BatchEntry | PmxError => {
    try {
      // The members of each order are checked as those of a single one.
      const { args, ignored: unread } = readArguments(methodOf.create, [input], job.venue.id)
      ignored.push(...unread.map((name) => `orders[${index}].${name}`))
      const { clientOrderId } = args[0]
      if (clientOrderId !== undefined && names.has(clientOrderId)) throw createNameTakenError()
      if (clientOrderId !== undefined) names.add(clientOrderId)
      const fingerprint = fingerprintOf(args[0])
      const copy = copies.get(fingerprint) ?? 0
      copies.set(fingerprint, copy + 1)
      const ctx = job.reopen?.()
      if (ctx !== undefined) opened.push(ctx)
      return deps.entryOf(args[0], orderJob(job, index, ctx ?? job.ctx), copy)
    } catch (error) {
      if (error instanceof PmxError) return error
      throw error
    }
  }
  try {
    const entries = inputs.map(read)
    const settled = await Promise.allSettled(placeAll(entries, job, deps))
    const results = settled.map((outcome, index) => resultOf(outcome, index, job))
    const calls = opened.reduce((sum, { upstreamCalls }) => sum + upstreamCalls, job.ctx.upstreamCalls)
    return new MethodResult(results, createUpstreamHeader(calls), undefined, ignored, (hasIt) => {
      for (const outcome of settled) if (outcome.status === 'fulfilled') outcome.value.delivered?.(hasIt)
    })
  } finally {
    for (const ctx of opened) ctx.release()
  }
}

/** Returns the job of one order. Its key is the key of the call plus the index, in a form that no header can contain. */
function orderJob(job: Job, index: number, ctx: Job['ctx']): Job {
  const { order } = job
  if (order?.idempotencyKey === undefined) return { ...job, ctx }
  return { ...job, ctx, order: { ...order, idempotencyKey: `${order.idempotencyKey}\n${index}` } }
}

function resultOf(outcome: PromiseSettledResult<MethodResult>, index: number, job: Job): OrderResult {
  if (outcome.status === 'rejected') return { index, error: errorOf(outcome.reason, job) }
  const { data, headers } = outcome.value
  const isRepeat = headers[pmxHeaders.repeated] !== undefined
  return { index, order: data as Order, ...(isRepeat ? { repeated: true } : {}) }
}

function placeAll(
  entries: readonly (BatchEntry | PmxError)[],
  job: Job,
  { context, once }: BatchDeps,
): readonly Promise<MethodResult>[] {
  const batch = job.venue.orders?.batch
  // Orders that may have been sent before are looked up first, and must not delay the others.
  const isNew = ({ as }: BatchEntry): boolean =>
    !context.flights.isUnderWay(as) && rowOf(as, context) === undefined
  const goesAlong = entries.map(
    (entry) => batch !== undefined && !(entry instanceof PmxError) && isNew(entry),
  )
  const joint = batch && createJoint(goesAlong.filter(Boolean).length, batch, job, context)
  const takeTurn = createTurns()
  return entries.map(async (entry, index) => {
    if (entry instanceof PmxError) throw entry
    const { as, make } = entry
    if (joint !== undefined && goesAlong[index] === true)
      return once(as, undefined, make, (placing, isDeserted) =>
        joint.send({ placing, isDeserted, as }),
      ).finally(() => joint.leave())
    // Orders that are sent one after another are prepared one after another, with the book of that time.
    let turn: ReturnType<typeof takeTurn> | undefined
    const madeInTurn = async (): Promise<Ready> => {
      turn ??= takeTurn()
      await turn.come
      return make()
    }
    return once(as, undefined, madeInTurn).finally(() => turn?.end())
  })
}

/** Creates a queue in which callers wait for their turn, in the sequence in which they entered. */
function createTurns() {
  let last = Promise.resolve()
  return () => {
    let end = (): void => undefined
    const come = last
    const over = new Promise<void>((resolve) => {
      end = resolve
    })
    last = come.then(() => over)
    return { come, end: () => end() }
  }
}

interface Waiting {
  readonly placing: Placing
  readonly as: Sender
  isDeserted(): boolean
}

interface Asked extends Waiting {
  resolve(placed: PlacementResult | Promise<PlacementResult>): void
  reject(error: unknown): void
}

/** Collects orders that are sent together once each of them is either ready or will never be. */
function createJoint(count: number, batch: OrderBatch, job: Job, room: OrderContext) {
  let awaited = count
  const waiting: Asked[] = []

  function goWhenComplete(): void {
    if (waiting.length === 0 || waiting.length < awaited) return
    void sendAll(waiting.splice(0), batch, job, room)
  }

  return {
    send: (order: Waiting) =>
      new Promise<PlacementResult>((resolve, reject) => {
        waiting.push({ ...order, resolve, reject })
        goWhenComplete()
      }),
    /** Records that one of the orders is done, or will not be sent. */
    leave(): void {
      awaited--
      goWhenComplete()
    },
  }
}

async function sendAll(
  orders: readonly Asked[],
  batch: OrderBatch,
  job: Job,
  room: OrderContext,
): Promise<void> {
  for (let from = 0; from < orders.length; from += batch.most) {
    const some = orders.slice(from, from + batch.most)
    await sendSome(some, batch, job, room).catch((error: unknown) => {
      for (const { reject } of some) reject(error)
    })
  }
}

/** Sends the orders of one call. All are written in one transaction before any is sent. */
async function sendSome(
  some: readonly Asked[],
  batch: OrderBatch,
  job: Job,
  room: OrderContext,
): Promise<void> {
  const [only, ...others] = some
  if (only !== undefined && (others.length === 0 || room.rails.dryRun)) {
    await Promise.all(some.map((one) => alone(one, room)))
    return
  }
  const written = some.map((one) => ({ ...one, intent: intentOf(one.placing, one.as, room) }))
  const begun = room.ledger.beginMany(
    written.map(({ intent, as, isDeserted, placing }) => ({
      intent,
      beginning: {
        names: as.keys,
        isHeld: job.isHeld === true,
        isDeserted,
        holdings: placing.ready.holdings,
        ...earlierOf(as, room),
      },
    })),
  )
  const sent = written.filter(({ resolve, reject }, index) => {
    const row = begun[index]
    if (row instanceof PmxError) reject(row)
    else if (row !== undefined) resolve({ kind: 'named', row })
    return row === undefined
  })
  const [first] = sent
  if (first === undefined) return
  const way = watchOrder(job.ctx.http, first.placing.ready.native)
  const reply = batch
    .submit(
      sent.map(({ placing: { ready } }) => ready),
      withHttp(job.ctx, way.http),
    )
    .then((results) => {
      if (results.length === sent.length) return results
      throw new PmxError('NETWORK_ERROR', "The venue's response does not mention every order of the call.")
    })
  const isRefused = await reply.then(
    () => false,
    (error: unknown) => (sent.length > 1 || isLoginEnded(error)) && isWholeRefusal(error, way.begun()),
  )
  const readLists = createListReader(job)
  const looked = sent.map((one) => createLook(one, readLists, room))
  // All are looked for before any is sent alone.
  const copies = isRefused
    ? await reply.then(
        () => [],
        (error: unknown) => Promise.all(looked.map((look) => look(error))),
      )
    : []
  const concluded: Promise<unknown>[] = []
  for (const [index, one] of sent.entries()) {
    const { placing, intent, as } = one
    const { source, terms, native } = placing.ready
    // The venue accepted none of them: each is sent alone, so that one does not block the others.
    const single = copies[index]?.kind === 'none' ? watchOrder(as.job.ctx.http, native) : undefined
    const send = single
      ? async () => {
          // Orders may have been stopped since they were written.
          room.ledger.assertNotStopped()
          return source.submit(native, terms, withHttp(as.job.ctx, single.http))
        }
      : async () => orderOf((await reply)[index])
    const begun = single?.begun ?? way.begun
    const findCopy = single === undefined ? looked[index] : undefined
    const told = conclude({ placing, intent, as, begun, findCopy }, send, room)
    one.resolve(told.then((value) => ({ kind: 'told', told: value })))
    concluded.push(told)
    if (isRefused) await Promise.allSettled([told])
  }
  await Promise.allSettled(concluded)
}

/**
 * Whether the venue refused a call as a whole, so that its orders may be sent alone. After a rate limit none is sent again, and
 * neither after a refusal that shows that the venue had already received the call.
 */
function isWholeRefusal(error: unknown, begun: boolean): boolean {
  if (isEarlierCallLikely(error) || (error instanceof PmxError && error.code === 'RATE_LIMIT_EXCEEDED'))
    return false
  return toOrderOutcome(error, begun).state === 'refused'
}

/** Returns a function that looks for an order of a refused call, once. */
function createLook(
  { placing: { ready }, intent, as }: Pick<Waiting, 'placing' | 'as'> & { readonly intent: OrderIntent },
  readLists: ReadLists,
  room: OrderContext,
): (thrown: unknown) => Promise<RefusedCopy> {
  let found: Promise<RefusedCopy> | undefined
  return (thrown) => {
    found ??= findRefusedCopy(thrown, ready, intent, as.job, room, readLists)
    return found
  }
}

async function alone({ placing, as, isDeserted, resolve }: Asked, room: OrderContext): Promise<void> {
  if (room.rails.dryRun) resolve(Promise.reject(createDryRunError(placing.ready.native.call)))
  else resolve(placeOrder(placing, as, isDeserted, room))
}

function orderOf(result: Order | PmxError | undefined): Order {
  if (result === undefined || result instanceof PmxError)
    throw result ?? new PmxError('NETWORK_ERROR', "The venue's response does not mention this order.")
  return result
}
