import type { TypedData } from '../../signing/typed-data.js'

/**
 * Returns what a wallet signs for API keys of Polymarket's order book, and of Probable's, which has the same form
 * (venues/polymarket/README.md, "Accounts and orders"). Written independently of the adapters.
 * @param given the header values, as received
 */
export function readLogin(
  given: { readonly address: string; readonly timestamp: string; readonly nonce: string },
  chainId: number,
): TypedData {
  const field = (name: string, type: string) => ({ name, type })
  return {
    domain: { name: 'ClobAuthDomain', version: '1', chainId },
    types: {
      ClobAuth: [
        field('address', 'address'),
        field('timestamp', 'string'),
        field('nonce', 'uint256'),
        field('message', 'string'),
      ],
    },
    primaryType: 'ClobAuth',
    message: { ...given, message: 'This message attests that I control the given wallet' },
  }
}
