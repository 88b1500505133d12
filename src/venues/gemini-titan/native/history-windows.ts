import type { Pages } from '../../../venue-kit/contract/paging.js'

/** A time of closing, epoch ms: from the first on, before the second. */
export interface CloseWindow {
  readonly from: number
  readonly to: number
}

/** What the venue has of a window: as many rows as a page holds may be a part of it. */
interface WindowRows<Row> {
  readonly rows: readonly Row[]
  readonly isFull: boolean
}

/** When the venue opened, with a day before it: nothing was closed earlier, so no window is split there. */
const OPENED_AT = Date.UTC(2025, 11, 14)

/**
 * The rows of a window that the venue does not page: with a time its `offset` is ignored (../README.md, "Accounts and
 * orders"; OpenAPI of 2026-09-26), so that a window is halved until a page is short. Newest first, a window of the venue
 * that fits a page for each page here.
 * @param onCut told where a page is closed within one millisecond, which cannot be halved
 */
export function pagesOfWindow<Row>(
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

/** The older half first; undefined for what cannot be halved. */
function halvesOf({ from, to }: CloseWindow): readonly [CloseWindow, CloseWindow] | undefined {
  const middle = Math.floor((Math.max(from, OPENED_AT) + to) / 2)
  if (middle <= from || middle >= to) return undefined
  return [
    { from, to: middle },
    { from: middle, to },
  ]
}

/** Windows that are still to be read, the next one last: `from-to` each. */
function cursorOf(left: readonly CloseWindow[]): string {
  return left.map(({ from, to }) => `${from}-${to}`).join()
}

function windowsIn(cursor: string): CloseWindow[] {
  return cursor.split(',').map((window) => {
    const [from, to] = window.split('-').map(Number)
    return { from: from ?? 0, to: to ?? 0 }
  })
}
