import { PmxError } from '../../api/envelope/errors.js'

/** What tells the rows of a list of fills apart, as far as anything does: venues give fills no id. */
export interface Likeness<Row> {
  /** Whether two rows can be the same fill. Fills of one transaction may be alike to the last digit. */
  isSame(a: Row, b: Row): boolean
  transactionOf(row: Row): string
  /** Epoch ms; lists are newest first. */
  timeOf(row: Row): number
}

/**
 * The rows of a page that were not shown before. Pages are counted from the newest row: rows added while a list is
 * read push known ones onto the next page. Rows of a single transaction that come again prove nothing, because they
 * may as well be more fills that look the same: then it counts how many rows really were added.
 * A page that shows an earlier page again is an error: its rows would count twice, or the walk would go on for ever.
 * @param before the page before as it came; [] for the first
 * @param added how many rows were added in front since then, at most; asked for only where it decides
 * @throws EXCHANGE_NOT_AVAILABLE (`page_repeated`)
 */
export async function withoutPushed<Row>(
  page: readonly Row[],
  before: readonly Row[],
  { isSame, transactionOf, timeOf }: Likeness<Row>,
  added: () => number | Promise<number>,
): Promise<readonly Row[]> {
  const again = repeatedRows(page, before, isSame)
  if (again === 0) {
    const [last, lastBefore] = [page.at(-1), before.at(-1)]
    // Rows that are newer than what was shown last can only be from a page that was read earlier.
    const isEarlier = last !== undefined && lastBefore !== undefined && timeOf(last) > timeOf(lastBefore)
    if (isEarlier) throw createRepeatedPageError()
    return page
  }
  const transactions = new Set(page.slice(0, again).map(transactionOf))
  if (transactions.size > 1) {
    const isWhole = again === page.length && page.length === before.length
    if (isWhole && (await added()) < again) throw createRepeatedPageError()
    return page.slice(again)
  }
  return page.slice(Math.min(again, Math.max(0, await added())))
}

export function createRepeatedPageError(): PmxError {
  return new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    'The venue sent trades of an earlier page again in the place of the next page; try again.',
    { detail: { kind: 'page_repeated' } },
  )
}

/** Rows at the head of a page that are the ones at the end of the page before: the most that can be. */
function repeatedRows<Row>(
  page: readonly Row[],
  before: readonly Row[],
  isSame: (a: Row, b: Row) => boolean,
): number {
  for (let count = Math.min(page.length, before.length); count > 0; count--) {
    const tail = before.slice(before.length - count)
    const isRepeated = tail.every((row, index) => {
      const head = page[index]
      return head !== undefined && isSame(row, head)
    })
    if (isRepeated) return count
  }
  return 0
}

/**
 * How many rows were added in front of a first page between two readings of it; the whole page when nothing of the
 * older reading is left in it.
 */
export function countAddedInFront<Row>(
  now: readonly Row[],
  then: readonly Row[],
  isSame: (a: Row, b: Row) => boolean,
): number {
  for (let added = 0; added < now.length; added++) {
    const rest = now.slice(added)
    if (rest.every((row, index) => then[index] === undefined || isSame(row, then[index]))) return added
  }
  return now.length
}
