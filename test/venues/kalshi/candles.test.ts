import { describe, expect, test } from 'vitest'
import { readPayload } from '../../../src/venue-kit/payload/payload.js'
import { toCandles } from '../../../src/venues/kalshi/candles.js'
import { candlesReply } from '../../../src/venues/kalshi/schemas.js'
import { expectDrift, expectDriftAt } from '../../support/expect.js'
import { type Mutation, mutate, mutationsOf } from '../../support/mutations.js'
import { type Members, nativeCandlestick, quietCandlestick } from './payloads.js'

const ticker = 'KXORBMAYOR-26-VELA'
const minute = 60_000
const hour = 3_600_000
const seconds = (ms: number) => ms / 1000
const open = Date.UTC(2026, 10, 21, 10)
const read = (candlesticks: readonly unknown[], stepMs = hour) =>
  toCandles(readPayload(candlesReply, { ticker, candlesticks }, 'x').candlesticks, stepMs, 'x')

const end = seconds(open + hour)
const candle = { timestamp: open, open: 0.42, high: 0.47, low: 0.41, close: 0.45, volume: 2.23 }

describe('a native period', () => {
  test('is stamped with its open time, not with its end', () => {
    expect(read([nativeCandlestick(end)])).toEqual([candle])
    expect(read([nativeCandlestick(seconds(open + minute))], minute)).toEqual([candle])
  })

  test.each<[string, Members]>([
    ['traded before', {}],
    ['never traded', { price: {} }],
    [
      'prices null',
      { price: { open_dollars: null, high_dollars: null, low_dollars: null, close_dollars: null } },
    ],
    ['price null', { price: null }],
    ['no price at all', { price: undefined }],
    ['filled-in prices beside a volume of 0', { price: nativeCandlestick(end)['price'] }],
  ])('without trades is left out: %s', (_what, overrides) => {
    expect(read([quietCandlestick(end, overrides)])).toEqual([])
  })

  test('of before March 2026, in whole cents, is read no more', async () => {
    const price = { open: 42, high: 47, low: 41, close: 45, mean: 44, previous: 43 }
    const older = { end_period_ts: end, open_interest: 5, volume: 2, price }
    await expectDriftAt(() => read([older]), 'candlesticks[0].volume_fp')
    await expectDriftAt(() => read([{ ...older, volume_fp: '2.00' }]), 'candlesticks[0].price.open_dollars')
    // Beside dollars it is nothing.
    expect(
      read([nativeCandlestick(end, { price: { ...price, ...Object(nativeCandlestick(end)['price']) } })]),
    ).toEqual([candle])
  })

  test('of the historical tier has bare names and dollars as text', () => {
    const price = {
      open: '0.4200',
      high: '0.4700',
      low: '0.4100',
      close: '0.4500',
      mean: '0.4400',
      previous: null,
    }
    expect(read([{ end_period_ts: end, open_interest: '0.00', volume: '2.23', price }])).toEqual([candle])
  })

  test('put in front of the window to seed a chart is no candle', () => {
    const seed = nativeCandlestick(end, {
      price: {
        open_dollars: null,
        high_dollars: null,
        low_dollars: null,
        close_dollars: null,
        previous_dollars: '0.4300',
      },
    })
    expect(read([seed, nativeCandlestick(end + 3600)])).toEqual([{ ...candle, timestamp: open + hour }])
  })
})

describe('a change of shape is an error that names the place', () => {
  const names = ['open_dollars', 'high_dollars', 'low_dollars', 'close_dollars'].map(
    (name) => `price.${name}`,
  )
  const broken = (mutation: Mutation) => [
    quietCandlestick(end - 3600),
    mutate(nativeCandlestick(end), mutation),
  ]

  test.each(
    mutationsOf([...names, 'volume_fp', 'end_period_ts'], ['dropped', 'renamed', 'retyped', 'nulled']),
  )('$path $how', async (mutation: Mutation) => {
    await expectDriftAt(() => read(broken(mutation)), `candlesticks[1].${mutation.path}`)
  })

  test.each(mutationsOf(['price'], ['dropped', 'renamed', 'retyped']))(
    '$path $how',
    async (mutation: Mutation) => {
      await expectDrift(() => read(broken(mutation)), 'candlesticks[1].price')
    },
  )

  test.each<[string, Members]>([
    ['none of the four prices', { price: { previous_dollars: '0.4300' } }],
    ['an empty price', { price: {} }],
    ['no price', { price: null }],
  ])('contracts were traded, but there is %s', async (_what, overrides) => {
    const lost = nativeCandlestick(end, overrides)
    await expectDriftAt(() => read([lost]), 'candlesticks[0].price.open_dollars')
    await expectDriftAt(
      () => read([nativeCandlestick(end - 3600), lost]),
      'candlesticks[1].price.open_dollars',
    )
  })

  test('half a price is an error even without trades', async () => {
    await expectDriftAt(
      () => read([quietCandlestick(end, { price: { open_dollars: '0.4200' } })]),
      'candlesticks[0].price.high_dollars',
    )
  })

  test('an end off the grid is another step than asked for', async () => {
    await expectDriftAt(() => read([nativeCandlestick(end + 60)]), 'candlesticks[0].end_period_ts')
    expect(read([nativeCandlestick(end + 60)], minute)).toHaveLength(1)
  })

  test.each<[string, unknown, string]>([
    ['price', { ...Object(nativeCandlestick(end)['price']), high_dollars: '1.4700' }, 'price.high_dollars'],
    ['volume_fp', '-1.00', 'volume_fp'],
    ['end_period_ts', 1.5, 'end_period_ts'],
  ])('%s of %j', async (name, value, path) => {
    await expectDriftAt(() => read([nativeCandlestick(end, { [name]: value })]), `candlesticks[0].${path}`)
  })
})
