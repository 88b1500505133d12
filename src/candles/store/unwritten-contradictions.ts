import { isContradicting } from './candle-comparison.js'
import { addToOpen } from './open-differences.js'
import type { RecheckingStore } from './rechecked-memory-store.js'

/** Maximum number of windows; the oldest are dropped first. */
const MAX_WINDOWS = 1_000

type Noted = Parameters<RecheckingStore['noteLook']>

/** Contradictions of stored candles that wait until the file can be written. */
export interface UnwrittenContradictions {
  note(window: Noted[0], compared: Noted[1], terms: Noted[2]): void
  /** Writes them to the file, together with its own differences of the same windows. */
  writeTo(file: Pick<RecheckingStore, 'openDifferences' | 'noteLook'>): void
}

export function createUnwrittenContradictions(): UnwrittenContradictions {
  let waiting: readonly (readonly [Noted[0], Noted[1], Noted[2]])[] = []
  return {
    note(window, compared, terms) {
      // New values are not written: the file's own differences are still open, and another response decides.
      const differing = compared.differing.filter(isContradicting)
      if (differing.length === 0) return
      waiting = [...waiting, [window, { ...compared, differing, replacing: [] }, terms] as const].slice(
        -MAX_WINDOWS,
      )
    },
    writeTo(file) {
      for (const [window, compared, terms] of waiting) {
        const { identity, span } = window
        const added = addToOpen(window, file.openDifferences(identity, span), compared.differing)
        file.noteLook(added.window, { ...compared, differing: added.differing }, terms)
      }
      waiting = []
    },
  }
}
