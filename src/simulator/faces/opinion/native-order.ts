import { hashText } from '../../../effects/random.js'
import type { FaceContext } from '../../face.js'
import { fixedText, ONE, textOf, times } from '../../paper/amount.js'
import type { PaperFill, PaperOrder } from '../../paper/types.js'
import { hexOf } from '../../world/hash.js'
import { CHAIN_ID, type Native, QUOTE_TOKEN, sidedFacts } from './market.js'

/** Orders and trades of an account as the venue tells them (venues/opinion/README.md). */

const sides = { buy: { side: 1, sideEnum: 'Buy' }, sell: { side: 2, sideEnum: 'Sell' } } as const

const states = {
  pending: { status: 1, statusEnum: 'Pending' },
  finished: { status: 2, statusEnum: 'Finished' },
  canceled: { status: 3, statusEnum: 'Canceled' },
  expired: { status: 4, statusEnum: 'Expired' },
} as const

/** What took at once what there was is finished, however much that was. */
export function orderState({ status, ending, filled }: PaperOrder): (typeof states)[keyof typeof states] {
  if (status === 'open') return states.pending
  if (status === 'filled' || (ending === 'not_filled' && filled > 0n)) return states.finished
  return ending === 'expired' ? states.expired : states.canceled
}

export function orderRow(context: FaceContext, order: PaperOrder): Native {
  const { market, side, action, filled, takerValue, makerValue, createdAt, expiresAt } = order
  return {
    ...sidedFacts(context, { market, side }),
    ...sides[action],
    ...orderState(order),
    createdAt: Math.floor(createdAt / 1000),
    expiresAt: expiresAt === undefined ? 0 : Math.floor(expiresAt / 1000),
    filledAmount: fixedText(takerValue + makerValue, 18),
    filledShares: fixedText(filled, 18),
    orderId: order.id,
    postOnly: order.postOnly,
    profit: '',
    trades: [],
    tradingUnit: 1,
    tradingUnitEnum: 'quote',
    transNo: order.id,
    // What was sent, and what of it follows: price, tradingMethod, orderShares, orderAmount.
    ...order.native,
  }
}

export function tradeRow(context: FaceContext, { id, order, market, price, size, at }: PaperFill): Native {
  const amount = textOf(times(price, size))
  return {
    ...sidedFacts(context, { market, side: order.side }),
    amount,
    chainId: CHAIN_ID,
    createdAt: Math.floor(at / 1000),
    fee: fixedText(0n, 18),
    price: fixedText(price, 18),
    profit: fixedText(0n, 18),
    quoteToken: QUOTE_TOKEN,
    quoteTokenUsdPrice: fixedText(ONE, 18),
    shares: textOf(size),
    side: sides[order.action].sideEnum,
    status: 2,
    statusEnum: 'Finished',
    txHash: `0x${hexOf(hashText(id), 32)}`,
  }
}
