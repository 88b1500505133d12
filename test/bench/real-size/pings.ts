import { thousands } from '../http-rows.js'
import type { Row } from '../table.js'
import { type Client, quantile } from './client.js'

/** Between two questions. */
export const PING_PAUSE_MS = 5

/** A minute of candles a little in the past: once read they are there for good. */
export function hotCandles(outcomeId: string): string {
  const end = Math.floor(Date.now() / 60_000) * 60_000 - 3 * 3_600_000
  const span = `start=${end - 499 * 60_000}&end=${end}`
  return `/api/kalshi/fetchOHLCV?outcomeId=${outcomeId}&resolution=1m&${span}`
}

/** Times of one question over and over while something else is done, ms. */
export async function pinging(
  client: Client,
  port: number,
  path: string,
  meanwhile: () => Promise<void>,
): Promise<number[]> {
  await client.ask(port, path)
  const times: number[] = []
  let isOver = false
  const work = meanwhile().finally(() => {
    isOver = true
  })
  while (!isOver) {
    times.push((await client.ask(port, path)).ms)
    await wait(PING_PAUSE_MS)
  }
  await work
  return times
}

/** How long a question took that nothing had to be read for, beside something else that went on. */
export function stallRow(name: string, pings: readonly number[], idle: readonly number[]): Row {
  const [p99, calm] = [quantile(pings, 0.99), quantile(idle, 0.99)]
  return {
    name,
    value: p99,
    shown: `${p99.toFixed(1)} ms`,
    note: `longest ${Math.max(...pings).toFixed(0)} ms of ${thousands(pings.length)}; idle p99 ${calm.toFixed(1)} ms`,
    budget: 'at most 20 ms, or 5 times idle',
    ok: p99 <= 20 || p99 <= 5 * calm,
  }
}

export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
