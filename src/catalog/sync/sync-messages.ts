import type { ErrorCode, PmxErrorOptions } from '../../api/envelope/errors.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { StorageFault } from '../../storage/faults.js'
import type { VenueReply, VenueRequest } from '../../transport/call-types.js'
import type { Status } from '../../venue-kit/contract/venue.js'
import type { UnknownWord } from '../../venue-kit/payload/native-enums.js'
import type { Omitted } from '../../venue-kit/payload/response-notes.js'
import type { MissingSample, ShrunkenList, SyncSize } from '../file/catalog-writer.js'
import type { StoredSingleRows } from '../file/page-writer.js'
import type { ListColumns } from '../rows/columns.js'
import type { RowKind } from '../rows/row-numbers.js'

/** The jobs of the thread that writes the catalog. */
export interface Jobs {
  /** Syncs a venue's lists of one status and builds their columns, without publishing them. */
  readonly walk: {
    readonly asked: {
      readonly venue: VenueId
      readonly status: Status
      /** Address of the venue, as the writer stores it: '' for its own addresses. */
      readonly address: string
      /** As in `WalkTerms`. */
      readonly youngest: number
      /** When another daemon began to read the responses that are used, epoch ms. Absent if the venue is called. */
      readonly takenAt?: number
    }
    readonly done: ReadWalk & {
      readonly columns: Readonly<Record<RowKind, ListColumns>>
      /** Number of rows of this list and of the list that it would replace, without rows that should have closed by now. */
      readonly sizes: { readonly now: SyncSize; readonly before?: SyncSize }
      /** Number of markets of the earlier list that this list lacks, unless their own lookups show that they have closed. */
      readonly lost: number
      /** Whether a market of the earlier list, which this list lacks, is still open when looked up. */
      readonly lacksOpen: boolean
      /** Markets of the earlier list that it lacks, and whether the doubted sync before it lacked about the same ones. */
      readonly missing: MissingSample
      readonly lacksSame: boolean
      /** Whether an earlier run stored the first pages. */
      readonly isContinued: boolean
      /** The doubt about earlier syncs of it, which this or another process discarded. */
      readonly doubt?: ShrunkenList
    }
  }
  /** Makes the synced list the current generation, after its columns are cached. */
  readonly publish: { readonly asked: ReadWalk; readonly done: null }
  /** Discards a synced list. It is not published before another sync agrees. */
  readonly drop: {
    readonly asked: { readonly walk: number; readonly doubt: ShrunkenList }
    readonly done: null
  }
  /** Builds the columns of a generation. */
  readonly columns: {
    readonly asked: { readonly walk: number; readonly kind: RowKind }
    readonly done: ListColumns
  }
  /** Stores rows that were fetched individually. */
  readonly singles: { readonly asked: SingleRows; readonly done: null }
  /** Deletes lists that were superseded before the instant, epoch ms. */
  readonly prune: {
    readonly asked: { readonly before: number; readonly isClockRight: boolean }
    readonly done: null
  }
}

/** Rows of one venue that were fetched individually, such as by id. */
export interface SingleRows extends StoredSingleRows {
  readonly venue: VenueId
  /** As for `walk`. */
  readonly address: string
  /** Whether the venue lists its markets separately. */
  readonly listsMarkets: boolean
}

/** A list that was synced to its end. */
interface ReadWalk {
  readonly walk: number
  /** Whether it contains everything that the venue lists. */
  readonly isWhole: boolean
  readonly omitted: Omitted
}

export type JobName = keyof Jobs

type Start = { [Name in JobName]: { readonly name: Name; readonly asked: Jobs[Name]['asked'] } }[JobName]

export type ToThread =
  | ({ readonly kind: 'start'; readonly job: number } & Start)
  | { readonly kind: 'stop'; readonly job: number }
  | {
      readonly kind: 'answer'
      readonly question: number
      readonly reply: VenueReply
      readonly venueTime?: number
    }
  | { readonly kind: 'failure'; readonly question: number; readonly error: SerializedError }

export type FromThread =
  /** The thread has no connection to the venues, so it sends its requests to the main thread. */
  | {
      readonly kind: 'ask'
      readonly job: number
      readonly question: number
      readonly request: VenueRequest
    }
  | { readonly kind: 'progress'; readonly job: number; readonly rows: number }
  /** Unknown native words of venues since the last message. */
  | { readonly kind: 'words'; readonly words: readonly UnknownWord[] }
  | { readonly kind: 'done'; readonly job: number; readonly result: Jobs[JobName]['done'] }
  | { readonly kind: 'failed'; readonly job: number; readonly error: SerializedError }
  | {
      readonly kind: 'log'
      readonly level: 'debug' | 'info' | 'warn' | 'error'
      readonly fields: Readonly<Record<string, unknown>>
      readonly message: string
    }

/** An error in a message to another thread, which rebuilds it. */
export type SerializedError =
  | {
      readonly kind: 'told'
      readonly code: ErrorCode
      readonly message: string
      readonly options: Omit<PmxErrorOptions, 'cause'>
    }
  | { readonly kind: 'storage'; readonly fault: StorageFault; readonly message: string }
  | { readonly kind: 'bug'; readonly message: string }

/** One end of a port in either thread: a Node `Worker`, `parentPort` or `MessagePort`. */
export interface Port<Sent, Received> {
  postMessage(message: Sent, transfer?: readonly ArrayBuffer[]): void
  on(event: 'message', listener: (message: Received) => void): void
}
