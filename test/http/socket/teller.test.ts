import { describe, expect, test } from 'vitest'
import { createTeller, type News } from '../../../src/http/socket/teller.js'
import type { TextParts } from '../../../src/http/socket/text-frame.js'
import { fakeClock } from '../../support/clock.js'

const book = (symbol: string, told: string): News =>
  ({ kind: 'book', symbol, json: () => Buffer.from(JSON.stringify(told)) }) as unknown as News
const trades = (symbol: string, told: string): News =>
  ({ kind: 'trades', symbol, trades: [told] }) as unknown as News

function setUp() {
  const clock = fakeClock()
  const sent: { symbol: string; data: unknown }[] = []
  const note = (text: string): void => void sent.push(JSON.parse(text))
  const outbox = {
    put: note,
    putNewest: (_place: string, _name: string, make: () => TextParts) =>
      note(Buffer.concat(make()).toString()),
    forget: () => undefined,
    close: () => undefined,
  }
  const teller = createTeller(
    {
      kind: 'subscribe',
      id: 'one',
      source: { kind: 'venue', venue: 'kalshi', method: 'watchOrderBooks' },
      target: 'kalshi',
      method: 'watchOrderBooks',
      args: [],
      key: '[]',
      body: {},
    },
    '0',
    outbox,
    clock,
  )
  const start = (symbols: readonly string[], current: readonly News[] = []): void =>
    teller.start({ symbols, current: () => current, stop: () => undefined })
  return {
    clock,
    teller,
    start,
    told: () => sent.splice(0).map(({ symbol, data }) => [symbol, data].join(' ')),
  }
}

describe('what came before the subscription was acknowledged', () => {
  test('follows it: all trades in their order, and of each book the newest', () => {
    const { teller, start, told } = setUp()
    for (const news of [book('a', '1'), trades('a', '2'), book('a', '3'), trades('a', '4')]) teller.news(news)
    expect(told()).toEqual([])
    start(['a'])
    expect(told()).toEqual(['a 2', 'a 4', 'a 3'])
  })

  test('is newer than what is known of it, which stands for those of which nothing came', () => {
    const { teller, start, told } = setUp()
    teller.news(book('a', 'pushed'))
    start(['a', 'b'], [book('a', 'known'), book('b', 'known')])
    expect(told()).toEqual(['a pushed', 'b known'])
  })
})

describe('the first books of a batch', () => {
  test('go together as soon as the last of them is there; what comes then goes at once', () => {
    const { teller, start, told } = setUp()
    start(['a', 'b', 'c'], [book('b', '1')])
    teller.news(book('a', '1'))
    teller.news(book('a', '2'))
    teller.news(trades('a', 'early'))
    expect(told()).toEqual([])
    teller.news(book('c', '1'))
    expect(told()).toEqual(['a early', 'b 1', 'a 2', 'c 1'])
    teller.news(book('a', '3'))
    expect(told()).toEqual(['a 3'])
  })

  test('do not wait longer than two seconds for those that are missing, which follow', async () => {
    const { clock, teller, start, told } = setUp()
    start(['a', 'b'])
    teller.news(book('a', '1'))
    await clock.advance(1_999)
    expect(told()).toEqual([])
    await clock.advance(1)
    expect(told()).toEqual(['a 1'])
    teller.news(book('b', '1'))
    expect(told()).toEqual(['b 1'])
  })

  test('go at once where all are known', () => {
    const { start, told } = setUp()
    start(['a', 'b'], [book('a', '1'), book('b', '1')])
    expect(told()).toEqual(['a 1', 'b 1'])
  })
})

test('one thing alone is waited for by nobody: what comes of it goes at once', () => {
  const { teller, start, told } = setUp()
  start(['a'])
  teller.news(trades('a', '1'))
  expect(told()).toEqual(['a 1'])
})

test('nothing is told after the end, neither what comes then nor what had waited', async () => {
  const { clock, teller, start, told } = setUp()
  start(['a', 'b'])
  teller.news(book('a', '1'))
  teller.stop()
  teller.news(book('b', '1'))
  await clock.advance(2_000)
  expect(told()).toEqual([])
})
