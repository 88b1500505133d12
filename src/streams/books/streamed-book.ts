import type { OrderBook } from '../../api/models/models.js'
import { toIso } from '../../api/times/instant.js'
import type { Clock } from '../../effects/clock.js'
import { computeDoubledWait } from '../../policy/backoff.js'
import type { StreamMessage, StreamSource } from '../../venue-kit/contract/stream-source.js'
import {
  type ChangesMessage,
  createPendingChanges,
  type PendingChangeLimit,
} from '../connection/pending-changes.js'
import { createQuietDetector } from '../connection/quiet-connection.js'
import type { StreamCounts } from '../connection/stream-counters.js'
import { createTimers } from '../connection/timers.js'
import { createLevelBook, ImpossibleLevel } from './price-levels.js'

/** The frames of one event may arrive one after another, so an invalid book gets this long to become valid. */
const SETTLE_MS = 500
/**
 * A book is requested again immediately, and then after waits that double. After a quiet minute, the next request is immediate
 * again.
 */
const AGAIN = { baseMs: 1_000, capMs: 30_000 }
const FORGIVEN_MS = 60_000
/** A complete book that is not pushed within this time is considered lost. */
const OVERDUE_MS = 10_000
/** If a venue does not report unknown topics, a book is given up after this many missing complete books. */
const GIVEN_UP_AT = 2
/**
 * A book that is read this soon after its subscription may be older than the subscription at the venue. A change between the two
 * is neither in the book nor in a frame.
 */
const SOON_MS = 3_000
/** In that case, the book is read again this long after the first reading. */
const SUBSCRIBED_AFTER_MS = 1_000

type BookMessage = Extract<StreamMessage, { kind: 'book' }>

type TimerName = 'refresh' | 'overdue' | 'settle' | 'again'

/** The last facts about a book that is waiting for its check. */
interface Settling {
  readonly at: number | undefined
  readonly best: ChangesMessage['best']
}

export interface StreamedBookDeps {
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'setTimer'>
  readonly counts: StreamCounts
  readonly begins: StreamSource['begins']
  readonly refreshMs: number | undefined
  /** Whether changes older than the complete book are already part of it (StreamSource). */
  readonly isStampedAlike?: boolean
  /** Maximum number of changes that wait during a reading. A change beyond it is treated as a gap. */
  readonly changeLimit: PendingChangeLimit
  /** Requests the complete book from the venue again. */
  requestAgain(): void
  /** Called if the book has changed without an update since this time, by the monotonic clock. */
  mistrust(since: number): void
  /** Reads the key's book, if the stream does not begin with a pushed one. @throws the error of the reading */
  read(): Promise<OrderBook>
  publish(book: OrderBook): void
  markUnreliable(): void
  /** Called if no complete book came after the subscription and one more request. Absent if requests never end. */
  readonly giveUp?: (() => void) | undefined
}

/**
 * One book on a socket, built from complete books and changes. It publishes only complete, sorted books that are not crossed.
 * After a missing frame, or a mismatch with the venue's best prices, it publishes nothing until the next complete book.
 */
export interface StreamedBook {
  /** Handles a subscription on a new connection. */
  begin(): void
  book(message: BookMessage): void
  changes(message: ChangesMessage): void
  /** Handles a change that the venue reports without its content. */
  changed(): void
  gap(): void
  /** Handles the loss of the connection. */
  lost(): void
  close(): void
}

export function createStreamedBook(deps: StreamedBookDeps): StreamedBook {
  const { clock, counts, begins } = deps
  const levels = createLevelBook()
  const silence = createQuietDetector(clock)
  /** Whether the levels are a complete book with all its changes. */
  let isWhole = false
  /** Number of missed complete books since the subscription, or undefined once one has come. */
  let overdue: number | undefined
  let version: number | undefined
  /** The venue's time of the last complete book, read or pushed. */
  let wholeAt: number | undefined
  let facts: Readonly<Record<string, unknown>> = {}
  /** Time of the subscription until the first reading, by the monotonic clock. */
  let begunAt: number | undefined
  /** Changes since the reading began. */
  const kept = createPendingChanges(deps.changeLimit)
  let readings = 0
  /** Whether the book has changed again since the reading began. */
  let isReadLate = false
  let tries = 0
  let triedAt = Number.NEGATIVE_INFINITY
  let settling: Settling = { at: undefined, best: undefined }
  let isSettling = false
  const timers = createTimers<TimerName>(clock)

  /** Requests the book again later, because a missed frame may be undetectable. The current book remains published until then. */
  function refreshLater(afterMs = deps.refreshMs): void {
    if (afterMs === undefined) return
    timers.set('refresh', afterMs, () => {
      refreshLater()
      if (begins === 'read') startReading()
      else deps.requestAgain()
    })
  }

  function awaitWhole(): void {
    timers.set('overdue', OVERDUE_MS, () => {
      if (isWhole) return
      if (overdue !== undefined) overdue++
      if (deps.giveUp !== undefined && overdue === GIVEN_UP_AT) deps.giveUp()
      else again()
    })
  }

  const spelled = (): string => JSON.stringify(levels.levels())

  function forget(): void {
    timers.stop('refresh', 'overdue', 'settle')
    silence.noteUpdate()
    isWhole = false
    kept.drop()
    readings++
    deps.markUnreliable()
  }

  /** Requests the book again, with backoff: a permanently invalid book would otherwise cause constant requests. */
  function again(): void {
    if (timers.has('again')) return
    const quietMs = clock.monotonic() - triedAt
    if (quietMs > FORGIVEN_MS) tries = 0
    const waitMs = tries === 0 ? 0 : Math.max(0, computeDoubledWait(tries - 1, AGAIN) - quietMs)
    const go = (): void => {
      tries++
      triedAt = clock.monotonic()
      counts.resyncs++
      if (begins === 'read') startReading()
      else {
        awaitWhole()
        deps.requestAgain()
      }
    }
    if (waitMs === 0) go()
    else timers.set('again', waitMs, go)
  }

  /** @param since changes since the request */
  function takeRead(book: OrderBook, since: readonly ChangesMessage[]): void {
    const before = isWhole ? spelled() : undefined
    take(() => {
      levels.replace({ bids: book.bids.map(pairOf), asks: book.asks.map(pairOf) })
      facts = book.sourceMetadata ?? {}
      isWhole = true
      wholeAt = venueTimeOf(book)
      const isSoon = begunAt !== undefined && clock.monotonic() - begunAt < SOON_MS
      begunAt = undefined
      refreshLater(isSoon ? SUBSCRIBED_AFTER_MS : deps.refreshMs)
      const fresh = since.filter((change) => !isInWhole(change))
      // Sizes are totals, so later changes correct earlier ones.
      for (const { changes } of fresh) levels.apply(changes)
      const last = fresh.at(-1)
      settle(last === undefined ? venueTimeOf(book) : last.at)
      const missedSince = silence.read(before !== undefined && before !== spelled())
      if (missedSince !== undefined) deps.mistrust(missedSince)
    })
  }

  function startReading(): void {
    kept.begin()
    isReadLate = false
    const reading = ++readings
    deps.read().then(
      (book) => {
        if (reading !== readings) return
        const since = kept.drop()
        // For example from a cache of the venue.
        if (isWhole && isOld(venueTimeOf(book))) refreshLater()
        else takeRead(book, since)
        if (isReadLate) startReading()
      },
      () => {
        if (reading !== readings) return
        kept.drop()
        again()
      },
    )
  }

  /** Whether a time is before the current book's time, if the venue reports both. */
  function isOld(at: number | undefined): boolean {
    return at !== undefined && wholeAt !== undefined && at < wholeAt
  }

  /** Whether a change is older than the current complete book. */
  function isInWhole({ at }: Pick<ChangesMessage, 'at'>): boolean {
    return deps.isStampedAlike === true && isOld(at)
  }

  /** Applies a change. If this fails, the book is not reliable. */
  function take(change: () => void): void {
    try {
      change()
    } catch (error) {
      if (!(error instanceof ImpossibleLevel)) throw error
      gap()
    }
  }

  function gap(): void {
    counts.gaps++
    forget()
    again()
  }

  /** Checks the book after all frames in the same packet have been applied. */
  function settle(at: number | undefined, best?: ChangesMessage['best']): void {
    settling = { at, best }
    if (isSettling) return
    isSettling = true
    queueMicrotask(() => {
      isSettling = false
      if (isWhole) judge(settling)
    })
  }

  function judge({ at, best }: Settling): void {
    if (!isOdd(best)) {
      timers.stop('settle')
      deps.publish(shown(at))
      return
    }
    if (timers.has('settle')) return
    timers.set('settle', SETTLE_MS, () => {
      counts.odd++
      forget()
      again()
    })
  }

  function isOdd(best: ChangesMessage['best']): boolean {
    return levels.isCrossed || differs(best?.bid, levels.bestBid) || differs(best?.ask, levels.bestAsk)
  }

  function shown(at: number | undefined): OrderBook {
    const timestamp = at ?? clock.now()
    const timestampSource = at === undefined ? 'received' : 'venue'
    return {
      ...levels.levels(),
      timestamp,
      datetime: toIso(timestamp),
      sourceMetadata: { ...facts, timestampSource },
    }
  }

  return {
    begin() {
      forget()
      version = undefined
      overdue = 0
      if (begins === 'pushed') return awaitWhole()
      wholeAt = undefined
      begunAt = clock.monotonic()
      startReading()
    },
    book(message) {
      // A newer book has been read meanwhile.
      if (isWhole && begins === 'read' && isOld(message.at)) return
      const isOlder = message.version !== undefined && version !== undefined && message.version < version
      if (isOlder) return
      version = message.version ?? version
      silence.noteUpdate()
      take(() => {
        levels.replace(message.levels)
        facts = message.facts ?? {}
        kept.drop()
        readings++
        isWhole = true
        overdue = undefined
        timers.stop('again')
        wholeAt = message.at
        refreshLater()
        settle(message.at)
      })
    },
    changes(message) {
      silence.noteUpdate()
      if (!kept.take(message)) return gap()
      // Without a complete book there is nothing to change.
      if (!isWhole || isInWhole(message)) return
      take(() => {
        levels.apply(message.changes)
        facts = { ...facts, ...message.facts }
        settle(message.at, message.best)
      })
    },
    changed() {
      silence.noteUpdate()
      if (kept.isBegun) isReadLate = true
      else startReading()
    },
    gap,
    lost() {
      forget()
      timers.stop('again')
    },
    close() {
      forget()
      timers.stop('again')
    },
  }
}

/** Returns the venue's time of a book that was read, or undefined if it sends none. */
function venueTimeOf({ timestamp, sourceMetadata }: OrderBook): number | undefined {
  return sourceMetadata?.['timestampSource'] === 'venue' ? timestamp : undefined
}

function pairOf({ price, size }: { readonly price: number; readonly size: number }): [number, number] {
  return [price, size]
}

/** Whether a best price differs from the venue's. Null means an empty side, undefined no value. */
function differs(said: number | null | undefined, own: number | undefined): boolean {
  if (said === undefined) return false
  if (said === null || own === undefined) return said !== null || own !== undefined
  return Math.abs(said - own) > 1e-9
}
