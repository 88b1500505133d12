import type { Clock } from '../../effects/clock.js'
import type { Ids } from '../../effects/ids.js'
import { ensurePrivateDir } from '../files/private-files.js'
import { stateFilesIn } from '../files/state-paths.js'
import { acquireInstanceLock, describeOwnInstance, type Instance, releaseFolder } from './instance-lock.js'

/** A state folder or file in the hands of a command, or who has it. */
export type StateLock =
  | { readonly ok: true; release(): void }
  | { readonly ok: false; readonly holder: Instance }

/**
 * Takes the state folder for a command that writes its files, as a daemon would: nobody else writes meanwhile.
 * @param what shown to others as the holder's mode, such as `import`
 */
export function acquireStateLock(
  stateDir: string,
  what: string,
  effects: { readonly clock: Clock; readonly ids: Ids },
): StateLock {
  ensurePrivateDir(stateDir)
  return holdFile(stateFilesIn(stateDir).instance, what, effects)
}

/**
 * Takes what a lock file stands for; what a dead process left behind does not count.
 * @param path of the lock file; its folder must exist
 */
function holdFile(
  path: string,
  what: string,
  effects: { readonly clock: Clock; readonly ids: Ids },
): StateLock {
  const mine = describeOwnInstance(what, effects)
  const claim = acquireInstanceLock(path, mine, effects.ids)
  return claim.ok ? { ok: true, release: () => releaseFolder(path, mine) } : claim
}

/** What came out of a change, or who makes one right now. */
export type FileChange<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly holder: Instance }

/**
 * Changes a file, whose folder must exist, while nobody else does: two that do it at once do not lose each other's.
 * @param what shown to others as the holder's mode
 * @throws what the work throws, once the file is free again
 */
export function runLocked<Result>(
  path: string,
  what: string,
  effects: { readonly clock: Clock; readonly ids: Ids },
  work: () => Result,
): FileChange<Result> {
  const held = holdFile(`${path}.lock`, what, effects)
  if (!held.ok) return held
  try {
    return { ok: true, result: work() }
  } finally {
    held.release()
  }
}
