import { PmxError } from '../../api/envelope/errors.js'
import { computeDoubledWait } from '../../policy/backoff.js'
import type { SharedBook } from '../books/outcome-book.js'
import type { WatchTarget } from '../books/watch-target.js'
import type { SharedStream } from '../connection/shared-stream.js'
import type { WatchContext } from './watch-context.js'

/**
 * Interval between checks of a watched topic. A topic that has not changed since the last check is quiet. The interval grows
 * after failed lookups, so an outage ends no topics and causes few requests.
 */
const LOOKS = { baseMs: 15 * 60_000, capMs: 6 * 3_600_000 }
/** Consecutive failed lookups after which the market counts as unknown to the venue. */
const GONE_AT = 3

/**
 * Ends the topics of a closed market. The venue sends no more updates, so the topic would otherwise occupy a socket forever. Two
 * consecutive lookups must show it as closed, or three must not find it, without updates in between.
 * @param markOf a value that is equal while no update comes
 * @param made the source of the feed
 */
export function endWhenClosed<Item, Made extends { close(): void }>(
  { clock, venueNow, readers }: Pick<WatchContext, 'clock' | 'venueNow' | 'readers'>,
  target: WatchTarget,
  feed: SharedStream<Item>,
  markOf: (current: Item | undefined) => unknown,
  made: Made,
): Made {
  let mark: unknown
  let wasClosed = false
  let failures = 0
  let notFound = 0
  let isOver = false

  async function isClosedNow(): Promise<boolean | undefined> {
    try {
      const closedAt = await readers.closedAt(target)
      failures = notFound = 0
      return closedAt !== undefined && closedAt <= venueNow(target.venue.id)
    } catch (error) {
      failures++
      notFound = error instanceof PmxError && error.code === 'NOT_FOUND' ? notFound + 1 : 0
      return undefined
    }
  }

  async function look(): Promise<void> {
    const now = markOf(feed.current)
    const isQuiet = now === mark
    mark = now
    if (!isQuiet) failures = notFound = 0
    const isClosed = isQuiet && (await isClosedNow())
    if (isOver) return
    const isStillQuiet = markOf(feed.current) === mark
    if (isStillQuiet && isClosed === true && wasClosed) feed.end(marketClosed(target))
    else if (isStillQuiet && notFound >= GONE_AT) feed.end(marketGone(target))
    else {
      wasClosed = isClosed ?? wasClosed
      lookLater()
    }
  }

  function lookLater(): void {
    cancel = clock.setTimer(computeDoubledWait(failures, LOOKS), () => void look())
  }

  let cancel = (): void => {}
  lookLater()
  return {
    ...made,
    close() {
      isOver = true
      cancel()
      made.close()
    },
  }
}

/** Returns a book's levels as text. */
export function markOfBook(book: SharedBook | undefined): string {
  const { bids, asks } = book?.show({ isMirrored: false, depth: undefined }) ?? {}
  return JSON.stringify([bids, asks])
}

function marketClosed({ venue, located }: WatchTarget): PmxError {
  return new PmxError(
    'BAD_REQUEST',
    `The market of ${located.outcomeId} has closed. There are no more updates.`,
    {
      exchange: venue.id,
      detail: { kind: 'market_closed' },
    },
  )
}

function marketGone({ venue, located }: WatchTarget): PmxError {
  return new PmxError(
    'NOT_FOUND',
    `The venue no longer lists the market of ${located.outcomeId}: ${GONE_AT} lookups did not find it, and no update arrived in the meantime.`,
    { exchange: venue.id, detail: { kind: 'market_gone' } },
  )
}
