import { keccak_256 } from '@noble/hashes/sha3'
import { PmxError } from '../api/envelope/errors.js'
import { parseHex } from './hex.js'

/**
 * Encodes a value of an elementary type as the 32 bytes in the hash of a structure.
 * @param path names the value in errors, such as `Order.makerAmount`
 */
export function encodeValue(type: string, value: unknown, path: string): Uint8Array {
  const integer = /^(u?)int(\d+)$/.exec(type)
  if (integer !== null) return encodeInteger(type, integer[1] === '', Number(integer[2]), value, path)
  switch (type) {
    case 'string':
      if (typeof value !== 'string') throw mismatch(path, 'text')
      return keccak_256(Buffer.from(value))
    case 'bytes':
      return keccak_256(bytesOf(value, path))
    case 'bool':
      if (typeof value !== 'boolean') throw mismatch(path, 'true or false')
      return word(value ? 1n : 0n)
    case 'address':
      if (typeof value !== 'string' || !/^0x[0-9a-f]{40}$/i.test(value)) throw mismatch(path, 'an address')
      return word(BigInt(value))
    default:
      return encodeFixedBytes(type, value, path)
  }
}

function encodeInteger(
  type: string,
  isSigned: boolean,
  bits: number,
  value: unknown,
  path: string,
): Uint8Array {
  if (bits < 8 || bits > 256 || bits % 8 !== 0) throw new TypeError(`${path}: unknown type ${type}`)
  const number = integerOf(value, path)
  const [least, most] = isSigned
    ? [-(1n << BigInt(bits - 1)), (1n << BigInt(bits - 1)) - 1n]
    : [0n, (1n << BigInt(bits)) - 1n]
  if (number < least || number > most) {
    throw new PmxError('INVALID_ORDER', `${path} is ${number}, which ${type} cannot hold.`, {
      detail: { kind: 'out_of_range', path, type },
    })
  }
  return word(BigInt.asUintN(256, number))
}

function integerOf(value: unknown, path: string): bigint {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  if (typeof value === 'string' && /^(?:-?\d{1,100}|0x[0-9a-f]{1,100})$/i.test(value)) return BigInt(value)
  throw mismatch(path, 'a bigint, a safe integer, or an integer as text')
}

/** Encodes `bytes1` to `bytes32`; padded on the right. */
function encodeFixedBytes(type: string, value: unknown, path: string): Uint8Array {
  const size = Number(/^bytes([1-9]\d?)$/.exec(type)?.[1] ?? 0)
  if (size < 1 || size > 32) throw new TypeError(`${path}: unknown type ${type}`)
  const bytes = bytesOf(value, path)
  if (bytes.length !== size) throw mismatch(path, `${size} bytes`)
  const padded = new Uint8Array(32)
  padded.set(bytes)
  return padded
}

function bytesOf(value: unknown, path: string): Uint8Array {
  if (value instanceof Uint8Array) return value
  const bytes = typeof value === 'string' && value.startsWith('0x') ? parseHex(value) : undefined
  if (bytes === undefined) throw mismatch(path, 'bytes, or 0x and hexadecimal digits')
  return bytes
}

/** Returns 32 bytes, big-endian. */
function word(number: bigint): Uint8Array {
  return Buffer.from(number.toString(16).padStart(64, '0'), 'hex')
}

function mismatch(path: string, expected: string): TypeError {
  return new TypeError(`${path}: expected ${expected}`)
}
