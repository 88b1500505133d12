import { PmxError } from '../../api/errors.js'
import type { Dispatcher } from '../../core/dispatcher.js'
import type { StoreFlags } from '../archive/database.js'
import type { Address } from '../asking/client.js'
import { tokenAt } from '../asking/open-caller.js'
import { CommandFailed, exitCodes } from '../output.js'
import { answering, assertNotSilent } from '../running/detach.js'
import { readSettings } from '../settings.js'

/** The same work by a daemon and from this process. */
interface OrderWork<Result> {
  byDaemon(address: Address): Promise<Result>
  here(dispatcher: Dispatcher): Promise<Result>
}

/**
 * Works on orders by the daemon of the state folder, whose journal it is, else from this process.
 * @throws CommandFailed for a daemon of another world, and for what it or the venue refuses
 */
export async function onOwnOrders<Result>(
  flags: StoreFlags,
  { byDaemon, here }: OrderWork<Result>,
): Promise<Result> {
  const settings = readSettings(flags)
  const mode = flags.demo === true ? 'demo' : 'live'
  const running = await answering(settings)
  if (running === undefined) {
    assertNotSilent(settings)
    const { withOrdersHere } = await import('../asking/in-process.js')
    try {
      return await withOrdersHere(settings, mode, here)
    } catch (error) {
      throw error instanceof PmxError ? new CommandFailed(error.message) : error
    }
  }
  if (running.mode !== mode) {
    throw new CommandFailed(
      `The daemon of this state folder serves the ${running.mode} world, not the ${mode} one: stop it first, with 'pmx-local stop'.`,
      exitCodes.notAsExpected,
    )
  }
  return byDaemon({
    url: new URL(`http://localhost:${running.port}`),
    token: tokenAt(running.port, settings),
  })
}
