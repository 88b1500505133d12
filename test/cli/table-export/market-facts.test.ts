import { describe, expect, test } from 'vitest'
import type { ApiCaller } from '../../../src/cli/client/caller.js'
import type { ExportedSeries } from '../../../src/cli/import-export/table-series.js'
import { createMarketBook } from '../../../src/cli/table-export/market-facts.js'

const seriesOf = (outcomeId: string, resolution = '1h') =>
  ({ series: { venue: 'kalshi', outcomeId, resolution }, spans: [] }) as unknown as ExportedSeries

const market = {
  ...{ marketId: 'FOO', eventId: 'EV', title: 'Foo, or "bar"?', status: 'closed' },
  outcomes: [
    { outcomeId: 'FOO', label: 'Yes' },
    { outcomeId: 'FOO-NO', label: 'No' },
  ],
  sourceMetadata: {
    settlement: {
      ...{ result: 'won', winners: ['FOO-NO'], payout: { FOO: 0, 'FOO-NO': 1 }, basis: 'reported' },
      ...{ closedAt: '2026-11-20T10:00:00.000Z', at: '2026-11-20T12:00:00.000Z' },
    },
  },
}
const open = { marketId: 'BAR', title: 'Bar?', outcomes: [{ outcomeId: 'BAR', label: 'Yes' }] }

/** A caller whose venue knows two markets. */
function callerOf(failure?: object) {
  const asked: unknown[] = []
  const caller: Pick<ApiCaller, 'call'> = {
    async call(_venue, method, [query]) {
      asked.push([method, query])
      const { outcomeId } = query as { outcomeId: string }
      const data = [market, open].find(({ outcomes }) => outcomes.some((one) => one.outcomeId === outcomeId))
      const error = failure ?? { code: 'MARKET_NOT_FOUND', message: 'unknown', retryable: false }
      const body =
        failure === undefined && data !== undefined ? { success: true, data } : { success: false, error }
      return { status: 200, headers: {}, body }
    },
  }
  return { caller, asked }
}

describe('the market of each series', () => {
  test('has its settlement by outcome, in epoch ms', async () => {
    const { caller } = callerOf()
    const markets = createMarketBook()
    const all = [seriesOf('FOO'), seriesOf('FOO-NO'), seriesOf('BAR')]
    await markets.lookUp(all, caller)
    expect(markets.unknown()).toEqual([])
    expect(markets.addTo(all).map(({ series }) => series.additional)).toEqual([
      {
        ...{ market_id: 'FOO', title: 'Foo, or "bar"?', event: 'EV', outcome: 'Yes', status: 'closed' },
        ...{ closed_at: Date.UTC(2026, 10, 20, 10), settlement_at: Date.UTC(2026, 10, 20, 12) },
        ...{ settlement_result: 'lost', settlement_payout: 0, settlement_basis: 'reported' },
      },
      expect.objectContaining({ outcome: 'No', settlement_result: 'won', settlement_payout: 1 }),
      { market_id: 'BAR', title: 'Bar?', outcome: 'Yes' },
    ])
  })

  test('is looked up once for resolutions and outcomes of the same market', async () => {
    const { caller, asked } = callerOf()
    const twice = [seriesOf('FOO'), seriesOf('FOO', '1m')]
    await createMarketBook().lookUp(twice, caller)
    expect(asked).toEqual([['fetchMarket', { outcomeId: 'FOO' }]])
  })

  test('that is unknown is named, and its values are absent', async () => {
    const { caller } = callerOf()
    const markets = createMarketBook()
    const all = [seriesOf('GONE'), seriesOf('BAR')]
    await markets.lookUp(all, caller)
    expect(markets.unknown()).toEqual(['kalshi:GONE'])
    expect(markets.addTo(all).map(({ series }) => 'additional' in series)).toEqual([false, true])
  })

  test('is looked up for series that were stored meanwhile, and no other again', async () => {
    const { caller, asked } = callerOf()
    const markets = createMarketBook()
    const before = [seriesOf('FOO')]
    await markets.lookUp(before, caller)
    expect([markets.lacksAny(before), markets.lacksAny([...before, seriesOf('BAR')])]).toEqual([false, true])
    await markets.lookUp([...before, seriesOf('BAR')], caller)
    expect(markets.lacksAny([...before, seriesOf('BAR')])).toBe(false)
    expect(asked).toEqual([
      ['fetchMarket', { outcomeId: 'FOO' }],
      ['fetchMarket', { outcomeId: 'BAR' }],
    ])
  })

  test('is not left out because its venue fails', async () => {
    const { caller } = callerOf({ code: 'EXCHANGE_NOT_AVAILABLE', message: 'down', retryable: true })
    await expect(createMarketBook().lookUp([seriesOf('FOO')], caller)).rejects.toThrow(/down/)
  })
})
