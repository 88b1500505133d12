/** Values that can be packed: no fractions, whose bytes would depend on the implementation. */
export type Packable =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly Packable[]
  | { readonly [name: string]: Packable }

/**
 * Encodes a value as MessagePack: members in their order, each number, text, list and map in its shortest form.
 * @throws TypeError for fractions, numbers beyond the safe integers, `undefined` and other values that JSON does not have
 */
export function pack(value: Packable): Uint8Array {
  return Buffer.concat([...packed(value)])
}

function* packed(value: Packable): Generator<Uint8Array> {
  if (value === null) yield Uint8Array.of(0xc0)
  else if (typeof value === 'boolean') yield Uint8Array.of(value ? 0xc3 : 0xc2)
  else if (typeof value === 'string') yield* packedText(value)
  else if (typeof value === 'bigint') yield packedInteger(value)
  else if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new TypeError('only safe integers can be packed')
    yield packedInteger(BigInt(value))
  } else if (Array.isArray(value)) {
    yield head(value.length, { few: 0x90, most: 15, two: 0xdc, four: 0xdd })
    for (const item of value as readonly Packable[]) yield* packed(item)
  } else if (typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) {
    const members = Object.entries(value)
    yield head(members.length, { few: 0x80, most: 15, two: 0xde, four: 0xdf })
    for (const [name, member] of members) {
      yield* packedText(name)
      yield* packed(member)
    }
  } else throw new TypeError(`a value of type ${typeof value} cannot be packed`)
}

function* packedText(text: string): Generator<Uint8Array> {
  const bytes = Buffer.from(text)
  yield head(bytes.length, { few: 0xa0, most: 31, one: 0xd9, two: 0xda, four: 0xdb })
  yield bytes
}

interface Heads {
  /** Up to `most` the length is in the first byte, added to this. */
  readonly few: number
  readonly most: number
  /** First bytes before a length of one, two and four bytes. */
  readonly one?: number
  readonly two: number
  readonly four: number
}

function head(length: number, { few, most, one, two, four }: Heads): Uint8Array {
  if (length <= most) return Uint8Array.of(few + length)
  if (one !== undefined && length <= 0xff) return Uint8Array.of(one, length)
  return length <= 0xffff ? tagged(two, BigInt(length), 2) : tagged(four, BigInt(length), 4)
}

/** Sizes of integer types: the first type that can hold the number is used. */
const sizes = [1, 2, 4, 8] as const

function packedInteger(number: bigint): Uint8Array {
  if (number >= 0n) {
    if (number < 0x80n) return Uint8Array.of(Number(number))
    const index = sizes.findIndex((size) => number < 1n << BigInt(8 * size))
    if (index >= 0) return tagged(0xcc + index, number, sizes[index] ?? 8)
  } else {
    if (number >= -32n) return Uint8Array.of(Number(0x100n + number))
    const index = sizes.findIndex((size) => number >= -(1n << BigInt(8 * size - 1)))
    if (index >= 0) return tagged(0xd0 + index, number, sizes[index] ?? 8)
  }
  throw new TypeError('an integer of more than 64 bits cannot be packed')
}

/** Returns a first byte and a number of so many bytes, big-endian, negative ones in two's complement. */
function tagged(tag: number, number: bigint, size: number): Uint8Array {
  const digits = BigInt.asUintN(8 * size, number)
    .toString(16)
    .padStart(2 * size, '0')
  return Buffer.from(tag.toString(16) + digits, 'hex')
}
