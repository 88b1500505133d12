import { expect, test } from 'vitest'
import { drawLive, renderBookLine, renderTradeLine } from '../../../src/cli/charts/live-book.js'
import { plainColors } from '../../../src/cli/output/colors.js'

const AT = Date.UTC(2026, 10, 21, 12)
const book = {
  bids: [
    { price: 0.5, size: 100 },
    { price: 0.4, size: 50 },
  ],
  asks: [{ price: 0.525, size: 200 }],
  timestamp: AT,
}

test('the best prices stand beside each other, the sizes as bars around them', () => {
  const lines = drawLive(
    { venue: 'kalshi', outcomeId: 'X', book, trades: undefined },
    { columns: 64, rows: 20 },
    plainColors,
  )
  expect(lines).toEqual([
    'kalshi X',
    '2026-11-21T12:00:00.000Z  bid 0.500 × 100  ask 0.525 × 200  sp…',
    '                  size     bid │ ask     size',
    '    █████          100   0.500 │ 0.525   200          █████████',
    '       ██           50   0.400 │',
    'Ctrl-C ends',
  ])
})

test('where columns do not fit, the best prices are told', () => {
  const view = { venue: 'kalshi', outcomeId: 'X', book, trades: [] }
  const lines = drawLive(view, { columns: 30, rows: 20 }, plainColors)
  expect(lines.every((line) => line.length < 30)).toBe(true)
  expect(lines[1]).toMatch(/^2026-11-21T12:00:00/)
})

test('an empty side and an unknown time are told as unknown, never as zero', () => {
  expect(renderBookLine({ bids: [], asks: [{ price: 0.6, size: 1 }] })).toBe(
    '–  bid –  ask 0.60 × 1  spread –',
  )
})

test('a trade without a side has no word for it', () => {
  const trade = { id: '1', timestamp: AT, price: 0.5, amount: 2, side: 'unknown' } as const
  expect(renderTradeLine(trade)).toBe('2026-11-21T12:00:00.000Z  trade 0.50 × 2')
})
