import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openRecording } from '../../src/cassette/record-session.js'
import { openReplay } from '../../src/cassette/replay-session.js'
import { recordable, temporaryFolder } from '../cassette/support/cassettes.js'
import { collectingLogger } from '../cassette/support/collecting-logger.js'
import { type FeedDaemon, feedDaemon, NOW } from './support.js'

const YEAR_MS = 365 * 24 * 60 * 60_000

const calls = [
  '/binance/loadMarkets',
  '/binance/fetchTicker?symbol=BTC/USDT',
  '/binance/fetchTickers?symbols=ETH/USDT,XRP/USDT',
  '/binance/fetchOHLCV?symbol=SOL/USDT&timeframe=15m&limit=3',
  '/binance/fetchOHLCV?symbol=SOL/USDT&timeframe=1d&since=2026-01-01&limit=2',
  '/binance/fetchOrderBook?symbol=BTC/USDT&limit=2',
  '/binance/fetchTicker?symbol=NO/SUCH',
  '/chainlink/loadMarkets',
  '/chainlink/fetchTicker?symbol=BTC/USD',
  '/chainlink/fetchTickers',
  '/chainlink/fetchOracleRound?feed=SOL/USD',
  '/chainlink/fetchOracleHistory?feed=SOL/USD&limit=3',
  '/chainlink/fetchHistoricalPrices?symbol=XRP/USD&fromTimestamp=2024-02-29&order=asc&maxSize=2',
]

async function tour(daemon: FeedDaemon): Promise<readonly unknown[]> {
  const seen: unknown[] = []
  for (const call of calls) seen.push([call, (await daemon.get(call)).json])
  return seen
}

test('feeds are recorded as venues are, and a replay a year later reads the same without a network', async () => {
  const file = join(temporaryFolder(), 'feeds.cassette.gz')
  const { log, lines } = collectingLogger()
  const live = await feedDaemon({
    cassette: (clock) =>
      openRecording({
        file,
        madeBy: 'test',
        clock,
        owner: { pid: process.pid },
        isRunning: () => true,
        unique: 'u',
        recordable,
        log,
      }),
  })
  const recorded = await tour(live)
  await live.close()
  // Nothing was withheld: every name that feeds send may be written.
  expect(lines).toEqual([])

  const offline = await feedDaemon({
    startsAt: NOW + YEAR_MS,
    cassette: (clock) =>
      openReplay({ files: [file], onRepeat: 'error', time: 'recorded', recordable, clock }),
  })
  expect(await tour(offline)).toEqual(recorded)
  const missed = await offline.get('/binance/fetchTicker?symbol=SOL/USDT')
  expect([missed.status, missed.json]).toMatchObject([404, { error: { exchange: 'Binance' } }])
  await offline.close()
})
