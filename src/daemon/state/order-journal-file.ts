import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { messageOf, PmxError } from '../../api/envelope/errors.js'
import type { Clock } from '../../effects/clock.js'
import type { Logger } from '../../observe/logger.js'
import { type JournalRow, type OrderJournal, ROW_RETENTION_MS } from '../../orders/journal.js'
import { createMemoryJournal } from '../../orders/memory-journal.js'
import { journalMigrations } from '../../orders/migrations.js'
import { createSqliteJournal, journalPragmas } from '../../orders/sqlite-journal.js'
import { describeStop, type OrderStop } from '../../orders/stop.js'
import { loadDriver, type OpenDatabase } from '../../storage/driver.js'
import { faultOf } from '../../storage/faults.js'
import { type Opened, openDatabase } from '../../storage/open.js'
import { ensurePrivateDir } from '../files/private-files.js'

/** A journal that is opened by the first order, and what is known of it meanwhile. */
export interface OrderJournalFile extends OrderJournal {
  /** Orders of which nobody knows what became of them; undefined where there is no journal that can be read. */
  readonly doubts: number | undefined
  /** Undefined while orders may be placed, and where there is no journal that can be read. */
  readonly stopInForce: OrderStop | undefined
}

/** A command that reads the journal holds it for a blink. */
const BUSY_MS = 5_000
/** While several processes make the file at the same moment, SQLite refuses some of them without waiting. */
const OPEN_WITHIN_MS = 2_000
const OPEN_PAUSE_MS = 50

export interface OrderJournalDeps {
  /** Undefined for a journal that ends with the process. */
  readonly file: string | undefined
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'sleep'>
  readonly log: Logger
}

/**
 * The journal in its file. It is opened when it is first needed, so that who never trades has none; what keeps it from
 * being opened is thrown then, and no order is placed. A damaged journal is left where it is: it stands for money, and
 * a new one would forget what may have been placed.
 */
export function createOrderJournal({ file, clock, log }: OrderJournalDeps): OrderJournalFile {
  let opened: OrderJournal | undefined
  let opening: Promise<OrderJournal> | undefined
  let fileOpened: string | undefined
  /** The newest row as it was when this process looked last. */
  let newest: Pick<JournalRow, 'id' | 'at'> | undefined

  async function openFile(): Promise<OrderJournal> {
    if (file === undefined) return createMemoryJournal()
    const driver = await loadDriver()
    ensurePrivateDir(dirname(file))
    const { database, newer } = await openShared(driver, file)
    if (!newer) {
      fileOpened = identityOf(file)
      return createSqliteJournal(database)
    }
    database.close()
    throw new PmxError(
      'EXCHANGE_NOT_AVAILABLE',
      'This call placed no order: the journal of orders (orders.db in the state folder) was written by a newer version of pmx-local. Use that version.',
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
    throw new Error('the journal of orders is not open')
  }

  /** What is read of the file; undefined where that fails, which the next use of it tells. */
  function quietly<Read>(read: (journal: OrderJournal) => Read): Read | undefined {
    try {
      return file === undefined || opened === undefined ? undefined : read(opened)
    } catch {
      return undefined
    }
  }

  const newestNow = (): JournalRow | undefined => quietly((one) => one.list({ limit: 1 })[0])

  /** Whether the row that was newest is gone. Rows are deleted only when they are much older than the newest one. */
  function isOlderCopy(): boolean {
    const was = newest
    if (was === undefined) return false
    const isGone = quietly((one) => one.row(was.id) === undefined)
    return isGone === true && (newestNow()?.at ?? 0) - was.at < ROW_RETENTION_MS
  }

  /** A copy that is put over the file leaves it the same file, and what is in it is of before. */
  const isThere = (): boolean =>
    file === undefined || opened === undefined || (identityOf(file) === fileOpened && !isOlderCopy())

  /**
   * What is written into a file that was deleted, replaced or overwritten is lost when the process ends, and may damage the one in its
   * place, whose log SQLite finds by name. @throws PmxError: then no order is placed
   */
  function assertThere(): void {
    if (isThere()) return
    log.error({ file }, 'the journal of orders was deleted, replaced or overwritten: no order is placed')
    throw new PmxError(
      'EXCHANGE_NOT_AVAILABLE',
      'The order was not placed: orders.db of the state folder was deleted, replaced or overwritten while this process used it, and with it the record of its orders. Move that file back, or restart the daemon to continue with the file that is there now: what it lacks no longer counts for the limits.',
      { retryable: false, detail: { kind: 'journal' } },
    )
  }

  return {
    get doubts() {
      try {
        return opened?.inDoubt().length
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
    settle(...settled) {
      assertThere()
      journal().settle(...settled)
    },
    answered(id) {
      assertThere()
      journal().answered(id)
    },
    byKey: (...asked) => journal().byKey(...asked),
    // Who has placed none has no journal, and reads of his account make none.
    told: (...asked) => opened?.told(...asked),
    unanswered: (...asked) => journal().unanswered(...asked),
    row: (id) => journal().row(id),
    inDoubt: () => journal().inDoubt(),
    openRests: () => journal().openRests(),
    openOrders: () => journal().openOrders(),
    sentSince: (at) => journal().sentSince(at),
    settledBetween: (from, to) => journal().settledBetween(from, to),
    stopped: () => journal().stopped(),
    // In a file that no other process opens any more a stop would hold none of them.
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
    hasAccount: (...asked) => opened?.hasAccount(...asked) === true,
    renameAccount(...names) {
      assertThere()
      journal().renameAccount(...names)
    },
    prune: (before) => journal().prune(before),
    close() {
      // Closing folds the log into the file, and the log may be that of another file by now.
      if (isThere()) opened?.close()
      opened = undefined
    },
  }
}

/** Tells a file from another one in its place; undefined where there is none. */
function identityOf(file: string): string | undefined {
  const facts = statSync(file, { throwIfNoEntry: false, bigint: true })
  return facts && `${facts.dev} ${facts.ino}`
}

/** Opens the journal of an earlier run, so that what it left in doubt is told. */
export async function reportUnknownOrders(
  journal: OrderJournalFile,
  file: string | undefined,
  log: Logger,
): Promise<void> {
  if (file === undefined || !existsSync(file)) return
  try {
    await journal.open()
  } catch (error) {
    log.error(
      { reason: messageOf(error), file },
      'the journal of orders cannot be opened: no order is placed',
    )
    return
  }
  const { doubts = 0, stopInForce } = journal
  if (stopInForce !== undefined) log.warn({}, `${describeStop(stopInForce)}; pmx-local orders resume ends it`)
  if (doubts > 0)
    log.warn({ doubts }, 'nobody knows what became of some orders: pmx-local orders pending --resolve')
}
