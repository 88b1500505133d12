import type { OrderTerms } from '../../../venue-kit/contract/trading.js'
import type { ExchangeOrder } from '../../../venue-kit/orders/exchange-order.js'

interface BodyFacts {
  readonly order: ExchangeOrder
  readonly signature: string
  readonly terms: Pick<OrderTerms, 'price' | 'postOnly'>
  /** 1 market order, 2 limit order. */
  readonly method: TradingMethod
  readonly marketId: number
  /** Address of the market's currency. */
  readonly quoteToken: string
  /** Epoch ms. */
  readonly now: number
}

export const tradingMethods = { market: 1, limit: 2 } as const
type TradingMethod = (typeof tradingMethods)[keyof typeof tradingMethods]

/** Builds the body of `POST /order`, with the signed order in it. */
export function orderBody({ order, signature, terms, method, marketId, quoteToken, now }: BodyFacts) {
  return {
    ...toSigned(order, signature),
    // Clients send it whole or a part of it: this is the form of the venue's own client.
    sign: signature,
    contractAddress: '',
    currencyAddress: quoteToken,
    topicId: marketId,
    // The limit; for a market sale its worst price.
    price: terms.price,
    tradingMethod: method,
    timestamp: Math.floor(now / 1000),
    safeRate: '0',
    orderExpTime: '0',
    postOnly: terms.postOnly === true,
  }
}

/** Returns the order in the venue's form: all numbers as text. */
export function toSigned(order: ExchangeOrder, signature: string) {
  return {
    salt: String(order.salt),
    maker: order.maker,
    signer: order.signer,
    taker: order.taker,
    tokenId: String(order.tokenId),
    makerAmount: String(order.makerAmount),
    takerAmount: String(order.takerAmount),
    expiration: String(order.expiration),
    nonce: String(order.nonce),
    feeRateBps: String(order.feeRateBps),
    side: String(order.side),
    signatureType: String(order.signatureType),
    signature,
  }
}
