import type { RowText } from '../rows/packed-rows.js'

/** Bytes that most texts have room in; longer ones get more. */
const ROOM_BYTES = 65_536

/** Texts as bytes, and as numbers that differ where the texts do. One text at a time lies in it. */
export interface Digester {
  /** The row's JSON as UTF-8, there until the next text comes. */
  bytesOf(row: RowText): Uint8Array
  /**
   * A whole number of 53 bits for the text: two texts that are not alike have the same one once in 9e15 times. Whoever
   * could lose by that compares the texts; nobody can be kept from choosing texts that collide.
   */
  digestOf(text: string): number
  /** The same for the text that lies there, and another one behind it. */
  digestWith(more: string): number
}

/** A cryptographic digest of a row takes as long as writing it: this one takes a microsecond for two thousand bytes. */
export function createDigester(): Digester {
  let bytes = Buffer.from(new ArrayBuffer(ROOM_BYTES))
  let words = new Int32Array(bytes.buffer)
  let length = 0

  /** A letter of a text, as JavaScript counts them, is three bytes at most. */
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

  /** Each step can be undone, so that texts which differ in one word never meet; the two halves go different ways. */
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

/** Every bit of the one changes half of the other's. */
function scattered(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2_ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
