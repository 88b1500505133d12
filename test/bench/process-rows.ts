import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { median, thousands } from './http-rows.js'
import { answer, getRequest } from './load.js'
import { type Bench, residentBytes, root, startDaemon } from './processes.js'
import type { Row } from './table.js'

const TRIES = 7

/** What starting and idling cost, each beside bare Node in the same run. */
export async function processRows(bench: Bench): Promise<Row[]> {
  const bareMs = timed(() => spawnSync(process.execPath, ['-e', '0']))
  const versionMs = timed(() => spawnSync(process.execPath, [join(root, 'bin/pmx-local.js'), '--version']))
  const starts: number[] = []
  let idle: number | undefined
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const startedAt = performance.now()
    const daemon = await startDaemon(bench, ['--state-dir', join(bench.folder, `start-${attempt}`)])
    await answer(daemon.port, getRequest(daemon.port, '/health'))
    starts.push(performance.now() - startedAt)
    idle = residentBytes(daemon.pid)
    await bench.end(daemon.started)
  }
  const startMs = median(starts)
  return [
    {
      name: 'start to healthy',
      value: startMs / bareMs,
      shown: `${Math.round(startMs)} ms`,
      note: `${(startMs / bareMs).toFixed(1)} times \`node -e 0\` (${Math.round(bareMs)} ms)`,
      budget: 'at most 200 ms, or 5 times bare Node',
      ok: startMs <= 200 || startMs <= 5 * bareMs,
    },
    {
      name: '`--version`',
      value: versionMs / bareMs,
      shown: `${Math.round(versionMs)} ms`,
      note: `${(versionMs / bareMs).toFixed(1)} times \`node -e 0\``,
      budget: 'at most 2 times bare Node',
      ok: versionMs <= 2 * bareMs,
    },
    memoryRow('resident memory, idle', idle, 75),
  ]
}

export function memoryRow(name: string, bytes: number | undefined, budgetMb: number): Row {
  const megabytes = (bytes ?? Number.NaN) / 1e6
  return {
    name,
    value: megabytes,
    shown: bytes === undefined ? 'unknown' : `${Math.round(megabytes)} MB`,
    note: bytes === undefined ? '/proc does not tell here' : `${thousands(bytes / 1024)} kB`,
    budget: `at most ${budgetMb} MB`,
    ok: bytes === undefined || megabytes <= budgetMb,
  }
}

function timed(work: () => unknown): number {
  const times = Array.from({ length: TRIES }, () => {
    const startedAt = performance.now()
    work()
    return performance.now() - startedAt
  })
  return median(times)
}
