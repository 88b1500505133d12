import type { JournalRow } from '../../orders/journal.js'
import type { Spending } from './order-limits.js'

/** Of an order that is about to be sent. */
export interface Beginning extends Pick<Spending, 'holdings'> {
  /** By which its caller knows it: its key and its client order id. */
  readonly names: readonly string[]
  readonly isHeld: boolean
  /** Whether the caller has gone who waits for its answer. */
  isDeserted(): boolean
  /** For an order without a name: one of another process that may be the same, as it is now. */
  earlier?(): JournalRow | undefined
  /** For a change: whether it may be sent as it was made ready. @throws what keeps it, such as another change since */
  assertStands?(): void
}

/** Of an order that is about to be sent once more. */
export interface Again extends Beginning {
  readonly isInDoubt: boolean
}
