import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readId } from '../../../src/venues/probable/ids.js'
import { condition, token } from '../../support/chain-ids.js'

test.each([
  ['1645', { kind: 'number', number: '1645' }],
  [` ${token(1)} `, { kind: 'token', tokenId: token(1) }],
  [condition(1).toUpperCase().replace('0X', '0x'), { kind: 'condition', conditionId: condition(1) }],
  ['Ostrava-Bay-Election', { kind: 'slug', slug: 'ostrava-bay-election' }],
  ['https://probable.markets/event/ostrava-bay', { kind: 'page', event: 'ostrava-bay' }],
  ['https://www.probable.markets/event/801?market=2101', { kind: 'page', event: '801', market: '2101' }],
  ['https://probable.markets/event/801?market=..', { kind: 'none' }],
  ['https://probable.markets/profile/801', { kind: 'none' }],
  ['https://elsewhere.example/event/ostrava-bay', { kind: 'none' }],
  ['http://[', { kind: 'none' }],
  ['a/b', { kind: 'none' }],
  ['..', { kind: 'none' }],
  ['', { kind: 'none' }],
])("'%s' is read by its shape", (text, native) => {
  expect(readId(text)).toEqual(native)
})

test('any text is read without throwing, and what goes into a path has no slash and is no dots', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((end) => `https://probable.markets/event/${end}`),
      ),
      (text) => {
        const native = readId(text)
        const parts = Object.values(native).slice(1).map(String)
        for (const part of parts) expect(part).toMatch(/^[^/\\?#\s]+$/)
        for (const part of parts) expect(part).not.toMatch(/^\.+$/)
      },
    ),
  )
})

test('token ids of any real length are told from market numbers', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 10n ** 69n, max: 2n ** 256n - 1n }), (number) => {
      expect(readId(String(number))).toEqual({ kind: 'token', tokenId: String(number) })
    }),
  )
})
