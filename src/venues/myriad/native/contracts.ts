import type { Address } from '../../../signing/address.js'
import type { MarketRef } from '../ids.js'

/** The contract of a network's pools (../README.md). */
const poolContracts: Readonly<Record<number, string>> = {
  2741: '0x3e0F5F8F5Fb043aBFA475C0308417Bf72c463289',
  59144: '0x39e66ee6b2ddaf4defded3038e0162180dbef340',
  56: '0x39E66eE6b2ddaf4DEfDEd3038E0162180dbeF340',
}

/** The exchange on which the order book settles. */
const bookContracts: Readonly<Record<number, Address>> = {
  56: '0xa0b6f8ef8EdB64f395018D1933f2273Ce9f0f16A',
}

/** Returns the contract of a market, or undefined on networks without a published one. */
export function contractOf({ network, model }: MarketRef): string | undefined {
  return (model === 'ob' ? bookContracts : poolContracts)[network]
}

/** Returns the contract that orders of a network's order book are signed for, or undefined without a published one. */
export function exchangeOf(network: number): Address | undefined {
  return bookContracts[network]
}
