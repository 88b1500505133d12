import { existsSync } from 'node:fs'
import { locateCause, messageOf, PmxError } from '../../api/envelope/errors.js'
import type { Clock } from '../../effects/clock.js'
import type { Logger } from '../../observe/logger.js'
import { type JournalRow, type OrderJournal, ROW_RETENTION_MS } from '../../orders/journal.js'
import { journalMigrations } from '../../orders/migrations.js'
import { createSqliteJournal } from '../../orders/sqlite-journal.js'
import { describeStop, isStopOf, type OrderStop } from '../../orders/stop.js'
import type { Database } from '../../storage/driver.js'
import { faultOf, isOfSchema } from '../../storage/faults.js'
import { loadDriver } from '../../storage/load-driver.js'
import { openDatabase } from '../../storage/open.js'
import { BUSY_MS, createJournalRefusal, openJournalDatabase } from './open-order-journal.js'
import { type OverwriteWatch, watchForOverwrites } from './overwrite-watch.js'
import { waitForWriteLock } from './wait-for-write-lock.js'

/** A journal that the first order opens, with what is known before. */
export interface OrderJournalFile extends OrderJournal {
  /** Number of orders with an unknown outcome, or undefined without a readable journal. */
  readonly doubts: number | undefined
  /** The stop that blocks new orders, or undefined while orders may be placed, and without a readable journal. */
  readonly stopInForce: OrderStop | undefined
  /** Why orders are refused because of the file, or undefined while it can be used, and before the first order. */
  readonly unusable: string | undefined
}

/** How long a statement waits after an earlier one waited in vain, ms. */
const CROWDED_MS = 50
const OVERWRITTEN = 'it was deleted, replaced or overwritten'

export interface OrderJournalDeps {
  /** Undefined for a journal that ends with the process. */
  readonly file: string | undefined
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'sleep'>
  readonly log: Logger
}

/**
 * Creates the order journal of a file. It is opened on first use, so that a user without orders has no journal. A failure
 * to open is thrown then, and no order is placed. A damaged journal is not replaced, because it records money, and a new
 * journal would lack orders that may have been placed. A stop that cannot be written is held by this process, which then
 * places no order.
 */
export function createOrderJournal({ file, clock, log }: OrderJournalDeps): OrderJournalFile {
  let opened: OrderJournal | undefined
  let opening: Promise<OrderJournal> | undefined
  let watch: OverwriteWatch | undefined
  let connection: Database | undefined
  /** How long a statement of the connection waits, ms. */
  let waitMs = BUSY_MS
  /** Journals whose connections have read another file. They are not closed, since that may write. */
  const abandoned: OrderJournal[] = []
  /** A stop that could not be written. It is written as soon as possible. */
  let held: OrderStop | undefined
  /** Why the file could not be used at the last attempt. */
  let trouble: string | undefined
  /** The newest row at the last use by this process. */
  let newest: Pick<JournalRow, 'id' | 'at'> | undefined

  async function openFile(): Promise<OrderJournal> {
    if (file === undefined) {
      const { database } = openDatabase(await loadDriver(), ':memory:', journalMigrations)
      return createSqliteJournal(database)
    }
    const database = await openJournalDatabase(file, clock)
    watch ??= watchForOverwrites(file)
    connection = database
    waitMs = BUSY_MS
    return createSqliteJournal(database)
  }

  /** Sets how long statements wait for other programs. While one blocks the file, no order or cancel waits for a long time. */
  function setWait(ms: number): void {
    if (ms !== waitMs) connection?.exec(`PRAGMA busy_timeout = ${ms}`)
    waitMs = ms
  }

  function journal(): OrderJournal {
    if (opened !== undefined) return opened
    throw new Error('the order journal is not open')
  }

  /** Reads the file, or undefined on failure. The next use of the journal reports the failure. */
  function quietly<Read>(read: (journal: OrderJournal) => Read): Read | undefined {
    try {
      return file === undefined || opened === undefined ? undefined : read(opened)
    } catch {
      return undefined
    }
  }

  const newestNow = (): JournalRow | undefined => quietly((one) => one.list({ limit: 1 })[0])

  /** Whether the newest row is gone. Rows are deleted only when they are much older than the newest one. */
  function isOlderCopy(): boolean {
    const was = newest
    if (was === undefined) return false
    const isGone = quietly((one) => one.row(was.id) === undefined)
    return isGone === true && (newestNow()?.at ?? 0) - was.at < ROW_RETENTION_MS
  }

  /** Whether the file is still the opened one. A copy over the file has the same identity but an older state. */
  const isThere = (): boolean => watch === undefined || (watch.isIntact() && !isOlderCopy())

  /**
   * Checks that the file was not deleted, replaced or overwritten. Rows written into such a file are lost when the process
   * ends. They may also damage the file in its place, whose log SQLite finds by name.
   * @throws PmxError, and then no order is placed
   */
  function assertThere(): void {
    if (isThere()) return
    log.error({ file }, 'the order journal was deleted, replaced or overwritten, so orders are refused')
    throw createJournalRefusal(
      'orders.db in the state folder was deleted, replaced or overwritten while this process used it. Move the file back, or restart the daemon to continue with the current file. Orders that are missing from it no longer count toward the limits.',
      new Error(OVERWRITTEN),
    )
  }

  /**
   * Whether the connection cannot read the file, although it is the opened one: it may have read another content before.
   * SQLite does not notice that the same content is back.
   */
  function isStale(): boolean {
    try {
      opened?.stopped()
      return false
    } catch (error) {
      return (faultOf(error) === 'corrupt' || isOfSchema(error)) && watch?.isIntact() === true
    }
  }

  /** Does work on the file, and remembers its trouble. */
  function using<Result>(work: () => Result): Result {
    try {
      assertThere()
      const result = work()
      watch?.note()
      trouble = undefined
      setWait(BUSY_MS)
      return result
    } catch (error) {
      if (faultOf(error) === 'busy') setWait(CROWDED_MS)
      if (isOfFile(error)) trouble = reasonOf(error)
      throw error
    }
  }

  /** Writes the stop that could not be written before. */
  function writeHeld(): void {
    if (held === undefined) return
    journal().stop(held)
    held = undefined
  }

  async function reopen(): Promise<void> {
    opening ??= openFile().finally(() => {
      opening = undefined
    })
    try {
      const fresh = await opening
      if (opened !== undefined && opened !== fresh) abandoned.push(opened)
      opened = fresh
      newest = newestNow()
      trouble = undefined
    } catch (error) {
      trouble = reasonOf(error)
      throw error
    }
  }

  /** Orders are refused while the stop is held, so none of them would write it. On failure it remains held. */
  function tryWriteHeld(): void {
    try {
      using(writeHeld)
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'the stop of all orders still cannot be recorded')
    }
  }

  return {
    get doubts() {
      try {
        return opened?.listUnknown().length
      } catch {
        return undefined
      }
    },
    get stopInForce() {
      try {
        return held ?? opened?.stopped()
      } catch {
        return undefined
      }
    },
    get unusable() {
      if (opened === undefined) return trouble
      try {
        if (!isThere()) return OVERWRITTEN
        opened.stopped()
        opened.newestAt()
      } catch (error) {
        return messageOf(error)
      }
      return trouble
    },
    async open() {
      // Other processes may have written since the last use.
      watch?.isIntact()
      if (opened === undefined || isStale()) await reopen()
      if (held !== undefined) tryWriteHeld()
    },
    async waitForWriteLock() {
      if (file === undefined || connection === undefined) return
      const isFree = await waitForWriteLock(connection, clock, setWait)
      setWait(isFree ? BUSY_MS : CROWDED_MS)
      if (!isFree)
        throw createJournalRefusal(
          'Another program has locked orders.db in the state folder, for example to read it. Close it, and send the order again.',
        )
    },
    transact(work) {
      let latest = newest
      const result = using(() => {
        if (held !== undefined) writeHeld()
        return journal().transact(() => {
          // Also after waiting for the lock.
          assertThere()
          const done = work()
          latest = newestNow()
          return done
        })
      })
      newest = latest
      return result
    },
    intend: (intent) => using(() => journal().intend(intent)),
    resume: (id, at) => using(() => journal().resume(id, at)),
    recordOutcome: (...settled) => using(() => journal().recordOutcome(...settled)),
    answered: (id) => using(() => journal().answered(id)),
    byKey: (...asked) => journal().byKey(...asked),
    // Without an order there is no journal, and account reads create none.
    findRow: (...asked) => opened?.findRow(...asked),
    unanswered: (...asked) => journal().unanswered(...asked),
    rowsOf: (...asked) => journal().rowsOf(...asked),
    row: (id) => journal().row(id),
    listUnknown: () => journal().listUnknown(),
    openRests: () => journal().openRests(),
    openOrders: () => journal().openOrders(),
    sentSince: (at) => journal().sentSince(at),
    settledBetween: (from, to) => journal().settledBetween(from, to),
    stopped: () => held ?? journal().stopped(),
    // In a file that no other process opens, a stop would have no effect on them.
    stop(stop) {
      try {
        const inForce = using(() => journal().stop({ ...(held ?? stop), at: stop.at }))
        held = undefined
        return inForce
      } catch (error) {
        // A stop is not ended by the time of an earlier one.
        held = { ...(held ?? stop), at: stop.at === held?.at ? stop.at + 1 : stop.at }
        throw error
      }
    },
    endStop(at, by, of) {
      const ended = using(() => journal().endStop(at, by, of))
      if (held === undefined || !isStopOf(held, of)) return ended
      const unwritten = held
      held = undefined
      return ended ?? unwritten
    },
    costsSince: (at) => journal().costsSince(at),
    filledBy: (...asked) => journal().filledBy(...asked),
    newestAt: () => journal().newestAt(),
    list: (query) => journal().list(query),
    noteEarlyCancel: (...noted) => using(() => journal().noteEarlyCancel(...noted)),
    earlyCancel: (...asked) => journal().earlyCancel(...asked),
    noteCopiesChecked: (...checked) => using(() => journal().noteCopiesChecked(...checked)),
    listCopiesChecked: (after) => journal().listCopiesChecked(after),
    hasAccount: (...asked) => opened?.hasAccount(...asked) === true,
    renameAccount: (...names) => using(() => journal().renameAccount(...names)),
    prune: (before) => journal().prune(before),
    close() {
      // On close, SQLite writes into the file, which may be another one by now.
      if (isThere()) opened?.close()
      opened = undefined
      watch?.close()
      watch = undefined
    },
  }
}

function reasonOf(error: unknown): string {
  return messageOf(locateCause(error))
}

/** Whether an error concerns the journal's file, and not the order. */
function isOfFile(error: unknown): boolean {
  return error instanceof PmxError
    ? error.detail?.['kind'] === 'journal'
    : faultOf(error) !== undefined || isOfSchema(error)
}

/** Opens the journal of an earlier run and logs its orders with an unknown outcome. */
export async function reportUnknownOrders(
  journal: OrderJournalFile,
  file: string | undefined,
  log: Logger,
): Promise<void> {
  if (file === undefined || !existsSync(file)) return
  try {
    await journal.open()
  } catch (error) {
    log.error({ reason: messageOf(error), file }, 'the order journal cannot be opened, so orders are refused')
    return
  }
  const { doubts = 0, stopInForce } = journal
  if (stopInForce !== undefined) log.warn({}, `${describeStop(stopInForce)}; pmx-local orders resume ends it`)
  if (doubts > 0)
    log.warn({ doubts }, 'some orders have an unknown status: pmx-local orders pending --resolve')
}
