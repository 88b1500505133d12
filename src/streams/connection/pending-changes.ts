import type { StreamMessage } from '../../venue-kit/contract/stream-source.js'

/** Some 100 bytes each. */
const MAX_LEVELS = 200_000

/** Room for changes that wait until the book they belong to has been read, shared by all books of a venue's sockets. */
export interface PendingChangeLimit {
  /** Whether there was room for so many levels; it is taken then. */
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
  /** Changes are kept from now on; those that are kept already stay. */
  begin(): void
  readonly isBegun: boolean
  /** Keeps one, where changes are kept. @returns false where there is no room for it */
  take(message: ChangesMessage): boolean
  /** @returns those that were kept; none are from now on */
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
      // A frame without levels takes room as well.
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
