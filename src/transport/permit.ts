import type { Spent } from './budget.js'

/** Leave to make one call of a host, now: it is paid from the host's limits, and there is room for it. */
export interface Permit {
  /** Ms in which the host's limits let one such call pass. */
  readonly paceMs: number
  /**
   * Makes use of it, once, for a call that spends the same.
   * @returns what frees the room when the call has ended; undefined where the call has to wait for leave of its own,
   * before which this one is given back
   */
  use(spent: Spent): (() => void) | undefined
  /** Gives it back where no call made use of it. */
  release(): void
}

/**
 * @param leaveRoom frees the room that is held
 * @param giveBack returns what was paid
 */
export function createPermit(
  paid: Spent,
  paceMs: number,
  leaveRoom: () => void,
  giveBack: () => void,
): Permit {
  let isOpen = true

  function release(): void {
    if (!isOpen) return
    isOpen = false
    leaveRoom()
    giveBack()
  }

  return {
    paceMs,
    use({ venue, host, group, cost }) {
      const fits = paid.venue === venue && paid.host === host && paid.group === group && paid.cost === cost
      if (!fits) release()
      if (!isOpen) return undefined
      isOpen = false
      return leaveRoom
    },
    release,
  }
}
