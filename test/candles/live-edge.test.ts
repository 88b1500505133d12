import { expect, test } from 'vitest'
import { createLiveEdges } from '../../src/candles/live-edge.js'
import type { PriceCandle } from '../../src/contract/models.js'

const MINUTE = 60_000
const bar = (minute: number, price = 0.5): PriceCandle => ({
  timestamp: minute * MINUTE,
  open: price,
  high: price,
  low: price,
  close: price,
})
const span = (from: number, to: number) => ({ from: from * MINUTE, to: to * MINUTE })

test('an edge that comes in two pieces is one edge, whichever piece comes first', () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const edges = createLiveEdges()
    const pieces = [
      { span: span(10, 12), bars: [bar(10), bar(11)], fetchedAt: 5 },
      { span: span(12, 15), bars: [bar(13)], fetchedAt: 6 },
    ]
    for (const index of order) {
      const piece = pieces[index]
      if (piece !== undefined) edges.add('a', piece, MINUTE)
    }
    expect(edges.fresh('a', span(10, 15), MINUTE, 900)?.bars).toEqual([bar(10), bar(11), bar(13)])
    expect(edges.fresh('a', span(10, 15), MINUTE, 1_005)).toBeUndefined()
  }
})

test('a newer piece is right where both know, and makes an old edge forgotten', () => {
  const edges = createLiveEdges()
  edges.add('a', { span: span(10, 12), bars: [bar(10), bar(11)], fetchedAt: 0 }, MINUTE)
  edges.add('a', { span: span(11, 13), bars: [bar(11, 0.7)], fetchedAt: 500 }, MINUTE)
  expect(edges.last('a')?.bars).toEqual([bar(10), bar(11, 0.7)])
  edges.add('a', { span: span(12, 13), bars: [], fetchedAt: 60_000 }, MINUTE)
  expect(edges.last('a')).toEqual({ span: span(12, 13), bars: [], fetchedAt: 60_000 })
})
