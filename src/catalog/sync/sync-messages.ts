import type { ErrorCode, PmxErrorOptions } from '../../api/envelope/errors.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { StorageFault } from '../../storage/faults.js'
import type { VenueReply, VenueRequest } from '../../transport/call.js'
import type { Status } from '../../venue-kit/contract/venue.js'
import type { UnknownWord } from '../../venue-kit/payload/native-enums.js'
import type { Omitted } from '../../venue-kit/payload/response-notes.js'
import type { ShrunkenList, SyncSize } from '../file/catalog-writer.js'
import type { StoredSingleRows } from '../file/page-writer.js'
import type { ListColumns } from '../rows/columns.js'
import type { RowKind } from '../rows/row-numbers.js'

/** What the thread that writes the catalog is asked to do. */
export interface Jobs {
  /** Reads a venue's lists of one status, and puts them into columns; nobody sees them yet. */
  readonly walk: {
    readonly asked: {
      readonly venue: VenueId
      readonly status: Status
      /** Where the venue is asked, as the writer keeps it: '' for its own addresses. */
      readonly address: string
      /** As in `WalkTerms`. */
      readonly youngest: number
    }
    readonly done: ReadWalk & {
      readonly columns: Readonly<Record<RowKind, ListColumns>>
      /** Rows on its pages, and on those of the list that it would replace, without what should have closed by now. */
      readonly sizes: { readonly now: SyncSize; readonly before?: SyncSize }
      /** A market that it lacks, and the list before had, is still open by itself. */
      readonly lacksOpen: boolean
      /** The doubt about earlier readings of it, which this or another process dropped. */
      readonly doubt?: ShrunkenList
    }
  }
  /** Makes what was read the list's generation: once its columns are where they are asked for. */
  readonly publish: { readonly asked: ReadWalk; readonly done: null }
  /** Forgets a list that was read, and is not to be published before another reading agrees. */
  readonly drop: {
    readonly asked: { readonly walk: number; readonly doubt: ShrunkenList }
    readonly done: null
  }
  /** Puts a generation into columns. */
  readonly columns: {
    readonly asked: { readonly walk: number; readonly kind: RowKind }
    readonly done: ListColumns
  }
  /** Keeps rows that were read by themselves. */
  readonly singles: { readonly asked: SingleRows; readonly done: null }
  /** Deletes what was superseded before the instant. */
  readonly prune: { readonly asked: { readonly before: number }; readonly done: null }
}

/** Rows of one venue that were read by themselves, such as by their ids. */
export interface SingleRows extends StoredSingleRows {
  readonly venue: VenueId
  /** As for a walk. */
  readonly address: string
  /** Whether the venue lists its markets by themselves. */
  readonly listsMarkets: boolean
}

/** A list that was read to its end. */
interface ReadWalk {
  readonly walk: number
  /** Whether it holds everything that the venue lists. */
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
      readonly toldAt?: number
    }
  | { readonly kind: 'failure'; readonly question: number; readonly error: SerializedError }

export type FromThread =
  /** The thread has no way to the venues of its own. */
  | {
      readonly kind: 'ask'
      readonly job: number
      readonly question: number
      readonly request: VenueRequest
    }
  | { readonly kind: 'progress'; readonly job: number; readonly rows: number }
  /** Words of venues that no table has, since the last message. */
  | { readonly kind: 'words'; readonly words: readonly UnknownWord[] }
  | { readonly kind: 'done'; readonly job: number; readonly result: Jobs[JobName]['done'] }
  | { readonly kind: 'failed'; readonly job: number; readonly error: SerializedError }
  | {
      readonly kind: 'log'
      readonly level: 'debug' | 'info' | 'warn' | 'error'
      readonly fields: Readonly<Record<string, unknown>>
      readonly message: string
    }

/** An error on its way to another thread, where it is one of its kind again. */
export type SerializedError =
  | {
      readonly kind: 'told'
      readonly code: ErrorCode
      readonly message: string
      readonly options: Omit<PmxErrorOptions, 'cause'>
    }
  | { readonly kind: 'storage'; readonly fault: StorageFault; readonly message: string }
  | { readonly kind: 'bug'; readonly message: string }

/** The end of a port as either thread holds it: of Node's `Worker`, `parentPort` and `MessagePort`. */
export interface Port<Sent, Received> {
  postMessage(message: Sent, transfer?: readonly ArrayBuffer[]): void
  on(event: 'message', listener: (message: Received) => void): void
}
