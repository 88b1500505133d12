import { PmxError } from '../../../api/envelope/errors.js'
import { pmxHeaders } from '../../../api/envelope/pmx-headers.js'
import type { VenueId } from '../../../api/envelope/venue-ids.js'
import type { OrderBook } from '../../../api/models/models.js'
import type { Clock } from '../../../effects/clock.js'
import { leaveOnAbort, startDeadline } from '../../../policy/abort.js'
import { toPmxError } from '../../../transport/errors.js'
import type { CoreAnswer, CoreCall } from '../../request/api-call.js'
import {
  createLiveAgeHeader,
  createOmissionHeaders,
  createUpstreamHeader,
} from '../../request/response-headers.js'

/** Reads the books of venues that a response of matches includes. */
export interface MatchedBooks {
  readonly clock: Clock
  /**
   * Reads the book of an outcome, as a call of its venue does.
   * @throws as that call
   */
  read(outcomeId: string, call: CoreCall): Promise<CoreAnswer>
}

interface AskedBook {
  readonly venue: VenueId
  /** Undefined if no outcome of the market corresponds. */
  readonly outcomeId?: string
}

interface ReadBeside {
  /** In the order of the request; an error where a book could not be read. */
  readonly books: readonly (OrderBook | PmxError)[]
  /** When each book was requested from its venue, epoch ms, or undefined if none was read. */
  readonly readAt: readonly (number | undefined)[]
  readonly headers: Readonly<Record<string, string>>
}

/** Default maximum number of books that one response reads. */
const MAX_BOOKS = 20
/** How long a response waits for its books. */
const PATIENCE_MS = 5_000

/**
 * Reads the books of several venues concurrently. A book that cannot be read in time is reported and does not fail the
 * response.
 */
export async function readMatchedBooks(
  { clock, read }: MatchedBooks,
  asked: readonly AskedBook[],
  call: CoreCall,
  most = MAX_BOOKS,
): Promise<ReadBeside> {
  const patience = startDeadline(clock, PATIENCE_MS, call.signal)
  let sent = 0
  let oldestMs: number | undefined
  const readAt: (number | undefined)[] = asked.map(() => undefined)
  async function one({ venue, outcomeId }: AskedBook, place: number): Promise<OrderBook | PmxError> {
    if (outcomeId === undefined)
      return new PmxError('NOT_FOUND', 'None of its outcomes corresponds to the requested outcome.')
    if (place >= most)
      return new PmxError(
        'NOT_SUPPORTED',
        `One request reads at most ${most} order books. Request this one separately.`,
      )
    try {
      // Credentials that a caller sent for one exchange are not sent to others.
      const own = { ...call, venue, credentials: undefined, signal: patience.signal }
      const begunAt = clock.now()
      const { data, headers } = await leaveOnAbort(read(outcomeId, own), patience.signal)
      sent += Number(headers[pmxHeaders.upstreamRequests] ?? 0)
      const age = headers[pmxHeaders.liveAge]
      // A cached book was read that long before this response; another book was requested now.
      readAt[place] = age === undefined ? begunAt : clock.now() - Number(age)
      if (age !== undefined) oldestMs = Math.max(oldestMs ?? 0, Number(age))
      return data as OrderBook
    } catch (error) {
      call.signal.throwIfAborted()
      return toPmxError(error).at(venue)
    }
  }
  try {
    const books = await Promise.all(asked.map(one))
    const unread = books.filter((book) => book instanceof PmxError).length
    const warnings = unread === 0 ? [] : [`${unread} of ${books.length} order books were not read`]
    return {
      books,
      readAt,
      headers: {
        ...createUpstreamHeader(sent),
        ...(oldestMs === undefined ? {} : createLiveAgeHeader(oldestMs)),
        ...createOmissionHeaders({ rows: 0, cut: [], warnings }),
      },
    }
  } finally {
    patience.release()
  }
}
