import { expect, test } from 'vitest'
import type { PriceCandle } from '../../../src/api/models/models.js'
import { createDisputes } from '../../../src/candles/series/disputes.js'

const MINUTE = 60_000
const bar: PriceCandle = { timestamp: 0, open: 0.5, high: 0.6, low: 0.4, close: 0.5, volume: 3 }

function looks() {
  const disputes = createDisputes()
  return (minute: number, bars: readonly PriceCandle[], isClockRight = true) => {
    const at = minute * MINUTE
    const requestedAt = { now: at, monotonic: at }
    return disputes.of('series', [bar], { bars, withheld: [], requestedAt, isClockRight }).length
  }
}

test('a candle is disputed until two responses lack it that are ten minutes apart', () => {
  const look = looks()
  expect([look(0, []), look(9, []), look(10, [])]).toEqual([1, 1, 0])
})

test('a response in between that has it begins the dispute anew', () => {
  const look = looks()
  expect([look(0, []), look(5, [bar]), look(11, []), look(20, []), look(21, [])]).toEqual([1, 0, 1, 1, 0])
})

test('a copy that a cache holds ends no dispute', () => {
  const look = looks()
  expect([look(0, []), look(5, [bar], false), look(11, [])]).toEqual([1, 0, 0])
})

test('a candle of two earlier responses is one, with the larger volume', () => {
  const disputes = createDisputes()
  const more = { ...bar, volume: 5 }
  const look = (minute: number) => {
    const requestedAt = { now: minute * MINUTE, monotonic: minute * MINUTE }
    const response = { bars: [], withheld: [], requestedAt, isClockRight: true }
    return disputes.of('series', [bar, more, bar], response)
  }
  expect([look(0), look(10)]).toEqual([[more], []])
})
