import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseIso, toInstant, toIso } from '../../../src/api/times/instant.js'

describe('ISO text', () => {
  test.each([
    ['2026-04-05T19:37:33Z', '2026-04-05T19:37:33.000Z'],
    ['2026-04-05T19:37:33z', '2026-04-05T19:37:33.000Z'],
    ['2026-04-05 19:37:33+00', '2026-04-05T19:37:33.000Z'],
    ['2026-04-05 19:37:33 +00:00', '2026-04-05T19:37:33.000Z'],
    ['2026-04-05T19:37:33', '2026-04-05T19:37:33.000Z'],
    ['2026-04-05T19:37', '2026-04-05T19:37:00.000Z'],
    ['2026-04-05', '2026-04-05T00:00:00.000Z'],
    ['  2026-04-05  ', '2026-04-05T00:00:00.000Z'],
    ['2026-04-05T19:37:33.5Z', '2026-04-05T19:37:33.500Z'],
    ['2026-04-05T19:37:33,25Z', '2026-04-05T19:37:33.250Z'],
    ['2026-04-05T19:37:33.123456789Z', '2026-04-05T19:37:33.123Z'],
    ['2026-04-05T19:37:33.999999Z', '2026-04-05T19:37:33.999Z'],
    ['2026-04-05T19:37:33+02:00', '2026-04-05T17:37:33.000Z'],
    ['2026-04-05T19:37:33+0530', '2026-04-05T14:07:33.000Z'],
    ['2026-04-05T00:30:00-07', '2026-04-05T07:30:00.000Z'],
    ['2026-04-05 19:37:33.123456+00:00:00', '2026-04-05T19:37:33.123Z'],
    ['2026-04-05T19:37:33-01:30:15', '2026-04-05T21:07:48.000Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ])('%s is %s', (text, iso) => {
    expect(parseIso(text)).toBe(Date.parse(iso))
  })

  test.each([
    '2026-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-01-01T24:00:00Z',
    '2026-01-01T23:60:00Z',
    '2026-01-01T23:59:60Z',
    '2026-01-01T12:00:00+24:00',
    '2026-01-01T12:00:00+00:60',
    '2026-01-01T12:00:00+99',
    '2026-01-01T12:00:00+00:00:60',
    '2026-01-01T12:00:00+000000',
    '2026-01-01T12:00:00.1234567890Z',
    '2026-1-1',
    '01/02/2026',
    'January 5, 2026',
    '2026-01-01T12',
    '2026-01-01Tnoon',
    'yesterday',
    '',
  ])('%j is no date', (text) => {
    expect(parseIso(text)).toBeUndefined()
  })

  test('the year is the one that is written, however early', () => {
    expect(parseIso('0001-01-01T00:00:00Z')).toBe(Date.parse('0001-01-01T00:00:00Z'))
    expect(parseIso('1969-12-31')).toBe(-86_400_000)
  })

  test('printing and reading a time gives the time back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Date.UTC(9999, 11, 31) }), (at) => {
        expect(parseIso(toIso(at))).toBe(at)
      }),
    )
  })
})

describe('an instant given by a caller', () => {
  const at = Date.UTC(2026, 3, 5, 19, 37, 33)

  test.each<[string, unknown]>([
    ['milliseconds', at],
    ['seconds', at / 1000],
    ['milliseconds as digits', String(at)],
    ['seconds as digits', String(at / 1000)],
    ['ISO text', '2026-04-05T19:37:33Z'],
    ['ISO text with spaces around', ' 2026-04-05 19:37:33+00 '],
  ])('may be %s', (_form, value) => {
    expect(toInstant(value, 'start')).toBe(at)
  })

  test('with a fraction is cut to the millisecond', () => {
    expect(toInstant(1_775_417_853.2509, 'start')).toBe(1_775_417_853_250)
    expect(toInstant('1775417853.25', 'start')).toBe(1_775_417_853_250)
  })

  test('of 0 is the beginning of 1970', () => {
    expect(toInstant(0, 'start')).toBe(0)
    expect(toInstant('0', 'start')).toBe(0)
  })

  test('is seconds below 100,000,000,000 and milliseconds from there', () => {
    expect(toInstant(99_999_999_999, 'start')).toBe(99_999_999_999_000)
    expect(toInstant(100_000_000_000, 'start')).toBe(100_000_000_000)
  })

  test.each<[unknown]>([
    [-1],
    ['-5'],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [9e18],
    ['soon'],
    [''],
    [true],
    [null],
    [{}],
    [[]],
    ['2026-02-30'],
    ['1e12'],
    ['0x10'],
    [2026],
    ['20260131'],
    [99_999_999],
  ])('%j is an error that names the argument', (value) => {
    expect(() => toInstant(value, 'end')).toThrow(
      expect.objectContaining({ code: 'VALIDATION_ERROR', field: 'end' }),
    )
  })

  test.each([
    ['x'.repeat(58), `"${'x'.repeat(58)}"`],
    ['x'.repeat(59), `"${'x'.repeat(56)}...`],
    [undefined, 'undefined'],
    [2026, '2026'],
  ])('a refused value is shown, but never a long one whole: %j', (value, shown) => {
    expect(() => toInstant(value, 'end')).toThrow(shown)
    expect(() => toInstant(value, 'end')).not.toThrow(`${shown}x`)
  })

  test('of the first second that is none of the years before, and of the last there is', () => {
    expect(toInstant(100_000_000, 'end')).toBe(100_000_000_000)
    expect(toInstant(99_999_999_999_999, 'end')).toBe(99_999_999_999_999)
    expect(toInstant(1_767_225_600_000_000, 'end')).toBe(1_767_225_600_000)
    expect(toInstant(' 1767225600 ', 'end')).toBe(1_767_225_600_000)
  })
})
