import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { Status } from '../../venue-kit/contract/venue.js'

/** A list of a venue, as daemons name it to each other. Only lists of the venues' own addresses are shared. */
export interface SharedListName {
  readonly venue: VenueId
  readonly status: Status
}

/** A list that one daemon read to its end. */
export interface SharedList {
  /** Unique among all lists, also those of other venues. */
  readonly id: string
  /** When that daemon began to read it, epoch ms. */
  readonly beganAt: number
}

/**
 * Lists of venues that daemons share: the responses from which one daemon read them. They are responses and not rows, so that
 * each daemon checks and maps them as it does those that it requests itself, also in another version of this program. Every
 * method rejects when the tier cannot be reached.
 */
export interface ListTier {
  /** Returns the newest list that was read to its end and begun after a time, epoch ms, or undefined if there is none. */
  find(list: SharedListName, after: number, signal: AbortSignal): Promise<SharedList | undefined>
  /** Returns a response of a list, or undefined if the list has no response of that key. */
  response(id: string, key: string, signal: AbortSignal): Promise<Uint8Array | undefined>
  /** Adds a response of a list that is being read. */
  addResponse(id: string, key: string, body: Uint8Array, signal: AbortSignal): Promise<void>
  /** Shows a list to the other daemons, and deletes those that it replaces after a while. */
  publish(list: SharedListName, read: SharedList, signal: AbortSignal): Promise<void>
}
