import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { myriad } from '../../../src/venues/myriad/index.js'
import { expectDriftAt, present } from '../../support/expect.js'
import { tolerant, wholeList } from '../../support/venue.js'
import { queryOf } from '../../support/wire.js'
import { bookMarket, candidatesMarket, marketNumber, nativeMarket, pageOf } from './payloads.js'
import { setUp } from './set-up.js'

const readMany = present(myriad.markets.readMany)
const listMarkets = present(myriad.markets.listMarkets)
const shelf = [nativeMarket(), candidatesMarket(), bookMarket(), marketNumber(1, { networkId: 56 })]

/** The market list as the venue filters it by numbers, network and model. */
function marketList(call: VenueCall) {
  const { ids, network_id: network, trading_model: model } = queryOf(call)
  const asked = String(ids).split(',')
  return pageOf(
    shelf.filter(
      (row) =>
        (ids === undefined || asked.includes(String(row.id))) &&
        (network === undefined || String(row.networkId) === network) &&
        (model === 'all' || row.tradingModel === model),
    ),
  )
}

describe('many markets by id', () => {
  test('are the rows of the list', async () => {
    const { ctx } = setUp({ 'GET api/markets': marketList })
    const listed = await wholeList(listMarkets({ status: 'active' }, ctx).paging, ctx)
    expect(listed).toHaveLength(4)
    const ids = listed.map(({ market }) => market.marketId)
    const read = await readMany(ids, setUp({ 'GET api/markets': marketList }).ctx)
    const byId = new Map(read.map((row) => [row.market.marketId, row]))
    expect(JSON.stringify(ids.map((id) => byId.get(id)))).toBe(JSON.stringify(listed))
  })

  test('cost a call for each network and trading model', async () => {
    const { ctx, wire } = setUp({ 'GET api/markets': marketList })
    await readMany(['2741:701', '56:ob827', '2741:601', '56:5001'], ctx)
    const page = { page: '1', limit: '100' }
    expect(wire.calls.map(queryOf)).toEqual([
      { ids: '701,601', network_id: '2741', trading_model: 'amm', ...page },
      { ids: '827', network_id: '56', trading_model: 'ob', ...page },
      { ids: '5001', network_id: '56', trading_model: 'amm', ...page },
    ])
  })

  test('that are unknown are left out, and what is no id of a market is not asked for', async () => {
    const { ctx, wire } = setUp({ 'GET api/markets': marketList })
    expect(await readMany(['56:701'], ctx)).toEqual([])
    expect(wire.calls).toHaveLength(1)
    expect(await readMany(['2741:601:1', 'that', ''], ctx)).toEqual([])
    expect(wire.calls).toHaveLength(1)
  })

  test('an odd one costs no other', async () => {
    const rows = [nativeMarket(), candidatesMarket({ state: 'frozen' })]
    const ctx = tolerant(setUp({ 'GET api/markets': pageOf(rows) }).ctx)
    expect(await readMany(['2741:701', '2741:601'], ctx)).toHaveLength(1)
  })

  test.each([
    ['number', nativeMarket({ id: 702 })],
    ['network', nativeMarket({ networkId: 56 })],
    ['model', nativeMarket({ tradingModel: 'ob' })],
  ])('one of another %s is an error: the filter was not honoured', async (_what, stranger) => {
    const { ctx } = setUp({ 'GET api/markets': pageOf([stranger]) })
    await expectDriftAt(() => readMany(['2741:701'], ctx), 'data[0].id')
  })
})

describe('several markets for who looks each up by its id', () => {
  const { getMarket, fitACall, getMany } = myriad.markets

  test('are the rows that lookups tell, with every spelling of their ids', async () => {
    const { ctx, wire } = setUp({
      'GET api/markets': marketList,
      'GET api/markets/701': nativeMarket(),
      'GET api/markets/601': candidatesMarket(),
    })
    const ids = ['2741:701', ' 2741:601 ', '2741:999']
    const told = await present(getMany)(ids, ctx)
    expect([...told.keys()]).toEqual(ids.slice(0, 2))
    expect(wire.calls).toHaveLength(1)
    for (const id of ids.slice(0, 2))
      expect(JSON.stringify(told.get(id))).toBe(JSON.stringify(await getMarket(id, ctx)))
  })

  test.each([
    [['2741:701', '2741:601'], true],
    [['56:ob827', '56:ob828'], true],
    [['2741:701', '56:701'], false],
    [['56:701', '56:ob701'], false],
    [['2741:701:0'], false],
    [['701'], false],
    [['some-slug'], false],
    [Array.from({ length: 101 }, (_, index) => `56:${index}`), false],
  ])('%j go into one call: %j', (ids, does) => {
    expect(present(fitACall)(ids)).toBe(does)
  })
})
