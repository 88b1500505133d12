import { PmxError } from '../api/errors.js'
import type { Desk } from './desk.js'
import type { FedBook } from './fed-book.js'
import type { Feed } from './feed.js'
import type { WatchTarget } from './target.js'

/** How often something watched is looked at; what is the same as the last time is quiet. */
const LOOK_EVERY_MS = 15 * 60_000

/**
 * Ends what is watched of a market that has closed: the venue would bring nothing of it any more, and its topic would
 * keep its place on a socket for good. Two lookups in a row must show it closed, with nothing new in between.
 * @param markOf what is the same while nothing new comes
 * @param made what brings the feed
 */
export function endingWhenClosed<Item, Made extends { close(): void }>(
  { clock, readers }: Pick<Desk, 'clock' | 'readers'>,
  target: WatchTarget,
  feed: Feed<Item>,
  markOf: (current: Item | undefined) => unknown,
  made: Made,
): Made {
  let mark: unknown
  let wasClosed = false
  let isOver = false

  async function look(): Promise<void> {
    const now = markOf(feed.current)
    const isQuiet = now === mark
    mark = now
    // What cannot be looked up now is looked up the next time.
    const isClosed = isQuiet && (await readers.isClosed(target).catch(() => undefined))
    if (isOver) return
    if (isClosed === true && wasClosed && markOf(feed.current) === mark) feed.end(marketClosed(target))
    else {
      wasClosed = isClosed ?? wasClosed
      cancel = clock.setTimer(LOOK_EVERY_MS, () => void look())
    }
  }

  let cancel = clock.setTimer(LOOK_EVERY_MS, () => void look())
  return {
    ...made,
    close() {
      isOver = true
      cancel()
      made.close()
    },
  }
}

/** The levels of a book. */
export function markOfBook(book: FedBook | undefined): string {
  const { bids, asks } = book?.show({ isMirrored: false, depth: undefined }) ?? {}
  return JSON.stringify([bids, asks])
}

function marketClosed({ venue, located }: WatchTarget): PmxError {
  return new PmxError(
    'BAD_REQUEST',
    `The market of ${located.outcomeId} has closed: nothing more comes of it.`,
    {
      exchange: venue.id,
      detail: { kind: 'market_closed' },
    },
  )
}
