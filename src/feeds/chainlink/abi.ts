import { keccak_256 } from '@noble/hashes/sha3'
import { createSchemaMismatch } from '../../venue-kit/payload/payload.js'

/** Contract calls as hex bytes in Ethereum's encoding: words of 32 bytes, followed by data of variable length. */

const WORD = 64

/** Returns the first four bytes of a call: a hash of the signature, such as `getRoundData(uint80)`. */
export function selectorOf(signature: string): string {
  return Buffer.from(keccak_256(signature).subarray(0, 4)).toString('hex')
}

/** Encodes a number as a word. */
export function encodeWord(value: bigint | number): string {
  return BigInt(value).toString(16).padStart(WORD, '0')
}

/** Encodes an address as a word. */
export function encodeAddress(address: string): string {
  return address.slice(2).toLowerCase().padStart(WORD, '0')
}

/** Encodes bytes of any length: the length, and the bytes padded to whole words. */
export function encodeBytes(hex: string): string {
  return encodeWord(hex.length / 2) + hex.padEnd(Math.ceil(hex.length / WORD) * WORD, '0')
}

/** Reads words of a response by index. Each read throws a drift error if the response ends before it. */
export interface AbiReader {
  uint(place: number): bigint
  int(place: number): bigint
  /** Returns the address in a word. */
  address(place: number): string
  /** Returns bytes of variable length as hex. The word at that index is the length. */
  bytes(place: number): string
  /** Returns a reader of the words from an index on. */
  from(place: number): AbiReader
}

/**
 * @param hex without `0x`
 * @param what name of the read, for the message
 */
export function createAbiReader(hex: string, what: string): AbiReader {
  function at(place: number): string {
    const found = hex.slice(place * WORD, (place + 1) * WORD)
    if (!Number.isSafeInteger(place) || found.length < WORD)
      throw createSchemaMismatch(
        what,
        `word ${place}`,
        `the response has ${Math.floor(hex.length / WORD)} words`,
      )
    return found
  }
  const uint = (place: number): bigint => BigInt(`0x${at(place)}`)
  return {
    uint,
    int: (place) => BigInt.asIntN(256, uint(place)),
    address: (place) => `0x${at(place).slice(24)}`,
    bytes(place) {
      const length = Number(uint(place)) * 2
      const found = hex.slice((place + 1) * WORD, (place + 1) * WORD + length)
      if (found.length < length) throw createSchemaMismatch(what, `word ${place}`, 'the response is cut off')
      return found
    },
    from: (place) => createAbiReader(hex.slice(place * WORD), what),
  }
}
