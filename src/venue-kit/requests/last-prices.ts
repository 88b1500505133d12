import type { VenueContext } from '../contract/venue.js'
import { loadOrElse } from './map-rows.js'

/** How to read the last prices of a list's rows, if the venue reports them one market at a time. */
interface LastPriceReads<Row> {
  /** Maximum number of calls per list. */
  readonly most: number
  keyOf(row: Row): string
  /** Returns the price of the last trade, or undefined if there was none. */
  read(row: Row): Promise<number | undefined>
}

/**
 * Reads the last prices of the first rows, by their keys. A list is complete without them. If a call fails, this is recorded and
 * the prices are left out.
 */
export function readLastPrices<Row>(
  rows: readonly Row[],
  { most, keyOf, read }: LastPriceReads<Row>,
  ctx: VenueContext,
): Promise<ReadonlyMap<string, number>> {
  const none: ReadonlyMap<string, number> = new Map()
  if (rows.length === 0 || most <= 0) return Promise.resolve(none)
  const readAll = async () => {
    const found = await Promise.all(
      rows.slice(0, most).map(async (row) => [keyOf(row), await read(row)] as const),
    )
    return new Map(found.flatMap(([key, price]) => (price === undefined ? [] : [[key, price] as const])))
  }
  return loadOrElse('last prices of one-sided books', ctx, readAll, none)
}
