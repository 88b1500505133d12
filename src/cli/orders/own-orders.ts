import { PmxError } from '../../api/envelope/errors.js'
import type { Dispatcher } from '../../core/dispatcher.js'
import type { DaemonAddress } from '../client/http-client.js'
import { tokenAt } from '../client/open-caller.js'
import type { StoreFlags } from '../import-export/open-database.js'
import { readSettings } from '../options/settings.js'
import { CommandFailed, exitCodes } from '../output/output.js'
import { assertNotSilent, findAnsweringDaemon } from '../process/find-daemon.js'

/** The same operation, run by a daemon or from this process. */
interface OrderWork<Result> {
  byDaemon(address: DaemonAddress): Promise<Result>
  here(dispatcher: Dispatcher): Promise<Result>
}

/**
 * Runs an operation on orders through the state folder's daemon, which owns the journal, or otherwise from this process.
 * @throws CommandFailed for a daemon in another mode, and for errors from the daemon or the venue
 */
export async function withOwnOrders<Result>(
  flags: StoreFlags,
  { byDaemon, here }: OrderWork<Result>,
): Promise<Result> {
  const settings = readSettings(flags)
  const mode = flags.demo === true ? 'demo' : 'live'
  const running = await findAnsweringDaemon(settings)
  if (running === undefined) {
    await assertNotSilent(settings)
    const { withOrdersHere } = await import('../client/in-process.js')
    try {
      return await withOrdersHere(settings, mode, here)
    } catch (error) {
      throw error instanceof PmxError ? new CommandFailed(error.message) : error
    }
  }
  if (running.mode !== mode) {
    throw new CommandFailed(
      `The daemon for this state folder is running in ${running.mode} mode, not in ${mode} mode. Stop it first: pmx-local stop`,
      exitCodes.notAsExpected,
    )
  }
  return byDaemon({
    url: new URL(`http://localhost:${running.port}`),
    token: tokenAt(running.port, settings),
  })
}
