import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { packOptionId, packPoolId, pageOf, readId } from '../../../src/venues/rain/ids.js'

const pool = '67485b984a2f4e38b8c976b7'
const option = (choice: number, isNegative = false) => ({
  kind: 'option',
  pool,
  place: { choice, isNegative },
})

describe('reading what names something', () => {
  test.each([
    [`rain:${pool}`, { kind: 'pool', pool }],
    [pool, { kind: 'pool', pool }],
    [` Rain:${pool.toUpperCase()} `, { kind: 'pool', pool }],
    [`rain:${pool}:0`, option(0)],
    [`${pool}:12`, option(12)],
    [`rain:${pool}:1:no`, option(1, true)],
    [`https://www.rain.one/detail?id=${pool}`, { kind: 'pool', pool }],
    [`https://rain.one/detail?id=${pool}&ref=x`, { kind: 'pool', pool }],
    [`https://rain.one/markets/${pool}/`, { kind: 'pool', pool }],
  ])('%s', (text, id) => {
    expect(readId(text)).toEqual(id)
  })

  test.each([
    '',
    'rain:',
    `rain:${pool}7`,
    `rain:${pool.slice(1)}`,
    `rain:${pool}:01`,
    `rain:${pool}:1:yes`,
    `rain:${pool}:-1`,
    `sun:${pool}`,
    `https://rain.one.example/detail?id=${pool}`,
    `https://www.rain.one/detail?id=${pool}:1`,
    'https://www.rain.one/detail',
    'https://www.rain.one/',
    'https://',
  ])('%j is no id', (text) => {
    expect(readId(text)).toEqual({ kind: 'none' })
  })

  test('never throws, and what it writes it reads', () => {
    const place = fc.record({ choice: fc.integer({ min: 0, max: 9999 }), isNegative: fc.boolean() })
    fc.assert(
      fc.property(fc.string(), place, (text, at) => {
        expect(['pool', 'option', 'none']).toContain(readId(text).kind)
        expect(readId(packOptionId(pool, at))).toEqual({ kind: 'option', pool, place: at })
      }),
    )
    expect(readId(packPoolId(pool))).toEqual({ kind: 'pool', pool })
    expect(readId(pageOf(pool))).toEqual({ kind: 'pool', pool })
  })
})
