import type { MethodName } from '../../api/arguments/methods.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { Priority } from '../../policy/urgency.js'
import type { ListState } from './response-shapes.js'
import type { WatchUntil } from './watch-types.js'

/** An API response, which is the same from a daemon over HTTP and from the core in this process. */
export interface ApiReply {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** The envelope. */
  readonly body: unknown
}

/** The reason why candles are not stored on disk. */
export interface StoreTrouble {
  readonly reason: string
  /** The number of candles waiting in memory, or undefined if it is unknown. */
  readonly unsaved: number | undefined
}

/** Options of a method call. */
export interface CallTerms {
  /** `background` gives way to all other calls. The default is interactive. */
  readonly priority?: Priority | undefined
  /** Whether a stored list is synced again. */
  readonly renews?: boolean | undefined
  /** Aborts when the caller no longer waits. An order in progress is completed. */
  readonly signal?: AbortSignal | undefined
}

/** A way to call the API. */
export interface ApiCaller {
  /** The source of responses for display: an address, or this process. */
  readonly where: string
  /**
   * Calls a method with positional arguments. `null` omits one.
   * @throws CommandFailed if there is no response; a failure of the method itself is a reply
   */
  call(venue: VenueId, method: MethodName, args: readonly unknown[], terms?: CallTerms): Promise<ApiReply>
  watch: WatchUntil
  /** Returns the stored lists of a venue. */
  lists(venue: VenueId): Promise<readonly ListState[]>
  /** The number of calls sent to venues so far, if known. */
  venueCalls(): number | undefined
  /** Returns why candles are not stored on disk, or undefined if they are stored or this is unknown. */
  storeTrouble(): Promise<StoreTrouble | undefined>
  /** Releases everything, so that the process can end. */
  close(): Promise<void>
}
