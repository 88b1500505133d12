import { existsSync } from 'node:fs'
import { isVenueId, type VenueId, venueIds } from '../../api/envelope/venue-ids.js'
import type { Resolved } from '../../core/trading/reconcile/reconcile-pending.js'
import { assertUndamaged } from '../../daemon/state/open-order-journal.js'
import type { JournalRow, OrderJournal } from '../../orders/journal.js'
import { createSqliteJournal } from '../../orders/sqlite-journal.js'
import { loadDriver } from '../../storage/load-driver.js'
import { requestResolve } from '../client/order-calls.js'
import { filesOf, runOnFile, type StoreFlags } from '../import-export/open-database.js'
import { addDatabaseFlags, type Register } from '../options/command.js'
import { parseWholeNumber, readSettings } from '../options/settings.js'
import { toPrintable } from '../output/display-width.js'
import { CommandFailed, exitCodes, type Output } from '../output/output.js'
import { journalStateOf, renderOrders } from '../tables/order-table.js'
import { decideCommand, renderCandidates } from './decide.js'
import { withOwnOrders } from './own-orders.js'
import { reconcileCommand } from './reconcile.js'
import { stopCommands } from './stop.js'

interface LogFlags extends StoreFlags {
  readonly venue?: string
  readonly limit?: string
}

interface PendingFlags extends StoreFlags {
  readonly resolve?: boolean
}

const DEFAULT_LIMIT = 50

export const ordersCommand: Register = (program, output) => {
  const orders = program.command('orders').description('Show, reconcile, stop and resume orders')
  addDatabaseFlags(orders.command('log').description('List placed orders, newest last'))
    .option('--venue <id>', 'Only this venue')
    .option('-n, --limit <n>', `Number of rows (default: ${DEFAULT_LIMIT})`)
    .action((flags) => log(flags, output))
  addDatabaseFlags(
    orders
      .command('pending')
      .description(
        'List orders with unknown status, and orders whose remainder is not canceled (exit code 1 if there are any)',
      ),
  )
    .option(
      '--resolve',
      'Look up their status at the venues, and cancel the remainders, without placing orders',
    )
    .action((flags) => pending(flags, output))
  stopCommands(orders, output)
  decideCommand(orders, output)
  reconcileCommand(orders, output)
}

/** `pmx-local orders log`: lists the orders in the journal, even while a daemon writes to it. */
async function log(flags: LogFlags, output: Output): Promise<void> {
  const venue = venueIn(flags)
  const limit = flags.limit === undefined ? DEFAULT_LIMIT : parseWholeNumber(flags.limit, '--limit')
  const rows = await readingJournal(flags, (journal) =>
    journal.list({ limit, ...(venue === undefined ? {} : { venue }) }),
  )
  const oldestFirst = [...(rows ?? [])].reverse()
  if (flags.json === true) return output.json(oldestFirst.map(toldRow))
  if (oldestFirst.length === 0) return output.note(noneOf(flags))
  for (const line of renderOrders(oldestFirst, output.columns, output.style)) output.line(line)
}

/** Reports that there are no orders. Simulated orders are in a separate file, which is read only with `--demo`. */
function noneOf(flags: LogFlags): string {
  const ofDemo = filesOf(readSettings(flags), { ...flags, demo: true }).orders
  const where = flags.venue === undefined ? '' : ` for ${flags.venue}`
  const hint =
    flags.demo !== true && existsSync(ofDemo) ? " Pass --demo to list the simulation's orders." : ''
  return `No orders are recorded${where}.${hint}`
}

/** `pmx-local orders pending`: lists orders with an unknown outcome. `--resolve` looks them up. */
async function pending(flags: PendingFlags, output: Output): Promise<void> {
  const rows =
    (await readingJournal(flags, (journal) => [...journal.listUnknown(), ...journal.openRests()])) ?? []
  const resolved =
    flags.resolve === true && rows.length > 0
      ? await withOwnOrders(flags, { byDaemon: requestResolve, here: (own) => own.resolveOrders() })
      : []
  const byId = new Map(resolved.map((one) => [one.id, one]))
  const left = rows.filter(({ id }) => (byId.get(id)?.state ?? 'unknown') === 'unknown')
  if (left.length > 0) process.exitCode = exitCodes.failed
  if (flags.json === true) {
    return output.json(
      rows.map((row) => ({
        ...toldRow(row),
        ...(flags.resolve === true ? { became: byId.get(row.id) } : {}),
      })),
    )
  }
  if (rows.length === 0) return output.note('No orders have an unknown status.')
  for (const line of renderOrders(rows, output.columns, output.style)) output.line(line)
  if (flags.resolve !== true)
    return output.note(
      'The status of these orders is unknown, or a remainder is not canceled. --resolve looks them up and cancels the remainders. It does not place orders.',
    )
  for (const row of rows) {
    const resolved = byId.get(row.id)
    output.line(`${row.terms.clientOrderId}: ${becameOf(resolved)}`)
    for (const line of renderCandidates(row, resolved?.candidates ?? [])) output.line(line)
  }
  output.note(
    left.length === 0
      ? 'No orders with unknown status remain.'
      : `${left.length} still have an unknown status.`,
  )
}

function becameOf(resolved: Resolved | undefined): string {
  if (resolved === undefined) return 'being sent'
  const { state, orderId = '', because = '' } = resolved
  if (state === 'placed') return `placed as ${toPrintable(orderId)}`
  return state === 'absent' ? 'not placed' : `still unknown: ${toPrintable(because)}`
}

/** Reads the journal. @returns undefined without a journal, since no order was placed */
async function readingJournal<Result>(
  flags: StoreFlags,
  work: (journal: Pick<OrderJournal, 'list' | 'listUnknown' | 'openRests'>) => Result,
): Promise<Result | undefined> {
  const path = filesOf(readSettings(flags), flags).orders
  if (!existsSync(path)) return undefined
  const read = async () => {
    const driver = await loadDriver()
    assertUndamaged(driver, path)
    const database = driver(path, { readOnly: true })
    try {
      return work(createSqliteJournal(database))
    } finally {
      database.close()
    }
  }
  return runOnFile(path, read, IF_DAMAGED)
}

/** The instructions for a damaged journal. No command replaces the journal, because a new one would lack today's orders. */
const IF_DAMAGED =
  'No orders are placed while it is damaged. Restore a copy, or recover its rows with `sqlite3 FILE .recover`.\n' +
  '  To start a new journal, stop the daemon, check your open orders and fills at the venues, and move the file aside with its\n' +
  '  -journal, -wal and -shm files. This also ends a stop of orders, and the daily limit counts from zero.'

/** Converts an order into JSON output. */
function toldRow(row: JournalRow): object {
  const { id, at, venue, requestId, key, cost, terms, settledAt } = row
  const { state, orderId, because } = journalStateOf(row)
  return { id, at, settledAt, venue, requestId, key, cost, ...terms, state, orderId, because }
}

function venueIn({ venue }: LogFlags): VenueId | undefined {
  if (venue === undefined || isVenueId(venue)) return venue
  throw new CommandFailed(`--venue takes one of ${venueIds.join(', ')}; got '${venue}'`, exitCodes.usage)
}
