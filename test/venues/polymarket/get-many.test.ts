import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { polymarket } from '../../../src/venues/polymarket/index.js'
import { condition } from '../../support/chain-ids.js'
import { present } from '../../support/expect.js'
import { tolerant } from '../../support/venue.js'
import { queryOf } from '../../support/wire.js'
import { closedMarket, listedMarket, undeployedMarket } from './payloads.js'
import { keyset, setUp } from './set-up.js'

const { markets } = polymarket
const getMany = present(markets.getMany)
const fitACall = present(markets.fitACall)

function venueOf(...rows: readonly ReturnType<typeof listedMarket>[]) {
  return setUp({
    'GET gamma/markets/keyset': keyset((call: VenueCall) => {
      const { id = [], closed } = queryOf(call)
      return rows.filter((row) => [id].flat().includes(row.id) && String(row.closed) === closed)
    }),
    ...Object.fromEntries(rows.map((row) => [`GET gamma/markets/${row.id}`, row])),
  })
}

describe('several markets by gamma id', () => {
  test('are the rows that lookups tell, open and closed, under the ids that were asked', async () => {
    const { ctx, wire } = venueOf(listedMarket(), closedMarket())
    const ids = ['700101', ' 0700101 ', '700102', '9']
    const told = await getMany(ids, ctx)
    expect([...told.keys()]).toEqual(ids.slice(0, 3))
    expect(wire.calls.map((call) => queryOf(call)['id'])).toEqual([
      ['700101', '700102', '9'],
      ['700102', '9'],
    ])
    for (const id of ids.slice(0, 3))
      expect(JSON.stringify(told.get(id))).toBe(JSON.stringify(await markets.getMarket(id, ctx)))
  })

  test('that were never deployed, or cannot be read, are left out', async () => {
    const { ctx } = venueOf(listedMarket(), undeployedMarket(), listedMarket({ id: '9', conditionId: 'odd' }))
    expect([...(await getMany(['700101', '700103', '9'], tolerant(ctx))).keys()]).toEqual(['700101'])
  })
})

describe('a call for several', () => {
  const many = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index + 1))

  test('takes a hundred numbers', () => {
    expect([fitACall(many(100)), fitACall(many(101))]).toEqual([true, false])
  })

  test.each([
    'will-ada-win',
    condition(1),
    '7'.repeat(77),
    '7'.repeat(13),
    'https://polymarket.com/event/e/will-ada-win',
    '',
  ])('takes no %j', (id) => {
    expect(fitACall(['700101', id])).toBe(false)
  })
})
