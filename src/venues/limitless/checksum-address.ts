/**
 * An address in the mixed case of EIP-55, which carries a checksum: a hex letter is upper case where the matching digit
 * of the hash of the lower-case address is 8 or more. Portfolios are documented for addresses of this form only.
 * @param address `0x` and 40 hex digits in any case
 */
export function toChecksumAddress(address: string): string {
  const digits = address.slice(2).toLowerCase()
  const hash = keccak256(new TextEncoder().encode(digits))
  const mixed = [...digits].map((digit, index) => {
    const byte = hash[index >> 1] ?? 0
    const nibble = index % 2 === 0 ? byte >> 4 : byte & 15
    return nibble >= 8 ? digit.toUpperCase() : digit
  })
  return `0x${mixed.join('')}`
}

const LANES = 25
const RATE_BYTES = 136
const ROUNDS = 24
const MASK = (1n << 64n) - 1n

/** Rotations of the rho step by x + 5y, and the constants of the iota step (FIPS 202). */
const rotations = [
  0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14,
] as const

function roundConstants(): readonly bigint[] {
  let register = 1
  const nextBit = (): boolean => {
    const bit = (register & 1) === 1
    register = (register << 1) ^ ((register & 0x80) !== 0 ? 0x171 : 0)
    return bit
  }
  return Array.from({ length: ROUNDS }, () => {
    let constant = 0n
    for (let power = 0; power <= 6; power++) if (nextBit()) constant |= 1n << ((1n << BigInt(power)) - 1n)
    return constant
  })
}

/** Keccak-256 with the padding of before the standard, as Ethereum has it; the platform's SHA3 pads differently. */
export function keccak256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((message.length + 1) / RATE_BYTES) * RATE_BYTES)
  padded.set(message)
  padded[message.length] = 1
  padded[padded.length - 1] = (padded.at(-1) ?? 0) | 0x80
  const constants = roundConstants()
  let state: readonly bigint[] = Array.from({ length: LANES }, () => 0n)
  const view = new DataView(padded.buffer)
  for (let block = 0; block < padded.length; block += RATE_BYTES) {
    state = state.map((lane, index) =>
      index * 8 < RATE_BYTES ? lane ^ view.getBigUint64(block + index * 8, true) : lane,
    )
    for (const constant of constants) state = permute(state, constant)
  }
  const digest = new DataView(new ArrayBuffer(32))
  for (let index = 0; index < 4; index++) digest.setBigUint64(index * 8, state[index] ?? 0n, true)
  return new Uint8Array(digest.buffer)
}

/** One round of Keccak-f[1600]. */
function permute(state: readonly bigint[], constant: bigint): readonly bigint[] {
  const lane = (x: number, y: number): bigint => state[(x % 5) + 5 * (y % 5)] ?? 0n
  const parity = [0, 1, 2, 3, 4].map((x) => lane(x, 0) ^ lane(x, 1) ^ lane(x, 2) ^ lane(x, 3) ^ lane(x, 4))
  const mixed = state.map((value, index) => {
    const x = index % 5
    return value ^ (parity[(x + 4) % 5] ?? 0n) ^ rotate(parity[(x + 1) % 5] ?? 0n, 1)
  })
  const moved: bigint[] = Array.from({ length: LANES }, () => 0n)
  mixed.forEach((value, index) => {
    const [x, y] = [index % 5, Math.floor(index / 5)]
    moved[y + 5 * ((2 * x + 3 * y) % 5)] = rotate(value, rotations[index] ?? 0)
  })
  return moved.map((value, index) => {
    const [x, row] = [index % 5, Math.floor(index / 5) * 5]
    const chi = value ^ (~(moved[row + ((x + 1) % 5)] ?? 0n) & MASK & (moved[row + ((x + 2) % 5)] ?? 0n))
    return index === 0 ? chi ^ constant : chi
  })
}

function rotate(value: bigint, by: number): bigint {
  const shift = BigInt(by)
  return by === 0 ? value : ((value << shift) | (value >> (64n - shift))) & MASK
}
