import { messageOf, PmxError } from '../../../api/envelope/errors.js'
import type { VenueId } from '../../../api/envelope/venue-ids.js'
import { DAY_MS } from '../../../api/times/resolution.js'
import type { Clock } from '../../../effects/clock.js'
import type { Logger } from '../../../observe/logger.js'
import type { TradingLimits } from '../../../orders/guard.js'
import {
  findOrderOfName,
  hasUnknownOutcome,
  isKnownNotPlaced,
  type JournalRow,
  type OrderIntent,
  type OrderJournal,
  type OrderOutcome,
  ROW_RETENTION_MS,
} from '../../../orders/journal.js'
import { assertNotStopped, type OrderStop } from '../../../orders/stop.js'
import { createLru } from '../../../policy/lru.js'
import { createKnownOrders } from './known-orders.js'
import { createOrderLimits } from './order-limits.js'
import { type Again, type Beginning, concernsOneOrder, createCallerLeftError } from './order-start.js'
import type { OrderTime } from './order-time.js'

export interface OrderRecordsDeps {
  readonly journal: OrderJournal
  readonly rails: TradingLimits
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  readonly log: Logger
  readonly time: OrderTime
}

/** Newest orders of a venue that are looked through for those of an account. */
const MAX_PLACED = 5_000

/** Orders of this run whose age is known by a clock that nobody sets; far more than are asked for again. */
const AGES_KEPT = 20_000

/**
 * The journal as the desk works with it: it knows which orders this process is sending and whose caller still waits,
 * how old each one is whatever is done to the clock, and the outcomes that could not be written yet.
 */
export function createOrderRecords({ journal, rails, clock, log, time }: OrderRecordsDeps) {
  const begunAt = createLru<number>(AGES_KEPT)
  const sending = new Set<string>()
  /** Whether the caller has gone who waits for the answer of an order, by the order's row. */
  const waiting = new Map<string, () => boolean>()
  /** What became of orders while the disk was full: written as soon as it can be. */
  const unwritten = new Map<string, { readonly outcome: OrderOutcome; readonly at: number }>()
  let prunedAt = Number.NEGATIVE_INFINITY
  const wallNow = (): number => Math.round(clock.now())

  /** @throws PmxError for what keeps the journal from being read or written: then no order is placed */
  function needed<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      throw error instanceof PmxError ? error : unusable(error)
    }
  }

  function unusable(error: unknown): PmxError {
    log.error({ reason: messageOf(error) }, 'the journal of orders cannot be used: no order is placed')
    return new PmxError(
      'EXCHANGE_NOT_AVAILABLE',
      'This call placed no order: the journal of orders (orders.db in the state folder) cannot be read or written, and without it none is placed. The log says why.',
      { retryable: false, detail: { kind: 'journal' }, cause: error },
    )
  }

  /** An order that was placed must not be forgotten because another can be written now: those come first. */
  function catchUp(): void {
    for (const [id, { outcome, at }] of unwritten) {
      journal.settle(id, outcome, at)
      unwritten.delete(id)
    }
  }

  function asKnown(row: JournalRow): JournalRow {
    const late = unwritten.get(row.id)
    return late === undefined ? row : { ...row, outcome: late.outcome, settledAt: late.at }
  }

  /** Of the limits, epoch ms. */
  function dayBegan(): number {
    return Math.floor(time.limitTime(journal.newestAt()) / DAY_MS) * DAY_MS
  }

  /** Ms since it was last sent, at least 0; of this run by the clock that nobody sets, else by the order time. */
  function ageOf({ id, at, sentAgainAt = at }: JournalRow): number {
    const begun = begunAt.get(id)
    return begun === undefined ? Math.max(0, time.ageTime() - sentAgainAt) : clock.monotonic() - begun
  }

  /**
   * Writes what was found out of an order in the meantime, unless more is known by now: it is being sent again, or
   * somebody else, in this process or another, wrote what became of it.
   * @param row as it was read before
   * @returns whether it stands
   */
  function learn(row: JournalRow, outcome: OrderOutcome): boolean {
    if (sending.has(row.id)) return false
    const at = wallNow()
    try {
      catchUp()
      return journal.transact(() => {
        const now = journal.row(row.id)
        if (now === undefined || !isSameState(now, row)) return false
        journal.settle(
          row.id,
          hasUnknownOutcome(row) ? knownOrders.withEarlyCancel(row.id, outcome) : outcome,
          at,
        )
        return true
      })
    } catch (error) {
      unwritten.set(row.id, { outcome, at })
      log.error({ reason: messageOf(error), order: row.id }, 'what became of an order could not be written')
      return true
    }
  }

  /** Once a day, after an order was written; what cannot be forgotten now is forgotten another day. */
  function forgetOld(): void {
    const now = time.retentionTime()
    if (now === undefined || clock.monotonic() - prunedAt < DAY_MS) return
    prunedAt = clock.monotonic()
    try {
      journal.prune(Math.floor(now / DAY_MS) * DAY_MS - ROW_RETENTION_MS)
    } catch (error) {
      log.warn({ reason: messageOf(error) }, 'old orders could not be forgotten')
    }
  }

  /** The order that one of these names stands for. */
  function named(venue: VenueId, account: string, names: readonly string[]): JournalRow | undefined {
    return findOrderOfName(names.flatMap((name) => journal.byKey(venue, account, name) ?? []))
  }

  /** Within a transaction: the order that bears one of the names already; else writes this one down. */
  function intend(
    intent: OrderIntent,
    { names, isHeld, isDeserted, holdings, earlier, assertStands }: Beginning,
  ): JournalRow | undefined {
    const { venue, account } = intent
    const row = journal.row(intent.id) ?? named(venue, account, names) ?? earlier?.()
    if (row !== undefined && !isKnownNotPlaced(row)) return row
    assertNotStopped(journal.stopped())
    if (names.length === 0 && isDeserted()) throw createCallerLeftError()
    assertStands?.()
    limits.assertRails({ ...intent, isHeld, holdings })
    journal.intend(intent)
    return undefined
  }

  function noteBegun({ id, at }: OrderIntent, { isDeserted }: Beginning): void {
    time.noteRow(at)
    begunAt.set(id, clock.monotonic())
    sending.add(id)
    waiting.set(id, isDeserted)
  }

  const limits = createOrderLimits({ journal, rails, needed, asKnown, dayBegan, wallNow })

  const knownOrders = createKnownOrders({ journal, wallNow, ageOf, learn, asKnown, needed, log })

  return {
    ...knownOrders,
    learn,

    /** @throws PmxError, kind `journal` */
    async open(): Promise<void> {
      await journal.open().catch((error: unknown) => {
        throw error instanceof PmxError ? error : unusable(error)
      })
    },

    assertRails: limits.assertRails,
    fitsOpen: limits.fitsOpen,

    /** @throws PERMISSION_DENIED while orders are stopped; decided once more when the order is written */
    assertNotStopped(): void {
      assertNotStopped(needed(() => journal.stopped()))
    },

    /** Refuses all orders from now on, in every process that shares the journal. @returns the stop in force */
    stop: (by: string, reason: string | undefined): OrderStop =>
      journal.stop({ at: wallNow(), by, ...(reason === undefined ? {} : { reason }) }),

    /** @returns the stop that ended; undefined where orders were not stopped */
    endStop: (by: string): OrderStop | undefined => journal.endStop(wallNow(), by),

    /** Orders that a process is sending as far as the journal knows, this one or another. */
    inFlight: (): readonly JournalRow[] =>
      journal.inDoubt().filter(({ id, outcome }) => outcome.state === 'sending' && !unwritten.has(id)),

    /** Orders that rest at the venue as far as the journal knows. */
    openOrders: (): readonly JournalRow[] => journal.openOrders(),
    /** The time that a new row is written with, epoch ms. */
    stamp: (): number => time.stamp(needed(() => journal.newestAt())),

    /**
     * Writes an order down before it is sent, unless an order of one of its names or its own id is there already. The
     * look-up of the names, the sum of the day and the row are one transaction, because other processes that share the
     * file place orders too.
     * @param isDeserted whether the caller has gone who waits for its answer
     * @returns the order that bears the name, which another process wrote down; undefined where this one is written
     * @throws PmxError when it cannot be written: what a crash would make forgotten is not sent; PERMISSION_DENIED for
     * an order beyond the limits
     */
    begin(intent: OrderIntent, beginning: Beginning): JournalRow | undefined {
      const other = needed(() => {
        catchUp()
        return journal.transact(() => intend(intent, beginning))
      })
      if (other !== undefined) return asKnown(other)
      noteBegun(intent, beginning)
      forgetOld()
      return undefined
    },

    /**
     * Writes the orders of one call down in one transaction. Each is counted with those before it, and an order beyond the
     * limits does not keep the others out.
     * @returns for each what {@link begin} returns, or the limit that refuses it
     * @throws PmxError when they cannot be written: none is then
     */
    beginMany(
      orders: readonly { readonly intent: OrderIntent; readonly beginning: Beginning }[],
    ): readonly (JournalRow | PmxError | undefined)[] {
      const begun = needed(() => {
        catchUp()
        return journal.transact(() =>
          orders.map(({ intent, beginning }) => {
            try {
              return intend(intent, beginning)
            } catch (error) {
              if (error instanceof PmxError && concernsOneOrder(error)) return error
              throw error
            }
          }),
        )
      })
      for (const [index, { intent, beginning }] of orders.entries())
        if (begun[index] === undefined) noteBegun(intent, beginning)
      forgetOld()
      return begun.map((row) => (row === undefined || row instanceof PmxError ? row : asKnown(row)))
    },

    /**
     * Before the same order is sent by the same name again. In doubt it is counted already, but for the limit of a later
     * day; one that was refused may have lost its name to another order meanwhile.
     * @returns the order that bears one of its names; undefined where this one is written
     * @throws PmxError when it cannot be written; PERMISSION_DENIED while orders are stopped, and for one beyond the limits
     */
    beginAgain(
      row: JournalRow,
      { names, isHeld, isDeserted, isInDoubt, holdings }: Again,
    ): JournalRow | undefined {
      const { id, venue, account } = row
      const other = needed(() => {
        catchUp()
        return journal.transact(() => {
          const bearer = isInDoubt ? undefined : named(venue, account, names)
          if (bearer !== undefined && bearer.id !== id && !isKnownNotPlaced(bearer)) return bearer
          assertNotStopped(journal.stopped())
          if (isInDoubt) limits.assertDay(row)
          else limits.assertRails({ ...row, isHeld, holdings })
          journal.resume(id, time.stamp(journal.newestAt()))
          return undefined
        })
      })
      if (other !== undefined) return asKnown(other)
      begunAt.set(id, clock.monotonic())
      sending.add(id)
      waiting.set(id, isDeserted)
      return undefined
    },

    /**
     * What cannot be written now is remembered, and written before the next order is.
     * @returns the outcome as it is written: an order that was canceled before its answer came is canceled
     */
    settle<Outcome extends OrderOutcome>(id: string, answered: Outcome): Outcome {
      const at = wallNow()
      sending.delete(id)
      if (answered.state !== 'placed') waiting.delete(id)
      try {
        catchUp()
        return journal.transact(() => {
          const outcome = knownOrders.withEarlyCancel(id, answered)
          journal.settle(id, outcome, at)
          return outcome
        })
      } catch (error) {
        const outcome = knownOrders.withEarlyCancel(id, answered)
        unwritten.set(id, { outcome, at })
        log.error({ reason: messageOf(error), order: id }, 'what became of an order could not be written')
        return outcome
      }
    },

    /** Somebody waits for the answer of an order that was sent before: no other is taken for its caller. */
    awaited(id: string, isDeserted: () => boolean): void {
      waiting.set(id, isDeserted)
    },
    /** He waits no more, and has no answer. */
    unawaited(id: string): void {
      waiting.delete(id)
    },

    /** The answer has reached a caller, or will never reach this one: another may wait for it still. */
    delivered(id: string, hasIt: boolean): void {
      if (hasIt || waiting.get(id)?.() !== false) waiting.delete(id)
      if (!hasIt) return
      try {
        journal.answered(id)
      } catch (error) {
        log.warn({ reason: messageOf(error), order: id }, 'an answered order could not be marked')
      }
    },

    /** How many orders this process is sending. */
    get underWay(): number {
      return sending.size
    },

    /** This process is sending it: what became of it is about to be known. */
    isSending: (id: string): boolean => sending.has(id),

    /** This run of this process sent it. */
    isOfThisRun: (id: string): boolean => begunAt.get(id) !== undefined,

    ageOf,

    /** Epoch ms, no later than this machine or the venues say. */
    now: (): number => time.ageTime(),

    /** As venues say it, epoch ms; undefined until one has said what time it is. */
    venueNow: (): number | undefined => time.venueTime(),

    /** Nobody seems to look after it: nothing became known of it for this long, and nobody here is sending it. */
    isAbandoned(row: JournalRow, ms: number): boolean {
      if (sending.has(row.id)) return false
      const { settledAt } = row
      return ageOf(row) >= ms && (settledAt === undefined || Math.abs(wallNow() - settledAt) >= ms)
    },

    byId(id: string): JournalRow | undefined {
      const row = needed(() => journal.row(id))
      return row && asKnown(row)
    },

    /** The order that one of these names stands for. */
    byNames(venue: VenueId, account: string, names: readonly string[]): JournalRow | undefined {
      const row = needed(() => named(venue, account, names))
      return row && asKnown(row)
    },

    /** The newest order that wanted the same and whose caller has gone without an answer. */
    deserted(
      venue: VenueId,
      account: string,
      fingerprint: string,
      isYoung: (row: JournalRow) => boolean,
    ): JournalRow | undefined {
      return needed(() => journal.unanswered(venue, account, fingerprint))
        .map(asKnown)
        .find((row) => isYoung(row) && waiting.get(row.id)?.() !== false)
    },

    /** Orders of which a part may rest that is to be canceled: known to rest, or in doubt. */
    mayHaveRests(): readonly JournalRow[] {
      return needed(() => [
        ...journal.openRests(),
        ...journal.inDoubt().filter((row) => row.cancelsRest),
      ]).map(asKnown)
    },

    /** Orders of the account that the venue has or had, newest first. */
    placed(venue: VenueId, account: string): readonly JournalRow[] {
      return needed(() => journal.list({ venue, limit: MAX_PLACED }))
        .map(asKnown)
        .filter((row) => row.account === account && row.outcome.state === 'placed')
    },

    /** Orders of which nobody knows what became of them, and of which nobody here is about to. */
    inDoubt(): readonly JournalRow[] {
      return needed(() => journal.inDoubt())
        .map(asKnown)
        .filter((row) => hasUnknownOutcome(row) && !sending.has(row.id))
    },
  }
}

function isSameState(one: JournalRow, other: JournalRow): boolean {
  return (
    one.sentAgainAt === other.sentAgainAt && JSON.stringify(one.outcome) === JSON.stringify(other.outcome)
  )
}
