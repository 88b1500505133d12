import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { kalshi } from '../../../src/venues/kalshi/index.js'
import { expectDriftAt, present } from '../../support/expect.js'
import { tolerant, wholeList } from '../../support/venue.js'
import { type Answers, json, queryOf } from '../../support/wire.js'
import { nativeEvent, nativeMarket, nativeSeries, secondMarket } from './payloads.js'
import { askedIn, setUp } from './set-up.js'

const { markets } = kalshi
const readMany = present(markets.readMany)
const [vela, otto] = ['KXORBMAYOR-26-VELA', 'KXORBMAYOR-26-OTTO']
const withoutMarkets = nativeEvent({ markets: undefined })
const answers: Answers = {
  'GET api/series': { series: [nativeSeries()] },
  'GET api/markets': (call: VenueCall) => {
    const tickers = String(queryOf(call)['tickers']).split(',')
    const found = [nativeMarket(), secondMarket()].filter(({ ticker }) => tickers.includes(String(ticker)))
    return { markets: found, cursor: '' }
  },
  'GET api/events': { events: [withoutMarkets], cursor: '' },
}

describe('many markets by ticker', () => {
  test('are the rows of the list', async () => {
    const listing = setUp({
      'GET api/series': { series: [nativeSeries()] },
      'GET api/events': { events: [nativeEvent()], cursor: '' },
    })
    const events = await wholeList(
      markets.listEvents({ status: 'active' }, listing.ctx).paging,
      tolerant(listing.ctx),
    )
    const listed = present(events[0]).markets
    expect(listed).toHaveLength(2)
    const read = await readMany([vela, otto], setUp(answers).ctx)
    expect(JSON.stringify(read)).toBe(JSON.stringify(listed))
  })

  test('cost a call for all, one for their events, and the series; later only the first', async () => {
    const { wire, ctx } = setUp(answers)
    await readMany([vela, otto], ctx)
    const asked = askedIn(wire).map((call) => [call.path, queryOf(call)])
    expect(asked).toEqual([
      ['/markets', { tickers: `${vela},${otto}`, limit: '100' }],
      ['/events', { tickers: 'KXORBMAYOR-26', limit: '1' }],
    ])
    expect(wire.calls).toHaveLength(3)
    await readMany([otto], ctx)
    expect(wire.calls.slice(3).map(({ path }) => path)).toEqual(['/markets'])
  })

  test('that the venue does not know are left out, and what can be no ticker is not asked for', async () => {
    const rows = await readMany([vela, 'KXGONE-26'], setUp(answers).ctx)
    expect(rows.map(({ market }) => market.marketId)).toEqual([vela])
    const none = setUp({ 'GET api/markets': { markets: [] } })
    expect(await readMany(['KXGONE-26'], none.ctx)).toEqual([])
    expect(await readMany(['two words'], none.ctx)).toEqual([])
    expect(none.wire.calls).toHaveLength(1)
  })

  test('of a hidden event have no event around them', async () => {
    const { ctx } = setUp({ ...answers, 'GET api/events': { events: [], cursor: '' } })
    const [row] = await readMany([vela], ctx)
    expect(row?.market.tags).toBeUndefined()
    expect(row?.market.sourceMetadata).not.toHaveProperty('event_title')
  })

  test('an odd one costs no other', async () => {
    const odd = { markets: [nativeMarket(), secondMarket({ last_price_dollars: '7' })], cursor: '' }
    const { ctx } = setUp({ ...answers, 'GET api/markets': odd })
    const lenient = tolerant(ctx)
    expect(await readMany([vela, otto], lenient)).toHaveLength(1)
    expect(lenient.omissions.rows).toBe(1)
  })

  test('strangers among them, or among their events, are an error: the filter was not honoured', async () => {
    const stranger = setUp({ ...answers, 'GET api/markets': { markets: [nativeMarket()] } })
    await expectDriftAt(() => readMany([otto], stranger.ctx), 'markets[0].ticker')
    const other = { events: [nativeEvent({ event_ticker: 'KXELSE', markets: undefined })] }
    const { ctx } = setUp({ ...answers, 'GET api/events': other })
    await expectDriftAt(() => readMany([vela], ctx), 'events[0].event_ticker')
  })

  test.each(['GET api/events', 'GET api/series'])('are not read while %s fails', async (call) => {
    const { ctx } = setUp({
      ...answers,
      [call]: json(403, { error: { code: 'permission_denied', message: 'no' } }),
    })
    await expect(readMany([vela], ctx)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
  })
})
