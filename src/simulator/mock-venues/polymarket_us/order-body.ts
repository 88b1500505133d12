import { createNotImplemented, requireOrRefuse } from '../../http/reply.js'
import { bodyMemberOf, bodyTextOf } from '../../mock-kit/body.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import {
  type Amount,
  amountOf,
  multiplyAmounts,
  ONE,
  roundAmount,
  toAmount,
} from '../../paper-trading/state/amount.js'
import type { PaperOrderRequest, PaperTimeInForce } from '../../paper-trading/state/types.js'
import type { Side, WorldMarket } from '../../world/common/types.js'
import { boughtFor, stepsFor } from './estimates.js'
import { instrumentOf } from './instruments.js'
import { minQuantityOf, toLongPrice } from './paper.js'
import { createRefusal } from './replies.js'

/** Reads orders as sent (README.md, "Orders"). A body may be that of a call or an entry of a batch. */

const FORCES: Readonly<Record<string, PaperTimeInForce>> = {
  TIME_IN_FORCE_GOOD_TILL_CANCEL: 'gtc',
  TIME_IN_FORCE_GOOD_TILL_DATE: 'gtc',
  TIME_IN_FORCE_IMMEDIATE_OR_CANCEL: 'ioc',
  TIME_IN_FORCE_FILL_OR_KILL: 'fok',
  // Observed: a day order does not expire at the end of the day.
  TIME_IN_FORCE_DAY: 'gtc',
}

/** The members that responses repeat as they were sent. */
interface NativeOrder extends Readonly<Record<string, unknown>> {
  readonly type: 'ORDER_TYPE_LIMIT' | 'ORDER_TYPE_MARKET'
  readonly tif: string
  /** Amount of an order by cash, as sent. */
  readonly cash: string | undefined
}

export type SentOrder = PaperOrderRequest & {
  readonly native: NativeOrder
  readonly amount: { size: Amount }
}

export interface ParsedOrder {
  readonly side: Side
  readonly action: 'buy' | 'sell'
}

/** Uses outcome and action if both are present, otherwise the intent. */
function wishIn(body: unknown): ParsedOrder {
  const said = `${bodyTextOf({ body }, 'outcomeSide') ?? ''} ${bodyTextOf({ body }, 'action') ?? ''}`
  const [, outcome, action] = /^OUTCOME_SIDE_(YES|NO) ORDER_ACTION_(BUY|SELL)$/.exec(said) ?? []
  if (outcome !== undefined)
    return { side: outcome === 'YES' ? 'yes' : 'no', action: action === 'BUY' ? 'buy' : 'sell' }
  const intent = /^ORDER_INTENT_(BUY|SELL)_(LONG|SHORT)$/.exec(bodyTextOf({ body }, 'intent') ?? '')
  if (intent === null) throw createRefusal(400, 'intent is required')
  return { action: intent[1] === 'BUY' ? 'buy' : 'sell', side: intent[2] === 'LONG' ? 'yes' : 'no' }
}

/**
 * Reads the order in a body; digits beyond the market's precision are truncated.
 * @throws 400, 404, or 501 for what the simulation does not implement
 */
export function orderIn(context: MockContext, body: unknown): SentOrder {
  const wish = wishIn(body)
  const market = marketIn(context, body)
  const isMarket = bodyTextOf({ body }, 'type') === 'ORDER_TYPE_MARKET'
  const { tif, expiresAt } = forceIn(body, isMarket)
  const bound = isMarket ? boundIn(body, market, wish) : priceIn(body, market)
  const price = bound === undefined ? undefined : toLongPrice(wish.side, bound)
  const cash = cashIn(body, wish, isMarket)
  const size =
    cash === undefined
      ? quantityIn(body, market)
      : sizeFor(
          context,
          { market, ...wish, price },
          requireOrRefuse(amountOf(cash), () => createRefusal(400, BAD_CASH)),
        )
  const force = requireOrRefuse(FORCES[tif], () => createRefusal(400, 'invalid tif'))
  return {
    market,
    ...wish,
    amount: { size: requireOrRefuse(size, () => createRefusal(400, BAD_QUANTITY)) },
    price,
    timeInForce: isMarket && force === 'gtc' ? 'ioc' : force,
    postOnly: bodyMemberOf({ body }, 'participateDontInitiate') === true,
    expiresAt,
    native: { type: isMarket ? 'ORDER_TYPE_MARKET' : 'ORDER_TYPE_LIMIT', tif, cash },
  }
}

const BAD_QUANTITY = 'quantity must be at least the minimum'
const BAD_CASH = 'invalid cashOrderQty'

export function marketIn(context: MockContext, body: unknown): WorldMarket {
  const found = instrumentOf(context, bodyTextOf({ body }, 'marketSlug') ?? '')
  return requireOrRefuse(found, () => createRefusal(404, 'Market not found'))
}

interface Force {
  readonly tif: string
  readonly expiresAt: number | undefined
}

/**
 * Returns the time in force of an order. An expiry of an order of another kind is rejected, since its effect is not
 * documented.
 */
function forceIn(body: unknown, isMarket: boolean): Force {
  const otherwise = `TIME_IN_FORCE_${isMarket ? 'IMMEDIATE_OR_CANCEL' : 'GOOD_TILL_CANCEL'}`
  const tif = bodyTextOf({ body }, 'tif') ?? otherwise
  const time = bodyTextOf({ body }, 'goodTillTime')
  if (tif !== 'TIME_IN_FORCE_GOOD_TILL_DATE') {
    if (time !== undefined) throw createRefusal(400, 'goodTillTime is for good till date orders')
    return { tif, expiresAt: undefined }
  }
  return { tif, expiresAt: instantOf(time) }
}

export function instantOf(time: string | undefined): number {
  const at = Date.parse(time ?? '')
  if (!Number.isFinite(at)) throw createRefusal(400, 'goodTillTime is required for good till date orders')
  return at
}

/** Reads the limit of an order, in prices of long. */
export function priceIn(body: unknown, { tick }: WorldMarket): Amount {
  const price = cut(moneyIn(body, 'price'), tick)
  return requireOrRefuse(price, () => createRefusal(400, 'price is required for limit orders'))
}

export function quantityIn(body: unknown, market: WorldMarket): Amount | undefined {
  const value = bodyMemberOf({ body }, 'quantity')
  const amount = typeof value === 'number' && Number.isFinite(value) ? toAmount(value) : undefined
  const size = cut(amount, minQuantityOf(market))
  return size !== undefined && size > 0n ? size : undefined
}

/** Reads an amount such as `{"value":"0.5550","currency":"USD"}`. */
function moneyIn(body: unknown, name: string): Amount | undefined {
  return amountOf(bodyTextOf({ body: bodyMemberOf({ body }, name) }, 'value') ?? '')
}

function cut(amount: Amount | undefined, step: number): Amount | undefined {
  return amount === undefined ? undefined : roundAmount(amount, toAmount(step), 'down')
}

/**
 * Reads an amount in place of contracts, which is documented for market orders. Its meaning for a sale is not
 * documented.
 */
function cashIn(body: unknown, { action }: ParsedOrder, isMarket: boolean): string | undefined {
  const cash = bodyTextOf({ body: bodyMemberOf({ body }, 'cashOrderQty') }, 'value')
  if (cash === undefined) return undefined
  if (!isMarket) throw createRefusal(400, 'cashOrderQty is for market orders')
  if ((bodyMemberOf({ body }, 'quantity') ?? null) !== null)
    throw createRefusal(400, 'either quantity or cashOrderQty is required')
  if (action === 'sell') throw createNotImplemented('cashOrderQty of a sale')
  return cash
}

/** Returns the contracts that an amount buys now, in multiples of the minimum size; one without an ask. */
function sizeFor(
  context: MockContext,
  wish: Pick<PaperOrderRequest, 'market' | 'side' | 'action' | 'price'>,
  spend: Amount,
): Amount | undefined {
  const step = toAmount(minQuantityOf(wish.market))
  if (spend <= 0n) return undefined
  const steps = stepsFor(context, wish)
  if (steps.length === 0) return step
  const size = roundAmount(boughtFor(steps, spend), step, 'down')
  return size > 0n ? size : undefined
}

const BIPS = 10_000n

/**
 * Returns the worst price of long that a market order takes, or undefined without a tolerance. Ticks take precedence over
 * basis points.
 */
export function boundIn(
  body: unknown,
  market: WorldMarket,
  { side, action }: ParsedOrder,
): Amount | undefined {
  const tolerance = bodyMemberOf({ body }, 'slippageTolerance') ?? undefined
  if (tolerance === undefined) return undefined
  const current = moneyIn(tolerance, 'currentPrice')
  const [ticks, bips] = ['ticks', 'bips'].map((name) => bodyMemberOf({ body: tolerance }, name))
  const tick = toAmount(market.tick)
  const width = isCount(ticks)
    ? BigInt(ticks) * tick
    : isCount(bips) && current !== undefined
      ? (current * BigInt(bips)) / BIPS
      : undefined
  if (current === undefined || width === undefined) throw createRefusal(400, 'invalid slippageTolerance')
  const isRising = (action === 'buy') === (side === 'yes')
  const bound = roundAmount(isRising ? current + width : current - width, tick, isRising ? 'down' : 'up')
  return bound <= 0n || bound >= ONE ? undefined : bound
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
}

/** The exchange rejects prices of long outside of this range, after it has assigned an id. */
const [LOWEST, HIGHEST] = [toAmount(0.01), toAmount(0.99)]

export function isPriceAllowed(long: Amount): boolean {
  return long >= LOWEST && long <= HIGHEST
}

export function isWithinBounds({ side, price, native }: SentOrder): boolean {
  return (
    price === undefined || native.type === 'ORDER_TYPE_MARKET' || isPriceAllowed(toLongPrice(side, price))
  )
}

/** Returns the total cost of price levels. */
export function worthOf(steps: readonly { readonly price: Amount; readonly size: Amount }[]): Amount {
  return steps.reduce((sum, { price, size }) => sum + multiplyAmounts(price, size), 0n)
}
