import type { PriceCandle } from '../contract/models.js'
import { HOUR_MS } from '../contract/resolution.js'
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
  /** The edge if it covers the span and is younger than that. */
  fresh(key: string, span: Span, maxAgeMs: number, now: number): LiveEdge | undefined
  /** The last edge, whatever its age. */
  last(key: string): LiveEdge | undefined
  /**
   * Takes a newly fetched edge. A fetch cut into pieces may bring an edge in parts: a part that touches a young one
   * joins it, and is as old as the older of the two.
   */
  add(key: string, edge: LiveEdge, stepMs: number): void
}

/** How long a live edge is believed: a sixtieth of its step, at least a second (design: section 6). */
export function liveMaxAgeMs(stepMs: number): number {
  return Math.max(1_000, stepMs / 60)
}

/**
 * The same for candles of a step that are built from finer ones: they need not be younger than native ones would be,
 * and are never more than a minute old.
 */
export function builtMaxAgeMs(stepMs: number, nativeMs: number): number {
  return liveMaxAgeMs(Math.max(nativeMs, Math.min(stepMs, HOUR_MS)))
}

export function createLiveEdges(maxSeries = 2_000): LiveEdges {
  const edges = createLru<LiveEdge>(maxSeries)
  return {
    fresh(key, span, maxAgeMs, now) {
      const edge = edges.get(key)
      if (edge === undefined || now - edge.fetchedAt >= maxAgeMs) return undefined
      return edge.span.from <= span.from && edge.span.to >= span.to ? edge : undefined
    },
    last: (key) => edges.get(key),
    add(key, edge, stepMs) {
      const known = edges.get(key)
      const isYoung = known !== undefined && edge.fetchedAt - known.fetchedAt < liveMaxAgeMs(stepMs)
      edges.set(key, isYoung && touches(known.span, edge.span) ? joined(known, edge) : edge)
    },
  }
}

function touches(a: Span, b: Span): boolean {
  return a.from <= b.to && b.from <= a.to
}

/** Where both know something the newer one is right. */
function joined(known: LiveEdge, newer: LiveEdge): LiveEdge {
  const kept = known.bars.filter(({ timestamp }) => timestamp < newer.span.from || timestamp >= newer.span.to)
  const isCovered = known.span.from >= newer.span.from && known.span.to <= newer.span.to
  return {
    span: { from: Math.min(known.span.from, newer.span.from), to: Math.max(known.span.to, newer.span.to) },
    bars: [...kept, ...newer.bars].sort((a, b) => a.timestamp - b.timestamp),
    fetchedAt: isCovered ? newer.fetchedAt : Math.min(known.fetchedAt, newer.fetchedAt),
  }
}
