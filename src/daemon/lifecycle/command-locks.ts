import type { Clock } from '../../effects/clock.js'
import type { Ids } from '../../effects/ids.js'
import { ensurePrivateDir } from '../files/private-files.js'
import { stateFilesIn } from '../files/state-paths.js'
import {
  acquireInstanceLock,
  describeOwnInstance,
  type Instance,
  releaseFolder,
} from './state-folder-lock.js'

/** Result of locking a state folder or file: the lock, or its current holder. */
export type StateLock =
  | { readonly ok: true; release(): void }
  | { readonly ok: false; readonly holder: Instance }

/**
 * Locks the state folder for a command that writes its files, as a daemon would. No other process writes in the meantime.
 * @param what mode of the holder that other processes display, such as `import`
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
 * Acquires a lock file. A lock of a dead process does not count.
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

/** Result of a change, or the process that changes the file at the moment. */
export type FileChange<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly holder: Instance }

/**
 * Runs a change of a file under its lock, so that concurrent changes are not lost. The folder must exist.
 * @param what mode of the holder that other processes display
 * @throws the errors of `work`, after the lock is released
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
