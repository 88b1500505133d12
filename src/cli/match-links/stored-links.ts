import { setTimeout as wait } from 'node:timers/promises'
import { ensurePrivateDir } from '../../daemon/files/private-files.js'
import { changeLinks, readLinks } from '../../daemon/state/match-links-file.js'
import { systemClock } from '../../effects/clock.js'
import { createSystemIds } from '../../effects/ids.js'
import { type Links, LinksDamaged } from '../../matching/links.js'
import { filesOf, type StoreFlags } from '../import-export/open-database.js'
import { readSettings } from '../options/settings.js'
import { CommandFailed } from '../output/output.js'

/** Maximum wait for another command that changes the links, ms. */
const PATIENCE_MS = 3_000
const POLL_MS = 20

/** Reads the links in the state folder. @throws CommandFailed when their file is damaged */
export function readStoredLinks(flags: StoreFlags): Links {
  return asCommand(() => readLinks(filesOf(readSettings(flags), flags).links))
}

/** Changes the links in the state folder. @throws CommandFailed when they are damaged, or another command locks them */
export async function changeStoredLinks<Result>(
  flags: StoreFlags,
  change: (links: Links) => Result,
): Promise<Result> {
  const settings = readSettings(flags)
  ensurePrivateDir(settings.paths.stateDir)
  const { links } = filesOf(settings, flags)
  const effects = { clock: systemClock, ids: createSystemIds() }
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const changed = asCommand(() => changeLinks(links, effects, change))
    if (changed.ok) return changed.result
    if (waitedMs >= PATIENCE_MS)
      throw new CommandFailed(
        `pid ${changed.holder.pid} has been changing the links for more than ${PATIENCE_MS / 1000} s. Retry when it has finished.`,
      )
    await wait(POLL_MS)
  }
}

function asCommand<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    const isTold = error instanceof LinksDamaged || error instanceof RangeError
    throw isTold ? new CommandFailed(error.message) : error
  }
}
