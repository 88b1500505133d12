import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assertOutcomeShape, readId } from '../../../src/venues/polymarket/ids.js'
import { condition, token } from '../../support/chain-ids.js'
import { failureOf } from '../../support/expect.js'

describe('an id tells its kind by its shape', () => {
  test.each([
    ['559652', { kind: 'number', number: '559652' }],
    [' 559652 ', { kind: 'number', number: '559652' }],
    [token(1), { kind: 'token', tokenId: token(1) }],
    [condition(1), { kind: 'condition', conditionId: condition(1) }],
    [condition(1).toUpperCase().replace('0X', '0x'), { kind: 'condition', conditionId: condition(1) }],
    ['port-velmar-mayor', { kind: 'slug', slug: 'port-velmar-mayor' }],
    ['Port-Velmar-Mayor', { kind: 'slug', slug: 'port-velmar-mayor' }],
    ['https://polymarket.com/event/port-velmar-mayor', { kind: 'page', event: 'port-velmar-mayor' }],
    [
      'https://polymarket.com/event/port-velmar-mayor/will-ada-win?tid=1',
      { kind: 'page', event: 'port-velmar-mayor', market: 'will-ada-win' },
    ],
    ['https://www.polymarket.com/fr/event/port-velmar-mayor/', { kind: 'page', event: 'port-velmar-mayor' }],
    ['https://polymarket.com/market/will-ada-win', { kind: 'page', market: 'will-ada-win' }],
    [
      'https://polymarket.com/sports/vfl/vfl-gul-ter-2026-11-21',
      { kind: 'page', event: 'vfl-gul-ter-2026-11-21' },
    ],
    ['https://polymarket.com/', { kind: 'none' }],
    ['https://elsewhere.example/event/port-velmar-mayor', { kind: 'none' }],
    ['https://', { kind: 'none' }],
    ['', { kind: 'none' }],
    ['..', { kind: 'none' }],
    ['a/../b', { kind: 'none' }],
    ['two words', { kind: 'none' }],
  ])('%s', (text, native) => {
    expect(readId(text)).toEqual(native)
  })

  test('any text is read without an exception, and a slug never leads out of its path', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const native = readId(text)
        if (native.kind === 'slug') expect(native.slug).not.toMatch(/[\s/\\?#]|^\.+$/)
      }),
    )
  })

  test('a token id comes back as it went in', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 10n ** 60n, max: 2n ** 256n - 1n }), (number) => {
        expect(readId(String(number))).toEqual({ kind: 'token', tokenId: String(number) })
      }),
    )
  })
})

describe('what cannot be an outcome id is refused', () => {
  test.each(['', '   ', '0', '559652', '123456789'])(
    "'%s' is a VALIDATION_ERROR of field id",
    async (text) => {
      const error = await failureOf(() => assertOutcomeShape(text))
      expect(error).toMatchObject({ code: 'VALIDATION_ERROR', field: 'id' })
    },
  )

  test.each(['1234567890', token(1), 'some-slug', condition(1)])('%s is left to the venue', (text) => {
    expect(() => assertOutcomeShape(text)).not.toThrow()
  })
})
