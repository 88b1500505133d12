import { sdkFiles } from '../daemon/paths.js'
import { isAlive } from '../daemon/process-identity.js'
import { probeHealth, readSdkLock } from '../daemon/sdk-lock.js'
import { detach } from './detach.js'
import { createOutput, exitCodes } from './output.js'
import { readSettings } from './settings.js'

/**
 * `pmxt-ensure-server`: what the SDKs run when they find no server. Done at once when the server of their lock file
 * lives and answers, whoever it is; otherwise our daemon is started in the background.
 */
export async function ensureServer(argv: readonly string[]): Promise<void> {
  const output = createOutput(process.stdout, process.stderr, { ...process.env, NO_COLOR: '1' })
  try {
    const settings = readSettings({})
    const lock = readSdkLock(sdkFiles(settings.paths.sdkDir).lock)
    const answers =
      lock !== undefined && isAlive(lock.pid) && (await probeHealth(lock.port, 2_000)) !== undefined
    if (answers) return
    await detach(settings, {}, argv, output)
  } catch (error) {
    output.note(error instanceof Error ? error.message : String(error))
    process.exitCode = exitCodes.failed
  }
}
