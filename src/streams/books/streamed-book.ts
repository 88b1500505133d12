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

/** Frames of one happening may come one after the other: a book that cannot be is given so long to become right. */
const SETTLE_MS = 500
/** A book is asked for again at once, then each time after twice as long a wait; after a quiet minute at once again. */
const AGAIN = { baseMs: 1_000, capMs: 30_000 }
const FORGIVEN_MS = 60_000
/** A whole book that has not come so long after it was to be pushed was lost on its way. */
const OVERDUE_MS = 10_000
/** A venue that is silent of what it does not have is given up for a book after so many that did not come. */
const GIVEN_UP_AT = 2
/**
 * A book that was read so soon after it was subscribed may have been read before the venue had done what the subscription
 * says: a change in between is neither in the book nor in a frame.
 */
const SOON_MS = 3_000
/** So long after the first reading it is read once more then. */
const SUBSCRIBED_AFTER_MS = 1_000

type BookMessage = Extract<StreamMessage, { kind: 'book' }>

type TimerName = 'refresh' | 'overdue' | 'settle' | 'again'

/** The last words about a book that is to be looked at. */
interface Settling {
  readonly at: number | undefined
  readonly best: ChangesMessage['best']
}

export interface StreamedBookDeps {
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'setTimer'>
  readonly counts: StreamCounts
  readonly begins: StreamSource['begins']
  readonly refreshMs: number | undefined
  /** A change that is older than the whole book is part of it (StreamSource). */
  readonly isStampedAlike?: boolean
  /** Where changes wait for a book that is being read; what finds no room there is a gap. */
  readonly room: PendingChangeLimit
  /** Asks the venue for the whole book once more. */
  askAgain(): void
  /** The book has changed, and nothing was told of it since then, by the monotonic clock. */
  mistrust(since: number): void
  /** Reads the book of the key, where it does not begin with a pushed one. @throws what stands in the way */
  read(): Promise<OrderBook>
  publish(book: OrderBook): void
  doubt(): void
  /** No whole book came since it was subscribed, nor when it was asked for once more. Absent where it is asked for on and on. */
  readonly giveUp?: (() => void) | undefined
}

/**
 * One book of a socket, kept from whole books and changes. What it publishes is whole, sorted and never crossed; when a
 * frame is missing, or the book is not what the venue says of it, nothing is published until the venue has sent it whole.
 */
export interface StreamedBook {
  /** It has been subscribed on a new connection. */
  begin(): void
  book(message: BookMessage): void
  changes(message: ChangesMessage): void
  /** The venue says only that it is another one now. */
  changed(): void
  gap(): void
  /** The connection is gone. */
  lost(): void
  close(): void
}

export function createStreamedBook(deps: StreamedBookDeps): StreamedBook {
  const { clock, counts, begins } = deps
  const levels = createLevelBook()
  const silence = createQuietDetector(clock)
  /** Whether the levels are those of a whole book with all its changes. */
  let isWhole = false
  /** Whole books that were to come since it was subscribed and did not, until one has. */
  let overdue: number | undefined
  let version: number | undefined
  /** The venue's time of the last whole book, read or pushed. */
  let wholeAt: number | undefined
  let facts: Readonly<Record<string, unknown>> = {}
  /** When it was subscribed, until it has been read for the first time since, by the monotonic clock. */
  let begunAt: number | undefined
  /** Changes since the book began to be read. */
  const kept = createPendingChanges(deps.room)
  let readings = 0
  /** It has changed once more since it began to be read. */
  let isReadLate = false
  let tries = 0
  let triedAt = Number.NEGATIVE_INFINITY
  let settling: Settling = { at: undefined, best: undefined }
  let isSettling = false
  const timers = createTimers<TimerName>(clock)

  /** Nobody can tell whether a frame was missed: what stands is told on, until the venue has sent it whole again. */
  function refreshLater(afterMs = deps.refreshMs): void {
    if (afterMs === undefined) return
    timers.set('refresh', afterMs, () => {
      refreshLater()
      if (begins === 'read') startReading()
      else deps.askAgain()
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
    silence.heard()
    isWhole = false
    kept.drop()
    readings++
    deps.doubt()
  }

  /** Not more often than the venue can be asked: a book that stays odd would else be asked for all the time. */
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
        deps.askAgain()
      }
    }
    if (waitMs === 0) go()
    else timers.set('again', waitMs, go)
  }

  /** @param since changes since it was asked for */
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
      // Sizes are totals: what came before the book was read is put right by what comes after it.
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
        // Such as one out of a cache of the venue.
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

  /** Older than the one that stands, where the venue tells the times of both. */
  function isOld(at: number | undefined): boolean {
    return at !== undefined && wholeAt !== undefined && at < wholeAt
  }

  /** Whether the whole book that stands was made after a change. */
  function isInWhole({ at }: Pick<ChangesMessage, 'at'>): boolean {
    return deps.isStampedAlike === true && isOld(at)
  }

  /** Whatever cannot be taken in leaves nothing to be trusted. */
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

  /** Looks at the book when all that came with the same packet has been taken in. */
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
      // The one that stands was read meanwhile.
      if (isWhole && begins === 'read' && isOld(message.at)) return
      const isOlder = message.version !== undefined && version !== undefined && message.version < version
      if (isOlder) return
      version = message.version ?? version
      silence.heard()
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
      silence.heard()
      if (!kept.take(message)) return gap()
      // Before the whole book there is nothing to be changed.
      if (!isWhole || isInWhole(message)) return
      take(() => {
        levels.apply(message.changes)
        facts = { ...facts, ...message.facts }
        settle(message.at, message.best)
      })
    },
    changed() {
      silence.heard()
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

/** The venue's time of a book that was read; undefined where it sends none. */
function venueTimeOf({ timestamp, sourceMetadata }: OrderBook): number | undefined {
  return sourceMetadata?.['timestampSource'] === 'venue' ? timestamp : undefined
}

function pairOf({ price, size }: { readonly price: number; readonly size: number }): [number, number] {
  return [price, size]
}

/** Whether a best price is another than the venue says; null says that the side is empty, undefined says nothing. */
function differs(said: number | null | undefined, own: number | undefined): boolean {
  if (said === undefined) return false
  if (said === null || own === undefined) return said !== null || own !== undefined
  return Math.abs(said - own) > 1e-9
}
