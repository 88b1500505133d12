import type { ArgsOf } from '../api/arguments/methods.js'
import { type VenueId, venueNames } from '../api/envelope/venue-ids.js'
import type { OrderConstraints, OrderDemands, OrderTerms } from '../venue-kit/contract/trading.js'
import { lastingOf } from '../venue-kit/orders/time-in-force.js'
import { createRuleError } from './rules.js'

type Demanding = Pick<
  ArgsOf<'createOrder'>[0],
  'type' | 'postOnly' | 'timeInForce' | 'expiration' | 'reduceOnly' | 'cancelOnPause' | 'orderGroupId'
>

/**
 * Returns the constraints of an order request, after checking that its members agree. `false` means no constraint.
 * @throws INVALID_ORDER with the member
 */
export function readDemands({
  type,
  postOnly,
  timeInForce,
  expiration,
  reduceOnly,
  cancelOnPause,
  orderGroupId,
}: Demanding): OrderDemands {
  if (postOnly === true && type === 'market')
    throw createRuleError('postOnly', 'A market order never rests. Use postOnly with limit orders only.')
  if (postOnly === true && (timeInForce === 'IOC' || timeInForce === 'FOK'))
    throw createRuleError(
      'postOnly',
      `An order with timeInForce ${timeInForce} never rests. Leave postOnly out.`,
    )
  if (type === 'market' && (timeInForce === 'GTC' || timeInForce === 'GTD'))
    throw createRuleError('timeInForce', `A market order does not rest, so it cannot be ${timeInForce}.`, {
      allowed: ['IOC', 'FOK'],
    })
  if (cancelOnPause === true && (type === 'market' || timeInForce === 'IOC' || timeInForce === 'FOK'))
    throw createRuleError(
      'cancelOnPause',
      'This order never rests. Use cancelOnPause with resting orders only.',
    )
  if (orderGroupId?.trim() === '')
    throw createRuleError('orderGroupId', 'orderGroupId must be the id of an order group, or left out.')
  if (timeInForce === 'GTD' && expiration === undefined)
    throw createRuleError(
      'expiration',
      'An order with timeInForce GTD needs an expiration in epoch milliseconds.',
    )
  if (timeInForce !== 'GTD' && expiration !== undefined)
    throw createRuleError('timeInForce', 'An order with an expiration needs timeInForce GTD.', {
      allowed: ['GTD'],
    })
  return {
    ...(postOnly === true ? { postOnly } : {}),
    ...(timeInForce === undefined ? {} : { timeInForce }),
    ...(expiration === undefined ? {} : { expiresAt: expiration }),
    ...(reduceOnly === true ? { reduceOnly } : {}),
    ...(cancelOnPause === true ? { cancelOnPause } : {}),
    ...(orderGroupId === undefined ? {} : { orderGroupId }),
  }
}

/** The finest resolution that venues use for an order's expiration, one second. */
const MIN_LIFETIME_MS = 1_000

interface Taker {
  readonly venue: VenueId
  /** Absent if the venue's orders support no constraints. */
  readonly constraints: OrderConstraints | undefined
}

/**
 * Checks the constraints of an order against the venue's capabilities, before any read, signature or call.
 * @throws INVALID_ORDER with the member, and the supported values in `detail.allowed`
 */
export function assertTaken(
  order: Pick<OrderTerms, 'side' | 'type' | keyof OrderDemands> & { readonly isMoney?: true },
  { venue, constraints }: Taker,
): void {
  const { side, type, postOnly, timeInForce, reduceOnly, cancelOnPause, orderGroupId } = order
  const { notOfPurchases } = constraints ?? {}
  const name = venueNames[venue]
  if (postOnly === true && constraints?.postOnly !== true)
    throw createRuleError('postOnly', `${name} does not support post-only orders.`, { allowed: [false] })
  if (cancelOnPause === true && constraints?.cancelOnPause !== true)
    throw createRuleError('cancelOnPause', `${name} does not cancel orders when trading is paused.`, {
      allowed: [false],
    })
  if (orderGroupId !== undefined && constraints?.orderGroups !== true)
    throw createRuleError('orderGroupId', `${name} does not support order groups. Leave orderGroupId out.`)
  if (order.isMoney === true && constraints?.byMoney === undefined)
    throw createRuleError(
      'denom',
      `${name} cannot limit the price of an order for an amount of money. Send a number of contracts.`,
      { allowed: ['shares'] },
    )
  const allowed = order.isMoney === true ? (constraints?.byMoney ?? []) : timesTaken(type, side, constraints)
  if (timeInForce !== undefined && !allowed.includes(timeInForce)) {
    const isOfSide = side === 'buy' && notOfPurchases?.timeInForce.includes(timeInForce) === true
    const because = isOfSide ? `: ${notOfPurchases.because}` : ''
    const others = allowed.length === 0 ? 'Leave timeInForce out' : `It takes ${allowed.join(', ')}`
    throw createRuleError(
      'timeInForce',
      `${name} does not accept ${type} orders to ${side} with timeInForce ${timeInForce}${because}. ${others}.`,
      { allowed },
    )
  }
  if (reduceOnly === true) assertReduces(lastingOf(order), constraints?.reduceOnly, name)
}

/**
 * Checks that the order expires late enough for the venue.
 * @param now by the venue's clock, which judges the expiration, epoch ms
 * @throws INVALID_ORDER for `expiration`, and the earliest one in `detail.allowed`
 */
export function assertLasts(
  { expiresAt }: Pick<OrderTerms, 'expiresAt'>,
  { venue, constraints }: Taker,
  now: number,
): void {
  const { minLifetimeMs = MIN_LIFETIME_MS } = constraints ?? {}
  if (expiresAt === undefined || expiresAt >= now + minLifetimeMs) return
  throw createRuleError(
    'expiration',
    `On ${venueNames[venue]} an order must expire at least ${minLifetimeMs / 1000} s from now. The expiration is ${expiresAt}, and the time is ${now}.`,
    { allowed: { min: now + minLifetimeMs } },
  )
}

/** Returns the times in force that are allowed for an order of this kind. */
function timesTaken(
  type: OrderTerms['type'],
  side: OrderTerms['side'],
  constraints: OrderConstraints | undefined,
): OrderConstraints['timeInForce'] {
  const { timeInForce = [], notOfPurchases } = constraints ?? {}
  const others = side === 'buy' ? (notOfPurchases?.timeInForce ?? []) : []
  return timeInForce.filter(
    (one) => !others.includes(one) && (type === 'limit' || one === 'IOC' || one === 'FOK'),
  )
}

function assertReduces(
  lasting: ReturnType<typeof lastingOf>,
  allowed: OrderConstraints['reduceOnly'],
  name: string,
): void {
  if (allowed === undefined)
    throw createRuleError('reduceOnly', `${name} does not support reduce-only orders.`, { allowed: [false] })
  if (!allowed.includes(lasting))
    throw createRuleError(
      'reduceOnly',
      `On ${name} a reduce-only order needs timeInForce ${allowed.join(' or ')}.`,
      {
        allowed: { timeInForce: allowed },
      },
    )
}
