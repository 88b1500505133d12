import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeBase58, encodeBase58 } from '../../../src/api/values/base58.js'

const hex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'hex'))
const ascii = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'))

describe('base 58', () => {
  test.each([
    // The vectors of the encoding's own draft, and of the first bytes of Anchor accounts.
    [ascii('Hello World!'), '2NEpo7TZRRrLZSi2U'],
    [
      ascii('The quick brown fox jumps over the lazy dog.'),
      'USm3fpXnKG5EUBx2ndxBDMPVciP5hGey2Jh4NDv6gmeo1LkMeiKrLJUUBk6Z',
    ],
    [hex('0000287fb4cd'), '11233QC4'],
    [hex('dbbed53700e3c69a'), 'dkokXHR3DTw'],
    [hex('ebc46f4be67176ee'), 'gSEpsnQwdXK'],
    [hex('fbf8d1f553ea111b'), 'j9SjDYAWesU'],
    [hex('2cb61001e60eae2e'), '8Ukm3FYuL6H'],
    [new Uint8Array(32), '1'.repeat(32)],
    [hex(''), ''],
    [hex('00'), '1'],
    [hex('39'), 'z'],
    [hex('3a'), '21'],
    [hex('ff'), '5Q'],
  ])('spells %j as %s, and reads it again', (bytes, text) => {
    expect(encodeBase58(bytes)).toBe(text)
    expect(decodeBase58(text)).toEqual(bytes)
  })

  test('any bytes come back, leading zeros too', () => {
    const bytes = fc
      .tuple(fc.nat({ max: 6 }), fc.uint8Array({ maxLength: 48 }))
      .map(([zeros, rest]) => new Uint8Array([...new Uint8Array(zeros), ...rest]))
    fc.assert(
      fc.property(bytes, (some) => {
        expect(decodeBase58(encodeBase58(some))).toEqual(some)
      }),
    )
  })

  test('any text of its digits comes back', () => {
    const digits = fc.constantFrom(...'123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz')
    const text = fc.array(digits, { maxLength: 50 }).map((all) => all.join(''))
    fc.assert(
      fc.property(text, (some) => {
        expect(encodeBase58(decodeBase58(some) ?? new Uint8Array())).toBe(some)
      }),
    )
  })

  test('a number is its digits to the base of 58', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }), (number) => {
        const bytes = hex(number.toString(16).padStart(64, '0'))
        const value = [...encodeBase58(bytes).replace(/^1+/, '')].reduce(
          (sum, digit) =>
            sum * 58n + BigInt('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'.indexOf(digit)),
          0n,
        )
        expect(value).toBe(number)
      }),
    )
  })

  test.each(['0', 'O', 'I', 'l', 'a b', '+', 'é', '𝟙', '-'])('%j is no text of it', (text) => {
    expect(decodeBase58(text)).toBeUndefined()
    expect(decodeBase58(`2NEpo7${text}TZ`)).toBeUndefined()
  })
})

/** Accounts of the chain, whose addresses are hashes of what they were made from (src/venues/baozi/README.md). */
describe('addresses of accounts on the chain', () => {
  const program = decodeBase58('FWyTPzm5cfJwRKzfkscxozatSxF6Qu78JQovQUwKPruJ') ?? new Uint8Array()
  function derived(word: string, number: bigint, bump: number): string {
    const id = Buffer.alloc(8)
    id.writeBigUInt64LE(number)
    const hash = createHash('sha256').update(word).update(id).update(Uint8Array.of(bump))
    return encodeBase58(hash.update(program).update('ProgramDerivedAddress').digest())
  }

  test.each([
    ['market', 0n, '7pYbqwrjNxFQ4tHSRnHqwjHSaeLkJSAk7FGx1rxAP6tq'],
    ['market', 11n, '759cmkEo6WQ1BdkYqbGDxQoMSNbdxFN7SJD4tHkhZYiu'],
    ['market', 38n, 'aGv3HyRKrcksPufa7QMWrbK4JdkfuM84q1gobBr9UtA'],
    ['market', 59n, '7SWR3gkSQ5QfTFkezK1e2MkMc3vFx23ZhSmF7EvW1Byj'],
    ['market', 79n, '5AbefgKQFkc3X1CB14odv1Zi8LqSssS1gdwX4MJhc5b2'],
    ['market', 81n, 'FB1oAR63C3q4irEFCFzAnCoDGBsiYLEgEBAWsV7bvncs'],
    ['market', 90n, '9RX4qTzJUtg4cd1DacPKnAwosexpyTzpFoWUiZCxtVkY'],
    ['race', 26n, 'CumemWkGTqmi2meWroQJMKSpdugb1JGh1uaXLBKAhGgL'],
    ['race', 31n, '4nkSuTid1CwUCTSmhh1X6JA3imsjSXBeXZNs1pLRrYph'],
    ['race', 55n, 'G43DczNywSNpLQRAX84MSKCjHToCS15VHM897GFzDiUs'],
    ['race', 82n, '4sFZhzWfV5G86qwvmtt5Y12oaQqsHMthPuPHLunEnCuC'],
    ['race', 84n, '4z6bQqcHEtkbi4daT66y7tB1fAbQodgVJU3L365G55pa'],
  ])('%s %s stands at %s', (word, number, address) => {
    expect(decodeBase58(address)).toHaveLength(32)
    const bumps = Array.from({ length: 256 }, (_unused, index) => 255 - index)
    expect(bumps.some((bump) => derived(word, number, bump) === address)).toBe(true)
  })
})
