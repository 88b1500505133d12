import { rmdirSync, rmSync } from 'node:fs'
import { stateFilesIn } from '../../daemon/files/state-paths.js'
import type { Daemon } from '../../daemon/start.js'

/** The message with which a parent process requests the report. */
const REPORT = 'report'

/**
 * Binds a daemon to the process that started it, and sends the report of its replay in response to each `report` message.
 * @returns resolves when the parent has ended in any way, or immediately if there is no channel to a parent
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

/** Removes the daemon's files from its state folder, then the folder if it is empty. */
export function removeStateDir(stateDir: string): void {
  const { log } = stateFilesIn(stateDir)
  try {
    for (const path of [log, `${log}.1`]) rmSync(path, { force: true })
    rmdirSync(stateDir)
  } catch {
    // The parent process removes it as well.
  }
}

/** Returns the environment without the variables that configure a daemon, such as its address. */
export function withoutOwnSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('PMX_LOCAL_')))
}
