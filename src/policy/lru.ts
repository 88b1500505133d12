import { LRUCache } from 'lru-cache'
import type { Clock } from '../effects/clock.js'

/** A map bounded by a total weight; the entry unused for longest goes first. */
export interface Lru<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  delete(key: string): void
  clear(): void
  /** The one unused for longest first. */
  values(): Value[]
  readonly size: number
  readonly weight: number
}

/**
 * @param maxWeight total weight kept, 0 for nothing; an entry heavier than this alone is not kept at all
 * @param weigh weight of an entry, counted as a whole number of at least 1; 1 each by default: the bound is a count
 */
export function createLru<Value extends object | string | number>(
  maxWeight: number,
  weigh: (value: Value) => number = () => 1,
): Lru<Value> {
  // Bounded by weight even where that is a count: `max` would reserve room for all entries before the first one comes.
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
      // The library weighs only what is another value; ours may have grown since it was set.
      cache.delete(key)
      if (maxWeight >= 1) cache.set(key, value)
    },
    delete: (key) => void cache.delete(key),
    values: () => [...cache.rvalues()].filter((value) => value !== undefined),
    clear: () => cache.clear(),
  }
}

/** An {@link Lru} whose entries also end after an age. */
export interface AgingCache<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value, maxAgeMs: number): void
  delete(key: string): void
}

/** The bounds are those of {@link createLru}. Ages are ours: the library's end a millisecond late, and 0 never. */
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
