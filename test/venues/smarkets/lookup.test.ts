import { describe, expect, test } from 'vitest'
import { smarkets } from '../../../src/venues/smarkets/index.js'
import { expectDrift, failureOf } from '../../support/expect.js'
import { tolerant } from '../../support/venue.js'
import { pathsOf, type Stock, setUp, stock, type Twist, without } from './exchange.js'
import { nativeEvent } from './payloads.js'

const { getEvent, getMarket, findOutcome } = smarkets.markets
const place = 'https://smarkets.com/sport/football/harbour-cup/2026/11/22/20-00/kestrels-vs-lanterns'

describe('an event', () => {
  test.each([
    ['number', '4001', '4001'],
    ['number of a settled one', '4100', '4100'],
    ['slug', 'kestrels-VS-lanterns', '4001'],
    ['slug of one that closed lately', 'osk-vs-tarn', '4100'],
    ['page', place, '4001'],
    [
      'page of a settled one',
      'https://smarkets.com/sport/tennis/lagoon-open/2026/11/01/12-00/osk-vs-tarn',
      '4100',
    ],
    ['numbered page', 'https://smarkets.com/event/4100/whatever', '4100'],
  ])('is found by its %s', async (_how, id, eventId) => {
    const row = await getEvent(id, setUp().ctx)
    expect(row?.event.id).toBe(eventId)
    expect(row?.markets.length).toBeGreaterThan(0)
  })

  test.each(['77', 'nobody-knows', 'https://elsewhere.example/x', 'a/b', '..', ''])(
    'unknown is %j',
    async (id) => {
      expect(await getEvent(id, setUp().ctx)).toBeUndefined()
    },
  )

  test('a slug that two open events have is refused with both ids', async () => {
    const held = { ...stock(), events: [...stock().events, nativeEvent({ id: '4002' })] }
    expect(await failureOf(() => getEvent('kestrels-vs-lanterns', setUp(held).ctx))).toMatchObject({
      code: 'BAD_REQUEST',
      detail: { kind: 'ambiguous', candidates: ['4001', '4002'] },
    })
  })

  const old = nativeEvent({
    id: '4002',
    state: 'settled',
    start_datetime: '2025-01-01T12:00:00Z',
    slug: 'old-duel',
  })
  const withOld = (...more: Record<string, unknown>[]) => ({
    ...stock(),
    events: [...stock().events, old, ...more],
  })

  test('an old closed one is found by the slug it was shown with', async () => {
    const { ctx } = setUp(withOld())
    expect(await getEvent('old-duel', ctx)).toBeUndefined()
    await getEvent('4002', ctx)
    expect((await getEvent('old-duel', ctx))?.event.id).toBe('4002')
  })

  test('of a slug that open and closed ones have the open one is meant; of several closed ones none', async () => {
    const open = nativeEvent({ id: '4003', slug: 'old-duel' })
    expect((await getEvent('old-duel', setUp(withOld(open)).ctx))?.event.id).toBe('4003')
    const { ctx } = setUp(withOld({ ...old, id: '4004' }))
    await getEvent('4002', ctx)
    await getEvent('4004', ctx)
    const error = await failureOf(() => getEvent('old-duel', ctx))
    expect(error.detail).toEqual({ kind: 'ambiguous', candidates: ['4002', '4004'] })
  })

  test('a branch of the tree is an event without markets', async () => {
    const held = { ...stock(), events: [nativeEvent({ id: '4000', bettable: false })] }
    expect(await getEvent('4000', setUp(held).ctx)).toMatchObject({ event: { id: '4000' }, markets: [] })
  })

  test('another event than the asked one is an error', async () => {
    const twist: Twist = ({ path }) =>
      path === '/events/4001/' ? { body: { events: [nativeEvent({ id: '4' })] } } : undefined
    await expectDrift(() => getEvent('4001', setUp(stock(), twist).ctx), 'id')
  })
})

describe('a market', () => {
  test('is found by its number, open or closed, with its event', async () => {
    const { ctx, calls } = setUp()
    const row = await getMarket('5001', ctx)
    expect(row?.market).toMatchObject({
      marketId: '5001',
      eventId: '4001',
      volume: 4798,
      outcomes: [{ price: 0.5714 }, { label: 'Draw' }, { price: 0.1515 }],
    })
    expect(pathsOf(calls).slice(0, 2)).toEqual(['/markets/5001/', '/events/4001/'])
    expect(await getMarket('5100', setUp().ctx)).toMatchObject({
      status: 'closed',
      market: { outcomes: [{ price: 0 }, { price: 1 }] },
    })
  })

  test('is found by the slug it is listed with', async () => {
    const row = await getMarket('kestrels-vs-lanterns/both-teams-score', setUp().ctx)
    expect(row?.market.marketId).toBe('5002')
  })

  test('two of one slug are refused with their ids', async () => {
    const [first, second] = stock().markets
    const held: Stock = { ...stock(), markets: [{ ...first }, { ...second, slug: 'winner' }] }
    const found = failureOf(() => getMarket('kestrels-vs-lanterns/winner', setUp(held).ctx))
    expect((await found).detail).toEqual({ kind: 'ambiguous', candidates: ['5001', '5002'] })
  })

  test.each(['77', 'winner', 'kestrels-vs-lanterns/nothing', 'nobody/winner', place, ''])(
    'unknown is %j',
    async (id) => {
      expect(await getMarket(id, setUp().ctx)).toBeUndefined()
    },
  )

  test('without its event it is an error, not half a row', async () => {
    const held = { ...stock(), events: [] }
    await expectDrift(() => getMarket('5001', setUp(held).ctx), 'events')
  })
})

describe('an outcome', () => {
  test.each([
    ['6005', '5002'],
    ['6101', '5100'],
  ])('%s is looked up by its number, of an open or a closed market', async (id, marketId) => {
    const { ctx, calls } = setUp()
    expect((await findOutcome(id, ctx))?.market.marketId).toBe(marketId)
    expect(pathsOf(calls).slice(0, 2)).toEqual([`/contracts/${id}/`, `/markets/${marketId}/`])
    expect(pathsOf(calls)).not.toContain('/events/')
  })

  test('of a contract whose ornaments cannot be read is found all the same', async () => {
    const twist: Twist = ({ path }) =>
      path === '/contracts/6005/'
        ? { body: { contracts: [{ id: 6005, market_id: '5002', state_or_outcome: 7, contract_type: [] }] } }
        : undefined
    expect((await findOutcome('6005', setUp(stock(), twist).ctx))?.market.marketId).toBe('5002')
  })

  test('of another contract than the asked one is an error', async () => {
    const twist: Twist = ({ path }) =>
      path === '/contracts/6005/' ? { body: { contracts: [{ id: '6004', market_id: '5002' }] } } : undefined
    await expectDrift(() => findOutcome('6005', setUp(stock(), twist).ctx), 'contracts[*].id')
  })

  test('that a list has shown before costs no search for its market', async () => {
    const { ctx: bare, calls } = setUp(stock(), without('contracts'))
    const ctx = { ...bare, listedMarketOf: (id: string) => (id === '6101' ? '5100' : undefined) }
    expect((await findOutcome('6101', ctx))?.market.marketId).toBe('5100')
    expect(pathsOf(calls)[0]).toBe('/markets/5100/')
  })

  test('is looked for in the open events where the venue has no such route', async () => {
    const { ctx, calls } = setUp(stock(), without('contracts'))
    const row = await findOutcome('6005', ctx)
    expect(row?.market.marketId).toBe('5002')
    expect(pathsOf(calls)).toContain('/events/')
  })

  test('once seen, it is found at once, of a closed market too', async () => {
    const { ctx, calls } = setUp(stock(), without('contracts'))
    expect(await findOutcome('6101', ctx)).toBeUndefined()
    await getMarket('5100', ctx)
    const before = calls.length
    expect((await findOutcome('6101', ctx))?.market.marketId).toBe('5100')
    expect(pathsOf(calls).slice(before)[0]).toBe('/markets/5100/')
  })

  test.each(['77', 'winner', 'kestrels-vs-lanterns/winner', ''])('unknown is %j', async (id) => {
    expect(await findOutcome(id, setUp().ctx)).toBeUndefined()
  })

  test.each([
    ['and nothing else is meant', undefined, false],
    ['or a contract of that number', without('contracts'), true],
  ])('the id of a market is refused with its contracts, %s', async (_what, twist, mayBeContract) => {
    const error = await failureOf(() => findOutcome('5002', setUp(stock(), twist).ctx))
    expect(error.message.includes('If you mean a contract with the same number')).toBe(mayBeContract)
    expect(error).toMatchObject({
      code: 'BAD_REQUEST',
      detail: { kind: 'ambiguous', candidates: ['6004', '6005'] },
    })
    expect(error.message).toContain('6005 (Yes)')
  })

  test('a number that was seen as a contract is that contract, whatever market has the same number', async () => {
    const held = {
      ...stock(),
      markets: stock().markets.map((market) =>
        market['id'] === '5002' ? { ...market, id: '6001' } : market,
      ),
    }
    const { ctx } = setUp(held)
    await getEvent('4001', ctx)
    expect((await findOutcome('6001', ctx))?.market.marketId).toBe('5001')
  })

  test('a list that fails is a failure, not "unknown"', async () => {
    const twist: Twist = (call) => (call.path === '/events/' ? { body: null } : without('contracts')(call))
    await expectDrift(() => findOutcome('6001', setUp(stock(), twist).ctx), '')
  })
})

test.each(['last_executed_prices', 'volumes'])(
  '%s only decorate: what is looked up comes without them, which is told',
  async (what) => {
    const failing: Twist = ({ path }) => (path.endsWith(`/${what}/`) ? { status: 403, body: {} } : undefined)
    for (const look of [getEvent.bind(undefined, '4001'), getMarket.bind(undefined, '5001')]) {
      const ctx = tolerant(setUp(stock(), failing).ctx)
      expect(await look(ctx)).toBeDefined()
      expect(ctx.omissions.warnings).toEqual([expect.stringContaining('PERMISSION_DENIED')])
    }
  },
)
