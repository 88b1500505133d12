import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { messageOf, PmxError } from '../../api/envelope/errors.js'
import type { Clock } from '../../effects/clock.js'
import type { Logger } from '../../observe/logger.js'
import { type JournalRow, type OrderJournal, ROW_RETENTION_MS } from '../../orders/journal.js'
import { journalMigrations } from '../../orders/migrations.js'
import { createSqliteJournal, journalPragmas } from '../../orders/sqlite-journal.js'
import { describeStop, type OrderStop } from '../../orders/stop.js'
import type { OpenDatabase } from '../../storage/driver.js'
import { faultOf } from '../../storage/faults.js'
import { loadDriver } from '../../storage/load-driver.js'
import { type Opened, openDatabase } from '../../storage/open.js'
import { ensurePrivateDir } from '../files/private-files.js'

/** A journal that the first order opens, with what is known before. */
export interface OrderJournalFile extends OrderJournal {
  /** Number of orders with an unknown outcome, or undefined without a readable journal. */
  readonly doubts: number | undefined
  /** The stop that blocks new orders, or undefined while orders may be placed, and without a readable journal. */
  readonly stopInForce: OrderStop | undefined
}

/** How long a statement waits for another process, ms. A command that reads the journal locks it only briefly. */
const BUSY_MS = 5_000
/** Maximum time to open, ms. While several processes create the file, SQLite rejects some of them without waiting. */
const OPEN_WITHIN_MS = 2_000
const OPEN_PAUSE_MS = 50

export interface OrderJournalDeps {
  /** Undefined for a journal that ends with the process. */
  readonly file: string | undefined
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'sleep'>
  readonly log: Logger
}

/**
 * Creates the order journal of a file. It is opened on first use, so that a user without orders has no journal. A failure
 * to open is thrown then, and no order is placed. A damaged journal is not replaced, because it records money, and a new
 * journal would lack orders that may have been placed.
 */
export function createOrderJournal({ file, clock, log }: OrderJournalDeps): OrderJournalFile {
  let opened: OrderJournal | undefined
  let opening: Promise<OrderJournal> | undefined
  let fileOpened: string | undefined
  /** The newest row at the last use by this process. */
  let newest: Pick<JournalRow, 'id' | 'at'> | undefined

  async function openFile(): Promise<OrderJournal> {
    const driver = await loadDriver()
    if (file === undefined)
      return createSqliteJournal(openDatabase(driver, ':memory:', journalMigrations).database)
    ensurePrivateDir(dirname(file))
    const { database, newer } = await openShared(driver, file)
    if (!newer) {
      fileOpened = identityOf(file)
      return createSqliteJournal(database)
    }
    database.close()
    throw new PmxError(
      'EXCHANGE_NOT_AVAILABLE',
      'The order was not placed. A newer version of pmx-local wrote the order journal (orders.db in the state folder). Use that version.',
      { retryable: false, detail: { kind: 'journal' } },
    )
  }

  async function openShared(driver: OpenDatabase, path: string): Promise<Opened> {
    const until = clock.monotonic() + OPEN_WITHIN_MS
    for (;;) {
      try {
        return openDatabase(driver, path, journalMigrations, BUSY_MS, journalPragmas)
      } catch (error) {
        if (faultOf(error) !== 'busy' || clock.monotonic() >= until) throw error
        await clock.sleep(OPEN_PAUSE_MS)
      }
    }
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

  /** Whether the file is still the opened one. A copy over the file has the same identity but older rows. */
  const isThere = (): boolean =>
    file === undefined || opened === undefined || (identityOf(file) === fileOpened && !isOlderCopy())

  /**
   * Checks that the file was not deleted, replaced or overwritten. Rows written into such a file are lost when the process
   * ends. They may also damage the file in its place, whose log SQLite finds by name.
   * @throws PmxError, and then no order is placed
   */
  function assertThere(): void {
    if (isThere()) return
    log.error({ file }, 'the order journal was deleted, replaced or overwritten: orders are refused')
    throw new PmxError(
      'EXCHANGE_NOT_AVAILABLE',
      'The order was not placed. orders.db in the state folder was deleted, replaced or overwritten while this process used it. Move the file back, or restart the daemon to continue with the current file. Orders that are missing from it no longer count toward the limits.',
      { retryable: false, detail: { kind: 'journal' } },
    )
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
        return opened?.stopped()
      } catch {
        return undefined
      }
    },
    async open() {
      if (opened !== undefined) return
      opening ??= openFile().finally(() => {
        opening = undefined
      })
      opened = await opening
      newest = newestNow()
    },
    transact(work) {
      assertThere()
      const result = journal().transact(work)
      newest = newestNow()
      return result
    },
    intend(intent) {
      assertThere()
      journal().intend(intent)
    },
    resume(id, at) {
      assertThere()
      journal().resume(id, at)
    },
    recordOutcome(...settled) {
      assertThere()
      journal().recordOutcome(...settled)
    },
    answered(id) {
      assertThere()
      journal().answered(id)
    },
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
    stopped: () => journal().stopped(),
    // In a file that no other process opens, a stop would have no effect on them.
    stop(stop) {
      assertThere()
      return journal().stop(stop)
    },
    endStop(...ended) {
      assertThere()
      return journal().endStop(...ended)
    },
    costsSince: (at) => journal().costsSince(at),
    filledBy: (...asked) => journal().filledBy(...asked),
    newestAt: () => journal().newestAt(),
    list: (query) => journal().list(query),
    noteEarlyCancel(...noted) {
      assertThere()
      journal().noteEarlyCancel(...noted)
    },
    earlyCancel: (...asked) => journal().earlyCancel(...asked),
    noteCopiesChecked(...checked) {
      assertThere()
      journal().noteCopiesChecked(...checked)
    },
    listCopiesChecked: (after) => journal().listCopiesChecked(after),
    hasAccount: (...asked) => opened?.hasAccount(...asked) === true,
    renameAccount(...names) {
      assertThere()
      journal().renameAccount(...names)
    },
    prune: (before) => journal().prune(before),
    close() {
      // On close, SQLite merges its log into the file, and the log may belong to another file by now.
      if (isThere()) opened?.close()
      opened = undefined
    },
  }
}

/** Returns the identity of a file, by which a replacement is detected, or undefined if it does not exist. */
function identityOf(file: string): string | undefined {
  const facts = statSync(file, { throwIfNoEntry: false, bigint: true })
  return facts && `${facts.dev} ${facts.ino}`
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
    log.error({ reason: messageOf(error), file }, 'the order journal cannot be opened: orders are refused')
    return
  }
  const { doubts = 0, stopInForce } = journal
  if (stopInForce !== undefined) log.warn({}, `${describeStop(stopInForce)}; pmx-local orders resume ends it`)
  if (doubts > 0)
    log.warn({ doubts }, 'some orders have an unknown status: pmx-local orders pending --resolve')
}
