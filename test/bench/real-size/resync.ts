import { thousands } from '../http-rows.js'
import type { Row } from '../table.js'
import { type Client, quantile } from './client.js'
import { PING_PAUSE_MS, wait } from './pings.js'
import type { Sized } from './sized.js'

/** Ms after which a list that is asked for has grown old and been read anew. */
const RESYNC_PATIENCE_MS = 180_000

/** The shortest question, asked until its list grows old and is read anew, and while that goes on. */
export async function resyncRow(client: Client, port: number, { venue, wholeQuestion }: Sized): Promise<Row> {
  const times: number[] = []
  /** Of those for which the venue was asked for prices, at its own pace. */
  const asked: number[] = []
  const until = performance.now() + RESYNC_PATIENCE_MS
  let isStale = false
  while (performance.now() < until) {
    const { ms, headers } = await client.ask(port, wholeQuestion)
    if (isStale && headers['x-pmx-cache'] !== 'stale') break
    isStale = headers['x-pmx-cache'] === 'stale'
    if (isStale) (Number(headers['x-pmx-upstream-requests']) > 0 ? asked : times).push(ms)
    await wait(PING_PAUSE_MS)
  }
  const all = [...times, ...asked]
  const p95 = quantile(all, 0.95)
  return {
    name: `${venue} of real size: one row during a resync, p95`,
    value: p95,
    shown: all.length === 0 ? 'no resync' : `${p95.toFixed(1)} ms`,
    note:
      `median ${quantile(all, 0.5).toFixed(1)} ms, longest ${Math.max(0, ...times).toFixed(0)} ms of ` +
      `${thousands(times.length)}; ${asked.length} waited for prices, ${Math.max(0, ...asked).toFixed(0)} ms at most`,
    budget: '',
    ok: all.length > 0,
  }
}
