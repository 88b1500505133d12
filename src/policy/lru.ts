import { LRUCache } from 'lru-cache'
import type { Clock } from '../effects/clock.js'

/** A map bounded by a total weight. The least recently used entry is removed first. */
export interface Lru<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  delete(key: string): void
  clear(): void
  /** Returns the values, least recently used first. */
  values(): Value[]
  readonly size: number
  readonly weight: number
}

/**
 * @param maxWeight total weight, 0 for no entries. An entry heavier than this alone is not stored.
 * @param weigh weight of an entry, as an integer of at least 1. It is 1 by default, so the bound is a count.
 */
export function createLru<Value extends object | string | number>(
  maxWeight: number,
  weigh: (value: Value) => number = () => 1,
): Lru<Value> {
  // Bounded by weight even if that is a count: `max` would allocate all entries in advance.
  const cache = new LRUCache<string, Value>({
    maxSize: Math.max(1, Math.floor(maxWeight)),
    sizeCalculation: (value) => Math.max(1, Math.ceil(weigh(value))),
  })
  return {
    get size() {
      return cache.size
    },
    get weight() {
      return cache.calculatedSize
    },
    get: (key) => cache.get(key),
    set(key, value) {
      // The library weighs only a different value, but this one may have grown since it was set.
      cache.delete(key)
      if (maxWeight >= 1) cache.set(key, value)
    },
    delete: (key) => void cache.delete(key),
    values: () => [...cache.rvalues()].filter((value) => value !== undefined),
    clear: () => cache.clear(),
  }
}

/** An {@link Lru} whose entries also expire. */
export interface AgingCache<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value, maxAgeMs: number): void
  delete(key: string): void
}

/**
 * Creates a cache with the bounds of {@link createLru}. It computes ages itself, because the library's entries expire a
 * millisecond late, and never with a time of 0.
 */
export function createAgingCache<Value>(
  maxWeight: number,
  clock: Clock,
  weigh: (value: Value) => number = () => 1,
): AgingCache<Value> {
  type Entry = { readonly value: Value; readonly expiresAt: number }
  const lru = createLru<Entry>(maxWeight, ({ value }) => weigh(value))
  return {
    get(key) {
      const entry = lru.get(key)
      if (entry === undefined) return undefined
      if (entry.expiresAt > clock.monotonic()) return entry.value
      lru.delete(key)
      return undefined
    },
    set(key, value, maxAgeMs) {
      lru.set(key, { value, expiresAt: clock.monotonic() + maxAgeMs })
    },
    delete: (key) => lru.delete(key),
  }
}
