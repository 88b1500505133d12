import { subtract } from '../api/span.js'
import type { CandleCommit, Coverage, CoverageKind } from './store.js'

/** How the ledger of a series grows, the same in every store. Lists are ascending and disjoint. */

/** The parts of new entries, in any order, about which nothing is known yet. */
export function unknownParts(entries: CandleCommit['coverage'], covered: readonly Coverage[]): Coverage[] {
  const added: Coverage[] = []
  let place = 0
  let upTo = Number.NEGATIVE_INFINITY
  for (const entry of [...entries].sort((a, b) => a.from - b.from)) {
    // An entry that an earlier one of the same commit reaches into says only what that one does not.
    const from = Math.max(entry.from, upTo)
    if (from >= entry.to) continue
    upTo = entry.to
    while ((covered[place]?.to ?? Number.POSITIVE_INFINITY) <= from) place++
    const near: Coverage[] = []
    for (let at = place; (covered[at]?.from ?? Number.POSITIVE_INFINITY) < entry.to; at++) {
      const known = covered[at]
      if (known !== undefined) near.push(known)
    }
    for (const part of subtract({ from, to: entry.to }, near)) added.push({ ...entry, ...part })
  }
  return added
}

/** Spans that were asked for: whether candles came or not is seen from the candles. */
const asked: ReadonlySet<CoverageKind> = new Set(['data', 'proven_empty'])

/**
 * Two entries as one where they touch and say the same; undefined where they do not. A quiet market is asked minute by
 * minute, now with and now without a candle: that is one span of data, not a row a minute.
 */
export function joined(a: Coverage, b: Coverage): Coverage | undefined {
  if (a.route !== b.route || a.to < b.from || b.to < a.from) return undefined
  if (a.kind !== b.kind && !(asked.has(a.kind) && asked.has(b.kind))) return undefined
  return {
    from: Math.min(a.from, b.from),
    to: Math.max(a.to, b.to),
    kind: a.kind === b.kind ? a.kind : 'data',
    route: a.route,
    fetchedAt: Math.max(a.fetchedAt, b.fetchedAt),
  }
}

/** A ledger with its neighbours joined. */
export function tidied(entries: readonly Coverage[]): Coverage[] {
  const tidy: Coverage[] = []
  for (const entry of entries) {
    const last = tidy.at(-1)
    const both = last === undefined ? undefined : joined(last, entry)
    if (both === undefined) tidy.push(entry)
    else tidy[tidy.length - 1] = both
  }
  return tidy
}
