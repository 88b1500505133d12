import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { Status } from '../../venue-kit/contract/venue.js'

/** A venue's list, as daemons identify it to each other. Only lists of the venues' own addresses are shared. */
export interface SharedListName {
  readonly venue: VenueId
  readonly status: Status
}

/** A list that one daemon read to its end. */
export interface SharedList {
  /** Unique among all lists, including those of other venues. */
  readonly id: string
  /** When that daemon began to read it, epoch ms. */
  readonly beganAt: number
}

/**
 * Venue lists that daemons share, as the responses from which one daemon read them. They are responses rather than rows, so that
 * each daemon checks and maps them like its own, even in a different version of this program. Every method rejects if the tier is
 * unreachable.
 */
export interface ListTier {
  /** Returns the newest list that was read to its end and begun after a time, epoch ms, or undefined if there is none. */
  find(list: SharedListName, after: number, signal: AbortSignal): Promise<SharedList | undefined>
  /** Returns a response of a list, or undefined if the list has no response with that key. */
  response(id: string, key: string, signal: AbortSignal): Promise<Uint8Array | undefined>
  /** Adds a response of a list that is being read. */
  addResponse(id: string, key: string, body: Uint8Array, signal: AbortSignal): Promise<void>
  /** Makes a list available to other daemons, and later deletes those that it replaces. */
  publish(list: SharedListName, read: SharedList, signal: AbortSignal): Promise<void>
}
