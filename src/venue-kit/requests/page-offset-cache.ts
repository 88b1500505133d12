import type { MemoKey } from '../contract/memo.js'
import type { VenueContext } from '../contract/venue.js'

/** An old place in a list that is newest first: what stood there was made at `at`. Newer rows only push it down. */
interface Waypoint {
  /** Counted from the newest row, in rows or pages. */
  readonly place: number
  /** Epoch ms. */
  readonly at: number
}

/** Where earlier walks down a list came by, so that a walk for old rows need not begin with the newest. */
export type Waypoints = readonly Waypoint[]

/** The deepest known place that is certainly not past rows older than `before` (epoch ms); undefined for none. */
export function findOffset(
  memory: MemoKey<Waypoints>,
  list: string,
  before: number,
  ctx: VenueContext,
): number | undefined {
  const places = (ctx.memo.get(memory, list) ?? []).flatMap(({ at, place }) => (at >= before ? [place] : []))
  return places.length === 0 ? undefined : Math.max(...places)
}

/** Remembers a place, unless one is known that is nearer than `apart` places. */
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
