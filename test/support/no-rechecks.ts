import type { RecheckingStore } from '../../src/candles/store/rechecked-memory-store.js'

/** A store of which nothing is requested again. */
export const noRechecks: RecheckingStore = {
  dueProvisional: () => [],
  dueConfirmations: () => [],
  openDifferences: () => [],
  dueWindows: () => ({ windows: [], next: undefined }),
  outcomeOf: () => undefined,
  noteLook: () => undefined,
}
