import type { Clock } from '../../effects/clock.js'
import { type AgingCache, createAgingCache } from '../../policy/lru.js'

/**
 * Caches slowly changing facts of one venue between calls. The adapter chooses the facts and their maximum age, and the memo
 * bounds the size. It must not be used for prices, books or candles.
 */
export interface Memo {
  get<Value>(key: MemoKey<Value>, id: string): Value | undefined
  set<Value>(key: MemoKey<Value>, id: string, value: Value): void
  delete(key: MemoKey<unknown>, id: string): void
  /** It ignores entries that were set before its creation. */
  readonly isRenewed?: true
}

/** A kind of fact: its name, its type and its maximum age. */
export interface MemoKey<Value> {
  readonly name: string
  readonly maxAgeMs: number
  /** Ties the value's type to the key. */
  readonly sample?: Value
}

/** Declares a kind of fact. */
export function defineMemoKey<Value>(name: string, maxAgeMs: number): MemoKey<Value> {
  return { name, maxAgeMs }
}

export function createMemo(maxEntries: number, clock: Clock): Memo {
  const cache: AgingCache<unknown> = createAgingCache<unknown>(maxEntries, clock)
  return {
    get<Value>(key: MemoKey<Value>, id: string) {
      // `set` is the only writer and takes the same key type.
      return cache.get(`${key.name} ${id}`) as Value | undefined
    },
    set(key, id, value) {
      cache.set(`${key.name} ${id}`, value, key.maxAgeMs)
    },
    delete: (key, id) => cache.delete(`${key.name} ${id}`),
  }
}

/** Returns the part of a memo that belongs to one holder, because the same ids mean different facts for other holders. */
export function partOf(memo: Memo, holder: string): Memo {
  return {
    get: (key, id) => memo.get(key, `${holder} ${id}`),
    set: (key, id, value) => memo.set(key, `${holder} ${id}`, value),
    delete: (key, id) => memo.delete(key, `${holder} ${id}`),
  }
}

/**
 * Returns the cached value, or loads and caches it.
 * @param isCached whether a loaded value is cached; by default all but undefined
 */
export async function remember<Value>(
  memo: Memo,
  key: MemoKey<Value>,
  id: string,
  load: () => Promise<Value>,
  isCached = (value: Value): boolean => value !== undefined,
): Promise<Value> {
  const known = memo.get(key, id)
  if (known !== undefined) return known
  const value = await load()
  if (isCached(value)) memo.set(key, id, value)
  return value
}

/** Does the same for a list or map. An empty one is not cached, because a response may be blank. */
export function rememberFilled<Value extends { readonly length: number } | { readonly size: number }>(
  memo: Memo,
  key: MemoKey<Value>,
  id: string,
  load: () => Promise<Value>,
): Promise<Value> {
  return remember(memo, key, id, load, (value) => ('size' in value ? value.size : value.length) > 0)
}

/** Returns a memo that ignores entries older than this call. */
export function renewMemo(memo: Memo): Memo {
  const told = new Set<string>()
  return {
    isRenewed: true,
    get: (key, id) => (told.has(`${key.name} ${id}`) ? memo.get(key, id) : undefined),
    set(key, id, value) {
      told.add(`${key.name} ${id}`)
      memo.set(key, id, value)
    },
    delete: (key, id) => memo.delete(key, id),
  }
}
