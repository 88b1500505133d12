import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readId, readOutcomeId } from '../../../src/venues/limitless/ids.js'
import { token } from './payloads.js'

describe('an id is read by its shape', () => {
  test.each([
    ['will-it-rain-1768933068297', { kind: 'slug', slug: 'will-it-rain-1768933068297' }],
    ['  92000-1791345926192 ', { kind: 'slug', slug: '92000-1791345926192' }],
    ['btc-up-or-down-5-min-1788267900', { kind: 'slug', slug: 'btc-up-or-down-5-min-1788267900' }],
    ['https://limitless.exchange/markets/a-b-12', { kind: 'slug', slug: 'a-b-12' }],
    ['https://www.limitless.exchange/markets/a-b-12?tab=1', { kind: 'slug', slug: 'a-b-12' }],
    [token(5), { kind: 'token', tokenId: token(5) }],
    [
      '0x76D3e2098Be66Aa7E15138F467390f0Eb7349B9b',
      { kind: 'address', address: '0x76D3e2098Be66Aa7E15138F467390f0Eb7349B9b' },
    ],
    ['sol-5min-price', { kind: 'none' }],
    ['36814', { kind: 'none' }],
    [`0x${'1'.repeat(64)}`, { kind: 'none' }],
    ['https://elsewhere.example/markets/a-b-12', { kind: 'none' }],
    ['../active-1', { kind: 'none' }],
    ['active', { kind: 'none' }],
    ['', { kind: 'none' }],
  ])('%s', (text, expected) => {
    expect(readId(text)).toEqual(expected)
  })

  test('any text is read without failing, and what is read is part of it', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const id = readId(text)
        if (id.kind === 'slug') expect(text).toContain(id.slug)
        if (id.kind === 'token') expect(text.trim()).toBe(id.tokenId)
      }),
    )
  })

  test('every token id is read back whole: no digit is lost to a number', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 10n ** 29n, max: (1n << 256n) - 1n }), (tokenId) => {
        expect(readId(String(tokenId))).toEqual({ kind: 'token', tokenId: String(tokenId) })
      }),
    )
  })
})

test.each(['', '   '])("the empty outcome id '%s' is refused with its field", (text) => {
  expect(() => readOutcomeId(text)).toThrow(
    expect.objectContaining({ code: 'VALIDATION_ERROR', field: 'id' }),
  )
})
