import { createHash } from 'node:crypto'
import { decimal, multiply, toText } from '../../api/decimal.js'
import { invalid, messageOf, PmxError } from '../../api/errors.js'
import type { ArgsOf } from '../../api/methods.js'
import type { BuiltOrder, Order, OrderBook } from '../../api/models.js'
import { DAY_MS } from '../../api/resolution.js'
import type { LocateOutcome } from '../../candles/locator.js'
import type { Clock } from '../../effects/clock.js'
import type { Ids } from '../../effects/ids.js'
import type { Logger } from '../../observe/logger.js'
import { assertMayTrade, assertWithinRails, dryRunRefusal, type GuardRails } from '../../orders/guard.js'
import type { Journal, JournalRow, OrderIntent, OrderOutcome } from '../../orders/journal.js'
import { assertAllowed, onGrid } from '../../orders/rules.js'
import { accountOf } from '../../venue-kit/secrets.js'
import type { NativeOrder, OrderRules, OrderSource, OrderTerms } from '../../venue-kit/trading.js'
import type { OpenContext } from '../context.js'
import { type Job, Told } from '../handler.js'
import { notSupported } from '../not-supported.js'
import { createBuiltOrders, type ReadyOrder } from './built-orders.js'
import { settleDoubt } from './doubt.js'
import { lostAnswer, outcomeOfFailure, watchOrder } from './lost-answer.js'
import { fingerprintOf, type OrderInput, type OrderWish, readWish, worstPrice } from './wish.js'

export interface OrderDeskDeps {
  readonly journal: Journal
  readonly rails: GuardRails
  readonly clock: Clock
  readonly ids: Pick<Ids, 'secret' | 'uuid' | 'requestId'>
  readonly log: Logger
  readonly locate: LocateOutcome
  /** The live book of an outcome, sorted. */
  readBook(outcomeId: string, job: Job): Promise<OrderBook>
}

export interface OrderDesk {
  create(input: OrderInput, job: Job): Promise<Told>
  build(input: OrderInput, job: Job): Promise<BuiltOrder>
  submit(built: ArgsOf<'submitOrder'>[0], job: Job): Promise<Told>
  cancel(orderId: string, job: Job): Promise<Order>
}

/** A name stands for one order that long (api/README.md, "Orders"). */
const NAMED_MS = 10 * 60_000
/** So long an order whose caller may not have its answer is taken for the one that is asked for again without a name. */
const UNNAMED_MS = 2 * 60_000

/** An order that is ready to be sent, and where to. */
interface Ready extends ReadyOrder {
  readonly source: OrderSource
}

/** An order on its way, for those who ask for the same meanwhile. */
interface Flight {
  readonly fingerprint: string
  readonly done: Promise<Told>
  /** Nobody waits for its answer any more. */
  isDeserted(): boolean
}

/**
 * Places orders: checked before the wire, held by the guard rails, written down before they are sent and after, and
 * never sent twice. A repeated call (same `Idempotency-Key` or `clientOrderId`; without a name the same order again of a
 * caller who cannot have got his answer) is told what became of the first.
 */
export function createOrderDesk(deps: OrderDeskDeps): OrderDesk {
  const { journal, rails, clock, ids, log, locate, readBook } = deps
  const built = createBuiltOrders(ids.secret(), clock)
  const flights = new Map<string, Set<Flight>>()

  async function ready(wish: OrderWish, clientOrderId: string, job: Job): Promise<Ready> {
    const { venue, ctx } = job
    const source = sourceOf(job)
    const { priority, caller, noteSent: onSent } = ctx
    const { located } = await locate(venue, wish.outcomeId, ctx, { priority, caller, onSent })
    const rules = await source.rules(located, ctx)
    assertSameMarket(wish, rules)
    const price = wish.price ?? worstPrice(wish, await readBook(located.outcomeId, job))
    const bound =
      wish.type === 'limit' ? toText(price) : onGrid(price, rules.prices, wish.side === 'buy' ? 'up' : 'down')
    const terms: OrderTerms = {
      marketId: rules.market.id,
      outcomeId: located.outcomeId,
      side: wish.side,
      type: wish.type,
      amount: toText(wish.amount),
      price: bound,
      clientOrderId,
      ...(wish.feeRateBps === undefined ? {} : { feeRateBps: wish.feeRateBps }),
      ...(wish.onBehalfOf === undefined ? {} : { onBehalfOf: wish.onBehalfOf }),
    }
    assertAllowed(terms, rules)
    const cost = toText(multiply(decimal(terms.amount), decimal(terms.price)))
    assertRails(cost, job)
    return { source, terms, cost, native: await source.build(terms, located, ctx) }
  }

  function assertRails(cost: string, { venue, isHeld }: Job): void {
    const dayBegan = Math.floor(clock.now() / DAY_MS) * DAY_MS
    const spentToday = () => journal.costsSince(dayBegan)
    assertWithinRails(rails, { venue: venue.id, cost: decimal(cost), isHeld: isHeld === true, spentToday })
  }

  /** Writes it down, sends it once, writes down what became of it. */
  async function send({ source, terms, native, cost }: Ready, as: Sender): Promise<Told> {
    const { job, account, key, fingerprint } = as
    if (rails.dryRun) throw dryRunRefusal(native.call)
    const intent: OrderIntent = {
      id: ids.uuid(),
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
    writeDown(intent)
    const way = watchOrder(job.ctx.http, native)
    try {
      const order = await source.submit(native, terms, withHttp(job.ctx, way.http))
      settle(intent.id, { state: 'placed', order })
      return toldOrder(order, intent.id, job)
    } catch (thrown) {
      const outcome =
        (await placedBefore(thrown, native, source, terms, job)) ?? outcomeOfFailure(thrown, way.begun())
      settle(intent.id, outcome)
      if (outcome.state === 'placed') return toldOrder(outcome.order, intent.id, job, true)
      if (outcome.state === 'unknown') throw lostAnswer(terms, native.handle, outcome.error)
      throw thrown
    }
  }

  /** The venue knows the name: an earlier try reached it after all. */
  async function placedBefore(
    thrown: unknown,
    { handle }: NativeOrder,
    source: OrderSource,
    terms: OrderTerms,
    { ctx }: Job,
  ): Promise<Extract<OrderOutcome, { state: 'placed' }> | undefined> {
    const isDuplicate = thrown instanceof PmxError && thrown.detail?.['kind'] === 'duplicate_order'
    if (!isDuplicate || handle === undefined) return undefined
    const order = await source.find?.(handle, terms, clock.now(), ctx).catch(() => undefined)
    return order && { state: 'placed', order }
  }

  /** @throws when it cannot be written: what would be forgotten by a crash is not sent */
  function writeDown(intent: OrderIntent): void {
    try {
      journal.intend(intent)
    } catch (error) {
      log.error({ reason: messageOf(error) }, 'the journal of orders cannot be written: no order is placed')
      throw new PmxError(
        'EXCHANGE_NOT_AVAILABLE',
        'The order was not placed: the journal of orders cannot be written, and without it none is. See the log.',
        { detail: { kind: 'journal' }, cause: error },
      )
    }
  }

  /** What cannot be written now is in doubt after a crash, and asked of the venue then. */
  function settle(id: string, outcome: Parameters<Journal['settle']>[1]): void {
    try {
      journal.settle(id, outcome, Math.round(clock.now()))
    } catch (error) {
      log.error({ reason: messageOf(error), order: id }, 'what became of an order could not be written')
    }
  }

  function markAnswered(id: string): void {
    try {
      journal.answered(id)
    } catch (error) {
      log.warn({ reason: messageOf(error), order: id }, 'an answered order could not be marked')
    }
  }

  function toldOrder(order: Order, id: string, job: Job, isRepeat = false): Told {
    const delivered = () => markAnswered(id)
    if (job.order?.tellsDelivery !== true) delivered()
    return new Told(order, isRepeat ? { 'x-pmx-repeated': id } : {}, undefined, [], delivered)
  }

  /** What became of an order that is asked for again; undefined where it may be placed now. */
  async function answerOf(row: JournalRow, job: Job): Promise<Told | undefined> {
    const { outcome } = row
    if (outcome.state === 'placed') return toldOrder(outcome.order, row.id, job, true)
    if (outcome.state === 'refused' || outcome.state === 'absent') return undefined
    const found = await settleDoubt(row, sourceOf(job), job.ctx, clock.now())
    if (found === undefined) {
      const because =
        outcome.state === 'unknown' ? outcome.error : { code: 'NETWORK_ERROR' as const, message: CUT_OFF }
      throw lostAnswer(row.terms, row.handle, because)
    }
    settle(row.id, found)
    return found.state === 'placed' ? toldOrder(found.order, row.id, job, true) : undefined
  }

  /** Sends, unless it is on its way or was sent already. */
  async function once(as: Sender, begin: () => Promise<Told>): Promise<Told> {
    const { job, account, key, fingerprint } = as
    const slot = [job.venue.id, account, key ?? fingerprint].join(' ')
    const others = flights.get(slot) ?? new Set<Flight>()
    const same = [...others].find((flight) => key !== undefined || flight.isDeserted())
    if (same !== undefined) {
      assertSameWish(same.fingerprint, as)
      const { data, headers, delivered } = await same.done
      return new Told(data, { ...headers, 'x-pmx-repeated': 'under way' }, undefined, [], delivered)
    }
    const flight: Flight = {
      fingerprint,
      done: begin(),
      isDeserted: () => job.order?.callerSignal?.aborted === true,
    }
    others.add(flight)
    flights.set(slot, others)
    try {
      return await flight.done
    } finally {
      others.delete(flight)
      if (others.size === 0) flights.delete(slot)
    }
  }

  async function repeatOf(as: Sender): Promise<Told | undefined> {
    const { job, account, key, fingerprint } = as
    const { id } = job.venue
    const now = clock.now()
    const row =
      key === undefined
        ? journal.unanswered(id, account, fingerprint, now - UNNAMED_MS)
        : journal.byKey(id, account, key, now - NAMED_MS)
    if (row === undefined) return undefined
    assertSameWish(row.fingerprint, as)
    return answerOf(row, job)
  }

  /** Who places an order, and by which name. */
  function senderOf(job: Job, fingerprint: string, key: string | undefined): Sender {
    const account = accountOf(job.venue.id, job.ctx.secrets)
    return { job, account, fingerprint, ...(key === undefined ? {} : { key }) }
  }

  function admit(job: Job): void {
    const source = sourceOf(job)
    assertMayTrade(rails, { venue: job.venue.id, isHeld: job.isHeld === true })
    source.checkCredentials(job.ctx)
  }

  return {
    async create(input, job) {
      admit(job)
      const wish = readWish(input)
      const as = senderOf(job, fingerprintOf(input), wish.clientOrderId ?? job.order?.idempotencyKey)
      return once(as, async () => {
        const before = await repeatOf(as)
        if (before !== undefined) return before
        const clientOrderId =
          wish.clientOrderId ?? (as.key === undefined ? ids.uuid() : uuidOf(as.account, as.key))
        return send(await ready(wish, clientOrderId, job), as)
      })
    },

    async build(input, job) {
      admit(job)
      const wish = readWish(input)
      const { terms, native, cost } = await ready(wish, wish.clientOrderId ?? ids.uuid(), job)
      const account = accountOf(job.venue.id, job.ctx.secrets)
      return built.close({ id: ids.uuid(), venue: job.venue.id, account, terms, native, cost }, input)
    },

    async submit(given, job) {
      admit(job)
      const order = built.open(given, job.venue.id, accountOf(job.venue.id, job.ctx.secrets))
      const name = `built ${order.id}`
      const as = senderOf(job, name, name)
      return once(as, async () => {
        const before = await repeatOf(as)
        if (before !== undefined) return before
        built.assertFresh(order)
        assertRails(order.cost, job)
        return send({ source: sourceOf(job), ...order }, as)
      })
    },

    async cancel(orderId, job) {
      const source = sourceOf(job)
      if (source.cancel === undefined) throw notSupported('cancelOrder', job.venue.id)
      if (orderId.trim() === '') throw invalid('orderId', 'orderId is empty')
      source.checkCredentials(job.ctx)
      if (rails.dryRun) throw dryRunRefusal({ cancel: orderId })
      try {
        return await source.cancel(orderId.trim(), job.ctx)
      } catch (thrown) {
        const outcome = outcomeOfFailure(thrown, true)
        if (outcome.state !== 'unknown') throw thrown
        throw new PmxError(
          'NETWORK_ERROR',
          `The order may or may not have been canceled: ${outcome.error.message} fetchOrder tells; canceling again does no harm.`,
          { retryable: false, detail: { ...outcome.error.detail, state: 'unknown', orderId } },
        )
      }
    },
  }
}

/** Whose order it is. */
interface Sender {
  readonly job: Job
  readonly account: string
  readonly key?: string
  readonly fingerprint: string
}

const CUT_OFF = 'this daemon ended while the order was being sent.'

function sourceOf({ venue }: Job): OrderSource {
  if (venue.orders !== undefined) return venue.orders
  throw notSupported('createOrder', venue.id)
}

function assertSameWish(fingerprint: string, { fingerprint: wanted }: Sender): void {
  if (fingerprint === wanted) return
  throw invalid('clientOrderId', 'This name (clientOrderId or Idempotency-Key) was used for another order')
}

/** A typo must not buy something else: the market that was named must be the outcome's. */
function assertSameMarket({ marketId, outcomeId }: OrderWish, { market }: OrderRules): void {
  if (marketId === market.id || market.aliases?.includes(marketId) === true) return
  throw new PmxError(
    'INVALID_ORDER',
    `The outcome '${outcomeId}' belongs to the market '${market.id}', not to '${marketId}'.`,
    {
      field: 'marketId',
      detail: { kind: 'order_rule', allowed: { marketId: market.id } },
    },
  )
}

/** A UUID (version 8) that follows from the name, so that the venue too knows a repeated order by it. */
function uuidOf(account: string, key: string): string {
  const hex = createHash('sha256').update(`${account} ${key}`).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

function withHttp(ctx: OpenContext, http: OpenContext['http']): OpenContext {
  return Object.create(ctx, { http: { value: http, enumerable: true } }) as OpenContext
}
