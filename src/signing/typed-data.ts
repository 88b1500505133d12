import { keccak_256 } from '@noble/hashes/sha3'
import type { Address } from './address.js'
import type { Hex } from './hex.js'
import type { PrivateKey } from './private-key.js'
import { encodeValue } from './typed-values.js'

/**
 * A member of a structure: its type is `uint256`, `address`, `bytes32`, `string`, another structure, or a list such as `Item[]`.
 */
export interface TypedField {
  readonly name: string
  readonly type: string
}

export type TypedStructs = Readonly<Record<string, readonly TypedField[]>>

/** The contract and the chain that a signature is valid for. Absent members are not part of it. */
export interface TypedDomain {
  readonly name?: string
  readonly version?: string
  readonly chainId?: number | bigint
  readonly verifyingContract?: Address
  /** 32 bytes. */
  readonly salt?: Hex
}

/**
 * Integers are bigints, safe numbers, or text in decimal or `0x` digits; bytes are hex text or bytes. Members that the
 * structure does not name are not signed.
 */
export type TypedMessage = Readonly<Record<string, unknown>>

/** Data to be signed by EIP-712. */
export interface TypedData {
  readonly domain: TypedDomain
  readonly types: TypedStructs
  readonly primaryType: string
  readonly message: TypedMessage
}

/** Returns the structure as it is hashed: itself, then the structures that it refers to in alphabetical order. */
export function encodeType(primaryType: string, types: TypedStructs): string {
  const found = new Set<string>()
  const collect = (name: string): void => {
    if (found.has(name)) return
    found.add(name)
    for (const { type } of fieldsOf(name, types)) {
      const element = elementOf(type)
      if (Object.hasOwn(types, element)) collect(element)
    }
  }
  collect(primaryType)
  found.delete(primaryType)
  const spelled = (name: string): string =>
    `${name}(${fieldsOf(name, types)
      .map((field) => `${field.type} ${field.name}`)
      .join(',')})`
  return [primaryType, ...[...found].sort()].map(spelled).join('')
}

/**
 * Returns the hash of a structure with its values.
 * @throws TypeError for a missing value or one of another type; PmxError INVALID_ORDER for an integer that its type cannot hold
 */
export function hashStruct(primaryType: string, types: TypedStructs, message: TypedMessage): Uint8Array {
  const typeHash = keccak_256(encodeType(primaryType, types))
  const values = fieldsOf(primaryType, types).map(({ name, type }) =>
    encodeMember(type, types, message[name], `${primaryType}.${name}`),
  )
  return keccak_256(Buffer.concat([typeHash, ...values]))
}

const domainFields: readonly TypedField[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

/** Returns the hash of a domain, with the members that it has. */
export function hashDomain(domain: TypedDomain): Uint8Array {
  const present = domainFields.filter(({ name }) => domain[name as keyof TypedDomain] !== undefined)
  return hashStruct('EIP712Domain', { EIP712Domain: present }, { ...domain })
}

/** Returns the 32 bytes that are signed. Some venues use them as the order id. */
export function hashTypedData({ domain, types, primaryType, message }: TypedData): Uint8Array {
  return digestTypedData(hashDomain(domain), hashStruct(primaryType, types, message))
}

export function digestTypedData(separator: Uint8Array, structHash: Uint8Array): Uint8Array {
  return keccak_256(Buffer.concat([Uint8Array.of(0x19, 0x01), separator, structHash]))
}

/** Signs the data: 65 bytes with r, s and v (27 or 28). */
export function signTypedData(key: PrivateKey, data: TypedData): Hex {
  return key.sign(hashTypedData(data))
}

function encodeMember(type: string, types: TypedStructs, value: unknown, path: string): Uint8Array {
  const list = /^(.+)\[(\d*)\]$/s.exec(type)
  if (list !== null) {
    const [, element = '', length = ''] = list
    if (!Array.isArray(value)) throw new TypeError(`${path}: expected a list`)
    if (length !== '' && value.length !== Number(length)) {
      throw new TypeError(`${path}: expected ${length} items, not ${value.length}`)
    }
    const items = value.map((item, index) => encodeMember(element, types, item, `${path}[${index}]`))
    return keccak_256(Buffer.concat(items))
  }
  if (!Object.hasOwn(types, type)) return encodeValue(type, value, path)
  if (typeof value !== 'object' || value === null) throw new TypeError(`${path}: expected a structure`)
  return hashStruct(type, types, value as TypedMessage)
}

function fieldsOf(name: string, types: TypedStructs): readonly TypedField[] {
  const fields = Object.hasOwn(types, name) ? types[name] : undefined
  if (fields === undefined) throw new TypeError(`no structure is named ${name}`)
  return fields
}

/** Returns the element type of a list, however deep; other types are returned unchanged. */
function elementOf(type: string): string {
  return type.replace(/(?:\[\d*\])+$/, '')
}
