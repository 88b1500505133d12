import { join } from 'node:path'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openRecording } from '../../src/cassette/record/record-session.js'
import type { CassetteSession } from '../../src/cassette/replay/cassette-session.js'
import { openReplay } from '../../src/cassette/replay/replay-session.js'
import type { Logger } from '../../src/observe/logger.js'
import { recordable, temporaryFolder } from '../cassette/support/cassettes.js'
import { collectingLogger } from '../cassette/support/collecting-logger.js'
import type { FakeClock } from '../support/clock.js'
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

const recordingTo =
  (file: string, log: Logger) =>
  (clock: FakeClock): CassetteSession =>
    openRecording({
      file,
      madeBy: 'test',
      clock,
      owner: { pid: process.pid },
      isRunning: () => true,
      unique: 'u',
      newSecret: () => '',
      recordable,
      log,
    })

const replayOf =
  (file: string) =>
  (clock: FakeClock): CassetteSession =>
    openReplay({ files: [file], onRepeat: 'error', time: 'recorded', recordable, clock })

/** The first frames that a socket is told of a pair. */
async function watched({ port, clock }: FeedDaemon, feed: string, pair: string, count: number) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`)
  const frames: string[] = []
  socket.on('message', (data: Buffer) => frames.push(data.toString('utf8')))
  socket.on('open', () =>
    socket.send(JSON.stringify({ id: pair, action: 'subscribe', feed, method: 'watchTicker', args: [pair] })),
  )
  for (let turn = 0; frames.length < count && turn < 2_000; turn++) {
    await clock.advance(turn < 50 ? 0 : 200)
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  socket.terminate()
  return frames.slice(0, count)
}

test('feeds are recorded as venues are, and a replay a year later reads the same without a network', async () => {
  const file = join(temporaryFolder(), 'feeds.cassette.gz')
  const { log, lines } = collectingLogger()
  const live = await feedDaemon({ cassette: recordingTo(file, log) })
  const recorded = await tour(live)
  await live.close()
  // Nothing was withheld: every name that feeds send may be written.
  expect(lines).toEqual([])

  const offline = await feedDaemon({ startsAt: NOW + YEAR_MS, cassette: replayOf(file) })
  expect(await tour(offline)).toEqual(recorded)
  const missed = await offline.get('/binance/fetchTicker?symbol=SOL/USDT')
  expect([missed.status, missed.json]).toMatchObject([404, { exchange: 'Binance' }])
  await offline.close()
})

test('what was watched of feeds is recorded, and a replay brings it again', async () => {
  const file = join(temporaryFolder(), 'watched.cassette.gz')
  const { log } = collectingLogger()
  const live = await feedDaemon({ cassette: recordingTo(file, log) })
  const recorded = [
    await watched(live, 'binance', 'BTC/USDT', 4),
    await watched(live, 'chainlink', 'BTC/USD', 2),
  ]
  await live.close()
  expect(recorded.map(({ length }) => length)).toEqual([4, 2])
  expect(recorded.flat().join()).not.toMatch(/"event":"error"/)

  const offline = await feedDaemon({ startsAt: NOW + YEAR_MS, cassette: replayOf(file) })
  expect([
    await watched(offline, 'binance', 'BTC/USDT', 4),
    await watched(offline, 'chainlink', 'BTC/USD', 2),
  ]).toEqual(recorded)
  await offline.close()
})
