import { renderCount } from '../output/counted.js'
import { toPrintable } from '../output/display-width.js'

/** A file of a daemon as `/health?verbose` tells it. */
interface FileState {
  /** `ok`, or what is wrong. */
  readonly kind: string
  readonly reason?: string | undefined
}

interface FileStates {
  /** `unsaved`: candles in memory that the file does not have yet. */
  readonly candles: (FileState & { readonly unsaved?: number | undefined }) | undefined
  readonly lists: FileState | undefined
}

/** A line for each file that a daemon cannot use as it should; none while all is well. */
export function renderDatabaseState({ candles, lists }: FileStates): string[] {
  const lines: string[] = []
  if (candles !== undefined && candles.kind !== 'ok') {
    const { unsaved = 0 } = candles
    const waiting = unsaved === 0 ? '' : `; ${renderCount(unsaved, 'candle')} not on disk`
    lines.push(`  new candles are in memory only: ${why(candles)}${waiting}`)
  }
  if (lists !== undefined && lists.kind !== 'ok') lines.push(`  lists cannot be kept: ${why(lists)}`)
  return lines
}

function why({ kind, reason }: FileState): string {
  return toPrintable(reason ?? kind)
}
