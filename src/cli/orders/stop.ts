import { userInfo } from 'node:os'
import type { Command } from 'commander'
import { locateCause, messageOf } from '../../api/envelope/errors.js'
import type { StopReport } from '../../core/trading/stop-orders.js'
import { createOrderJournal, type OrderJournalFile } from '../../daemon/state/order-journal-file.js'
import { systemClock } from '../../effects/clock.js'
import { silentLogger } from '../../observe/logger.js'
import { describeStop, type OrderStop } from '../../orders/stop.js'
import {
  type DaemonAddress,
  fetchOrderStop,
  requestOrderResume,
  requestOrderStop,
} from '../client/http-client.js'
import { tokenAt } from '../client/open-caller.js'
import { filesOf, type StoreFlags } from '../import-export/open-database.js'
import { addDatabaseFlags } from '../options/command.js'
import { readSettings, type Settings } from '../options/settings.js'
import { toPrintable } from '../output/display-width.js'
import { CommandFailed, exitCodes, type Output } from '../output/output.js'
import { findAnsweringDaemon } from '../process/find-daemon.js'

interface StopFlags extends StoreFlags {
  readonly reason?: string
}

/** The maximum length of a reason, which is the same as over HTTP. */
const MAX_REASON = 500

export function stopCommands(orders: Command, output: Output): void {
  addDatabaseFlags(
    orders
      .command('stop')
      .description(
        'Refuse new orders and cancel all open orders for this state folder (exit code 1 if any may still be open)',
      ),
  )
    .option('--reason <text>', 'Reason to show in the errors for refused orders')
    .action((flags) => stop(flags, output))
  addDatabaseFlags(orders.command('resume').description('Allow orders again')).action((flags) =>
    resume(flags, output),
  )
}

/**
 * `pmx-local orders stop`. This process writes the stop, so that it does not depend on a daemon. The daemon of the state
 * folder, or else this process, cancels the open orders, even if the stop cannot be written.
 */
async function stop(flags: StopFlags, output: Output): Promise<void> {
  const settings = readSettings(flags)
  const reason = readReason(flags.reason)
  const asked = { by: user(), ...(reason === undefined ? {} : { reason }) }
  const own = await writeStop(flags, settings, asked)
  if (own.stop !== undefined && flags.json !== true) output.line(sentence(own.stop))
  const { report, isOfDaemon } = await cancelAll(flags, settings, asked, output)
  const isWritten = own.stop !== undefined || report.unwritten === undefined
  if (report.left.length > 0 || report.unread !== undefined || !isWritten) process.exitCode = exitCodes.failed
  if (flags.json === true) {
    const { unwritten = '', ...rest } = report
    return output.json({ ...rest, ...(isWritten ? {} : { unwritten }) })
  }
  if (own.stop === undefined && isWritten) output.line(sentence(report.stop))
  if (!isWritten) output.note(own.because ?? '')
  if (report.dryRun === true) output.line('Dry run (trading.dryRun): nothing was canceled.')
  else output.line(`${count(report.canceled.length, 'open order')} canceled.`)
  for (const { venue, orderId, id, because } of report.left) {
    const name = orderId ?? id
    output.line(`  ${venue}${name === undefined ? '' : ` ${toPrintable(name)}`}: ${toPrintable(because)}`)
  }
  if (report.unread !== undefined)
    output.note(
      `Only orders that the venues list were canceled, because the order journal cannot be read: ${toPrintable(report.unread)}`,
    )
  const until = untilOf(isWritten, isOfDaemon)
  output.note(
    report.left.length === 0
      ? until
      : `These orders may still be open. Run the command again, or cancel them on the venue. ${until}`,
  )
}

/** Returns how long orders are refused, and which user stopped them. */
function untilOf(isWritten: boolean, isOfDaemon: boolean): string {
  if (isWritten) return 'No orders are placed until you run: pmx-local orders resume'
  return isOfDaemon
    ? 'The daemon places no orders until it exits, or you run: pmx-local orders resume. Other processes may place orders.'
    : 'Processes that can write the file may place orders.'
}

async function resume(flags: StoreFlags, output: Output): Promise<void> {
  const settings = readSettings(flags)
  const { ended, newer, isSure } = await withJournal(flags, settings, 'resumed', async (journal) => {
    // Only the stop that is in force now ends. Another caller may stop orders while this command runs.
    const named = journal.stopped()
    const own =
      named === undefined ? undefined : journal.endStop(Math.round(systemClock.now()), user(), named.at)
    const { ended: ofDaemon, isSure } = await resumeDaemon(flags, settings, output, journal)
    return { ended: own ?? ofDaemon, newer: journal.stopped(), isSure }
  })
  if (newer !== undefined || !isSure) process.exitCode = exitCodes.failed
  if (flags.json === true)
    return output.json({
      ...(ended === undefined ? {} : { stop: ended }),
      ...(newer === undefined ? {} : { newer }),
    })
  const before = ended === undefined ? undefined : toPrintable(describeStop(ended, 'had'))
  if (newer === undefined) {
    output.line(
      before === undefined
        ? 'Orders were not stopped.'
        : `Orders may be placed again. Before that, ${before}.`,
    )
    return
  }
  if (before !== undefined) output.line(`A stop has ended. Before that, ${before}.`)
  output.line(`Orders are stopped again: ${toPrintable(describeStop(newer))}.`)
  output.note('To end this stop too, run the command again: pmx-local orders resume')
}

/** Ends the stop of a daemon that could not write it. A stop in the journal was made while this command runs. */
async function resumeDaemon(
  flags: StoreFlags,
  settings: Settings,
  output: Output,
  journal: Pick<OrderJournalFile, 'stopped'>,
): Promise<{ readonly ended?: OrderStop | undefined; readonly isSure: boolean }> {
  const address = await findDaemon(flags, settings)
  if (address === undefined) return { isSure: true }
  try {
    const inForce = await fetchOrderStop(address)
    const isWritten = inForce !== undefined && journal.stopped()?.at === inForce.at
    if (inForce === undefined || isWritten) return { isSure: true }
    return { ended: await requestOrderResume(address, { by: user(), at: inForce.at }), isSure: true }
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error
    output.note(`The daemon may still refuse orders: ${error.message}`)
    return { isSure: false }
  }
}

async function writeStop(
  flags: StopFlags,
  settings: Settings,
  asked: { readonly by: string; readonly reason?: string },
): Promise<{ readonly stop?: OrderStop; readonly because?: string }> {
  try {
    const at = Math.round(systemClock.now())
    return {
      stop: await withJournal(flags, settings, 'stopped', (journal) => journal.stop({ at, ...asked })),
    }
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error
    return { because: error.message }
  }
}

/** Returns the running daemon of the state folder and the mode. */
async function findDaemon(flags: StoreFlags, settings: Settings): Promise<DaemonAddress | undefined> {
  const running = await findAnsweringDaemon(settings)
  if (running?.mode !== (flags.demo === true ? 'demo' : 'live')) return undefined
  return { url: new URL(`http://localhost:${running.port}`), token: tokenAt(running.port, settings) }
}

async function cancelAll(
  flags: StopFlags,
  settings: Settings,
  asked: { readonly by: string; readonly reason?: string },
  output: Output,
): Promise<{ readonly report: StopReport; readonly isOfDaemon: boolean }> {
  const address = await findDaemon(flags, settings)
  if (address !== undefined) {
    try {
      const report = await requestOrderStop(address, asked)
      if (report !== undefined) return { report, isOfDaemon: true }
    } catch (error) {
      if (!(error instanceof CommandFailed)) throw error
      output.note(
        `The daemon did not cancel the orders: ${error.message}\nThis process cancels them instead.`,
      )
    }
  }
  const { stopHere } = await import('../client/in-process.js')
  const report = await stopHere(settings, flags.demo === true ? 'demo' : 'live', asked)
  return { report, isOfDaemon: false }
}

async function withJournal<Result>(
  flags: StoreFlags,
  settings: Settings,
  what: 'stopped' | 'resumed',
  work: (journal: OrderJournalFile) => Result | Promise<Result>,
): Promise<Result> {
  const file = filesOf(settings, flags).orders
  const journal = createOrderJournal({ file, clock: systemClock, log: silentLogger })
  try {
    await journal.open()
    return await work(journal)
  } catch (error) {
    throw new CommandFailed(
      `Orders are not ${what}: ${file} cannot be read or written: ${messageOf(locateCause(error))}`,
    )
  } finally {
    journal.close()
  }
}

function readReason(reason: string | undefined): string | undefined {
  const text = reason?.trim()
  if (text === undefined || (text !== '' && text.length <= MAX_REASON)) return text
  throw new CommandFailed(`--reason takes 1 to ${MAX_REASON} characters`, exitCodes.usage)
}

/** Returns the user name, or the user id for accounts without a name, as in containers. */
function user(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? ''}`.trim()
  }
}

function sentence(stop: OrderStop): string {
  const text = toPrintable(describeStop(stop))
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function count(many: number, what: string): string {
  return `${many} ${many === 1 ? what : `${what}s`}`
}
