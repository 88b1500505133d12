import { rmdirSync, rmSync } from 'node:fs'
import { stateFilesIn } from '../../daemon/files/state-paths.js'
import type { Daemon } from '../../daemon/start.js'

/** What a parent asks over the channel between the two processes. */
const REPORT = 'report'

/**
 * Binds a daemon to the process that started it: answers each `report` message with how its replay goes.
 * @returns resolves when the parent has gone, however it went; at once when there is no channel to one
 */
export function attachTo(self: NodeJS.Process, { cassette }: Pick<Daemon, 'cassette'>): Promise<void> {
  if (self.connected !== true) return Promise.resolve()
  self.on('message', (message) => {
    if (message === REPORT) self.send?.(cassette?.report() ?? null)
  })
  return new Promise((resolve) => {
    self.once('disconnect', () => resolve())
  })
}

/** Removes what a daemon leaves in its state folder, and the folder unless somebody else has put something there. */
export function removeStateDir(stateDir: string): void {
  const { log } = stateFilesIn(stateDir)
  try {
    for (const path of [log, `${log}.1`]) rmSync(path, { force: true })
    rmdirSync(stateDir)
  } catch {
    // Its parent removes it as well.
  }
}

/** What of an environment does not configure a daemon, such as the address that it binds. */
export function withoutOwnSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('PMX_LOCAL_')))
}
