import type { Address } from '../../signing/address.js'
import type { TypedData } from '../../signing/typed-data.js'

/** The nonce of the only pair of API keys that is used here. */
export const LOGIN_NONCE = '0'

/**
 * Builds the typed data that a wallet signs to create API keys, at Polymarket's order book and at Probable, which adopted it.
 * @param timestamp epoch seconds
 */
export function buildLoginData(address: Address, timestamp: string, chainId: number): TypedData {
  return {
    domain: { name: 'ClobAuthDomain', version: '1', chainId },
    types: {
      ClobAuth: [
        { name: 'address', type: 'address' },
        { name: 'timestamp', type: 'string' },
        { name: 'nonce', type: 'uint256' },
        { name: 'message', type: 'string' },
      ],
    },
    primaryType: 'ClobAuth',
    message: {
      address,
      timestamp,
      nonce: LOGIN_NONCE,
      message: 'This message attests that I control the given wallet',
    },
  }
}
