import { createHash } from 'node:crypto'
import type { MethodName } from '../../../src/api/arguments/methods.js'
import { PmxError } from '../../../src/api/envelope/errors.js'
import type { Order, Position } from '../../../src/api/models/models.js'
import type { CoreCall } from '../../../src/core/request/api-call.js'
import { createOrderContext } from '../../../src/core/trading/context/order-context.js'
import type { OrderTime } from '../../../src/core/trading/records/order-time.js'
import type { StartWatch } from '../../../src/core/watch/subscriptions.js'
import { silentLogger } from '../../../src/observe/logger.js'
import type { OrderJournal } from '../../../src/orders/journal.js'
import type { TradingLimits } from '../../../src/orders/trading-limits.js'
import type { VenueCall } from '../../../src/transport/call-types.js'
import type {
  AccountSource,
  NativeOrder,
  OrderConstraints,
  OrderRules,
  OrderSource,
  OrderTerms,
} from '../../../src/venue-kit/contract/trading.js'
import type { Venue } from '../../../src/venue-kit/contract/venue.js'
import { type FakeClock, fakeClock, settle } from '../../support/clock.js'
import { createMemoryJournal } from '../../support/memory-journal.js'
import { json } from '../../support/wire.js'
import { coreOver, fakeVenue } from '../fake-venue.js'

/** An order as the fake exchange has it. */
export interface ExchangeOrder extends OrderTerms {
  readonly id: string
  /** Epoch ms, where the exchange tells times. */
  readonly placedAt?: number
}

/** What the exchange does with the next order: answers it, or as this says. */
export type Trouble =
  /** It is placed, and then this happens to the answer. */
  | { readonly placed: true; readonly answer: unknown }
  /** It is not, and this happens. */
  | { readonly placed: false; readonly answer: unknown }

export interface ExchangeOptions {
  /** It refuses a second order of one client id. */
  readonly isUnique?: boolean
  /** It can be asked for an order by its client id. */
  readonly finds?: boolean
  /** It tells when its orders were placed. */
  readonly tellsTimes?: boolean
  /** One can sell what one does not hold. */
  readonly shorts?: boolean
  readonly rules?: Partial<OrderRules>
  readonly constraints?: OrderConstraints
  readonly book?: { readonly bids: readonly [number, number][]; readonly asks: readonly [number, number][] }
}

/** An exchange in memory that takes orders over the wire, and the venue that speaks to it. */
export function fakeExchange(options: ExchangeOptions = {}, now?: () => number) {
  const {
    isUnique = true,
    finds = true,
    shorts = false,
    rules = {},
    constraints,
    book = { bids: [[0.4, 100]], asks: [[0.6, 100]] },
  } = options
  const placed: ExchangeOrder[] = []
  const troubles: Trouble[] = []
  const held: (() => void)[] = []
  const built: OrderTerms[] = []
  /** Orders that rest no more, by their ids. */
  const gone = new Set<string>()
  /** Orders that lists show although they are gone, and orders that no list shows. */
  const lists = { lagging: new Set<string>(), hidden: new Set<string>(), reads: 0, fails: [] as unknown[] }
  const state = {
    isHolding: false,
    findFails: undefined as PmxError | undefined,
    buildFails: undefined as PmxError | undefined,
    hides: false,
    canceled: 0,
    /** What a cancel of an order fails with, by its id. */
    cancelFails: new Map<string, PmxError>(),
    /** What the account holds. */
    positions: [] as Position[],
    positionsFail: undefined as PmxError | undefined,
    /** New orders are not in its list of open orders. */
    listLags: false,
  }

  function take(terms: OrderTerms): unknown {
    if (isUnique && placed.some(({ clientOrderId }) => clientOrderId === terms.clientOrderId))
      return json(409, { error: 'duplicate' })
    const placedAt = options.tellsTimes === true ? now?.() : undefined
    const order = { ...terms, id: `V${placed.length + 1}`, ...(placedAt === undefined ? {} : { placedAt }) }
    placed.push(order)
    return { id: order.id }
  }

  async function onOrder({ body }: VenueCall): Promise<unknown> {
    const trouble = troubles.shift()
    if (state.isHolding) await new Promise<void>((resolve) => held.push(resolve))
    if (trouble === undefined || trouble.placed) {
      const answer = take(body as OrderTerms)
      return trouble === undefined ? answer : resultOf(trouble.answer)
    }
    return resultOf(trouble.answer)
  }

  const orderOf = ({ id, ...terms }: ExchangeOrder): Order => ({
    id,
    marketId: terms.marketId,
    outcomeId: terms.outcomeId,
    side: terms.side,
    type: terms.type,
    price: Number(terms.price),
    amount: Number(terms.amount),
    status: 'open',
    filled: 0,
    remaining: Number(terms.amount),
    timestamp: terms.placedAt ?? 1,
    clientOrderId: terms.clientOrderId,
  })

  const orders: OrderSource = {
    ...(shorts ? {} : { sellsHeldOnly: true }),
    ...(constraints === undefined ? {} : { constraints }),
    checkCredentials({ secrets }) {
      if (secrets.values.apiKey !== undefined) return
      const hint = secrets.withheld ? ' (withheld)' : ''
      throw new PmxError('AUTHENTICATION_ERROR', `Kalshi needs the credential 'apiKey'${hint}`)
    },
    rules: async ({ outcomeId }) => ({
      market: { id: marketOf(outcomeId), aliases: [`slug-${marketOf(outcomeId)}`] },
      ...rules,
    }),
    async build(terms) {
      if (state.buildFails !== undefined) throw state.buildFails
      built.push(terms)
      const native: NativeOrder = {
        call: { host: 'api', path: '/order', body: terms },
        ...(finds ? { handle: { by: 'clientOrderId', value: terms.clientOrderId } } : {}),
        ...(isUnique ? { isUnique: true } : {}),
      }
      return native
    },
    async submit({ call }, terms, ctx) {
      const reply = await ctx.http.send({ ...call, accept: [409], secretHeaders: { key: 'secret' } })
      if (reply.status === 409) {
        throw new PmxError('INVALID_ORDER', 'The venue has an order of this name.', {
          detail: { kind: 'duplicate_order' },
        })
      }
      return orderOf({ ...terms, id: String((reply.json as { id: unknown }).id) })
    },
    async cancel(orderId, ctx) {
      await ctx.http.send({ host: 'api', path: '/cancel', method: 'DELETE' })
      const failure = state.cancelFails.get(orderId)
      if (failure !== undefined) throw failure
      state.canceled++
      const found = placed.find(({ id }) => id === orderId)
      if (found === undefined || gone.has(orderId)) throw new PmxError('ORDER_NOT_FOUND', 'no such order')
      gone.add(orderId)
      return { ...orderOf(found), status: 'canceled' }
    },
    ...(finds
      ? {
          find: async ({ value }) => {
            if (state.findFails !== undefined) throw state.findFails
            const found = placed.find(({ clientOrderId }) => clientOrderId === value)
            return found === undefined || state.hides ? undefined : orderOf(found)
          },
        }
      : {}),
  }

  const fills = new Map<string, Pick<Order, 'status' | 'filled' | 'remaining'>>()
  const open = () => placed.filter(({ id }) => !gone.has(id)).map(orderOf)

  const account: AccountSource = {
    async positions() {
      if (state.positionsFail !== undefined) throw state.positionsFail
      return state.positions
    },
    order: async (orderId) => {
      const found = placed.find(({ id }) => id === orderId)
      return (
        found && { ...orderOf(found), status: gone.has(orderId) ? 'canceled' : 'open', ...fills.get(orderId) }
      )
    },
    openOrders: ({ marketId }) => ({
      kind: 'cursor',
      what: 'open orders',
      idOf: ({ id }) => id,
      async fetch() {
        lists.reads++
        const failure = lists.fails.shift()
        if (failure !== undefined) throw failure
        const rows = placed.filter(
          (order) =>
            (!gone.has(order.id) || lists.lagging.has(order.id)) &&
            !lists.hidden.has(order.id) &&
            !state.listLags &&
            (marketId === undefined || marketId === order.marketId),
        )
        return { rows: rows.map(orderOf) }
      },
    }),
  }

  const venue: Venue = fakeVenue({
    rest: {
      account,
      orders,
      book: {
        fetch: async () => ({
          bids: book.bids.map(([price, size]) => ({ price, size })),
          asks: book.asks.map(([price, size]) => ({ price, size })),
          timestamp: 1,
        }),
      },
    },
  })

  return {
    venue,
    orders,
    account,
    placed,
    open,
    /** All of an order fills. */
    fill(id: string) {
      gone.add(id)
      const amount = Number(placed.find((one) => one.id === id)?.amount)
      fills.set(id, { status: 'filled', filled: amount, remaining: 0 })
    },
    gone,
    lists,
    built,
    state,
    /** What goes wrong with the next orders, in turn. */
    next: (...more: Trouble[]) => void troubles.push(...more),
    /** Orders wait from now on, until they are let go. */
    hold() {
      state.isHolding = true
    },
    letGo() {
      state.isHolding = false
      for (const go of held.splice(0)) go()
    },
    answers: {
      'POST api/order': onOrder,
      'DELETE api/cancel': () => resultOf(troubles.shift()?.answer ?? {}),
    },
  }
}

function marketOf(outcomeId: string): string {
  return outcomeId.replace(/-(YES|NO)$/, '')
}

function resultOf(answer: unknown): unknown {
  if (answer instanceof Error) throw answer
  return answer
}

export const mine = { apiKey: 'mine' }

export interface TradingOptions {
  readonly exchange?: ExchangeOptions
  readonly rails?: Partial<TradingLimits>
  readonly journal?: OrderJournal
  readonly held?: Readonly<Record<string, string>>
  readonly clock?: FakeClock
  readonly time?: OrderTime | undefined
  readonly over?: ReturnType<typeof fakeExchange>
  readonly startWatch?: StartWatch
  /** The current time by the venue's clock; by default it is ours. */
  readonly venueNow?: () => number
  /** Another run of the daemon has another. */
  readonly secret?: string
}

export const limitOrder = {
  marketId: 'M',
  outcomeId: 'M-YES',
  side: 'buy',
  type: 'limit',
  amount: 10,
  price: 0.5,
} as const

/** A core that places orders at a fake exchange. Another one over the same journal and exchange is its next run. */
export function tradingWorld(options: TradingOptions = {}) {
  const { rails = {}, journal = createMemoryJournal(), held, clock = fakeClock() } = options
  const exchange = options.over ?? fakeExchange(options.exchange, () => clock.trueNow())
  let count = 0
  const next = (what: string) =>
    createHash('sha256')
      .update(`${options.secret ?? ''} ${what} ${count++}`)
      .digest('hex')
  const ids = {
    uuid: () => `uuid-${next('uuid').slice(0, 20)}`,
    orderName: () => `uuid-${next('uuid').slice(0, 20)}`,
    requestId: () => `request-${count++}`,
    secret: () => options.secret ?? 'secret',
  }
  const room = createOrderContext({
    journal,
    tradingLimits: { enabled: true, dryRun: false, ...rails },
    clock,
    ids,
    log: silentLogger,
    time: options.time,
  })
  const core = coreOver(exchange.venue, {
    clock,
    answers: exchange.answers,
    orders: () => room,
    ...(held === undefined ? {} : { held: { kalshi: held } }),
    ...(options.venueNow === undefined ? {} : { venueNow: options.venueNow }),
    ...(options.startWatch === undefined ? {} : { deps: { startWatch: options.startWatch } }),
  })

  async function ask(method: MethodName, arg: unknown, call: Partial<CoreCall> = {}) {
    const answer = await core.answer(method, [arg], { call: { credentials: mine, ...call } })
    return { ...answer, order: answer.data as Order }
  }

  return {
    ...core,
    exchange,
    journal,
    room,
    ask,
    create: (order: object = {}, call: Partial<CoreCall> = {}) =>
      ask('createOrder', { ...limitOrder, ...order }, call),
    /** A caller that can hang up, and whose answer is told delivered or lost by the test. */
    caller() {
      const controller = new AbortController()
      return {
        call: { signal: controller.signal, reportsDelivery: true } as const,
        hangUp: () => controller.abort(new Error('gone')),
      }
    },
    /** Sends over the wire that were orders. */
    sent: () => core.wire.calls.filter(({ path }) => path === '/order').length,
    /** The journal drops its rows: the orders have ended, and that is long ago. */
    forget() {
      for (const { id, outcome } of journal.list({ limit: 1_000 }))
        if (outcome.state === 'placed')
          journal.recordOutcome(
            id,
            { state: 'placed', order: { ...outcome.order, status: 'canceled' } },
            clock.now(),
          )
      journal.prune(clock.now() + 1)
    },
    states: () => journal.list({ limit: 1_000 }).map(({ outcome }) => outcome.state),
    /** The same daemon after it was killed: nothing but journal and exchange is what it was. */
    next: (more: Partial<TradingOptions> = {}) =>
      tradingWorld({ ...options, journal, clock, over: exchange, secret: `run ${count++}`, ...more }),
    settle,
  }
}

/** The failure of a call. @throws when it succeeds */
export async function failureOf(work: Promise<unknown>): Promise<PmxError> {
  try {
    await work
  } catch (error) {
    if (error instanceof PmxError) return error
    throw error
  }
  throw new Error('it succeeded')
}
