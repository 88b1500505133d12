import { describe, expect, test } from 'vitest'
import { ReadyJson, readyTextOf } from '../../../src/core/request/api-call.js'
import { withoutMetadata } from '../../../src/http/response/bare-rows.js'
import { withUnknownPrices } from '../../../src/http/response/unknown-prices.js'

const outcome = (outcomeId: string, price?: number) => ({
  outcomeId,
  label: outcomeId,
  ...(price === undefined ? {} : { price }),
})
const market = (...outcomes: object[]) => ({
  marketId: 'm',
  outcomes,
  yes: outcomes[0],
  sourceMetadata: { outcomes: [{ outcomeId: 'raw' }] },
})
const shownOf = (data: unknown) => JSON.parse(readyTextOf(data) ?? JSON.stringify(data)) as unknown

describe('a price that is not known', () => {
  test('is left out by default', () => {
    const data = [market(outcome('a'))]
    expect(withUnknownPrices('fetchMarkets', data, undefined)).toEqual({ data })
  })

  test('is filled in where the setting has one, with a warning, also where the outcome is repeated', () => {
    const rows = [market(outcome('a'), outcome('b', 0.4))]
    const { data, warning } = withUnknownPrices('fetchMarkets', new ReadyJson(JSON.stringify(rows)), 0)
    expect(shownOf(data)).toMatchObject([
      {
        outcomes: [{ price: 0 }, { price: 0.4 }],
        yes: { price: 0 },
        sourceMetadata: { outcomes: [{ outcomeId: 'raw' }] },
      },
    ])
    expect(warning).toBe('1 outcomes without a known price show 0 (compat.unknownPrice)')
    expect(JSON.stringify(shownOf(data))).not.toContain('"outcomeId":"raw","price"')
  })

  test('is filled in inside events, pages and maps', () => {
    const event = { id: 'e', markets: [market(outcome('a'))] }
    for (const data of [[event], { data: [event], total: 1 }, { m: market(outcome('a')) }])
      expect(withUnknownPrices('fetchEvents', data, 0.5).warning).toContain('1 outcomes')
  })

  test.each(['fetchOHLCV', 'fetchOrderBook', 'createOrder', 'fetchArbitrage'] as const)(
    'is never filled in by %s',
    (method) => {
      const data = [market(outcome('a'))]
      expect(withUnknownPrices(method, data, 0)).toEqual({ data })
    },
  )

  test('brings no warning where all are known', () => {
    const data = [market(outcome('a', 0.1))]
    expect(withUnknownPrices('fetchMarkets', data, 0)).toEqual({ data })
  })
})

test('rows are without sourceMetadata where the call wants none', () => {
  const data = [{ id: 'e', sourceMetadata: { a: 1 }, markets: [market(outcome('a', 0.1))] }]
  expect(withoutMetadata(data, undefined)).toBe(data)
  expect(JSON.stringify(shownOf(withoutMetadata(data, true)))).not.toContain('sourceMetadata')
})
