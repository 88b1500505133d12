import { messageOf } from '../../api/envelope/errors.js'
import type { Clock } from '../../effects/clock.js'
import type { Logger } from '../../observe/logger.js'
import type { LockOutcome, SdkLock } from './sdk-lockfile.js'

/** Check interval. A new script must find this daemon soon, and must not start another server in the meantime. */
const LOOK_EVERY_MS = 3_000

/** Which server the SDKs' lock file points to. */
export type LockState =
  | { readonly leads: 'here' }
  /** To another server that responds. */
  | { readonly leads: 'elsewhere'; readonly pid: number; readonly port: number }
  /** The file cannot be written, with the reason. */
  | { readonly leads: 'nowhere'; readonly reason: string }

export interface LockWatch {
  state(): LockState
  /** Resolves when the current check is complete. */
  settled(): Promise<void>
  /** Stops the checks; resolves after the last write. */
  stop(): Promise<void>
}

interface LockWatchDeps {
  readonly clock: Pick<Clock, 'setTimer'>
  readonly log: Pick<Logger, 'warn' | 'info'>
  readonly path: string
  readonly mine: SdkLock
  readonly first: LockOutcome
  read(): SdkLock | undefined
  /** Writes the lock file unless it belongs to another pmx-local that responds. */
  write(): Promise<LockOutcome>
}

/**
 * Checks the SDKs' lock file every few seconds. While it is missing or its holder has ended, a new client would start the
 * SDK's own server, which sends orders to live venues. Running clients read the file at each call.
 */
export function watchSdkLock(deps: LockWatchDeps): LockWatch {
  const { clock, log, path, mine, first } = deps
  let state: LockState = stateAfter(first)
  let isOver = false
  let looking: Promise<void> = Promise.resolve()
  let cancel = clock.setTimer(LOOK_EVERY_MS, look)

  function look(): void {
    const now = deps.read()
    const isMine = now?.pid === mine.pid && now.port === mine.port
    looking = isMine ? Promise.resolve(note({ leads: 'here' })) : mend(now)
    void looking.finally(() => {
      if (!isOver) cancel = clock.setTimer(LOOK_EVERY_MS, look)
    })
  }

  async function mend(before: SdkLock | undefined): Promise<void> {
    try {
      const outcome = await deps.write()
      if (outcome.kind !== 'held') {
        const was = before === undefined ? 'was gone' : `pointed to pid ${before.pid} on port ${before.port}`
        log.warn({ path }, `the SDKs' lock file ${was}; it points to this daemon again`)
      }
      note(stateAfter(outcome))
    } catch (error) {
      note({ leads: 'nowhere', reason: messageOf(error) })
    }
  }

  /** Logs each change once. */
  function note(next: LockState): void {
    const isNew = JSON.stringify(next) !== JSON.stringify(state)
    state = next
    if (!isNew) return
    if (next.leads === 'elsewhere') log.warn({ path, ...next }, describeLock(next))
    if (next.leads === 'nowhere') log.warn({ path, reason: next.reason }, describeLock(next))
  }

  return {
    state: () => state,
    settled: () => looking,
    stop() {
      isOver = true
      cancel()
      return looking
    },
  }
}

function stateAfter(outcome: LockOutcome): LockState {
  if (outcome.kind !== 'held') return { leads: 'here' }
  const { pid, port } = outcome.by
  return { leads: 'elsewhere', pid, port }
}

/** Describes the state of the lock file in a sentence. */
export function describeLock(state: LockState): string {
  if (state.leads === 'here') return 'SDK clients use this daemon'
  return state.leads === 'elsewhere'
    ? `SDK clients use pid ${state.pid} on port ${state.port}, not this daemon`
    : `SDK clients cannot find this daemon: their lock file cannot be written (${state.reason})`
}
