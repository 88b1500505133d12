import type { Clock } from '../effects/clock.js'
import type { Ids } from '../effects/ids.js'
import { ensurePrivateDir } from './files.js'
import { claimFolder, type Instance, ownInstance, releaseFolder } from './instance.js'
import { stateFiles } from './paths.js'

/** A state folder or file in the hands of a command, or who has it. */
export type Held = { readonly ok: true; release(): void } | { readonly ok: false; readonly holder: Instance }

/**
 * Takes the state folder for a command that writes its files, as a daemon would: nobody else writes meanwhile.
 * @param what shown to others as the holder's mode, such as `import`
 */
export function holdFolder(
  stateDir: string,
  what: string,
  effects: { readonly clock: Clock; readonly ids: Ids },
): Held {
  ensurePrivateDir(stateDir)
  return holdFile(stateFiles(stateDir).instance, what, effects)
}

/**
 * Takes what a lock file stands for; what a dead process left behind does not count.
 * @param path of the lock file; its folder must exist
 */
export function holdFile(
  path: string,
  what: string,
  effects: { readonly clock: Clock; readonly ids: Ids },
): Held {
  const mine = ownInstance(what, effects)
  const claim = claimFolder(path, mine, effects.ids)
  return claim.ok ? { ok: true, release: () => releaseFolder(path, mine) } : claim
}
