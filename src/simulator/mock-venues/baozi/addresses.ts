import { decodeBase58, encodeBase58 } from '../../../api/values/base58.js'
import { hideInHex, type IdKind, numberFromHex } from '../../mock-kit/native-ids.js'

/** Kinds of accounts; each has a separate range of addresses. */
export const kinds = { binary: 0xba, race: 0xbb, position: 0xbc, creator: 0xbd } as const satisfies Record<
  string,
  IdKind
>

/**
 * Returns the address of an account. Real addresses are hashes of a number in the account. The ones here encode the
 * number, so that an address of any age resolves to its market.
 */
export function keyOf(seed: number, kind: IdKind, number: number): Uint8Array {
  return Buffer.from(hideInHex(seed, kind, number), 'hex')
}

export function addressOf(seed: number, kind: IdKind, number: number): string {
  return encodeBase58(keyOf(seed, kind, number))
}

/** Returns the number that an address encodes, or undefined for one of another kind. */
export function numberAt(seed: number, kind: IdKind, address: string): number | undefined {
  const bytes = decodeBase58(address) ?? new Uint8Array()
  return numberFromHex(seed, kind, Buffer.from(bytes).toString('hex'))
}

/** Wallet addresses of the simulation are of another chain; this prefix pads them to the length of this one. */
const FILLING = Buffer.from('de30'.repeat(6), 'hex')

/** Returns the wallet of a simulated wallet's address, `0x` and 40 hexadecimal digits. */
export function walletOf(demoAddress: string): Uint8Array {
  return Buffer.concat([FILLING, Buffer.from(demoAddress.slice(2), 'hex')])
}
