import { decimal } from '../../api/decimal.js'
import { messageOf, PmxError } from '../../api/errors.js'
import type { Order } from '../../api/models.js'
import { DAY_MS } from '../../api/resolution.js'
import type { VenueId } from '../../api/venue-ids.js'
import type { Clock } from '../../effects/clock.js'
import type { Logger } from '../../observe/logger.js'
import { assertWithinRails, type GuardRails } from '../../orders/guard.js'
import {
  isInDoubt,
  isNotPlaced,
  type Journal,
  type JournalRow,
  type OrderIntent,
  type OrderOutcome,
} from '../../orders/journal.js'
import { createLru } from '../../policy/lru.js'
import { asAsked } from './as-asked.js'
import { isHandleOf } from './doubt.js'

export interface LedgerDeps {
  readonly journal: Journal
  readonly rails: GuardRails
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  readonly log: Logger
}

/** What an order is to the guard rails. */
export interface Spending {
  readonly venue: VenueId
  /** Decimal text. */
  readonly cost: string
  readonly isHeld: boolean
}

/** Of an order that is about to be sent. */
interface Beginning {
  /** By which its caller knows it: its key and its client order id. */
  readonly names: readonly string[]
  readonly isHeld: boolean
  /** Whether the caller has gone who waits for its answer. */
  isDeserted(): boolean
}

/** Orders of this run whose age is known by a clock that nobody sets; far more than are asked for again. */
const AGES_KEPT = 20_000

/**
 * The journal as the desk works with it: it knows which orders this process is sending and whose caller still waits,
 * how old each one is whatever is done to the clock, and the outcomes that could not be written yet.
 */
export function createLedger({ journal, rails, clock, log }: LedgerDeps) {
  const begunAt = createLru<number>(AGES_KEPT)
  const sending = new Set<string>()
  /** Whether the caller has gone who waits for the answer of an order, by the order's row. */
  const waiting = new Map<string, () => boolean>()
  /** What became of orders while the disk was full: written as soon as it can be. */
  const unwritten = new Map<string, { readonly outcome: OrderOutcome; readonly at: number }>()
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
      'The order was not placed: the journal of orders (orders.db in the state folder) cannot be read or written, and without it none is. The log says why.',
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

  /** Holds an order against what this daemon may do with money, today's orders included. @throws PERMISSION_DENIED */
  function assertRails({ venue, cost, isHeld }: Spending): void {
    const dayBegan = Math.floor(clock.now() / DAY_MS) * DAY_MS
    const spentToday = () => needed(() => journal.costsSince(dayBegan))
    assertWithinRails(rails, { venue, cost: decimal(cost), isHeld, spentToday })
  }

  return {
    /** @throws PmxError, kind `journal` */
    async open(): Promise<void> {
      await journal.open().catch((error: unknown) => {
        throw unusable(error)
      })
    },

    assertRails,

    /**
     * Writes an order down before it is sent, unless an order of one of its names or its own id is there already. The
     * look-up of the names, the sum of the day and the row are one transaction, because other processes that share the
     * file place orders too.
     * @param isDeserted whether the caller has gone who waits for its answer
     * @returns the order that bears the name, which another process wrote down; undefined where this one is written
     * @throws PmxError when it cannot be written: what a crash would make forgotten is not sent; PERMISSION_DENIED for
     * an order beyond the limits
     */
    begin(intent: OrderIntent, { names, isHeld, isDeserted }: Beginning): JournalRow | undefined {
      const { venue, account, cost } = intent
      const other = needed(() => {
        catchUp()
        return journal.transact(() => {
          const row =
            journal.row(intent.id) ?? newestOf(names.map((name) => journal.byKey(venue, account, name)))
          if (row !== undefined && !isNotPlaced(row)) return row
          assertRails({ venue, cost, isHeld })
          journal.intend(intent)
          return undefined
        })
      })
      if (other !== undefined) return asKnown(other)
      begunAt.set(intent.id, clock.monotonic())
      sending.add(intent.id)
      waiting.set(intent.id, isDeserted)
      return undefined
    },

    /** Before the same order is sent by the same name again. @throws PmxError when it cannot be written */
    beginAgain({ id }: JournalRow, isDeserted: () => boolean): void {
      needed(() => {
        catchUp()
        journal.resume(id, wallNow())
      })
      begunAt.set(id, clock.monotonic())
      sending.add(id)
      waiting.set(id, isDeserted)
    },

    /** What cannot be written now is remembered, and written before the next order is. */
    settle(id: string, outcome: OrderOutcome): void {
      const at = wallNow()
      sending.delete(id)
      if (outcome.state !== 'placed') waiting.delete(id)
      try {
        catchUp()
        journal.settle(id, outcome, at)
      } catch (error) {
        unwritten.set(id, { outcome, at })
        log.error({ reason: messageOf(error), order: id }, 'what became of an order could not be written')
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

    /** Ms since it was last sent, at least 0; of this run by the clock that nobody sets. */
    ageOf({ id, at, sentAgainAt = at }: JournalRow): number {
      const begun = begunAt.get(id)
      return begun === undefined ? Math.max(0, clock.now() - sentAgainAt) : clock.monotonic() - begun
    },

    byId(id: string): JournalRow | undefined {
      const row = needed(() => journal.row(id))
      return row && asKnown(row)
    },

    /** The newest order that bears one of these names. */
    byNames(venue: VenueId, account: string, names: readonly string[]): JournalRow | undefined {
      const row = needed(() => newestOf(names.map((name) => journal.byKey(venue, account, name))))
      return row && asKnown(row)
    },

    /** An order of ours as it was asked for; the venue's view of those that are not, or while the journal cannot be read. */
    asAsked(venue: VenueId, account: string, order: Order): Order {
      try {
        const row = journal.told(venue, account, order)
        return row === undefined ? order : asAsked(row.terms, order)
      } catch (error) {
        log.warn(
          { reason: messageOf(error) },
          'orders are told as the venue tells them: the journal cannot be read',
        )
        return order
      }
    },

    /**
     * Brings the row of an order up to date with what its venue shows. Other processes write rows, too, so the row is
     * read and written in one transaction.
     * @param newsOf the outcome of the row from now on; undefined where it stays
     * @returns the row of the order; undefined for an order of nobody here, or while the journal cannot be used
     */
    refresh(
      venue: VenueId,
      account: string,
      order: Order,
      newsOf: (row: JournalRow) => OrderOutcome | undefined,
    ): JournalRow | undefined {
      try {
        return journal.transact(() => {
          const found =
            journal.told(venue, account, order) ??
            journal
              .inDoubt()
              .find((row) => row.venue === venue && row.account === account && isHandleOf(row, order))
          const row = found && asKnown(found)
          const outcome = row && newsOf(row)
          if (row !== undefined && outcome !== undefined) journal.settle(row.id, outcome, wallNow())
          return row
        })
      } catch (error) {
        log.warn({ reason: messageOf(error) }, 'an order that its venue shows could not be written down')
        return undefined
      }
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

    /** Orders of which nobody knows what became of them, and of which nobody here is about to. */
    inDoubt(): readonly JournalRow[] {
      return needed(() => journal.inDoubt())
        .map(asKnown)
        .filter((row) => isInDoubt(row) && !sending.has(row.id))
    },
  }
}

function newestOf(rows: readonly (JournalRow | undefined)[]): JournalRow | undefined {
  return rows.reduce(
    (newest, row) => (row !== undefined && row.at >= (newest?.at ?? 0) ? row : newest),
    undefined,
  )
}
