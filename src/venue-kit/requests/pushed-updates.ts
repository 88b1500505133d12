import { PmxError } from '../../api/envelope/errors.js'

/** Distinguishes the rows in a list of fills as far as possible, because venues give fills no ids. */
export interface Likeness<Row> {
  /** Whether two rows can be the same fill. Fills of one transaction may be completely identical. */
  isSame(a: Row, b: Row): boolean
  transactionOf(row: Row): string
  /** Epoch ms; lists are newest first. */
  timeOf(row: Row): number
}

/**
 * Returns the rows of a page that earlier pages did not contain. Pages are counted from the newest row: rows added during
 * the pagination push known ones onto the next page. Repeated rows of a single transaction do not prove a repetition,
 * because they may be further identical fills. The number of added rows then decides. A page that repeats an earlier page
 * is an error: its rows would count twice, or the pagination would not end.
 * @param before the previous page as received, or [] for the first
 * @param added returns the maximum number of rows added at the front since then; called only where it decides
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
    // Rows newer than the last returned one can only be from an earlier page.
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
    'The venue sent an earlier page of trades again instead of the next page. Try again.',
    { detail: { kind: 'page_repeated' } },
  )
}

/** Returns the maximum number of rows at the start of a page that are also the end of the previous page. */
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
 * Counts the rows that were added at the front between two readings of a first page. If nothing of the older reading is left, the
 * whole page counts as added.
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
