import { messageOf, PmxError } from '../../../api/envelope/errors.js'
import type { VenueId } from '../../../api/envelope/venue-ids.js'
import { DAY_MS } from '../../../api/times/resolution.js'
import type { Clock } from '../../../effects/clock.js'
import type { Logger } from '../../../observe/logger.js'
import {
  findOrderOfName,
  hasUnknownOutcome,
  isKnownNotPlaced,
  type JournalRow,
  type OrderIntent,
  type OrderJournal,
  type OrderOutcome,
} from '../../../orders/journal.js'
import { assertNotStopped, type OrderStop } from '../../../orders/stop.js'
import type { TradingLimits } from '../../../orders/trading-limits.js'
import { createLru } from '../../../policy/lru.js'
import { createRecentTimes } from './clock-jumps.js'
import { createCopiedOrders } from './copied-orders.js'
import { createKnownOrders } from './known-orders.js'
import { writeOutcome } from './observed-order.js'
import { createOrderLimits } from './order-spending.js'
import { type Again, type Beginning, concernsOneOrder, createCallerLeftError } from './order-start.js'
import { createPruning, type OrderTime } from './order-time.js'

export interface OrderRecordsDeps {
  readonly journal: OrderJournal
  readonly tradingLimits: TradingLimits
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  readonly log: Logger
  readonly time: OrderTime
}

/** Maximum number of a venue's newest orders that are searched for an account's orders. */
const MAX_PLACED = 5_000

/** Maximum number of this run's orders whose age is known by the monotonic clock, far above the number of repeated orders. */
const AGES_KEPT = 20_000

/**
 * Creates the order records over the journal. They track the orders that this process is sending, the callers that still
 * wait, the age of each order, and outcomes that could not be written yet.
 */
export function createOrderRecords({ journal, tradingLimits, clock, log, time }: OrderRecordsDeps) {
  const begunAt = createLru<number>(AGES_KEPT)
  const sending = new Set<string>()
  /** Returns whether the caller that waits for the response of an order has left, by the order's row. */
  const waiting = new Map<string, () => boolean>()
  /** Outcomes of orders that could not be written, for example to a full disk: they are written as soon as possible. */
  const unwritten = new Map<string, { readonly outcome: OrderOutcome; readonly at: number }>()
  const forgetOld = createPruning({ journal, time, clock, log })
  const { now: wallNow, within } = createRecentTimes(clock)

  /** @throws PmxError if the journal cannot be read or written: then no order is placed */
  function needed<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      throw error instanceof PmxError ? error : unusable(error)
    }
  }

  function unusable(error: unknown): PmxError {
    log.error({ reason: messageOf(error) }, 'the order journal cannot be used, so orders are refused')
    return new PmxError(
      'EXCHANGE_NOT_AVAILABLE',
      'The order was not placed. The order journal (orders.db in the state folder) cannot be read or written. The log has the reason.',
      { retryable: false, detail: { kind: 'journal' }, cause: error },
    )
  }

  /** Writes the delayed outcomes before other rows, so that no placed order is forgotten. */
  function catchUp(): void {
    for (const [id, { outcome, at }] of unwritten) {
      writeOutcome(journal, id, outcome, at)
      unwritten.delete(id)
    }
  }

  function asKnown(row: JournalRow): JournalRow {
    const late = unwritten.get(row.id)
    return late === undefined ? row : { ...row, outcome: late.outcome, settledAt: late.at }
  }

  /** Start of the day for the trading limits, epoch ms. */
  function dayBegan(): number {
    return Math.floor(time.limitTime(journal.newestAt()) / DAY_MS) * DAY_MS
  }

  /** Returns the ms since the order was last sent, at least 0: monotonic for orders of this run, else by order time. */
  function ageOf({ id, venue, at, sentAgainAt = at }: JournalRow): number {
    const begun = begunAt.get(id)
    return begun === undefined ? Math.max(0, time.ageTime(venue) - sentAgainAt) : clock.monotonic() - begun
  }

  /**
   * Writes a new outcome of an order. It is not written if the order is being sent again, or if this process or another
   * wrote an outcome since.
   * @param row the row as it was read before
   * @returns whether the outcome was accepted
   */
  function learn(row: JournalRow, outcome: OrderOutcome): boolean {
    if (sending.has(row.id)) return false
    const at = wallNow()
    try {
      catchUp()
      return journal.transact(() => {
        const now = journal.row(row.id)
        if (now === undefined || !isSameState(now, row)) return false
        const known = hasUnknownOutcome(row) ? knownOrders.withEarlyCancel(row.id, outcome) : outcome
        writeOutcome(journal, row.id, known, at)
        return true
      })
    } catch (error) {
      unwritten.set(row.id, { outcome, at })
      log.error({ reason: messageOf(error), order: row.id }, 'the result of an order could not be journaled')
      return true
    }
  }

  /** Returns the order with one of these names. */
  function named(venue: VenueId, account: string, names: readonly string[]): JournalRow | undefined {
    return findOrderOfName(names.flatMap((name) => journal.byKey(venue, account, name) ?? []))
  }

  /** Runs within a transaction: returns the order that already has one of the names, else writes this one. */
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

  const ages = { ageTime: time.ageTime, ageOf, wallNow }
  const copiedOrders = createCopiedOrders({ journal, clock, log, ...ages, asKnown, needed })
  const reads = { needed, asKnown, dayBegan, within, possiblyCopied: copiedOrders.possiblyCopied }
  const limits = createOrderLimits({ journal, tradingLimits, ...reads })
  const knownOrders = createKnownOrders({ journal, wallNow, within, ageOf, learn, asKnown, needed, log })

  return {
    ...knownOrders,
    ...copiedOrders,
    learn,

    /** @throws PmxError, kind `journal` */
    async open(): Promise<void> {
      await journal.open().catch((error: unknown) => {
        throw error instanceof PmxError ? error : unusable(error)
      })
      try {
        catchUp()
      } catch (error) {
        log.warn({ reason: messageOf(error) }, 'the results of orders still cannot be journaled')
      }
    },

    /** Opens the journal for new orders, and waits for other programs that use it. @throws PmxError, kind `journal` */
    async openToWrite(): Promise<void> {
      await this.open()
      await journal.waitForWriteLock()
    },

    assertRails: limits.assertRails,
    fitsOpen: limits.fitsOpen,

    /** Checked again when the order is written. @throws PERMISSION_DENIED while orders are stopped */
    assertNotStopped(): void {
      assertNotStopped(needed(() => journal.stopped()))
    },

    /** Refuses all orders from now on, in every process that shares the journal. @returns the stop in force */
    stop: (by: string, reason: string | undefined): OrderStop =>
      journal.stop({ at: wallNow(), by, ...(reason === undefined ? {} : { reason }) }),

    /** Returns the stop in force, also one that could not be written. @throws the error of the file */
    stopInForce: (): OrderStop | undefined => journal.stopped(),

    /** @returns the stop that ended, or undefined if there was none, or only one that was not made at `of` */
    endStop: (by: string, of?: number): OrderStop | undefined => journal.endStop(wallNow(), by, of),

    /** Returns orders that this process or another is sending, according to the journal. */
    inFlight: (): readonly JournalRow[] =>
      journal.listUnknown().filter(({ id, outcome }) => outcome.state === 'sending' && !unwritten.has(id)),

    /** Returns orders that rest at the venue, according to the journal. */
    openOrders: (): readonly JournalRow[] => journal.openOrders(),
    /** Returns the time for a new row of a venue, epoch ms. */
    stamp: (venue: VenueId): number => time.stamp(needed(journal.newestAt), venue),

    /**
     * Writes an order before it is sent, unless an order with one of its names or its own id already exists. The lookup of
     * the names, the sum of the day and the row are one transaction, because other processes share the file.
     * @param isDeserted whether the caller that waits for the response has left
     * @returns the order with the same name that another process wrote, or undefined if this one is written
     * @throws PmxError when it cannot be written: an order that a crash would lose is not sent
     * @throws PERMISSION_DENIED for an order beyond the limits
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
     * Writes the orders of one call in one transaction. Each is counted with those before it, and an order beyond the limits
     * does not block the others.
     * @returns for each what {@link begin} returns, or the limit that refuses it
     * @throws PmxError when they cannot be written: then none is
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
     * Prepares to send the same order again under the same name. An order with an unknown outcome is already counted, except
     * for the limit of a later day. A refused order may have lost its name to another order meanwhile.
     * @returns the order that has one of its names, or undefined if this one is written
     * @throws PmxError when it cannot be written; PERMISSION_DENIED while orders are stopped, and for one beyond the limits
     */
    beginAgain(
      row: JournalRow,
      { names, isHeld, isDeserted, isOutcomeUnknown, holdings }: Again,
    ): JournalRow | undefined {
      const { id, venue, account } = row
      const other = needed(() => {
        catchUp()
        return journal.transact(() => {
          const bearer = isOutcomeUnknown ? undefined : named(venue, account, names)
          if (bearer !== undefined && bearer.id !== id && !isKnownNotPlaced(bearer)) return bearer
          assertNotStopped(journal.stopped())
          if (isOutcomeUnknown) limits.assertDay(row)
          else limits.assertRails({ ...row, isHeld, holdings })
          journal.resume(id, time.stamp(journal.newestAt(), venue))
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
     * Writes the outcome of an order. An outcome that cannot be written now is remembered, and written before the next
     * order.
     * @returns the outcome as it is written: an order that was canceled before its response came is canceled
     */
    settle<Outcome extends OrderOutcome>(id: string, answered: Outcome): Outcome {
      const at = wallNow()
      sending.delete(id)
      if (answered.state !== 'placed') waiting.delete(id)
      try {
        catchUp()
        return journal.transact(() => {
          const outcome = knownOrders.withEarlyCancel(id, answered)
          writeOutcome(journal, id, outcome, at)
          return outcome
        })
      } catch (error) {
        const outcome = knownOrders.withEarlyCancel(id, answered)
        unwritten.set(id, { outcome, at })
        log.error({ reason: messageOf(error), order: id }, 'the result of an order could not be journaled')
        return outcome
      }
    },

    /** Records that a caller waits for the response of an order that was sent before: it gets no other order. */
    awaited: (id: string, isDeserted: () => boolean): void => void waiting.set(id, isDeserted),
    /** Records that the caller no longer waits, and has no response. */
    unawaited: (id: string): void => void waiting.delete(id),

    /** Records that the response has reached a caller, or was lost for this one: another caller may still wait for it. */
    delivered(id: string, hasIt: boolean): void {
      if (hasIt || waiting.get(id)?.() !== false) waiting.delete(id)
      if (!hasIt) return
      try {
        journal.answered(id)
      } catch (error) {
        log.warn({ reason: messageOf(error), order: id }, 'an order response could not be journaled')
      }
    },

    /** Number of orders that this process is sending. */
    get underWay(): number {
      return sending.size
    },

    /** Whether this process is sending the order: its outcome will be known soon. */
    isSending: (id: string): boolean => sending.has(id),

    /** Whether this run of this process sent the order. */
    isOfThisRun: (id: string): boolean => begunAt.get(id) !== undefined,

    ageOf,

    /** Returns the current time, epoch ms, no later than this machine's clock or the venues' time. */
    now: (): number => time.ageTime(),

    /** Returns the venues' time, epoch ms. Undefined until a venue has reported it. */
    venueNow: (): number | undefined => time.venueTime(),

    /** Whether the order seems abandoned: it has had no update for this long, and this process is not sending it. */
    isAbandoned(row: JournalRow, ms: number): boolean {
      if (sending.has(row.id)) return false
      const [{ settledAt = Number.NEGATIVE_INFINITY }, [from]] = [row, within(ms)]
      return ageOf(row) >= ms && (settledAt <= from || settledAt >= wallNow() + ms)
    },

    byId(id: string): JournalRow | undefined {
      const row = needed(() => journal.row(id))
      return row && asKnown(row)
    },

    /** Returns the order with one of these names. */
    byNames(venue: VenueId, account: string, names: readonly string[]): JournalRow | undefined {
      const row = needed(() => named(venue, account, names))
      return row && asKnown(row)
    },

    /** Returns the newest order of the same request whose caller has left without a response. */
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

    /** Returns orders whose remainder is to be canceled and may rest: known to rest, or with an unknown outcome. */
    mayHaveRests(): readonly JournalRow[] {
      return needed(() => [
        ...journal.openRests(),
        ...journal.listUnknown().filter((row) => row.cancelsRest),
      ]).map(asKnown)
    },

    /** Returns the account's orders that the venue has or had, newest first. */
    placed(venue: VenueId, account: string): readonly JournalRow[] {
      return needed(() => journal.list({ venue, limit: MAX_PLACED }))
        .map(asKnown)
        .filter((row) => row.account === account && row.outcome.state === 'placed')
    },

    /** Returns orders with an unknown outcome that this process is not sending. */
    inDoubt(): readonly JournalRow[] {
      return needed(() => journal.listUnknown())
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
