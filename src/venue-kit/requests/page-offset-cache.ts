import type { MemoKey } from '../contract/memo.js'
import type { VenueContext } from '../contract/venue.js'

/** A known position in a list that is newest first: its row was created at `at`. Newer rows only push it down. */
interface Waypoint {
  /** Counted from the newest row, in rows or pages. */
  readonly place: number
  /** Epoch ms. */
  readonly at: number
}

/** Positions of earlier paginations, so that a search for old rows need not begin with the newest. */
export type Waypoints = readonly Waypoint[]

/**
 * Returns the deepest known position that is certainly before all rows older than `before` (epoch ms), or undefined for
 * none.
 */
export function findOffset(
  memory: MemoKey<Waypoints>,
  list: string,
  before: number,
  ctx: VenueContext,
): number | undefined {
  const places = (ctx.memo.get(memory, list) ?? []).flatMap(({ at, place }) => (at >= before ? [place] : []))
  return places.length === 0 ? undefined : Math.max(...places)
}

/** Stores a position, unless a known one is nearer than `apart`. */
export function rememberOffset(
  memory: MemoKey<Waypoints>,
  list: string,
  waypoint: Waypoint,
  apart: number,
  ctx: VenueContext,
): void {
  const known = ctx.memo.get(memory, list) ?? []
  if (waypoint.place < apart || known.some(({ place }) => Math.abs(place - waypoint.place) < apart)) return
  ctx.memo.set(memory, list, [...known, waypoint])
}
