/**
 * The rows of a page that were not shown before. Pages are counted from the newest row: rows added while a list is
 * read push known ones onto the next page.
 * @param before the rows read so far, or at least the page before; [] for the first
 */
export function withoutPushed<Row>(
  page: readonly Row[],
  before: readonly Row[],
  isSame: (a: Row, b: Row) => boolean,
): readonly Row[] {
  for (let count = Math.min(page.length, before.length); count > 0; count--) {
    const tail = before.slice(before.length - count)
    const isRepeated = tail.every((row, index) => {
      const again = page[index]
      return again !== undefined && isSame(row, again)
    })
    if (isRepeated) return page.slice(count)
  }
  return page
}
