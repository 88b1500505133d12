import { createHash } from 'node:crypto'
import type { ArgsOf, MethodName } from '../../api/arguments/methods.js'
import type {
  BuiltOrder,
  CancelAllAfter,
  CancelAllResult,
  CancelResult,
  Order,
  OrderBook,
} from '../../api/models/models.js'
import { compare, type Decimal, decimalOf, multiply, toText } from '../../api/values/decimal.js'
import type { LocateOutcome } from '../../candles/fetch/series-locator.js'
import { assertLasts, assertTaken } from '../../orders/constraints.js'
import type { JournalRow } from '../../orders/journal.js'
import { assertAllowed, createRuleError, roundToTick } from '../../orders/rules.js'
import { assertMayTrade, computeCountedPrice, isCounting } from '../../orders/trading-limits.js'
import { withoutSignatures } from '../../orders/unsigned.js'
import { accountOf } from '../../venue-kit/contract/account-secrets.js'
import type { OrderRules, OrderSource, OrderTerms } from '../../venue-kit/contract/trading.js'
import { type Job, MethodResult } from '../request/api-call.js'
import { createNotSupportedError } from '../request/not-supported-error.js'
import { adoptRows, assertAccountKnown } from './accounts/account-resolver.js'
import { readExposure } from './accounts/exposure.js'
import { cancelAllOrders } from './cancel/cancel-all-orders.js'
import { cancelOrder, cancelOrders } from './cancel/cancel-orders.js'
import { cancelAllOrdersAfter } from './cancel/dead-mans-switch.js'
import { createNoEditError, editOrder, type OrderChanges } from './change/edit-order.js'
import { type BatchEntry, createOrders, type Send } from './change/order-batches.js'
import type { OrderContext } from './context/order-context.js'
import { checkDuplicate, cutOff, type MayPlace } from './place/duplicate-orders.js'
import { describeSender } from './place/order-sender.js'
import { type PlacementResult, placeOrder, type Ready, type Sender } from './place/place-order.js'
import { createUnknownOutcomeError, toUnknownOutcome } from './place/unknown-outcome.js'
import { amountsOf } from './request/order-notional.js'
import {
  bestBidOf,
  findBookReach,
  fingerprintOf,
  type OrderInput,
  type OrderRequest,
  parseOrder,
} from './request/parse-order.js'

export interface OrderServiceDeps {
  readonly context: OrderContext
  readonly locate: LocateOutcome
  /** Reads the live book of an outcome, sorted. */
  readBook(outcomeId: string, job: Job): Promise<OrderBook>
}

export interface OrderService {
  create(input: OrderInput, job: Job): Promise<MethodResult>
  /** @param inputs as the caller sent them */
  createMany(inputs: readonly unknown[], job: Job): Promise<MethodResult>
  build(input: OrderInput, job: Job): Promise<BuiltOrder>
  submit(built: ArgsOf<'submitOrder'>[0], job: Job): Promise<MethodResult>
  edit(orderId: string, changes: OrderChanges, job: Job): Promise<MethodResult>
  cancel(orderId: string, job: Job): Promise<Order>
  /** @param orderIds as the caller sent them */
  cancelMany(orderIds: readonly unknown[], job: Job): Promise<readonly CancelResult[]>
  cancelAll(marketId: string | undefined, job: Job): Promise<CancelAllResult>
  cancelAllAfter(timeoutMs: number, job: Job): Promise<CancelAllAfter>
}

/**
 * Creates the order service. An order is validated, checked against the trading limits, and written to the journal before and
 * after it is sent. It is never sent twice. A repeated call returns the outcome of the first order. A call counts as repeated if
 * it has the same `Idempotency-Key` or `clientOrderId`. Without a name, it counts as repeated if it is an identical order from a
 * caller that cannot have received the response.
 */
export function createOrderService({ context, locate, readBook }: OrderServiceDeps): OrderService {
  const { rails, ids, ledger, built, flights } = context

  /**
   * Returns the name by which the venue knows an order. An order named by its caller has the same name in each call, until the
   * name belongs to another order.
   */
  function nameOf({ clientOrderId }: OrderRequest, { job, account, key, keys, fingerprint }: Sender): string {
    if (clientOrderId !== undefined) return clientOrderId
    const before = ledger.byNames(job.venue.id, account, keys)
    const isUsed = key === undefined || before?.outcome.state === 'placed'
    return isUsed ? ids.orderName() : uuidOf(`${account} ${key} ${fingerprint}`)
  }

  function located(outcomeId: string, { venue, ctx }: Job) {
    const { priority, caller, noteSent: onSent } = ctx
    return locate(venue, outcomeId, ctx, { priority, caller, onSent })
  }

  async function ready(wish: OrderRequest, clientOrderId: string, job: Job): Promise<Ready> {
    const { venue, ctx } = job
    const source = sourceOf(job)
    ledger.assertNotStopped()
    // Only for a new order: a repeated order may have ended since.
    const taker = { venue: venue.id, constraints: source.constraints }
    assertTaken({ ...wish, ...wish.demands }, taker)
    const { located: outcome } = await located(wish.outcomeId, job)
    const rules = await source.rules(outcome, ctx)
    // By the venue's clock, which is known from its responses by now.
    assertLasts(wish.demands, taker, ctx.clock.now())
    assertSameMarket(wish, rules)
    const { price, counted } = await priceOf(wish, rules, outcome.outcomeId, job)
    const terms: OrderTerms = {
      marketId: rules.market.id,
      outcomeId: outcome.outcomeId,
      side: wish.side,
      type: wish.type,
      ...amountsOf(wish, decimalOf(price), rules),
      price,
      clientOrderId,
      ...wish.demands,
      ...wish.hints,
    }
    assertAllowed(terms, rules)
    const cost = toText(wish.isMoney === true ? wish.amount : multiply(wish.amount, counted))
    const holdings = await readExposure(terms, cost, job, context)
    const account = accountOf(venue, ctx.secrets)
    ledger.assertRails({ venue: venue.id, account, terms, cost, isHeld: job.isHeld === true, holdings })
    return { source, terms, cost, holdings, native: await source.build(terms, outcome, ctx) }
  }

  /** Returns the price at which the order is sent, and the one that the trading limits count. */
  async function priceOf(
    wish: Pick<OrderRequest, 'type' | 'side' | 'price' | 'amount' | 'slippage'>,
    { prices }: OrderRules,
    outcomeId: string,
    job: Job,
  ): Promise<{ readonly price: string; readonly counted: Decimal }> {
    const { type, side, price: named } = wish
    const sellsHeldOnly = sourceOf(job).sellsHeldOnly === true
    const priced = (price: string, bestBid?: Decimal) => ({
      price,
      counted: computeCountedPrice({ side, price: decimalOf(price), bestBid, sellsHeldOnly }),
    })
    if (named === undefined) {
      const { best, worst } = findBookReach(wish, await readBook(outcomeId, job))
      return priced(roundToTick(worst, prices, side === 'buy' ? 'up' : 'down'), best)
    }
    const price = type === 'limit' ? toText(named) : withinBound(named, side, prices)
    const needsBid = side === 'sell' && isCounting(rails) && job.venue.book !== undefined
    return priced(price, needsBid ? bestBidOf(await readBook(outcomeId, job)) : undefined)
  }

  /**
   * Prepares exactly the same order again.
   * @throws NETWORK_ERROR where it would have another name now and might be a second order
   */
  async function readyAgain({ terms, cost, handle, outcome: was }: JournalRow, job: Job): Promise<Ready> {
    const source = sourceOf(job)
    const { located: outcome } = await located(terms.outcomeId, job)
    const native = await source.build(terms, outcome, job.ctx)
    if (native.handle?.by === handle?.by && native.handle?.value === handle?.value)
      return { source, terms, cost, native }
    throw createUnknownOutcomeError(terms, handle, was.state === 'unknown' ? was.error : cutOff)
  }

  /** Sends an order, unless it is in flight or was already sent. */
  async function once(
    as: Sender,
    id: string | undefined,
    make: () => Promise<Ready>,
    send: Send = (placing, isDeserted) => placeOrder(placing, as, isDeserted, context),
  ): Promise<MethodResult> {
    const told = await flights.once(as, async (isDeserted) => {
      const attempt = async (first: MayPlace): Promise<PlacementResult> => {
        if (first.kind === 'new') return send({ ready: await make(), row: first.row, id }, isDeserted)
        const { row } = first
        return send({ ready: await readyAgain(row, as.job), row, isOutcomeUnknown: true }, isDeserted)
      }
      for (;;) {
        const first = await checkDuplicate(as, isDeserted, context, id)
        if (first.kind === 'told') return first.told
        const placed = await attempt(first).catch((error: unknown) => {
          if (first.row !== undefined) ledger.unawaited(first.row.id)
          throw first.kind === 'again' ? toUnknownOutcome(error, first.row) : error
        })
        if (placed.kind === 'told') return placed.told
        // Another process was first. Its order is treated like one of an earlier call.
      }
    })
    if (as.job.order?.reportsDelivery === true) return told
    // A caller that has disconnected by now gets no response.
    told.delivered?.(as.job.order?.callerSignal.aborted !== true)
    return new MethodResult(told.data, told.headers)
  }

  async function admit(job: Job, method: MethodName): Promise<void> {
    const source = sourceOf(job, method)
    context.assertOpen()
    assertMayTrade(rails, { venue: job.venue.id, isHeld: job.isHeld === true })
    source.checkCredentials(job.ctx)
    await assertAccountKnown(job)
    await ledger.openToWrite()
    await adoptRows(job, ledger)
  }

  /** @param copy index among the identical orders of one call, from 0 */
  function entryOf(input: OrderInput, job: Job, copy = 0): BatchEntry {
    const wish = parseOrder(input)
    const named = describeSender(job, fingerprintOf(input), wish.clientOrderId)
    // Without a name, the second of two identical orders must not be treated as the first.
    const isCopy = copy > 0 && named.keys.length === 0
    const as = isCopy ? { ...named, fingerprint: `${named.fingerprint} ${copy}` } : named
    return { as, make: () => ready(wish, nameOf(wish, as), job) }
  }

  return {
    async create(input, job) {
      await admit(job, 'createOrder')
      const { as, make } = entryOf(input, job)
      return once(as, undefined, make)
    },

    async createMany(inputs, job) {
      await admit(job, 'createOrders')
      return createOrders(inputs, job, { context, entryOf, once })
    },

    async build(input, job) {
      await admit(job, 'buildOrder')
      const wish = parseOrder(input)
      const as = describeSender(job, fingerprintOf(input), wish.clientOrderId)
      const { terms, native: signed, cost } = await ready(wish, nameOf(wish, as), job)
      // Any holder of a signed order can send it, so a dry run returns none.
      const native = rails.dryRun ? withoutSignatures(signed) : signed
      const { fingerprint, account } = as
      const order = { id: ids.uuid(), venue: job.venue.id, account, fingerprint, terms, native, cost }
      return built.close(order, input, job.ctx.clock.now())
    },

    async submit(given, job) {
      await admit(job, 'submitOrder')
      const order = built.open(given, job.venue.id, accountOf(job.venue, job.ctx.secrets))
      const { clientOrderId } = given.params as OrderInput
      const as = describeSender(job, order.fingerprint, clientOrderId, `built ${order.id}`)
      return once(as, order.id, async () => {
        built.assertFresh(order)
        const holdings = await readExposure(order.terms, order.cost, job, context)
        return { source: sourceOf(job), ...order, holdings }
      })
    },

    async edit(orderId, changes, job) {
      if (sourceOf(job, 'editOrder').edit === undefined) throw createNoEditError(job)
      await admit(job, 'editOrder')
      return editOrder(orderId, changes, job, { context, located, priceOf, once })
    },

    cancel: (orderId, job) => cancelOrder(orderId, job, context),
    cancelMany: (orderIds, job) => cancelOrders(orderIds, job, context),
    cancelAll: (marketId, job) => cancelAllOrders(marketId, job, context),
    cancelAllAfter: (timeoutMs, job) => cancelAllOrdersAfter(timeoutMs, job, context),
  }
}

/**
 * Returns the worst valid price within the caller's bound; the bound itself, which the rules then reject, if none is
 * valid.
 */
function withinBound(bound: Decimal, side: OrderTerms['side'], prices: OrderRules['prices']): string {
  const price = roundToTick(bound, prices, side === 'buy' ? 'down' : 'up')
  const beyond = compare(decimalOf(price), bound)
  return (side === 'buy' ? beyond <= 0 : beyond >= 0) ? price : toText(bound)
}

/** @param method the method that was called, for the error */
function sourceOf({ venue }: Job, method: MethodName = 'createOrder'): OrderSource {
  if (venue.orders !== undefined) return venue.orders
  throw createNotSupportedError(method, venue.id)
}

/** Checks that the named market is the outcome's, so that a typo cannot buy something else. */
function assertSameMarket({ marketId, outcomeId }: OrderRequest, { market }: OrderRules): void {
  if (marketId === market.id || market.aliases?.includes(marketId) === true) return
  const message = `The outcome '${outcomeId}' belongs to the market '${market.id}', not to '${marketId}'.`
  throw createRuleError('marketId', message, { allowed: { marketId: market.id } })
}

/** Returns a UUID (version 8) derived from a text. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`]
  return [...parts, hex.slice(20, 32)].join('-')
}
