/** An account with an undocumented layout; `field` is the position. */
export class LayoutFault extends Error {
  override readonly name = 'LayoutFault'
  constructor(
    readonly field: string,
    problem: string,
  ) {
    super(`${field}: ${problem}`)
  }
}

/** Reads consecutive values in Borsh: little-endian, without padding. Each throws {@link LayoutFault}. */
export interface Reader {
  take(length: number, field: string): Uint8Array
  u8(field: string): number
  u16(field: string): number
  u64(field: string): bigint
  i64(field: string): bigint
  /** A byte that is 0 or 1. */
  flag(field: string): boolean
  /** A flag, and the value if it is set. */
  option<Value>(field: string, read: () => Value): Value | undefined
  /** UTF-8, preceded by its length in bytes. */
  text(field: string): string
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Creates a reader at the first byte. */
export function readerOf(bytes: Uint8Array): Reader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0

  function next(length: number, field: string): number {
    const from = at
    if (from + length > bytes.length) throw new LayoutFault(field, 'the account data ends before this field')
    at += length
    return from
  }

  const reader: Reader = {
    take(length, field) {
      const from = next(length, field)
      return bytes.subarray(from, from + length)
    },
    u8: (field) => view.getUint8(next(1, field)),
    u16: (field) => view.getUint16(next(2, field), true),
    u64: (field) => view.getBigUint64(next(8, field), true),
    i64: (field) => view.getBigInt64(next(8, field), true),
    flag(field) {
      const byte = reader.u8(field)
      if (byte > 1) throw new LayoutFault(field, `expected 0 or 1, got ${byte}`)
      return byte === 1
    },
    option: (field, read) => (reader.flag(field) ? read() : undefined),
    text(field) {
      const taken = reader.take(view.getUint32(next(4, field), true), field)
      try {
        return utf8.decode(taken)
      } catch {
        throw new LayoutFault(field, 'it is not valid UTF-8')
      }
    },
  }
  return reader
}
