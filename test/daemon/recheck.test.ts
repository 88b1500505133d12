import { afterEach, expect, test } from 'vitest'
import { until } from '../support/daemon.js'
import { startDemoDaemon } from './demo-daemon.js'

const HOUR = 3_600_000
const token = { authorization: 'Bearer a-token-of-this-very-test' }

let demo: Awaited<ReturnType<typeof startDemoDaemon>> | undefined
afterEach(async () => {
  await demo?.stop()
  demo = undefined
})

interface Told {
  readonly recheck?: Readonly<Record<string, Readonly<Record<string, number>>>>
}

/** A daemon that has stored some hours of minutes, which became final long ago. */
async function start(recheckPercent: number, cache = {}) {
  const started = await startDemoDaemon(['kalshi'], {}, { recheckPercent }, cache)
  demo = started
  const { address, clock } = started
  const ask = async (path: string): Promise<unknown> =>
    (await fetch(`${address}/${path}`, { headers: token })).json()
  const lists = (await ask('api/kalshi/fetchMarkets?limit=1&sort=volume')) as {
    data: { yes: { outcomeId: string } }[]
  }
  const outcomeId = lists.data[0]?.yes.outcomeId ?? ''
  const end = String(clock.now() - 30 * HOUR)
  const query = new URLSearchParams({ outcomeId, resolution: '1m', limit: '300', end })
  const { data } = (await ask(`api/kalshi/fetchOHLCV?${query}`)) as { data: unknown[] }
  expect(data.length).toBeGreaterThan(10)
  return { clock, health: async () => (await ask('health?verbose')) as Told }
}

test('what a venue says of final candles later is counted in /health', async () => {
  const { clock, health } = await start(100)
  expect((await health()).recheck).toEqual({})
  clock.passTo(clock.now() + 2 * HOUR)
  const counts = await until('windows that were requested again', async () => {
    await clock.advance(60_000)
    const found = (await health()).recheck?.['kalshi']
    return found !== undefined && (found['compared'] ?? 0) > 10 ? found : undefined
  })
  expect(counts).toMatchObject({ changed: 0, lacking: 0, added: 0, replaced: 0, absent: 0 })
})

test('with a share of 0 only provisional spans are requested again', async () => {
  const { clock, health } = await start(0)
  clock.passTo(clock.now() + 2 * HOUR)
  await clock.advance(5 * 60_000)
  const { recheck } = await health()
  expect(recheck).toBeDefined()
  expect(recheck?.['kalshi']?.['windows'] ?? 0).toBe(0)
})

test('without a file, provisional spans in memory are requested again, and no final window is', async () => {
  const { clock, health } = await start(100, { enabled: false })
  clock.passTo(clock.now() + 2 * HOUR)
  const counts = await until('spans that were requested again', async () => {
    await clock.advance(60_000)
    const found = (await health()).recheck?.['kalshi']
    return (found?.['confirmations'] ?? 0) > 0 ? found : undefined
  })
  expect(counts).toMatchObject({ windows: 0, changed: 0 })
})
