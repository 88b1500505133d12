import { describe, expect, test } from 'vitest'
import { rain } from '../../../src/venues/rain/index.js'
import { present } from '../../support/expect.js'
import { now } from '../../support/venue.js'
import type { Answer } from '../../support/wire.js'
import { boundsOf, questionsOf, setUp } from './fills.js'
import { fillId, indexed, orderFill, poolId, purchase } from './payloads.js'

const candles = present(rain.candles)
const outcomes = present(rain.outcomes)
const [step] = candles.steps
const MINUTE = 60_000
const start = now - 60 * MINUTE
const at = (second: number) => ({ blockTimestamp: String(start / 1000 + second) })

async function candlesOf(answer: Answer, id = `rain:${poolId(1)}:1`, window = { from: start, to: now }) {
  const { ctx, wire } = setUp(answer)
  const sought = await outcomes.locate(id, ctx)
  if (sought?.kind !== 'outcome') throw new Error('no outcome')
  const place = await candles.place(sought.outcome, ctx)
  const batch = await candles.fetch({ ...place, outcomeId: id }, present(step), window, ctx)
  if (batch.kind !== 'bars') throw new Error('no bars')
  return { place, batch, questions: questionsOf(wire.calls) }
}

describe('candles', () => {
  test('are made of the fills of the option, with their shares as volume', async () => {
    const { batch } = await candlesOf(
      indexed({
        enterOptions: [purchase(3, at(150)), purchase(1, { ...at(10), baseAmount: '6500000' })],
        executeBuyOrders: [orderFill(2, at(59))],
      }),
    )
    expect(batch).toEqual({
      kind: 'bars',
      route: 'subgraph',
      bars: [
        { timestamp: start, open: 0.65, high: 0.65, low: 0.55, close: 0.55, volume: 20 },
        { timestamp: start + 2 * MINUTE, open: 0.62, high: 0.62, low: 0.62, close: 0.62, volume: 10 },
      ],
    })
  })

  test('count a fill once that comes twice in an answer', async () => {
    const fill = purchase(3, at(150))
    const { batch } = await candlesOf(indexed({ enterOptions: [fill, fill] }))
    expect(batch.bars.map(({ volume }) => volume)).toEqual([10])
  })

  test('of a window are asked for from its first second to its last', async () => {
    const { questions } = await candlesOf(indexed())
    expect(questions).toHaveLength(1)
    expect(questions[0]).toContain(`blockTimestamp_gte: "${start / 1000}"`)
    expect(boundsOf(questions[0] ?? '')['enterOptions']).toBe(now / 1000 - 1)
  })

  test('that lie ahead are not asked for', async () => {
    const ahead = { from: now + MINUTE, to: now + 2 * MINUTE }
    const { batch, questions } = await candlesOf(indexed(), `rain:${poolId(1)}:1`, ahead)
    expect([batch.bars, questions]).toEqual([[], []])
  })

  test('of an option of many and of its other side are one series', async () => {
    const one = await candlesOf(indexed(), `rain:${poolId(2)}:3`)
    const other = await candlesOf(indexed(), `rain:${poolId(2)}:3:no`)
    expect([one.place.seriesKey, one.place.mirrored, other.place.mirrored]).toEqual([
      `rain:${poolId(2)}:3`,
      false,
      true,
    ])
    expect(other.place.seriesKey).toBe(one.place.seriesKey)
    expect(candles.facts.parse(one.place.facts)).toEqual(one.place.facts)
  })

  test('of a busy pool come in parts, each from its first whole one on', async () => {
    // Two fills a second, an answer of them every 500 seconds.
    const rows = Array.from({ length: 20_000 }, (_unused, n) =>
      purchase(n, { id: fillId(n), ...at(3_599 - Math.floor(n / 2)), baseAmount: '6200000' }),
    )
    const busy = (call: Parameters<typeof questionsOf>[0][number]) => {
      const bounds = boundsOf(questionsOf([call])[0] ?? '')
      const bound = bounds['enterOptions'] ?? 0
      const enterOptions = rows
        .filter(({ blockTimestamp }) => Number(blockTimestamp) <= bound)
        .slice(0, 1_000)
      return { data: { ...indexed().data, enterOptions } }
    }
    const window = { from: start - 240 * MINUTE, to: now }
    const { batch, questions } = await candlesOf(busy, `rain:${poolId(1)}:1`, window)
    expect(questions).toHaveLength(10)
    // Ten answers, of which nine begin with the second in which the one before ended.
    const reached = start + (3_599 - (10 * 1_000 - 9 * 2) / 2 + 1) * 1_000
    expect(batch.completeFrom).toBe(Math.ceil((reached + 1) / MINUTE) * MINUTE)
    expect(batch.bars[0]?.timestamp).toBe(batch.completeFrom)
    expect(batch.bars.every(({ volume }) => volume === 1_200)).toBe(true)
  })
})
