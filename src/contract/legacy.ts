import type { MethodName } from './methods.js'

/**
 * Rewrites positional arguments of older clients into today's shape (contract: methods, "Legacy and implicit names").
 * What needs no rewriting comes back as it is.
 */
export function modernArguments(method: MethodName, raw: readonly unknown[]): readonly unknown[] {
  if (method === 'fetchOrderBook') return bookArguments(raw)
  return raw
}

/** Clients up to 2.42 send `fetchOrderBook(id, side)`: a word in the place of the limit is the side. */
function bookArguments(raw: readonly unknown[]): readonly unknown[] {
  const [outcomeId, second, params] = raw
  if (typeof second !== 'string' || !/^[a-z]+$/i.test(second)) return raw
  const given = typeof params === 'object' && params !== null ? params : {}
  return [outcomeId, undefined, { ...given, side: second.toLowerCase() }]
}
