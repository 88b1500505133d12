import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repository, run, startDaemonProcess, testHome } from '../support/daemon.js'
import { compareWithWorld, type SeenBook } from './support/truth.js'

/** The long form, five minutes of it, is `scripts/five-minutes.ts`. */
test('the unmodified SDK watches books while the venues cut their sockets, and sees what is true', async () => {
  const home = testHome()
  const faults = 'polymarket/stream:socket-close:delayMs=1500,kalshi/stream:socket-close:delayMs=1500'
  const daemon = await startDaemonProcess(home, ['--demo', '--faults', faults])
  try {
    const script = join(repository, 'test/streams/scripts/watch.cjs')
    const ran = await run(process.execPath, [script, '20', '3', 'enough'], { environment: home.environment })
    expect(ran.stderr).toBe('')
    const seen = ran.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as SeenBook)
    expect(new Set(seen.map(({ outcomeId }) => outcomeId)).size).toBe(6)
    expect(compareWithWorld(1, seen)).toMatchObject({ wrong: [], crossed: 0, errors: [] })
  } finally {
    await daemon.stop()
    home.remove()
  }
})
