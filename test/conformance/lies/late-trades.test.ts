import { expect, test } from 'vitest'
import type { PriceCandle } from '../../../src/api/models/models.js'
import { temporaryFolder } from '../../support/engine.js'
import { NOON } from '../venues/house.js'
import { passTime } from './clockwork.js'
import { openLiarHouse, readCandles } from './house.js'
import { seriesOf } from './series.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

interface Row {
  end_period_ts: number
  volume_fp?: string
  price?: unknown
}

/** A Kalshi whose rows are as `change` leaves them, and the candles of its first series. */
async function openKalshi(
  path: string,
  change: (rows: readonly Row[], now: number) => void,
  startsAt = NOON,
) {
  const [series] = await seriesOf('kalshi')
  const house = await openLiarHouse('kalshi', { startsAt, seed: 1, lagMs: MINUTE, candleFile: path })
  const send = house.wire.send.bind(house.wire)
  Object.assign(house.wire, {
    send: async (...asked: Parameters<typeof send>) => {
      const reply = await send(...asked)
      if (!asked[0].path.includes('candlesticks')) return reply
      const body = JSON.parse(reply.text)
      const lists = body.markets?.map((market: { candlesticks: Row[] }) => market.candlesticks)
      for (const rows of lists ?? [body.candlesticks]) change(rows, house.clock.now())
      return { ...reply, text: JSON.stringify(body) }
    },
  })
  async function ask(start: number, end?: number): Promise<PriceCandle[]> {
    const terms = { resolution: '1m', start, ...(end === undefined ? {} : { end }) }
    const { data } = await house.ask('fetchOHLCV', [series?.outcomeId ?? '', terms])
    return [...readCandles(data)]
  }
  return { house, ask }
}

function silence(row: Row): void {
  row.volume_fp = '0.00'
  row.price = {}
}

test('Kalshi rows whose trades are minutes later than their quotes do not hide a candle', async () => {
  const folder = temporaryFolder()
  const { house, ask } = await openKalshi(`${folder.path}/late.db`, (rows, now) => {
    for (const row of rows) if (row.end_period_ts * 1000 > now - 4 * MINUTE) silence(row)
  })
  const start = NOON - HOUR
  for (let minute = 0; minute < 40; minute++) {
    await ask(start)
    await passTime(house.clock, MINUTE)
  }
  const end = house.clock.now() - 10 * MINUTE
  for (const pause of [12 * MINUTE, 40 * MINUTE]) {
    await passTime(house.clock, pause)
    await ask(start, end)
  }
  const own = await ask(start, end)
  const fresh = await openKalshi(`${folder.path}/fresh.db`, () => {}, house.clock.now())
  const truth = await fresh.ask(start, end)
  expect(truth.length).toBeGreaterThan(5)
  expect(own).toEqual(truth)
  for (const each of [house, fresh.house]) await each.close()
  folder.remove()
}, 60_000)

test('a Kalshi row that one response has without its trades is corrected by the later ones', async () => {
  const folder = temporaryFolder()
  let isLying = true
  let victim = 0
  const { house, ask } = await openKalshi(`${folder.path}/row.db`, (rows) => {
    const traded = rows.filter(({ volume_fp: volume }) => Number(volume) > 0)
    const row = traded[Math.floor(traded.length / 2)]
    if (!isLying || row === undefined || traded.length < 4) return
    victim = row.end_period_ts * 1000 - MINUTE
    silence(row)
  })
  const has = async () =>
    (await ask(NOON - 3 * HOUR, NOON - HOUR)).some(({ timestamp }) => timestamp === victim)
  expect([await has(), victim > 0]).toEqual([false, true])
  isLying = false
  for (const pause of [12 * MINUTE, 40 * MINUTE, 26 * HOUR]) {
    await passTime(house.clock, pause)
    await has()
  }
  expect(await has()).toBe(true)
  await house.close()
  folder.remove()
}, 60_000)
