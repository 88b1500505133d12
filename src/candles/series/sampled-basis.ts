import { PmxError } from '../../api/envelope/errors.js'
import type { BookSource, PriceBasis, Venue } from '../../venue-kit/contract/venue.js'

/** Samples are of the middle of the book. */
export const SAMPLED_BASIS: PriceBasis = 'mid'
/** In the ledger it says that candles are of our own samples: nobody can be asked for more of them. */
export const SAMPLED_ROUTE = 'sampled'

/**
 * The books of which candles are sampled here: those of a venue that has no price history. A price that is made from
 * something else than orders has no middle.
 */
export function findSampledBook<Facts>({ candles, book }: Venue<Facts>): BookSource<Facts> | undefined {
  return candles === undefined && book?.emulated !== true ? book : undefined
}

/** The error of a question for candles of which nobody has taken samples. @param id as it was asked for */
export function createNotSampledError({ id: exchange }: Pick<Venue, 'id'>, id: string): PmxError {
  const command = `pmx-local pin --sample 1m ${exchange} ${id.slice(0, 100)}`
  return new PmxError(
    'NOT_SUPPORTED',
    `${exchange} has no price history, and outcome '${id.slice(0, 100)}' is not sampled here. ` +
      `'${command}' has a running daemon keep candles of it from then on.`,
    { exchange, detail: { kind: 'not_sampled', command } },
  )
}
