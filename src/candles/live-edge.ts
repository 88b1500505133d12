import type { PriceCandle } from '../contract/models.js'
import { createLru } from '../policy/lru.js'
import type { Span } from '../venues/venue.js'

/** Candles that are not final yet, as last seen. Kept in memory only: they are never stored as fact. */
interface LiveEdge {
  /** Open times that were asked for. */
  readonly span: Span
  readonly bars: readonly PriceCandle[]
  readonly fetchedAt: number
}

export interface LiveEdges {
  /** The edge if it covers the span and is young enough for its step. */
  fresh(key: string, span: Span, stepMs: number, now: number): LiveEdge | undefined
  /** The last edge, whatever its age. */
  last(key: string): LiveEdge | undefined
  set(key: string, edge: LiveEdge): void
}

/** How long a live edge is believed: a sixtieth of its step, at least a second (design: section 6). */
export function liveMaxAgeMs(stepMs: number): number {
  return Math.max(1_000, stepMs / 60)
}

export function createLiveEdges(maxSeries = 2_000): LiveEdges {
  const edges = createLru<LiveEdge>(maxSeries)
  return {
    fresh(key, span, stepMs, now) {
      const edge = edges.get(key)
      if (edge === undefined || now - edge.fetchedAt >= liveMaxAgeMs(stepMs)) return undefined
      return edge.span.from <= span.from && edge.span.to >= span.to ? edge : undefined
    },
    last: (key) => edges.get(key),
    set: (key, edge) => edges.set(key, edge),
  }
}
