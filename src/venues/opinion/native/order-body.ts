import type { ExchangeOrder } from '../../../venue-kit/exchange-order.js'
import type { OrderTerms } from '../../../venue-kit/trading.js'

interface BodyFacts {
  readonly order: ExchangeOrder
  readonly signature: string
  readonly terms: Pick<OrderTerms, 'side' | 'type' | 'price'>
  readonly marketId: number
  /** Address of what the market is paid in. */
  readonly quoteToken: string
  /** Epoch ms. */
  readonly now: number
}

/** `POST /order`, with the order as it was signed in it. */
export function orderBody({ order, signature, terms, marketId, quoteToken, now }: BodyFacts) {
  const isMarket = terms.type === 'market'
  return {
    ...toSigned(order, signature),
    // Clients send it whole or a part of it: this is what the venue's own does.
    sign: signature,
    contractAddress: '',
    currencyAddress: quoteToken,
    topicId: marketId,
    // A purchase at the market names money and no price; a sale its worst one.
    price: isMarket && terms.side === 'buy' ? '0' : terms.price,
    tradingMethod: isMarket ? 1 : 2,
    timestamp: Math.floor(now / 1000),
    safeRate: '0',
    orderExpTime: '0',
    postOnly: false,
  }
}

/** The order as the venue wants it spelled: all numbers as text. */
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
