import type { StreamMessage } from '../../venue-kit/contract/stream-source.js'

/** About 100 bytes each. */
const MAX_LEVELS = 200_000

/** The limit on changes that wait while their book is read, shared by all books on a venue's sockets. */
export interface PendingChangeLimit {
  /** Reserves capacity for this many levels. Returns whether there was enough. */
  take(levels: number): boolean
  giveBack(levels: number): void
}

export function createPendingChangeLimit(most = MAX_LEVELS): PendingChangeLimit {
  let taken = 0
  return {
    take(levels) {
      if (taken + levels > most) return false
      taken += levels
      return true
    },
    giveBack(levels) {
      taken -= levels
    },
  }
}

export type ChangesMessage = Extract<StreamMessage, { kind: 'changes' }>

/** The changes of one book while it is being read. */
export interface PendingChanges {
  /** Starts storing changes. Stored ones remain. */
  begin(): void
  readonly isBegun: boolean
  /** Stores a change, if changes are being stored. @returns false if the limit is reached */
  take(message: ChangesMessage): boolean
  /** @returns the stored changes, and stops storing */
  drop(): readonly ChangesMessage[]
}

export function createPendingChanges(room: PendingChangeLimit): PendingChanges {
  let kept: ChangesMessage[] | undefined
  let levels = 0
  return {
    begin() {
      kept ??= []
    },
    get isBegun() {
      return kept !== undefined
    },
    take(message) {
      if (kept === undefined) return true
      // A frame without levels takes capacity too.
      const needed = 1 + message.changes.length
      if (!room.take(needed)) return false
      levels += needed
      kept.push(message)
      return true
    },
    drop() {
      const dropped = kept ?? []
      room.giveBack(levels)
      kept = undefined
      levels = 0
      return dropped
    },
  }
}
