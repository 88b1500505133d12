import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeBase58 } from '../../../src/api/values/base58.js'
import { isAddress, packOutcomeId, pageOf, readId } from '../../../src/venues/baozi/ids.js'
import { addressOf } from './payloads.js'

const address = addressOf('market')

describe('an address', () => {
  test.each([address, '11111111111111111111111111111111', '7pYbqwrjNxFQ4tHSRnHqwjHSaeLkJSAk7FGx1rxAP6tq'])(
    'is %s',
    (text) => expect(isAddress(text)).toBe(true),
  )

  test.each([
    '',
    'NOSUCH-1',
    '9'.repeat(90),
    '1'.repeat(31),
    '1'.repeat(33),
    `${address}1`,
    address.slice(4),
    address.replace(/.$/, '0'),
    'z'.repeat(44),
    `0x${'ab'.repeat(20)}`,
  ])('is not %j', (text) => expect(isAddress(text)).toBe(false))

  test('is any 32 bytes, and no other count', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 28, maxLength: 36 }), (bytes) => {
        expect(isAddress(encodeBase58(bytes))).toBe(bytes.length === 32)
      }),
    )
  })
})

describe('an id', () => {
  test.each([
    address,
    ` ${address} `,
    pageOf(address),
    `https://www.baozi.bet/market/${address}/?ref=a`,
    `https://baozi.bet/market/${address}#x`,
  ])('%j names a market', (text) => expect(readId(text)).toEqual({ kind: 'market', address }))

  test.each([
    ['YES', 0],
    ['NO', 1],
    ['yes', 0],
    ['0', 0],
    ['9', 9],
  ])('with -%s names the outcome in place %i', (end, place) => {
    expect(readId(`${address}-${end}`)).toEqual({ kind: 'outcome', address, place })
  })

  test.each([
    '',
    '59',
    'no-such-thing',
    `${address}-`,
    `${address}-10`,
    `${address}-00`,
    `${address}-MAYBE`,
    `${address}-YES-NO`,
    `${address}-zz9`,
    `https://baozi.bet/market/`,
    `https://baozi.example/market/${address}`,
    `https://baozi.bet/market/${address}-YES`,
    '../x',
  ])('%j names nothing', (text) => expect(readId(text)).toEqual({ kind: 'none' }))

  test('of an outcome comes back', () => {
    expect([0, 1].map((place) => packOutcomeId(address, 'binary', place))).toEqual([
      `${address}-YES`,
      `${address}-NO`,
    ])
    for (let place = 0; place < 10; place++)
      expect(readId(packOutcomeId(address, 'race', place))).toEqual({ kind: 'outcome', address, place })
  })
})
