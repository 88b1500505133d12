import { toIso } from '../../../api/instant.js'
import { hashText } from '../../../effects/random.js'
import { memberOf } from '../../body.js'
import type { FaceCall } from '../../face.js'
import { type Amount, fixedText, ONE, sumOf, textOf, times } from '../../paper/amount.js'
import type { PaperFill, PaperOrder } from '../../paper/types.js'
import { hexOf, uuidOf } from '../../world/hash.js'
import { callerOf, FEE_RATE_BPS, profileOf } from './accounts.js'
import { slugFor, titleFor, tokenIds, tokenOf } from './ids.js'
import type { Native } from './native-market.js'

/** Orders in the shapes that were recorded (venues/limitless/README.md). The demo takes no fee: no formula of it is known. */

/** Millionths, as text. */
export function units(amount: Amount): string {
  return fixedText(amount * 1_000_000n, 0, 'down')
}

/** The answer to a new order. */
export function createdOrder(call: FaceCall, order: PaperOrder, fills: readonly PaperFill[]): Native {
  return {
    order: { ...frame(call, order), marketId: order.market.number },
    ...(fills.length > 0 && {
      makerMatches: fills.map((fill) => ({
        id: fill.id,
        createdAt: toIso(fill.at),
        matchedSize: units(fill.size),
        orderId: uuidOf(hashText(`maker of ${fill.id}`)),
      })),
    }),
    execution: execution(order, fills),
  }
}

/** What a look-up tells: the same with market and owner. */
export function statusData(call: FaceCall, order: PaperOrder, fills: readonly PaperFill[]): Native {
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
        matchedSize: units(fill.size),
        fillPrice: textOf(fill.price),
        fillCost: units(times(fill.price, fill.size)),
        orderId: uuidOf(hashText(`maker of ${fill.id}`)),
      })),
    execution: execution(
      order,
      fills.filter(({ liquidity }) => liquidity === 'taker'),
    ),
  }
}

/** The order as it came, with numbers as texts where the venue answers so; it has no status here. */
function frame(call: FaceCall, order: PaperOrder): Native {
  const sent = (name: string): unknown => memberOf({ body: order.native['sent'] }, name)
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
    feeRateBps: FEE_RATE_BPS,
    nonce: '0',
    signature: sent('signature'),
    orderType: order.native['orderType'],
    price: order.price === undefined ? null : textOf(order.price),
  }
}

/** What it met when it came. */
function execution(order: PaperOrder, fills: readonly PaperFill[]): Native {
  const contracts = sumOf(fills.map(({ size }) => size))
  const money = sumOf(fills.map(({ price, size }) => times(price, size)))
  const isMatched = contracts > 0n
  return {
    feeRateBps: FEE_RATE_BPS,
    effectiveFeeBps: 0,
    matched: isMatched,
    settlementStatus: isMatched ? 'MINED' : 'UNMATCHED',
    ...(isMatched && {
      tradeEventId: uuidOf(hashText(`event of ${order.id}`)),
      txHash: transactionOf(order.id),
    }),
    ...(order.clientOrderId === undefined ? {} : { clientOrderId: order.clientOrderId }),
    totalsRaw: {
      contractsGross: units(contracts),
      contractsFee: '0',
      contractsNet: units(contracts),
      usdGross: units(money),
      usdFee: '0',
      usdNet: units(money),
    },
  }
}

/** One transaction settles what an order met at once. */
export function transactionOf(id: string): string {
  return `0x${hexOf(hashText(`transaction of ${id}`), 32)}`
}

/** A row of the orders of a market. */
export function listedOrder(call: FaceCall, order: PaperOrder): Native {
  const sent = (name: string): unknown => memberOf({ body: order.native['sent'] }, name)
  const { price = ONE } = order
  return {
    createdAt: toIso(order.createdAt),
    id: order.id,
    ownerId: profileOf(callerOf(call)).id,
    marketId: String(order.market.number),
    token: tokenOf(call.world.seed, order.market, order.side),
    type: order.native['orderType'],
    status: order.status === 'open' ? 'LIVE' : 'MATCHED',
    side: order.action === 'buy' ? 'BUY' : 'SELL',
    makerAmount: String(sent('makerAmount')),
    takerAmount: String(sent('takerAmount')),
    price: textOf(price),
    originalSize: units(order.size),
    remainingSize: units(order.remaining),
  }
}
