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
 * @param maxWeight total weight kept; an entry heavier than this alone is not kept at all
 * @param weigh weight of an entry; 1 each by default, so that the bound is a count
 */
export function createLru<Value>(maxWeight: number, weigh: (value: Value) => number = () => 1): Lru<Value> {
  const entries = new Map<string, { readonly value: Value; readonly weight: number }>()
  let total = 0

  function remove(key: string): void {
    const entry = entries.get(key)
    if (entry === undefined) return
    entries.delete(key)
    total -= entry.weight
  }

  return {
    get size() {
      return entries.size
    },
    get weight() {
      return total
    },
    get(key) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    set(key, value) {
      remove(key)
      const weight = weigh(value)
      if (weight > maxWeight) return
      entries.set(key, { value, weight })
      total += weight
      for (const oldest of entries.keys()) {
        if (total <= maxWeight) break
        remove(oldest)
      }
    },
    delete: remove,
    values: () => [...entries.values()].map(({ value }) => value),
    clear() {
      entries.clear()
      total = 0
    },
  }
}

/** An {@link Lru} whose entries also end after an age. */
export interface AgingCache<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value, maxAgeMs: number): void
  delete(key: string): void
}

/** The bounds are those of {@link createLru}. */
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
