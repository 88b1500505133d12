import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { shiftedClock } from '../../readers/python/support/fixed-clock.mjs'

const bin = fileURLToPath(new URL('../../../bin/pmx-local.js', import.meta.url))

/**
 * Starts a daemon on the simulation, in a folder of its own.
 * @param isLocked it writes the lock file by which SDKs find it, below the folder as their home
 */
export async function startDemo(folder, { isLocked = false } = {}) {
  const args = ['start', '--demo', '--port', '0', '--state-dir', join(folder, 'state')]
  if (!isLocked) args.push('--no-lock')
  const child = spawn(process.execPath, [bin, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...shiftedClock()?.node, HOME: folder },
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const address = await new Promise((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
      const found = / at (http:\/\/\S+)/.exec(text)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`start ended with ${code}: ${text}`)))
  })
  return {
    address,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
