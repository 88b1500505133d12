import { decodeBase58, encodeBase58 } from '../../../api/values/base58.js'
import { hiddenHex, type IdKind, numberInHex } from '../../mock-kit/native-ids.js'

/** Kinds of accounts; each has addresses of its own. */
export const kinds = { binary: 0xba, race: 0xbb, position: 0xbc, creator: 0xbd } as const satisfies Record<
  string,
  IdKind
>

/**
 * The address of an account. Real ones are hashes of a number that stands in them; these hide the number, so that an
 * address of any age leads back to its market.
 */
export function keyOf(seed: number, kind: IdKind, number: number): Uint8Array {
  return Buffer.from(hiddenHex(seed, kind, number), 'hex')
}

export function addressOf(seed: number, kind: IdKind, number: number): string {
  return encodeBase58(keyOf(seed, kind, number))
}

/** The number behind an address; undefined for one of another kind. */
export function numberAt(seed: number, kind: IdKind, address: string): number | undefined {
  const bytes = decodeBase58(address) ?? new Uint8Array()
  return numberInHex(seed, kind, Buffer.from(bytes).toString('hex'))
}

/** Wallets of the demo world have addresses of another chain: filled up in front, they are of this one. */
const FILLING = Buffer.from('de30'.repeat(6), 'hex')

/** The wallet of a demo wallet's address, `0x` and 40 hexadecimal digits. */
export function walletOf(demoAddress: string): Uint8Array {
  return Buffer.concat([FILLING, Buffer.from(demoAddress.slice(2), 'hex')])
}
