import type { RowText } from '../rows/packed-rows.js'

/** Initial size of the buffer, enough for most texts; it grows for longer ones. */
const ROOM_BYTES = 65_536

/** Encodes texts as bytes and computes their digests. It holds one text at a time. */
export interface Digester {
  /** Returns the row's JSON as UTF-8, valid until the next text. */
  bytesOf(row: RowText): Uint8Array
  /**
   * Returns a digest of the text, an integer of 53 bits. Two different texts have the same digest once in 9e15 times. Callers for
   * which a collision matters compare the texts, since texts that collide can be constructed.
   */
  digestOf(text: string): number
  /** Returns the digest of the current text followed by another one. */
  digestWith(more: string): number
}

/**
 * Creates a digester. A cryptographic digest takes as long as writing the row. This digest takes a microsecond for two
 * thousand bytes.
 */
export function createDigester(): Digester {
  let bytes = Buffer.from(new ArrayBuffer(ROOM_BYTES))
  let words = new Int32Array(bytes.buffer)
  let length = 0

  /** Grows the buffer if necessary. A UTF-16 code unit of a text takes at most three bytes. */
  function makeRoom(letters: number): void {
    const wanted = length + letters * 3 + 4
    if (wanted <= bytes.length) return
    const larger = Buffer.from(new ArrayBuffer(2 ** Math.ceil(Math.log2(wanted))))
    bytes.copy(larger, 0, 0, length)
    bytes = larger
    words = new Int32Array(larger.buffer)
  }

  function put(text: string): void {
    length = 0
    add(text)
  }

  function add(text: string): void {
    makeRoom(text.length)
    length += bytes.write(text, length)
  }

  /** Each operation is invertible, so texts that differ in one word never collide. The two halves use different constants. */
  function digest(end: number): number {
    const count = (end + 3) >> 2
    bytes.fill(0, end, count << 2)
    let high = end
    let low = ~end
    for (let at = 0; at < count; at++) {
      const word = words[at] as number
      high = Math.imul(((high << 5) | (high >>> 27)) ^ word, 0x9e37_79b1)
      low = Math.imul(((low << 13) | (low >>> 19)) ^ word, 0x85eb_ca6b)
    }
    return (scattered(high) >>> 11) * 2 ** 32 + scattered(low)
  }

  return {
    bytesOf({ object, rest }) {
      put(object)
      if (rest !== '') {
        length--
        add(rest)
      }
      return bytes.subarray(0, length)
    },
    digestOf(text) {
      put(text)
      return digest(length)
    },
    digestWith(more) {
      makeRoom(more.length)
      return digest(length + bytes.write(more, length))
    },
  }
}

/** Mixes the bits: each input bit changes half of the output bits. */
function scattered(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2_ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
