import { describe, expect, test } from 'vitest'
import { suibets } from '../../../src/venues/suibets/index.js'
import { outcomeSource } from '../../../src/venues/suibets/outcomes.js'
import { expectDrift, failureOf } from '../../support/expect.js'
import { now } from '../../support/venue.js'
import { json, queryOf, sentTo } from '../../support/wire.js'
import { nativeOffer, setUp } from './payloads.js'

const { getEvent, getMarket, findOutcome } = suibets.markets
const gone = json(404, { message: 'Offer not found' })
const one = { 'GET api/p2p/offers/421': { ...nativeOffer(), matches: [] } }

describe('an offer', () => {
  test.each(['suibets:421', 'https://www.suibets.com/p2p/offer/421'])('is found as %s', async (id) => {
    const { ctx, wire } = setUp(one)
    expect((await getMarket(id, ctx))?.market.marketId).toBe('suibets:421')
    expect(sentTo(wire)).toEqual(['GET api/p2p/offers/421'])
  })

  test('is found by each of its sides', async () => {
    for (const id of ['421:creator', '421:taker']) {
      expect((await findOutcome(id, setUp(one).ctx))?.market.marketId).toBe('suibets:421')
    }
  })

  test('that is not there is not found; what can be none is not asked for', async () => {
    expect(await getMarket('suibets:421', setUp({ 'GET api/p2p/offers/421': gone }).ctx)).toBeUndefined()
    expect(await getMarket('421', setUp({}).ctx)).toBeUndefined()
    expect(await findOutcome('suibets:421', setUp({}).ctx)).toBeUndefined()
  })

  test('is the one that was asked for, and read strictly', async () => {
    const other = { 'GET api/p2p/offers/421': nativeOffer({ id: 422 }) }
    await expectDrift(() => getMarket('suibets:421', setUp(other).ctx), 'id')
    const odd = { 'GET api/p2p/offers/421': nativeOffer({ matchDate: 'soon' }) }
    await expectDrift(() => getMarket('suibets:421', setUp(odd).ctx), 'matchDate')
  })
})

describe('an event', () => {
  test.each(['suibets:760454', 'https://www.suibets.com/event/760454'])('is found as %s', async (id) => {
    const rows = [nativeOffer(), nativeOffer({ id: 420, status: 'settled', winner: 'taker' })]
    const { ctx, wire } = setUp({ 'GET api/p2p/offers': rows })
    const row = await getEvent(id, ctx)
    expect(row?.event.id).toBe('suibets:760454')
    expect(row?.markets.map(({ market, status }) => [market.marketId, status])).toEqual([
      ['suibets:421', 'active'],
      ['suibets:420', 'closed'],
    ])
    expect(wire.calls.map(queryOf)).toEqual([{ eventId: '760454', status: 'all', limit: '500' }])
  })

  test('that nobody bets on is not found', async () => {
    expect(await getEvent('suibets:1', setUp({ 'GET api/p2p/offers': [] }).ctx)).toBeUndefined()
    expect(await getEvent('760454', setUp({}).ctx)).toBeUndefined()
  })

  test('a filter that is ignored is an error, and so is an odd offer', async () => {
    const strangers = { 'GET api/p2p/offers': [nativeOffer()] }
    await expectDrift(() => getEvent('suibets:1', setUp(strangers).ctx), 'eventId')
    const odd = { 'GET api/p2p/offers': [nativeOffer(), nativeOffer({ id: 3, odds: null })] }
    await expectDrift(() => getEvent('suibets:760454', setUp(odd).ctx), '[1].odds')
  })
})

describe('an outcome', () => {
  const locate = (id: string, native: unknown = nativeOffer()) =>
    outcomeSource.locate(id, setUp({ 'GET api/p2p/offers/421': native }).ctx)

  test('is one side of an offer, and tells of the other', async () => {
    const listedAt = Date.UTC(2026, 10, 20, 10)
    expect(await locate('421:taker')).toEqual({
      kind: 'outcome',
      outcome: { outcomeId: '421:taker', listedAt, facts: { offer: 421, side: 'taker' } },
      others: [{ outcomeId: '421:creator', listedAt, facts: { offer: 421, side: 'creator' } }],
    })
  })

  test('is closed with its offer, and settled with it', async () => {
    const settled = { status: 'settled', settledAt: '2026-11-21T10:00:00Z', createdAt: null }
    expect(await locate('421:taker', nativeOffer(settled))).toMatchObject({
      outcome: { closedAt: Date.UTC(2026, 10, 21, 10), isSettled: true },
    })
    const filled = await locate('421:taker', nativeOffer({ status: 'filled' }))
    expect(filled).toMatchObject({ outcome: { closedAt: now } })
    expect(JSON.stringify(filled)).not.toContain('isSettled')
  })

  test('is none, but the id of a market names both', async () => {
    expect(await locate('suibets:421')).toEqual({
      kind: 'market',
      marketId: 'suibets:421',
      outcomes: [
        { outcomeId: '421:creator', label: 'Kestrels' },
        { outcomeId: '421:taker', label: 'Not Kestrels' },
      ],
    })
    expect(await locate('421:creator', gone)).toBeUndefined()
    expect(await locate('nobody')).toBeUndefined()
  })
})

test('a failure of the server is no absence', async () => {
  const down = { 'GET api/p2p/offers/421': json(400, { message: 'Invalid offer ID' }) }
  expect((await failureOf(() => getMarket('suibets:421', setUp(down).ctx))).code).toBe('BAD_REQUEST')
})
