import { toIso } from '../../../api/times/instant.js'
import { hashText } from '../../../effects/random.js'
import { bodyMemberOf } from '../../mock-kit/body.js'
import type { MockCall } from '../../mock-kit/mock-venue.js'
import {
  type Amount,
  multiplyAmounts,
  ONE,
  toAmountText,
  toFixedText,
} from '../../paper-trading/state/amount.js'
import type { PaperFill, PaperOrder } from '../../paper-trading/state/types.js'
import { uuidOf } from '../../world/common/hash.js'
import { callerOf, profileOf } from './accounts.js'
import { computeBps, isCollateralFee, signedRateOf } from './fees.js'
import { slugFor, titleFor, tokenIds, tokenOf } from './ids.js'
import type { Native } from './native-market.js'
import { tradeEventsOf } from './trade-events.js'

/** Orders in the recorded shapes (README.md, "Orders"). */

/** Renders millionths, as text. */
export function toUnits(amount: Amount): string {
  return toFixedText(amount * 1_000_000n, 0, 'down')
}

/** Returns the response to a new order. */
export function toCreatedOrder(
  call: MockCall,
  order: PaperOrder,
  fills: readonly PaperFill[],
  isSettled: boolean,
): Native {
  return {
    order: { ...frame(call, order), marketId: order.market.number },
    ...(fills.length > 0 && {
      makerMatches: fills.map((fill) => ({
        id: fill.id,
        createdAt: toIso(fill.at),
        matchedSize: toUnits(fill.size),
        orderId: makerOrderOf(fill),
      })),
    }),
    execution: execution(call, order, fills, isSettled),
  }
}

/** Returns the data of a status lookup: the same with market and owner. */
export function toStatusData(
  call: MockCall,
  order: PaperOrder,
  fills: readonly PaperFill[],
  isSettled: boolean,
): Native {
  const { account, client, tradeWalletOption, smartWallet, points, referredUsersCount, id } = profileOf(
    callerOf(call),
  )
  const { market } = order
  const event = call.world.eventOf(market)
  const [yes, no] = tokenIds(call.world.seed, market)
  return {
    order: {
      ...frame(call, order),
      marketId: market.number,
      ownerId: id,
      market: {
        id: market.number,
        slug: slugFor({ event, market }),
        title: titleFor({ event, market }),
        status: 'FUNDED',
        yesPositionId: yes,
        noPositionId: no,
      },
      owner: { id, account, client, tradeWalletOption, smartWallet, points, referredUsersCount },
    },
    makerMatches: fills
      .filter(({ liquidity }) => liquidity === 'taker')
      .map((fill) => ({
        id: fill.id,
        matchedSize: toUnits(fill.size),
        fillPrice: toAmountText(fill.price),
        fillCost: toUnits(multiplyAmounts(fill.price, fill.size)),
        orderId: makerOrderOf(fill),
      })),
    execution: execution(
      call,
      order,
      fills.filter(({ liquidity }) => liquidity === 'taker'),
      isSettled,
    ),
  }
}

/** Returns the order that a fill matched. */
export function makerOrderOf({ id }: Pick<PaperFill, 'id'>): string {
  return uuidOf(hashText(`maker of ${id}`))
}

/** Returns the order as sent, with numbers as texts if the venue returns texts; without a status. */
function frame(call: MockCall, order: PaperOrder): Native {
  const sent = (name: string): unknown => bodyMemberOf({ body: order.native['sent'] }, name)
  return {
    createdAt: toIso(order.createdAt),
    id: order.id,
    makerAmount: String(sent('makerAmount')),
    takerAmount: String(sent('takerAmount')),
    expiration: null,
    signatureType: sent('signatureType'),
    salt: String(sent('salt')),
    maker: sent('maker'),
    signer: sent('signer'),
    taker: sent('taker'),
    tokenId: tokenOf(call.world.seed, order.market, order.side),
    side: order.action === 'buy' ? 0 : 1,
    feeRateBps: signedRateOf(call.world.eventOf(order.market)),
    nonce: '0',
    signature: sent('signature'),
    orderType: order.native['orderType'],
    price: order.price === undefined ? null : toAmountText(order.price),
  }
}

/** Returns the execution on arrival. Amounts that include the fee are given before and after it. */
function execution(
  { world }: MockCall,
  order: PaperOrder,
  fills: readonly PaperFill[],
  isSettled: boolean,
): Native {
  const event = world.eventOf(order.market)
  const [met] = tradeEventsOf(fills)
  const { contracts, money, withheld, paid } = met ?? nothing
  // A purchase pays its fee in USDC in addition to its cost.
  const net = order.action === 'buy' ? money + paid : money - paid
  return {
    feeRateBps: signedRateOf(event),
    effectiveFeeBps: withheld > 0n ? computeBps(withheld, contracts) : computeBps(paid, money),
    matched: met !== undefined,
    settlementStatus: settlementOf(order, met !== undefined, isSettled),
    ...(met && { tradeEventId: met.id, txHash: isSettled ? met.transaction : null }),
    ...(order.clientOrderId === undefined ? {} : { clientOrderId: order.clientOrderId }),
    totalsRaw: {
      contractsGross: toUnits(contracts),
      contractsFee: toUnits(withheld),
      contractsNet: toUnits(contracts - withheld),
      usdGross: toUnits(money),
      usdFee: toUnits(paid),
      usdNet: toUnits(isCollateralFee(event) || order.action === 'sell' ? net : money),
    },
  }
}

/** Returns the settlement of an arriving order. `CANCELED`: it met an order of its account, and its remainder was dropped. */
function settlementOf({ ending }: PaperOrder, isMatched: boolean, isSettled: boolean): string {
  if (isMatched && !isSettled) return 'FAILED'
  if (ending === 'self_trade') return 'CANCELED'
  return isMatched ? 'MINED' : 'UNMATCHED'
}

const nothing = { contracts: 0n, money: 0n, withheld: 0n, paid: 0n } as const

/** Renders a row of the orders of a market. */
export function toListedOrder(call: MockCall, order: PaperOrder): Native {
  const sent = (name: string): unknown => bodyMemberOf({ body: order.native['sent'] }, name)
  const { price = ONE } = order
  return {
    createdAt: toIso(order.createdAt),
    id: order.id,
    ownerId: profileOf(callerOf(call)).id,
    marketId: String(order.market.number),
    token: tokenOf(call.world.seed, order.market, order.side),
    type: order.native['orderType'],
    status: statusOf(order),
    side: order.action === 'buy' ? 'BUY' : 'SELL',
    makerAmount: String(sent('makerAmount')),
    takerAmount: String(sent('takerAmount')),
    price: toAmountText(price),
    originalSize: toUnits(order.size),
    // A canceled order retains its unfilled size.
    remainingSize: toUnits(order.size - order.filled),
  }
}

/** Returns the status; an order that took nothing and could not rest is unmatched. */
export function statusOf({ status, filled, ending }: PaperOrder): string {
  if (status === 'open') return 'LIVE'
  if (status === 'filled' || (ending === 'not_filled' && filled > 0n)) return 'MATCHED'
  return ending === 'not_filled' ? 'UNMATCHED' : 'CANCELED'
}
