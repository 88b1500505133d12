/** Tokens and chains (README.md). */
interface Token {
  readonly name: string
  readonly address: string
  readonly symbol: string
  readonly decimals: number
}

export interface Network {
  readonly id: number
  readonly token: Token
  /** Milliseconds per block, for block numbers. */
  readonly blockMs: number
}

/** BNB Chain: pools, and all order books. */
export const bnb: Network = {
  id: 56,
  token: {
    name: 'World Liberty Financial USD',
    address: '0x8d0D000Ee44948FC98c9B98A4FA4921476f08B0d',
    symbol: 'USD1',
    decimals: 18,
  },
  blockMs: 750,
}

const abstract: Network = {
  id: 2741,
  token: {
    name: 'Bridged USDC (Stargate)',
    address: '0x84A71ccD554Cc1b02749b35d22F684CC8ec987e1',
    symbol: 'USDC.e',
    decimals: 6,
  },
  blockMs: 1000,
}

const linea: Network = {
  id: 59144,
  token: {
    name: 'USD Coin',
    address: '0x176211869cA2b568f2A7D4EE941E073a821EE1ff',
    symbol: 'USDC',
    decimals: 6,
  },
  blockMs: 2000,
}

/** The chains with pools, by the position of a series among three. */
export const poolNetworks = [bnb, abstract, linea] as const

/** Returns the block that contains an instant. */
export function blockAt({ blockMs }: Network, at: number): number {
  return Math.floor((at - Date.UTC(2020, 0, 1)) / blockMs)
}
