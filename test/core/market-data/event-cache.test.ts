import { expect, test } from 'vitest'
import { createLastEvents } from '../../../src/core/market-data/event-cache.js'
import { fakeClock } from '../../support/clock.js'
import { event, market } from '../fake-venue.js'

const NOON = Date.UTC(2026, 10, 21, 12)

function told(id: string, outcomes = 2) {
  const row = event(id, [market(`${id}-M`)])
  const markets = row.markets.map(({ market: one }) => ({
    ...one,
    outcomes: Array.from({ length: outcomes }, (_, at) => ({
      ...one.outcomes[0],
      outcomeId: `${id}-${at}`,
      marketId: one.marketId,
      label: 'x',
      price: 0.4,
    })),
  }))
  return { ...row.event, markets }
}

test('an event is remembered as it was last told, by what its candles are told with, and when', () => {
  const clock = fakeClock(NOON)
  const events = createLastEvents(clock)
  expect(events.get('kalshi ', 'E')).toBeUndefined()
  events.note('kalshi ', 'E', told('E', 1))
  clock.passTo(NOON + 1_000)
  events.note('kalshi ', 'E', told('E'))
  expect(events.get('kalshi ', 'E')).toEqual({
    at: NOON + 1_000,
    event: {
      id: 'E',
      title: 'Event E',
      markets: [
        {
          outcomes: [
            { marketId: 'E-M', outcomeId: 'E-0', label: 'x' },
            { marketId: 'E-M', outcomeId: 'E-1', label: 'x' },
          ],
        },
      ],
    },
  })
})

test('each scope remembers its own', () => {
  const events = createLastEvents(fakeClock(NOON))
  events.note('a', 'E', told('E', 1))
  events.note('b', 'E', told('E', 3))
  const count = (scope: string) => events.get(scope, 'E')?.event.markets[0]?.outcomes.length
  expect([count('a'), count('b'), count('c')]).toEqual([1, 3, undefined])
})

test('events weigh their outcomes: those that were asked for longest ago go first', () => {
  const events = createLastEvents(fakeClock(NOON))
  for (const id of ['A', 'B', 'C']) events.note('s', id, told(id, 6_000))
  events.get('s', 'A')
  events.note('s', 'D', told('D', 6_000))
  expect(['A', 'B', 'C', 'D'].map((id) => events.get('s', id) !== undefined)).toEqual([
    true,
    false,
    true,
    true,
  ])
})
