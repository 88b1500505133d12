/** Some 100 bytes each. */
const MOST_LEVELS = 200_000

/** Room for changes that wait until the book they belong to has been read, shared by all books of a venue's sockets. */
export interface ChangeRoom {
  /** Whether there was room for so many levels; it is taken then. */
  take(levels: number): boolean
  giveBack(levels: number): void
}

export function createChangeRoom(most = MOST_LEVELS): ChangeRoom {
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
