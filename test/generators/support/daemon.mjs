import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const bin = fileURLToPath(new URL('../../../bin/pmx-local.js', import.meta.url))

/** Starts a daemon on the simulation, in a folder of its own. */
export async function startDemo(folder) {
  const args = ['start', '--demo', '--port', '0', '--no-lock', '--state-dir', join(folder, 'state')]
  const child = spawn(process.execPath, [bin, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, HOME: folder },
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
