import { PmxError } from '../../api/envelope/errors.js'
import type { BookSource, PriceBasis, Venue } from '../../venue-kit/contract/venue.js'

/** Samples are the book's mid prices. */
export const SAMPLED_BASIS: PriceBasis = 'mid'
/** The route of our own samples in the coverage. No venue can return more of them. */
export const SAMPLED_ROUTE = 'sampled'

/**
 * Returns the order books that are sampled for candles, which are the books of venues without a price history. A price
 * that does not come from orders has no mid price.
 */
export function findSampledBook<Facts>({ candles, book }: Venue<Facts>): BookSource<Facts> | undefined {
  return candles === undefined && book?.emulated !== true ? book : undefined
}

/** Creates the error for a candle request without samples. @param id as requested */
export function createNotSampledError({ id: exchange }: Pick<Venue, 'id'>, id: string): PmxError {
  const command = `pmx-local pin --sample 1m ${exchange} ${id.slice(0, 100)}`
  return new PmxError(
    'NOT_SUPPORTED',
    `${exchange} has no price history, and outcome '${id.slice(0, 100)}' is not sampled here. ` +
      `'${command}' makes a running daemon sample it from now on.`,
    { exchange, detail: { kind: 'not_sampled', command } },
  )
}

/** Returns one key for a sampled series in all of its intervals. */
export function sampledKeyOf({
  venue,
  seriesKey,
}: {
  readonly venue: Venue['id']
  readonly seriesKey: string
}): string {
  return [venue, seriesKey, SAMPLED_ROUTE].join('\n')
}
