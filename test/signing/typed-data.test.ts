import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toHex } from '../../src/signing/hex.js'
import { recoverAddress } from '../../src/signing/private-key.js'
import {
  encodeType,
  hashDomain,
  hashStruct,
  hashTypedData,
  signTypedData,
  type TypedData,
  type TypedStructs,
} from '../../src/signing/typed-data.js'
import { mail, mailKey } from './examples.js'

describe('the example of EIP-712', () => {
  test('is spelled, hashed and signed as the standard says', () => {
    const { domain, types, message } = mail
    expect(encodeType('Mail', types)).toBe(
      'Mail(Person from,Person to,string contents)Person(string name,address wallet)',
    )
    expect(toHex(hashDomain(domain))).toBe(
      '0xf2cee375fa42b42143804025fc449deafd50cc031ca257e0b194a650a912090f',
    )
    expect(toHex(hashStruct('Mail', types, message))).toBe(
      '0xc52c0ee5d84264471806290a3f2c4cecfc5490626bf912d01f240d7a274b371e',
    )
    expect(toHex(hashTypedData(mail))).toBe(
      '0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2',
    )
    expect(mailKey.address).toBe('0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826')
    expect(signTypedData(mailKey, mail)).toBe(
      '0x4355c47d63924e8a72e509b65029052eb6c299d53a04e167c5775fd466751c9d' +
        '07299936d304c153f6443dfa05f40ff007d72911b6f72307f996231605b915621c',
    )
  })
})

describe('the spelling of a structure', () => {
  const types: TypedStructs = {
    Person: [{ name: 'wallet', type: 'address' }],
    Asset: [
      { name: 'token', type: 'address' },
      { name: 'owners', type: 'Person[][2]' },
    ],
    Transaction: [
      { name: 'from', type: 'address' },
      { name: 'tx', type: 'Asset[]' },
      { name: 'next', type: 'Transaction[]' },
    ],
    Unused: [{ name: 'a', type: 'bool' }],
  }
  const spelled =
    'Transaction(address from,Asset[] tx,Transaction[] next)Asset(address token,Person[][2] owners)Person(address wallet)'

  test('has what it refers to once, by the alphabet, whatever the order in which they are declared', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(Object.keys(types), { minLength: 4 }), (order) => {
        const shuffled = Object.fromEntries(order.map((name) => [name, types[name] ?? []]))
        expect(encodeType('Transaction', shuffled)).toBe(spelled)
      }),
      { numRuns: 24 },
    )
  })

  test('of one that is not declared is an error', () => {
    expect(() => encodeType('Order', types)).toThrow('no structure is named Order')
    expect(() => encodeType('toString', types)).toThrow(TypeError)
  })
})

test('lists of lists, short bytes and negative numbers have the hash that another library gives them', () => {
  const data: TypedData = {
    domain: { name: 'X', salt: `0x${'ab'.repeat(32)}` },
    types: {
      T: [
        { name: 'a', type: 'bytes4' },
        { name: 'b', type: 'int16' },
        { name: 'c', type: 'Item[][2]' },
        { name: 'd', type: 'bytes' },
        { name: 'e', type: 'bool' },
      ],
      Item: [{ name: 'v', type: 'uint8[]' }],
    },
    primaryType: 'T',
    message: { a: '0x01020304', b: -2, c: [[{ v: [1, 2] }], []], d: '0x0a', e: true },
  }
  expect(toHex(hashTypedData(data))).toBe(
    '0xcba37f401136473829d5fd36062f013c3578b1df59945b720d9abe49067a07de',
  )
})

describe('a domain', () => {
  test('is hashed with what it has: what is absent is not empty', () => {
    const hash = (domain: TypedData['domain']): string => toHex(hashDomain(domain))
    const named = { name: 'ClobAuthDomain', version: '1' }
    const hashes = [hash({}), hash(named), hash({ ...named, chainId: 137 }), hash({ ...named, chainId: 0 })]
    expect(new Set(hashes).size).toBe(4)
    expect(hash({ ...named, chainId: 137n })).toBe(hash({ ...named, chainId: 137 }))
  })
})

describe('a value', () => {
  const hash = (type: string, value: unknown): string =>
    toHex(hashStruct('Order', { Order: [{ name: 'value', type }] }, { value }))

  test('may be written in several ways that mean the same', () => {
    for (const same of ['255', 255, '0xff', '0xFF']) expect(hash('uint8', same)).toBe(hash('uint8', 255n))
    expect(hash('int16', '-1')).toBe(hash('int16', -1))
    const wallet = '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826'
    expect(hash('address', wallet)).toBe(hash('address', wallet.toLowerCase()))
    expect(hash('bytes4', '0x01020304')).toBe(hash('bytes4', Uint8Array.of(1, 2, 3, 4)))
    expect(hash('bytes', '0x')).toBe(hash('bytes', new Uint8Array()))
  })

  test('that its type cannot hold is refused, and the last that it can is not', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 32 }), fc.boolean(), (bytes, isSigned) => {
        const type = `${isSigned ? '' : 'u'}int${8 * bytes}`
        const size = 1n << BigInt(8 * bytes)
        const [least, most] = isSigned ? [-size / 2n, size / 2n - 1n] : [0n, size - 1n]
        for (const value of [least, String(least), most, String(most)]) hash(type, value)
        for (const value of [least - 1n, String(most + 1n)]) {
          expect(() => hash(type, value)).toThrow(
            expect.objectContaining({
              code: 'INVALID_ORDER',
              message: expect.stringContaining('Order.value'),
            }),
          )
        }
      }),
      { numRuns: 30 },
    )
  })

  test.each([
    ['uint256', undefined],
    ['uint256', ''],
    ['uint256', '1.5'],
    ['uint256', '1e18'],
    ['uint256', ' 1'],
    ['uint256', 1.5],
    // Not the number that was meant any more.
    ['uint256', 2 ** 53],
    ['uint256', null],
    ['uint256', true],
    ['uint12', 1],
    ['uint264', 1],
    ['bool', 1],
    ['string', 1],
    ['address', '0x00'],
    ['address', 'f39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
    ['bytes', '00'],
    ['bytes', '0x0'],
    ['bytes32', '0x00'],
    ['bytes33', `0x${'00'.repeat(33)}`],
    ['bytes0', '0x'],
    ['uint', 1],
    ['Unknown', {}],
    ['uint8[]', 1],
    ['uint8[2]', [1]],
    ['uint8[]', [1, 'x']],
  ])('of type %s is not %s', (type, value) => {
    expect(() => hash(type, value)).toThrow(TypeError)
  })

  test('of a structure within is named with its place', () => {
    const message = { ...mail.message, to: { name: 'Bob' } }
    expect(() => hashTypedData({ ...mail, message })).toThrow('Person.wallet: expected an address')
    expect(() => hashTypedData({ ...mail, message: { ...message, to: null } })).toThrow('Mail.to')
  })

  test('that the structure does not name is not signed', () => {
    const message = { ...mail.message, expiration: '0' }
    expect(hashTypedData({ ...mail, message })).toEqual(hashTypedData(mail))
  })
})

test('whoever signed is found, for his data only', () => {
  const word = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
  fc.assert(
    fc.property(word, fc.string(), fc.integer({ min: 1, max: 2 ** 40 }), (value, text, chainId) => {
      const data: TypedData = {
        domain: { name: text, chainId },
        types: {
          T: [
            { name: 'value', type: 'uint256' },
            { name: 'text', type: 'string' },
          ],
        },
        primaryType: 'T',
        message: { value, text },
      }
      const signature = signTypedData(mailKey, data)
      expect(recoverAddress(hashTypedData(data), signature)).toBe(mailKey.address)
      const other = { ...data, message: { value, text: `${text}!` } }
      expect(recoverAddress(hashTypedData(other), signature)).not.toBe(mailKey.address)
    }),
    { numRuns: 20 },
  )
})
