import type { BookLevel } from '../world/common/types.js'

/** Returns the changed levels with their new size; 0 for a removed level. */
export function compareLevels(before: readonly BookLevel[], now: readonly BookLevel[]): readonly BookLevel[] {
  const old = new Map(before.map(({ price, size }) => [price, size]))
  const changed = now.filter(({ price, size }) => old.get(price) !== size)
  const kept = new Set(now.map(({ price }) => price))
  return [
    ...before.filter(({ price }) => !kept.has(price)).map(({ price }) => ({ price, size: 0 })),
    ...changed,
  ]
}
