import { hostname } from 'node:os'
import { InvalidSharedData } from '../../candles/shared/candle-tier.js'
import { readSecretPlace } from '../../config/credentials.js'
import { readSecretFile } from '../../daemon/files/secret-file.js'
import { systemClock } from '../../effects/clock.js'
import { createSystemIds } from '../../effects/ids.js'
import { createAbort } from '../../policy/abort.js'
import { AddressError } from '../../tiers/postgres/connection/address.js'
import { PostgresTierError } from '../../tiers/postgres/connection/tier-errors.js'
import { createPostgresTier, type PostgresTier } from '../../tiers/postgres/create-postgres-tier.js'
import { version } from '../../version.js'
import { type DaemonFlags, readSettings } from '../options/settings.js'
import { CommandFailed, exitCodes } from '../output/output.js'

/** Flags of the commands for a shared history. */
export interface SharedFlags extends DaemonFlags {
  /** Where to find the address: `env:NAME` or `file:PATH`. */
  readonly server?: string
  readonly json?: boolean
}

/** The environment variable with the address, which is used if there is neither `--server` nor a setting. */
const SHARED_VARIABLE = 'PMX_LOCAL_SHARED_URL'

/**
 * Runs an operation on the shared history, and closes its connections.
 * @throws CommandFailed with the reason if there is none, or the server refuses
 */
export async function withTier<Result>(
  flags: SharedFlags,
  work: (tier: PostgresTier, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const tier = openTier(flags)
  const stopping = createAbort()
  const onStop = (): void => stopping.abort(new CommandFailed('Stopped.'))
  process.once('SIGINT', onStop)
  // An idle connection does not keep the process alive while the server is slow.
  const keepAlive = setInterval(() => {}, 60_000)
  try {
    return await work(tier, stopping.signal)
  } catch (error) {
    const isKnown = error instanceof PostgresTierError || error instanceof InvalidSharedData
    throw isKnown ? new CommandFailed(error.message) : error
  } finally {
    clearInterval(keepAlive)
    process.off('SIGINT', onStop)
    await tier.close()
  }
}

function openTier(flags: SharedFlags): PostgresTier {
  try {
    return createPostgresTier({
      url: addressOf(flags),
      daemonId: hostname(),
      version,
      ids: createSystemIds(),
      clock: systemClock,
    })
  } catch (error) {
    throw error instanceof AddressError ? new CommandFailed(error.message, exitCodes.usage) : error
  }
}

/** Returns the address from the flag, otherwise from the configuration, otherwise from the variable. */
function addressOf(flags: SharedFlags): string {
  const { env } = process
  const { shared } = readSettings(flags).config
  const index = shared.findIndex((one) => 'postgres' in one)
  const configured = shared.flatMap((one) => ('postgres' in one ? [one.postgres] : []))[0]
  const named = env[SHARED_VARIABLE] === undefined ? undefined : `env:${SHARED_VARIABLE}`
  const place = flags.server ?? configured ?? named
  if (place === undefined)
    throw new CommandFailed(
      `No shared history is configured: use the setting 'shared', --server env:NAME or --server file:PATH, or the variable ${SHARED_VARIABLE}.`,
      exitCodes.usage,
    )
  const setting = flags.server === undefined ? `shared[${Math.max(0, index)}].postgres` : '--server'
  return readSecretPlace(setting, place, { environment: env, readFile: readSecretFile })
}
