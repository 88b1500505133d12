import { renderCount } from '../output/counted.js'
import { toPrintable } from '../output/display-width.js'

/** The state of a daemon's file in `/health?verbose`. */
interface FileState {
  /** `ok`, or the problem. */
  readonly kind: string
  readonly reason?: string | undefined
}

interface FileStates {
  /** `unsaved`: candles in memory that are not in the file yet. */
  readonly candles: (FileState & { readonly unsaved?: number | undefined }) | undefined
  readonly lists: FileState | undefined
}

/** Renders one line for each file with a problem. None without problems. */
export function renderDatabaseState({ candles, lists }: FileStates): string[] {
  const lines: string[] = []
  if (candles !== undefined && candles.kind !== 'ok') {
    const { unsaved = 0 } = candles
    const waiting = unsaved === 0 ? '' : `; ${renderCount(unsaved, 'candle')} not on disk`
    lines.push(`  new candles are in memory only: ${why(candles)}${waiting}`)
  }
  if (lists !== undefined && lists.kind !== 'ok') lines.push(`  lists cannot be stored: ${why(lists)}`)
  return lines
}

function why({ kind, reason }: FileState): string {
  return toPrintable(reason ?? kind)
}
