import { describe, expect, test } from 'vitest'
import { polymarket } from '../../../../src/venues/polymarket/index.js'
import { condition, token } from '../../../support/chain-ids.js'
import { expectDriftAt, present } from '../../../support/expect.js'
import { now } from '../../../support/venue.js'
import { type Answer, json, sentTo } from '../../../support/wire.js'
import { setUp } from '../set-up.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const source = present(polymarket.candles)
const [minutes] = source.steps
const route = 'POST clob/batch-prices-history'
const seriesOf = (index: number, listedAt?: number) => ({
  outcomeId: token(index),
  seriesKey: token(index),
  mirrored: false,
  ...(listedAt === undefined ? {} : { listedAt }),
  facts: { marketId: '700101', conditionId: condition(1) },
})
const window = { from: now - 10 * MINUTE, to: now }
/** A sample 20 s into each minute of a span, and the one of now that comes whatever was asked. */
const samples = (from: number, everyMs = MINUTE) => {
  const rows = []
  for (let at = from + 20_000; at < window.to; at += everyMs) rows.push({ t: at / 1000, p: 0.25 })
  return [...rows, { t: now / 1000 + 1, p: 0.3 }]
}

async function ask(answer: Answer, series = [seriesOf(1), seriesOf(2)], of = window) {
  const { ctx, wire } = setUp({ [route]: answer })
  const told = await present(source.fetchMany?.bind(source))(series, present(minutes), of, ctx)
  return { told, ctx, calls: sentTo(wire), sent: wire.calls }
}

const history = (...rows: readonly unknown[]) => ({
  history: Object.fromEntries(rows.map((row, index) => [token(index + 1), row])),
})

describe('the history of several tokens', () => {
  test('comes in one call, and is what the older route tells of each', async () => {
    const { told, sent } = await ask(history(samples(window.from), samples(window.from)))
    expect(sent.map(({ body }) => body)).toEqual([
      {
        markets: [token(1), token(2)],
        start_ts: window.from / 1000 - 1,
        end_ts: window.to / 1000,
        fidelity: 1,
      },
    ])
    const points = Array.from({ length: 10 }, (_, index) => ({
      at: window.from + index * MINUTE + 20_000,
      price: 0.25,
    }))
    expect([...told]).toEqual(
      [token(1), token(2)].map((id) => [id, { kind: 'points', points, route: 'clob-v1', sampled: true }]),
    )
  })

  test('of which two points have no pace of their own is measured by a point a minute', async () => {
    const few = { from: now - 2 * MINUTE, to: now }
    const { told } = await ask(history(samples(few.from), samples(few.from)), undefined, few)
    expect([...told.values()]).toMatchObject([{ paceMs: MINUTE }, { paceMs: MINUTE }])
  })

  test.each<[string, unknown]>([
    ['nothing', []],
    ['nothing of the beginning', samples(window.from + 4 * MINUTE)],
    ['samples that are too far apart', samples(window.from, 2 * MINUTE)],
  ])('leaves the one of which it tells %s to the routes for one', async (_what, rows) => {
    expect([...(await ask(history(samples(window.from), rows))).told.keys()]).toEqual([token(1)])
  })

  test('may begin with the first quote of a market that was listed in the window', async () => {
    const late = seriesOf(2, window.from + MINUTE)
    const { told } = await ask(history(samples(window.from), samples(window.from + 6 * MINUTE)), [
      seriesOf(1),
      late,
    ])
    expect([...told.keys()]).toEqual([token(1), token(2)])
  })

  test('is not asked for one alone, for what is too much at once, or for what was never recorded', async () => {
    const answer = history(samples(window.from))
    const many = Array.from({ length: 20 }, (_, index) => seriesOf(index + 1))
    const week = { from: now - 7 * 24 * HOUR, to: now }
    const ancient = { from: Date.UTC(2022, 9, 1), to: Date.UTC(2022, 9, 2) }
    for (const [series, of] of [
      [[seriesOf(1)], window],
      [many, week],
      [many.slice(0, 2), ancient],
    ] as const)
      expect((await ask(answer, [...series], of)).calls).toEqual([])
  })

  test('of a route that is gone is left to the others, which are not asked there again', async () => {
    const { told, ctx, calls } = await ask(json(410, { error: 'replaced' }))
    expect([told.size, calls]).toEqual([0, [route]])
    const again = await present(source.fetchMany?.bind(source))(
      [seriesOf(1), seriesOf(2)],
      present(minutes),
      window,
      ctx,
    )
    expect([again.size, calls]).toEqual([0, [route]])
  })

  test('is no answer when it tells of a token that nobody asked for', async () => {
    await expectDriftAt(() => ask(history([], [], [])), 'history')
  })
})
