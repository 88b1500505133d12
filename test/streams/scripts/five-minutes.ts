import { join } from 'node:path'
import { repository, run, startDaemonProcess, testHome } from '../../support/daemon.js'
import { compareWithWorld, type SeenBook } from '../support/truth.js'

/**
 * The SDK watches books of the demo world while every venue socket is cut again and again; each book is held to the world.
 * `npx vite-node test/streams/scripts/five-minutes.ts [seconds] [faults]`
 */
const [
  seconds = '300',
  faults = 'polymarket/stream:socket-close:delayMs=4000,kalshi/stream:socket-close:delayMs=5000',
] = process.argv.slice(2)
const home = testHome()
const daemon = await startDaemonProcess(home, ['--demo', '--faults', faults])
try {
  const script = join(repository, 'test/streams/scripts/watch.cjs')
  const ran = await run(process.execPath, [script, seconds, '6'], { environment: home.environment })
  if (ran.stderr !== '') throw new Error(ran.stderr)
  const seen = ran.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as SeenBook)
  const { wrong, ...rest } = compareWithWorld(1, seen)
  const metrics = await (await fetch(`${daemon.address}/metrics`)).text()
  const events = metrics.split('\n').filter((line) => line.startsWith('pmx_stream_events_total'))
  process.stdout.write(
    `${JSON.stringify({ ...rest, wrong: wrong.length, first: wrong.slice(0, 2), events }, null, 1)}\n`,
  )
} finally {
  await daemon.stop()
  home.remove()
}
