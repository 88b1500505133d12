import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { polymarket } from '../../../src/venues/polymarket/index.js'
import { condition } from '../../support/chain-ids.js'
import { expectDriftAt, present } from '../../support/expect.js'
import { tolerant, wholeList } from '../../support/venue.js'
import { queryOf } from '../../support/wire.js'
import { closedMarket, listedMarket, nativeEvent, undeployedMarket } from './payloads.js'
import { keyset, setUp } from './set-up.js'

const { markets } = polymarket
const readMany = present(markets.readMany)

/** The market list as the venue answers ids: open ones unless closed ones are asked for. */
const marketList =
  (...rows: readonly ReturnType<typeof listedMarket>[]) =>
  (call: VenueCall) => {
    const { id = [], closed } = queryOf(call)
    return rows.filter((row) => [id].flat().includes(row.id) && String(row.closed) === closed)
  }
const { markets: _markets, tags, ...parent } = nativeEvent()
const over = { ...closedMarket(), events: [parent], tags }

/** The venue's own tags, which are rows. */
function isTags(name: string, value: unknown): boolean {
  return name === 'tags' && Array.isArray(value) && typeof value[0] === 'object'
}

describe('many markets by gamma id', () => {
  test('are the rows of the list', async () => {
    const listing = setUp({ 'GET gamma/events/keyset': { events: [nativeEvent()] } })
    const listed = await wholeList(
      present(markets.listMarkets)({ status: 'active' }, listing.ctx).paging,
      listing.ctx,
    )
    const active = listed.filter(({ status }) => status === 'active')
    expect(active).toHaveLength(1)
    const { ctx } = setUp({ 'GET gamma/markets/keyset': keyset(marketList(listedMarket())) })
    const read = await readMany(['700101'], ctx)
    // In a list the tags stand on the event; all else of the venue's fields is the same.
    expect(read[0]?.market.sourceMetadata).toMatchObject({ tags: expect.any(Array) })
    expect(JSON.stringify(read, (name, value) => (isTags(name, value) ? undefined : value))).toBe(
      JSON.stringify(active),
    )
  })

  test('cost a call, and one more where some may have closed', async () => {
    const { wire, ctx } = setUp({ 'GET gamma/markets/keyset': keyset(marketList(listedMarket(), over)) })
    const rows = await readMany(['700101', '700102', '9'], ctx)
    expect(rows.map(({ market, status }) => [market.marketId, status])).toEqual([
      ['700101', 'active'],
      ['700102', 'closed'],
    ])
    const around = { limit: '100', include_tag: 'true' }
    expect(wire.calls.map(queryOf)).toEqual([
      { id: ['700101', '700102', '9'], closed: 'false', ...around },
      { id: ['700102', '9'], closed: 'true', ...around },
    ])
    await readMany(['700101'], ctx)
    expect(wire.calls).toHaveLength(3)
  })

  test('of other shapes of ids nothing is asked', async () => {
    const { wire, ctx } = setUp({})
    expect(await readMany([condition(1), 'will-ada', ''], ctx)).toEqual([])
    expect(wire.calls).toEqual([])
  })

  test('an undeployed one is left out, an odd one costs no other', async () => {
    const { ctx } = setUp({
      'GET gamma/markets/keyset': keyset((call: VenueCall) => rowsOf(queryOf(call)['closed'])),
    })
    const rowsOf = (closed: unknown) =>
      closed === 'false'
        ? [listedMarket(), undeployedMarket(), listedMarket({ id: '9', conditionId: 'odd' })]
        : []
    const lenient = tolerant(ctx)
    expect(await readMany(['700101', '700103', '9'], lenient)).toHaveLength(1)
    expect(lenient.omissions.rows).toBe(1)
  })

  test('strangers among them are an error: the filter was not honoured', async () => {
    const { ctx } = setUp({ 'GET gamma/markets/keyset': keyset([listedMarket()]) })
    await expectDriftAt(() => readMany(['9'], ctx), '[0].id')
  })
})
