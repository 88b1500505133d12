import { describe, expect, test } from 'vitest'
import { smarkets } from '../../../src/venues/smarkets/index.js'
import { expectDrift, present } from '../../support/expect.js'
import { tolerant, wholeList } from '../../support/venue.js'
import { pathsOf, setUp, stock, type Twist } from './exchange.js'
import { nativeMarket } from './payloads.js'

const readMany = present(smarkets.markets.readMany)
const listMarkets = present(smarkets.markets.listMarkets)

describe('many markets by number', () => {
  test('are the rows of the list, open and closed', async () => {
    const { ctx } = setUp()
    const listed = [
      ...(await wholeList(listMarkets({ status: 'active' }, ctx).paging, ctx)),
      ...(await wholeList(listMarkets({ status: 'closed' }, ctx).paging, ctx)),
    ]
    expect(listed.map(({ market }) => market.marketId)).toEqual(['5001', '5002', '5100'])
    const read = await readMany(['5001', '5002', '5100'], setUp().ctx)
    expect(JSON.stringify(read)).toBe(JSON.stringify(listed))
  })

  test('cost one call for each matter of them', async () => {
    const { ctx, calls } = setUp()
    await readMany(['5001', '5100'], ctx)
    expect(pathsOf(calls)).toEqual([
      '/markets/5001,5100/',
      '/events/4001,4100/',
      '/markets/5001,5100/contracts/',
      '/markets/5001/last_executed_prices/',
      '/markets/5001,5100/volumes/',
    ])
  })

  test('that are unknown are left out, and what is no number is not asked for', async () => {
    const { ctx, calls } = setUp()
    expect((await readMany(['5001', '77'], ctx)).map(({ market }) => market.marketId)).toEqual(['5001'])
    calls.length = 0
    expect(await readMany(['kestrels-vs-lanterns/winner', ''], ctx)).toEqual([])
    expect(calls).toEqual([])
  })

  test('one whose event is missing costs no other', async () => {
    const lost = nativeMarket({ id: '5009', event_id: '4999' })
    const { ctx } = setUp({ ...stock(), markets: [...stock().markets, lost] })
    expect((await readMany(['5009', '5002'], ctx)).map(({ market }) => market.marketId)).toEqual(['5002'])
  })

  test('one whose contract cannot be read costs no other', async () => {
    const held = stock()
    const contracts = held.contracts.map((row) => (row['id'] === '6001' ? { ...row, name: null } : row))
    const ctx = tolerant(setUp({ ...held, contracts }).ctx)
    expect((await readMany(['5001', '5002'], ctx)).map(({ market }) => market.marketId)).toEqual(['5002'])
  })

  test('strangers among them are an error', async () => {
    const twist: Twist = ({ path }) =>
      path === '/markets/5002/' ? { body: { markets: [nativeMarket()] } } : undefined
    await expectDrift(() => readMany(['5002'], setUp(stock(), twist).ctx), 'markets[*].id')
  })

  test('are not read without their volumes', async () => {
    const twist: Twist = ({ path }) =>
      path.endsWith('/volumes/') ? { status: 403, body: { error_type: 'FORBIDDEN' } } : undefined
    await expect(readMany(['5001'], setUp(stock(), twist).ctx)).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
    })
  })
})

describe('several markets for who looks each up by its number', () => {
  const { getMarket, fitACall, getMany } = smarkets.markets

  test('are the rows that lookups tell, for the calls of one', async () => {
    const { ctx, calls } = setUp()
    const ids = ['5001', ' 5002 ', '5100', '77']
    const told = await present(getMany)(ids, ctx)
    expect([...told.keys()]).toEqual(ids.slice(0, 3))
    expect(calls).toHaveLength(5)
    for (const id of ids.slice(0, 3))
      expect(JSON.stringify(told.get(id))).toBe(JSON.stringify(await getMarket(id, ctx)))
  })

  test.each([
    [['5001', '5002'], true],
    [['5001', 'kestrels-vs-lanterns/winner'], false],
    [['5001', ''], false],
    [Array.from({ length: 50 }, (_, index) => String(index + 1)), true],
    [Array.from({ length: 51 }, (_, index) => String(index + 1)), false],
  ])('%j go into one call: %j', (ids, does) => {
    expect(present(fitACall)(ids)).toBe(does)
  })
})
