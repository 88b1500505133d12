import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createAgingCache, createLru } from '../../src/policy/lru.js'
import { fakeClock } from '../support/clock.js'

describe('a bounded map', () => {
  test('drops what was unused for longest', () => {
    const lru = createLru<number>(2)
    lru.set('a', 1)
    lru.set('b', 2)
    lru.get('a')
    lru.set('c', 3)
    expect([lru.get('a'), lru.get('b'), lru.get('c')]).toEqual([1, undefined, 3])
  })

  test('counts weights where it is told to', () => {
    const lru = createLru<string>(5, (text) => text.length)
    lru.set('a', 'xxx')
    lru.set('b', 'yyy')
    expect([lru.get('a'), lru.get('b'), lru.weight]).toEqual([undefined, 'yyy', 3])
  })

  test('does not keep an entry heavier than the whole map, nor the one it was to replace', () => {
    const lru = createLru<string>(5, (text) => text.length)
    lru.set('a', 'x')
    lru.set('b', 'y')
    lru.set('a', 'too heavy')
    expect([lru.get('a'), lru.get('b'), lru.weight]).toEqual([undefined, 'y', 1])
  })

  test('that is allowed one thing keeps it', () => {
    const lru = createLru<number>(1)
    lru.set('a', 1)
    lru.set('b', 2)
    expect([lru.get('a'), lru.get('b')]).toEqual([undefined, 2])
  })

  test('that is allowed nothing keeps nothing', () => {
    const lru = createLru<string>(0, (text) => text.length)
    lru.set('a', 'x')
    lru.set('b', '')
    expect([lru.get('a'), lru.size, lru.weight]).toEqual([undefined, 0, 0])
  })

  test('takes any weight for a whole number of at least one', () => {
    const lru = createLru<number>(3, (weight) => weight)
    for (const weight of [0, 0.5, 1.2]) lru.set(String(weight), weight)
    expect([lru.weight, lru.get('0'), lru.get('1.2')]).toEqual([3, undefined, 1.2])
  })

  test('weighs what grew since it was set, when it is set again', () => {
    const lru = createLru<number[]>(5, (list) => list.length)
    const list = [1]
    lru.set('a', list)
    lru.set('b', [1, 2])
    list.push(2, 3, 4)
    lru.set('a', list)
    expect([lru.get('a'), lru.get('b'), lru.weight]).toEqual([[1, 2, 3, 4], undefined, 4])
  })

  test('names the one unused for longest first', () => {
    const lru = createLru<string>(3)
    for (const key of ['a', 'b', 'c']) lru.set(key, key)
    lru.get('a')
    expect(lru.values()).toEqual(['b', 'c', 'a'])
  })

  test('is within its bound and equal to a naive model, whatever is done to it', () => {
    const step = fc.record({
      what: fc.constantFrom('get', 'set', 'delete'),
      key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      weight: fc.integer({ min: 1, max: 12 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const lru = createLru<number>(10, (weight) => weight)
        const model = naive(10)
        for (const { what, key, weight } of steps) {
          if (what === 'get') expect(lru.get(key)).toBe(model.get(key))
          if (what === 'set') [lru, model].map((map) => map.set(key, weight))
          if (what === 'delete') [lru, model].map((map) => map.delete(key))
          expect([lru.size, lru.weight]).toEqual(model.sizes())
          expect(lru.weight).toBeLessThanOrEqual(10)
        }
        lru.clear()
        expect([lru.size, lru.weight]).toEqual([0, 0])
      }),
    )
  })
})

/** The same promises kept the slow way: a list in order of use. */
function naive(bound: number) {
  let entries: [string, number][] = []
  const weight = (): number => entries.reduce((sum, [, each]) => sum + each, 0)
  const without = (key: string): [string, number][] => entries.filter(([name]) => name !== key)
  return {
    get(key: string): number | undefined {
      const known = entries.find(([name]) => name === key)
      if (known !== undefined) entries = [...without(key), known]
      return known?.[1]
    },
    set(key: string, value: number): void {
      entries = value > bound ? without(key) : [...without(key), [key, value]]
      while (weight() > bound) entries.shift()
    },
    delete(key: string): void {
      entries = without(key)
    },
    sizes: (): number[] => [entries.length, weight()],
  }
}

describe('an aging cache', () => {
  test('forgets an entry at its age, and not before', async () => {
    const clock = fakeClock()
    const cache = createAgingCache<number>(10, clock)
    cache.set('a', 1, 1_000)
    await clock.advance(999)
    expect(cache.get('a')).toBe(1)
    await clock.advance(1)
    expect(cache.get('a')).toBeUndefined()
  })

  test('renews the age with each set, and deletes at once', async () => {
    const clock = fakeClock()
    const cache = createAgingCache<number>(10, clock)
    cache.set('a', 1, 1_000)
    await clock.advance(900)
    cache.set('a', 2, 1_000)
    await clock.advance(900)
    expect(cache.get('a')).toBe(2)
    cache.delete('a')
    expect(cache.get('a')).toBeUndefined()
  })

  test('holds no more entries than its bound', () => {
    const cache = createAgingCache<number>(2, fakeClock())
    for (const [index, key] of ['a', 'b', 'c'].entries()) cache.set(key, index, 1_000)
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([undefined, 1, 2])
  })
})
