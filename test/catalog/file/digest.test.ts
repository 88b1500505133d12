import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createDigester } from '../../../src/catalog/file/digest.js'

const digester = createDigester()
const anyText = fc.string({ unit: 'binary', maxLength: 40 })

describe('the digest of a text', () => {
  test('is the same for the same text, whatever lay there before, and another for another text', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (text, other, before) => {
        const alone = createDigester().digestOf(text)
        digester.digestOf(before)
        expect(digester.digestOf(text)).toBe(alone)
        expect(digester.digestOf(other) === alone).toBe(Buffer.from(other).equals(Buffer.from(text)))
      }),
      { numRuns: 500 },
    )
  })

  test('is a whole number that is kept exactly', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(Number.isSafeInteger(digester.digestOf(text))).toBe(true)
        expect(digester.digestOf(text)).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('differs for texts that differ in one letter, be they long, and for lengths of the same letter', () => {
    const long = 'abcdefgh'.repeat(20_000)
    const seen = new Set([digester.digestOf(long)])
    for (let at = 0; at < 2_000; at++)
      seen.add(digester.digestOf(`${long.slice(0, at * 70)}x${long.slice(at * 70 + 1)}`))
    for (let length = 0; length < 2_000; length++) seen.add(digester.digestOf('\u0000'.repeat(length)))
    expect(seen.size).toBe(4_001)
  })

  test('spreads over all of its bits', () => {
    const digests = Array.from({ length: 20_000 }, (_, index) => digester.digestOf(`KXA-${index}`))
    for (let bit = 0; bit < 53; bit++) {
      const set = digests.filter((digest) => Math.floor(digest / 2 ** bit) % 2 === 1).length
      expect(Math.abs(set / digests.length - 0.5), `bit ${bit}`).toBeLessThan(0.02)
    }
  })

  test('of a text with more behind it is that of both, and leaves the text as it was', () => {
    fc.assert(
      fc.property(anyText, anyText, (text, more) => {
        const bytes = digester.bytesOf({ object: text, rest: '' })
        const both = digester.digestWith(more)
        expect(Buffer.from(bytes)).toEqual(Buffer.from(text))
        expect(both).toBe(createDigester().digestOf(Buffer.from(text).toString() + more))
      }),
    )
    expect(Buffer.from(digester.bytesOf({ object: '{"a":1}', rest: ',"b":2}' })).toString()).toBe(
      '{"a":1,"b":2}',
    )
    const long = '市'.repeat(30_000)
    expect(Buffer.from(digester.bytesOf({ object: long, rest: '' })).toString()).toBe(long)
  })
})
