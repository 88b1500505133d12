import type { MethodName } from '../../api/arguments/methods.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { Priority } from '../../policy/urgency.js'
import type { ListState } from './response-shapes.js'
import type { WatchUntil } from './watch-types.js'

/** An answer of the API, the same from a daemon over HTTP and from the core in this process. */
export interface ApiReply {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** The envelope. */
  readonly body: unknown
}

/** Why candles are not stored for good. */
export interface StoreTrouble {
  readonly reason: string
  /** Candles that wait in memory; undefined where nobody counts them. */
  readonly unsaved: number | undefined
}

/** How a method is called. */
export interface CallTerms {
  /** `background` gives way to everybody else's calls; default: interactive. */
  readonly priority?: Priority | undefined
  /** A list that is kept is to be read anew. */
  readonly renews?: boolean | undefined
  /** Aborts when nobody waits for the answer any more. An order that was begun is seen through. */
  readonly signal?: AbortSignal | undefined
}

/** One way to call the API. */
export interface ApiCaller {
  /** Who answers, for people: an address, or that it is this process. */
  readonly where: string
  /**
   * Calls a method with positional arguments; `null` leaves one out.
   * @throws CommandFailed when nobody answers; a failure of the method itself is a reply
   */
  call(venue: VenueId, method: MethodName, args: readonly unknown[], terms?: CallTerms): Promise<ApiReply>
  watch: WatchUntil
  /** The lists of a venue that are kept. */
  lists(venue: VenueId): Promise<readonly ListState[]>
  /** Calls sent to venues so far, where that is known. */
  venueCalls(): number | undefined
  /** Undefined while what is fetched is stored for good, and where that is not known. */
  storeTrouble(): Promise<StoreTrouble | undefined>
  /** Gives everything back, so that the process can end by itself. */
  close(): Promise<void>
}
