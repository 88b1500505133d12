import type { TypedField } from '../signing/typed-data.js'

/**
 * The order of Polymarket's first exchange contract, which other venues took over with names and addresses of their own.
 * Amounts are millionths or what else the venue's money has; `side` is 0 to buy and 1 to sell.
 */
export const firstExchangeOrder: { readonly Order: readonly TypedField[] } = {
  Order: [
    { name: 'salt', type: 'uint256' },
    { name: 'maker', type: 'address' },
    { name: 'signer', type: 'address' },
    { name: 'taker', type: 'address' },
    { name: 'tokenId', type: 'uint256' },
    { name: 'makerAmount', type: 'uint256' },
    { name: 'takerAmount', type: 'uint256' },
    { name: 'expiration', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'feeRateBps', type: 'uint256' },
    { name: 'side', type: 'uint8' },
    { name: 'signatureType', type: 'uint8' },
  ],
}
