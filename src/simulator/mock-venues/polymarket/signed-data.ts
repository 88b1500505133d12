import type { Hex } from '../../../signing/hex.js'
import type { TypedData } from '../../../signing/typed-data.js'

/** Typed data that users sign (README.md in this folder, "Orders"), implemented independently of the adapter. */

export const POLYGON = 137

/** Version of the signing domain of an exchange: 1 before April 2026, 2 for CTF tokens, 3 for Protocol V2. */
export type Generation = 1 | 2 | 3

/** Exchange contracts by generation: the standard one, and the one of exclusive events. ExchangeV3 trades both. */
const contracts: Readonly<Record<Generation, readonly [Hex, Hex]>> = {
  1: ['0x4bFb41d5B3570DeFd03C39a9A4D8dE6Bd8B8982E', '0xC5d563A36AE78145C45a50134d48A1215220f80a'],
  2: ['0xE111180000d2663C0091e4f400237545B87B996B', '0xe2222d279d744050d28e00520010520000310F59'],
  3: ['0xe3333700cA9d93003F00f0F71f8515005F6c00Aa', '0xe3333700cA9d93003F00f0F71f8515005F6c00Aa'],
}

export function exchangeOf(generation: Generation, isExclusive: boolean): Hex {
  return contracts[generation][isExclusive ? 1 : 0]
}

const common = 'uint256 tokenId,uint256 makerAmount,uint256 takerAmount'
const current = `uint256 salt,address maker,address signer,${common},uint8 side,uint8 signatureType,uint256 timestamp,bytes32 metadata,bytes32 builder`
const structures: Readonly<Record<Generation, string>> = {
  1: `uint256 salt,address maker,address signer,address taker,${common},uint256 expiration,uint256 nonce,uint256 feeRateBps,uint8 side,uint8 signatureType`,
  2: current,
  3: current,
}

/** Returns the typed data of an order. @param order as sent */
export function orderData(
  order: Readonly<Record<string, unknown>>,
  generation: Generation,
  isExclusive: boolean,
): TypedData {
  return {
    domain: {
      name: 'Polymarket CTF Exchange',
      version: String(generation),
      chainId: POLYGON,
      verifyingContract: exchangeOf(generation, isExclusive),
    },
    types: { Order: fields(structures[generation]) },
    primaryType: 'Order',
    message: { ...order, side: order['side'] === 'BUY' ? 0 : 1 },
  }
}

/** Returns the typed data of a wallet whose contract checks the signature. */
export function depositWalletOf(address: Hex) {
  const salt: Hex = `0x${'0'.repeat(64)}`
  return { name: 'DepositWallet', version: '1', chainId: POLYGON, verifyingContract: address, salt }
}

function fields(spelled: string): { name: string; type: string }[] {
  return spelled.split(',').map((field) => {
    const [type = '', name = ''] = field.split(' ')
    return { name, type }
  })
}
