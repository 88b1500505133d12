import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSeededRandom, hashText, systemRandom } from '../../src/effects/random.js'

test('a seed gives the same numbers on every machine', () => {
  const random = createSeededRandom(42)
  expect([random(), random(), random()].map((value) => value.toFixed(6))).toEqual([
    '0.601104',
    '0.448291',
    '0.852466',
  ])
})

test('numbers lie in [0, 1)', () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const random = createSeededRandom(seed)
      for (let draw = 0; draw < 20; draw++) {
        const value = random()
        expect(value >= 0 && value < 1).toBe(true)
      }
    }),
  )
  expect(systemRandom()).toBeGreaterThanOrEqual(0)
  expect(systemRandom()).toBeLessThan(1)
})

test('numbers spread evenly over ten buckets', () => {
  const random = createSeededRandom(7)
  const buckets = Array.from({ length: 10 }, () => 0)
  for (let draw = 0; draw < 10_000; draw++) {
    const bucket = Math.floor(random() * 10)
    buckets[bucket] = (buckets[bucket] ?? 0) + 1
  }
  for (const count of buckets) expect(Math.abs(count - 1_000)).toBeLessThan(150)
})

test('the hash of a text is a whole 32-bit number, the published FNV-1a for ASCII', () => {
  expect(hashText('')).toBe(0x811c9dc5)
  expect(hashText('a')).toBe(0xe40c292c)
  expect(hashText('foobar')).toBe(0xbf9cf968)
  fc.assert(
    fc.property(fc.string(), (text) => {
      const hash = hashText(text)
      expect(Number.isInteger(hash) && hash >= 0 && hash <= 0xffff_ffff).toBe(true)
    }),
  )
})
