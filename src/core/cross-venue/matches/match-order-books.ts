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

/** How books of venues are read beside the answer that they belong to. */
export interface MatchedBooks {
  readonly clock: Clock
  /** The book of an outcome, as a call of its venue reads it. @throws as that does */
  read(outcomeId: string, call: CoreCall): Promise<CoreAnswer>
}

interface AskedBook {
  readonly venue: VenueId
  /** Undefined where no outcome of the market corresponds. */
  readonly outcomeId?: string
}

interface ReadBeside {
  /** In the order of the question; an error where it could not be read. */
  readonly books: readonly (OrderBook | PmxError)[]
  /** When the venue was asked for each, epoch ms; undefined where none was read. */
  readonly readAt: readonly (number | undefined)[]
  readonly headers: Readonly<Record<string, string>>
}

/** Books that one answer reads, where nobody says how many. */
const MAX_BOOKS = 20
/** How long an answer waits for its books. */
const PATIENCE_MS = 5_000

/** The books of several venues at once. They only decorate: one that cannot be read in time is told, and fails nothing. */
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
      return new PmxError('NOT_FOUND', 'No outcome of it corresponds to the one that is asked about.')
    if (place >= most)
      return new PmxError('NOT_SUPPORTED', `One answer reads ${most} order books; ask for this one.`)
    try {
      // What a caller sent for one exchange is none of the business of others.
      const own = { ...call, venue, credentials: undefined, signal: patience.signal }
      const begunAt = clock.now()
      const { data, headers } = await leaveOnAbort(read(outcomeId, own), patience.signal)
      sent += Number(headers[pmxHeaders.upstreamRequests] ?? 0)
      const age = headers[pmxHeaders.liveAge]
      // A remembered book was read that long before this answer; another one was asked for now.
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
