import type { PriceCandle } from '../../api/models/models.js'
import { MIN_SPIKE, SPIKE_MEDIANS } from './quality-report.js'

/** Moves are counted in thousandths of the price range, so that memory use does not grow with the series. */
const BUCKETS = 1_000

/** Collects the moves between consecutive closes in a series of any length, and evaluates the largest ones. */
export interface Moves {
  add(before: PriceCandle, after: PriceCandle): void
  /** Returns a description of the spikes, or undefined if there is none. */
  spikes(): { readonly timestamp: number; readonly problem: string } | undefined
}

export function createMoves(): Moves {
  const counts = new Uint32Array(BUCKETS + 1)
  let total = 0
  let farthest = { move: 0, at: 0, from: 0, to: 0 }
  return {
    add({ close: from }, { close: to, timestamp: at }) {
      const move = Math.abs(to - from)
      const bucket = Math.min(BUCKETS, Math.round(move * BUCKETS))
      counts[bucket] = (counts[bucket] ?? 0) + 1
      total++
      if (move > farthest.move) farthest = { move, at, from, to }
    },
    spikes() {
      const limit = Math.max(MIN_SPIKE, SPIKE_MEDIANS * medianOf(counts, total))
      const count = counts.reduce((sum, at, bucket) => (bucket / BUCKETS > limit ? sum + at : sum), 0)
      if (count === 0) return undefined
      const { from, to, at } = farthest
      return {
        timestamp: at,
        problem: `${count} of ${total} closing prices are far from the previous one, for example from ${from} to ${to}`,
      }
    },
  }
}

function medianOf(counts: Uint32Array, total: number): number {
  let seen = 0
  const bucket = counts.findIndex((count) => {
    seen += count
    return seen * 2 >= total
  })
  return Math.max(0, bucket) / BUCKETS
}
