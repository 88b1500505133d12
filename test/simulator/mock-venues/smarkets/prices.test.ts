import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findListedEvents } from '../../../../src/simulator/mock-kit/venue-view.js'
import {
  findStepAbove,
  findStepBelow,
  roundToStep,
  tickPrices,
} from '../../../../src/simulator/mock-venues/smarkets/tick-prices.js'
import { stateAt, type WorldMarket } from '../../../../src/simulator/world/common/types.js'
import { haveSamples, sample } from '../../../support/samples.js'
import { contextOf } from '../../support/context.js'
import { dig, firstWhere, numberAt, rowsAt } from '../../support/json.js'
import { createStage } from '../../support/stage.js'

const stage = await createStage('smarkets')
const events = findListedEvents(contextOf(stage.world, stage.now), 'smarkets')
const isTraded = (market: WorldMarket) =>
  stateAt(market, stage.now) === 'open' && stage.world.lastTrade(market.key, stage.now) !== undefined
const isQuoted = (market: WorldMarket) => {
  const { bids, asks } = stage.world.book(market.key, stage.now)
  return isTraded(market) && bids.length > 0 && asks.length > 0
}
const sided = firstWhere(
  events.filter(({ exclusive }) => !exclusive).flatMap(({ markets }) => markets),
  isQuoted,
)
const race = firstWhere(events, ({ exclusive, markets }) => exclusive && markets.filter(isQuoted).length > 2)
const [marketId, yes, no] = [0, 1, 2].map((kind) => String(sided.number * 4 + kind))
const raceId = String((race.markets[0]?.number ?? 0) * 4)

describe('the ladder of odds', () => {
  test.runIf(haveSamples)('is the recorded one', () => {
    const recorded = rowsAt(sample('smarkets', 'ticks.json')).map((row) => numberAt(row, 'price'))
    expect(tickPrices).toEqual(recorded.toSorted((a, b) => a - b))
  })

  test('steps down and up meet at its own prices and nowhere else', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), (price) => {
        const [down, up] = [findStepBelow(price) ?? Number.NaN, findStepAbove(price) ?? Number.NaN]
        expect(down <= price && price <= up).toBe(true)
        expect(down === up).toBe(tickPrices.includes(price))
        expect([down, up]).toContain(roundToStep(price))
      }),
    )
  })
})

describe('quotes', () => {
  const quotes = (id: string) => stage.get('api', `/v3/markets/${id}/quotes/`)

  test('are those of the world, moved outwards to the ladder', () => {
    const { bids, asks } = stage.world.book(sided.key, stage.now)
    const found = rowsAt(quotes(marketId ?? ''), `${yes}.bids`)
    expect(found[0]?.['price']).toBe(findStepBelow(Math.round((bids[0]?.price ?? 0) * 10_000)))
    expect(rowsAt(quotes(marketId ?? ''), `${yes}.offers`)[0]?.['price']).toBe(
      findStepAbove(Math.round((asks[0]?.price ?? 0) * 10_000)),
    )
    const total = (levels: readonly { size: number }[]) =>
      Math.round(levels.reduce((sum, { size }) => sum + size, 0) * 10_000)
    expect(found.reduce((sum, level) => sum + numberAt(level, 'quantity'), 0)).toBe(total(bids))
  })

  test('of the other side have what is sold for what is bought', () => {
    const { bids } = stage.world.book(sided.key, stage.now)
    const offers = rowsAt(quotes(marketId ?? ''), `${no}.offers`)
    expect(offers[0]?.['price']).toBe(findStepAbove(Math.round((1 - (bids[0]?.price ?? 0)) * 10_000)))
  })

  test('of several markets come mixed, by contract, best first and on the ladder', () => {
    const body = quotes(`${marketId},${raceId}`)
    const keys = Object.keys(Object(body))
    const open = race.markets.filter((market) => stateAt(market, stage.now) === 'open')
    expect(new Set(keys)).toEqual(new Set([yes, no, ...open.map(({ number }) => String(number * 4 + 1))]))
    for (const key of keys) {
      const [bids, offers] = ['bids', 'offers'].map((side) =>
        rowsAt(body, `${key}.${side}`).map((level) => numberAt(level, 'price')),
      )
      expect(bids).toEqual(bids?.toSorted((a, b) => b - a))
      expect(offers).toEqual(offers?.toSorted((a, b) => a - b))
      expect([...(bids ?? []), ...(offers ?? [])].every((price) => tickPrices.includes(price))).toBe(true)
      if (bids?.[0] !== undefined && offers?.[0] !== undefined) expect(bids[0]).toBeLessThan(offers[0])
    }
  })

  test('of what no longer trades have no key', () => {
    const over = firstWhere(events, (event) => !event.exclusive && stateAt(event, stage.now) === 'resolved')
    expect(quotes(String((over.markets[0]?.number ?? 0) * 4))).toEqual({})
  })
})

describe('last executions', () => {
  const lastOf = (id: string) =>
    rowsAt(stage.get('api', `/v3/markets/${id}/last_executed_prices/`), `last_executed_prices.${id}`)

  test('are the latest trades in percent on the ladder', () => {
    const trade = stage.world.lastTrade(sided.key, stage.now)
    const [first, second] = lastOf(marketId ?? '')
    expect(first).toMatchObject({
      contract_id: yes,
      last_executed_price: String(roundToStep(Math.round((trade?.price ?? 0) * 10_000)) / 100),
    })
    expect(Math.floor(Date.parse(String(first?.['timestamp'])))).toBe(trade?.at)
    expect(second?.['contract_id']).toBe(no)
    for (const row of lastOf(raceId)) {
      if (row['last_executed_price'] !== null)
        expect(row['last_executed_price']).toMatch(/^[0-9]+([.][0-9][0-9]?)?$/)
    }
  })

  test('of what was never traded are null', () => {
    const never = firstWhere(
      events.filter(({ exclusive }) => !exclusive).flatMap(({ markets }) => markets),
      ({ activity }) => activity === 'never',
    )
    expect(lastOf(String(never.number * 4))).toMatchObject([
      { last_executed_price: null, timestamp: null },
      { last_executed_price: null, timestamp: null },
    ])
  })
})

test('volumes are whole pounds, of a race the sum over its runners', () => {
  const body = stage.get('api', `/v3/markets/${marketId},${raceId}/volumes/`)
  const sum = race.markets.reduce((all, { key }) => all + stage.world.stats(key, stage.now).volume, 0)
  expect(rowsAt(body, 'volumes').map((row) => row['volume'])).toEqual([
    Math.floor(stage.world.stats(sided.key, stage.now).volume),
    Math.floor(sum),
  ])
  expect(dig(rowsAt(body, 'volumes')[1], 'double_stake_volume')).toBe(2 * Math.floor(sum))
})

test('of too many markets prices are refused as invalid, since the document has no 414 for them', () => {
  const refusalOf = (what: string, count: number) => {
    const ids = Array.from({ length: count }, (_, index) => index + 1)
    const { status, body } = stage.probe('api', `/v3/markets/${ids}/${what}/`)
    return [status, dig(body, 'error_type')]
  }
  expect(refusalOf('quotes', 201)).toEqual([400, 'REQUEST_VALIDATION_ERROR'])
  expect(refusalOf('last_executed_prices', 101)).toEqual([400, 'REQUEST_VALIDATION_ERROR'])
  expect(refusalOf('volumes', 301)).toEqual([414, 'REQUEST_TOO_LARGE'])
})
