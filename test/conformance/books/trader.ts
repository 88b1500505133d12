import type { MethodName } from '../../../src/api/arguments/methods.js'
import type { Credentials, Order, OrderBook } from '../../../src/api/models/models.js'
import { capabilityOf } from '../../../src/core/capabilities/capabilities.js'
import type { Venue } from '../../../src/venue-kit/contract/venue.js'
import { tradingExceptions } from '../venues/exceptions.js'
import type { Exchange } from './exchange.js'
import type { Finding, Rule } from './findings.js'
import type { Traded } from './markets.js'
import type { Step } from './steps.js'

/** An order that was asked for and placed. */
export interface Placed {
  readonly id: string
  readonly marketId: string
  readonly outcomeId: string
  readonly side: 'buy' | 'sell'
  readonly type: 'market' | 'limit'
  readonly amount: number
  /** The limit of a limit order, the worst price of a market order. */
  readonly price: number
  readonly clientOrderId: string
  /** Of an order that was changed: what it was before, oldest first. */
  readonly before?: readonly Pick<Placed, 'price' | 'amount'>[]
}

/** One account, and what it did. */
export interface Trader {
  readonly number: number
  readonly credentials: Credentials
  readonly placed: readonly Placed[]
  /** Orders that the venue, or the daemon, did not place. */
  readonly refused: readonly Omit<Placed, 'id'>[]
  readonly findings: readonly Finding[]
  act(step: Step): Promise<void>
  /** Calls in its name. */
  ask<Data>(method: MethodName, args?: readonly unknown[]): Promise<Data>
  can(method: MethodName): boolean
  note(rule: Rule, text: string): void
}

/** Codes with which a venue may refuse an order or a cancel of a sequence: nothing changes then. */
const refusals: ReadonlySet<unknown> = new Set([
  'INSUFFICIENT_FUNDS',
  'NO_LIQUIDITY',
  'INVALID_ORDER',
  'ORDER_NOT_FOUND',
])

function isRefusal(error: unknown): boolean {
  const { code, message } = Object(error)
  // Opinion has no number of its own for it (src/simulator/mock-venues/opinion/README.md, `errno`).
  return refusals.has(code) || (code === 'BAD_REQUEST' && String(message).includes('would cross'))
}

export const isOver = ({ status }: Pick<Order, 'status'>): boolean =>
  status === 'filled' || status === 'canceled' || status === 'rejected'

export const near = (a: number, b: number): boolean => Math.abs(a - b) < 1e-6

/** @param markets those of the table: some steps name them by their place */
export function openTrader(
  exchange: Exchange,
  venue: Venue,
  markets: readonly Traded[],
  { number, credentials }: { readonly number: number; readonly credentials: Credentials },
): Trader {
  const { clock } = exchange
  const lot = tradingExceptions[venue.id]?.lots?.contracts ?? 20
  const placed: Placed[] = []
  const findings: Finding[] = []
  const refused: Omit<Placed, 'id'>[] = []
  let sent = 0
  const ask = async <Data>(method: MethodName, args: readonly unknown[] = []): Promise<Data> =>
    (await exchange.ask(method, args, credentials)) as Data
  const note = (rule: Rule, text: string): void => {
    findings.push({ rule, account: number, text })
  }

  async function attempt(act: () => Promise<unknown>): Promise<'done' | 'refused'> {
    try {
      await act()
      return 'done'
    } catch (error) {
      if (!isRefusal(error)) throw error
      return 'refused'
    }
  }

  const hasClosed = ({ truth }: Traded): boolean => truth !== undefined && clock.now() >= truth.closesAt

  async function place(step: Extract<Step, { kind: 'order' }>): Promise<void> {
    const traded = markets[step.market % markets.length]
    if (traded === undefined || hasClosed(traded)) return
    const outcomeId = step.isNo ? traded.no : traded.yes
    const priced = priceOf(await ask<OrderBook>('fetchOrderBook', [outcomeId]), step, lot)
    if (priced === undefined) return
    const order = {
      marketId: traded.marketId,
      outcomeId,
      side: step.side,
      type: step.type,
      ...priced,
      clientOrderId: `00000000-0000-4000-8000-${String(number * 1000 + ++sent).padStart(12, '0')}`,
    }
    const { postOnly, timeInForce, lifetimeMs } = step
    const demands = {
      ...(postOnly === undefined ? {} : { postOnly }),
      ...(timeInForce === undefined ? {} : { timeInForce }),
      ...(lifetimeMs === undefined ? {} : { expiration: clock.now() + lifetimeMs }),
    }
    const outcome = await attempt(async () => {
      const told = await ask<Order>('createOrder', [{ ...order, ...demands }])
      const made = { ...order, id: told.id }
      placed.push(made)
      judgeOrder(told, made, note)
      judgeDemands(told, step, note)
    })
    if (outcome === 'refused') refused.push(order)
  }

  async function edit({ back, place, lots }: Extract<Step, { kind: 'edit' }>): Promise<void> {
    const at = placed.length - 1 - back
    const order = placed[at]
    const traded = markets.find(({ marketId }) => marketId === order?.marketId)
    if (order === undefined || order.type === 'market' || traded === undefined || hasClosed(traded)) return
    const { side, outcomeId } = order
    const step = {
      kind: 'order',
      market: 0,
      isNo: false,
      side,
      type: 'limit',
      lots: 1,
      isDeep: false,
    } as const
    const priced =
      place === undefined
        ? undefined
        : priceOf(await ask<OrderBook>('fetchOrderBook', [outcomeId]), { ...step, place }, lot)
    const changes = {
      ...(priced === undefined ? {} : { price: priced.price }),
      ...(lots === undefined ? {} : { amount: Math.max(lot, order.amount + lots * lot) }),
    }
    const isNew = Object.entries(changes).some(([name, value]) => order[name as 'price' | 'amount'] !== value)
    if (!isNew) return
    await attempt(async () => {
      const told = await ask<Order>('editOrder', [order.id, changes])
      const { price, amount, before = [] } = order
      const now = { ...order, ...changes, before: [...before, { price, amount }] }
      placed[at] = now
      judgeOrder(told, now, note)
    })
  }

  return {
    number,
    credentials,
    placed,
    findings,
    ask,
    note,
    refused,
    can: (method) => capabilityOf(venue, method) !== false,
    async act(step) {
      if (step.kind === 'order') return place(step)
      if (step.kind === 'edit') return edit(step)
      const order = placed.at(-1 - step.back)
      if (order === undefined) return
      await attempt(async () => {
        const told = await ask<Order>('cancelOrder', [order.id])
        if (told.id !== order.id) note('terms', `the cancel of ${order.id} returned ${told.id}`)
        if (!isOver(told)) note('status', `${order.id} is ${told.status} after its cancel`)
      })
    },
  }
}

const MAX_LOTS = 60

/** The price and the size of an order in the book that there is; undefined where the book has nothing to go by. */
function priceOf(
  { bids, asks }: OrderBook,
  { side, type, place, lots, isDeep }: Extract<Step, { kind: 'order' }>,
  lot: number,
): Pick<Placed, 'price' | 'amount'> | undefined {
  const [own, other] = side === 'buy' ? [bids, asks] : [asks, bids]
  const level = place === 'across' ? other[1] : place === 'touch' ? own[0] : (own[2] ?? own[1])
  const price = (type === 'market' ? other[1] : (level ?? other[0] ?? own[0]))?.price
  if (price === undefined) return undefined
  const depth = isDeep ? Math.floor((other[0]?.size ?? 0) / lot) : 0
  return { price, amount: lot * Math.min(lots + depth, MAX_LOTS) }
}

/** What is wrong with an order as a call returns it, whatever happened to it since it was placed. */
export function judgeOrder(told: Order, order: Placed, note: Trader['note']): void {
  const { filled, remaining, status, amount } = told
  const show = `${order.id} (${order.side} ${order.amount} @ ${order.price}, ${order.type})`
  const isOther =
    told.outcomeId !== order.outcomeId || told.marketId !== order.marketId || told.side !== order.side
  if (isOther || amount !== order.amount)
    note('terms', `${show} reads ${told.side} ${amount} of ${told.outcomeId} in ${told.marketId}`)
  if (told.type !== order.type) note('terms', `${show} reads as ${told.type}`)
  if (order.type === 'limit' && told.price !== undefined && !near(told.price, order.price))
    note('terms', `${show} reads at ${told.price}`)
  if (filled > order.amount + 1e-6) note('amount', `${show} is filled with ${filled}`)
  if (!near(remaining, amount - filled))
    note('remaining', `${show} has ${remaining} left of ${amount} less ${filled}`)
  if (status === 'filled' ? filled !== amount : status === 'open' && filled >= amount)
    note('status', `${show} is ${status} with ${filled} of ${amount}`)
}

/** Whether an order that was just placed does what its caller demanded. */
function judgeDemands(told: Order, step: Extract<Step, { kind: 'order' }>, note: Trader['note']): void {
  const { id, filled, amount, status } = told
  const isImmediate = step.type === 'market' || step.timeInForce === 'IOC' || step.timeInForce === 'FOK'
  if (step.postOnly === true && filled > 0) note('demands', `${id} is post-only and filled with ${filled}`)
  if (isImmediate && !isOver(told)) note('demands', `${id} must not rest and is ${status}`)
  if (step.timeInForce === 'FOK' && filled !== 0 && filled !== amount)
    note('demands', `${id} is all or nothing and filled with ${filled} of ${amount}`)
}
