import type { Pages } from '../../../venue-kit/contract/paging.js'

/** A range of closing times, epoch ms: from the first on, before the second. */
export interface CloseWindow {
  readonly from: number
  readonly to: number
}

/** The venue's rows of a window: a full page may be only a part of it. */
interface WindowRows<Row> {
  readonly rows: readonly Row[]
  readonly isFull: boolean
}

/** The venue's opening, with a day before it: nothing closed earlier, so no window is split there. */
const OPENED_AT = Date.UTC(2025, 11, 14)

/**
 * Paginates the rows of a window that the venue does not page: with a time its `offset` is ignored (../README.md, "Accounts and
 * orders"; OpenAPI of 2026-09-26). A window is halved until its page is not full. Newest first, with a page per window.
 * @param onCut called where a full page closed within one millisecond, which cannot be halved
 */
export function listPagesOfWindow<Row>(
  whole: CloseWindow,
  read: (window: CloseWindow) => Promise<WindowRows<Row>>,
  onCut: () => void,
): Pages<Row> {
  return {
    async fetch(cursor) {
      const left = cursor === undefined ? [whole] : windowsIn(cursor)
      for (;;) {
        const window = left.pop()
        if (window === undefined) return { rows: [] }
        const { rows, isFull } = await read(window)
        const halves = isFull ? halvesOf(window) : undefined
        if (halves !== undefined) {
          left.push(...halves)
          continue
        }
        if (isFull) onCut()
        if (rows.length > 0) return { rows, next: left.length === 0 ? undefined : cursorOf(left) }
      }
    },
  }
}

/** Returns the older half first, or undefined for a window that cannot be halved. */
function halvesOf({ from, to }: CloseWindow): readonly [CloseWindow, CloseWindow] | undefined {
  const middle = Math.floor((Math.max(from, OPENED_AT) + to) / 2)
  if (middle <= from || middle >= to) return undefined
  return [
    { from, to: middle },
    { from: middle, to },
  ]
}

/** Returns the remaining windows, the next one last: `from-to` each. */
function cursorOf(left: readonly CloseWindow[]): string {
  return left.map(({ from, to }) => `${from}-${to}`).join()
}

function windowsIn(cursor: string): CloseWindow[] {
  return cursor.split(',').map((window) => {
    const [from, to] = window.split('-').map(Number)
    return { from: from ?? 0, to: to ?? 0 }
  })
}
