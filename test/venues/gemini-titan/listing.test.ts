import { describe, expect, test } from 'vitest'
import { collect } from '../../../src/venue-kit/contract/paging.js'
import type { Status, VenueContext } from '../../../src/venue-kit/contract/venue.js'
import { listEvents, listMarkets } from '../../../src/venues/gemini-titan/listing.js'
import { getEvent, getMarket } from '../../../src/venues/gemini-titan/lookup.js'
import { expectDrift } from '../../support/expect.js'
import { tolerant, wholeList } from '../../support/venue.js'
import { queryOf } from '../../support/wire.js'
import { eventNumber, nativeContract, nativeEvent, pageOf, second } from './payloads.js'
import { events, LIST, lists, setUp } from './set-up.js'

const numbered = (count: number, over: object = {}, from = 1) =>
  Array.from({ length: count }, (_unused, index) => eventNumber(from + index, { ...over }))
const eventIds = async (status: Status, ctx: VenueContext) =>
  (await wholeList(listEvents({ status }, ctx).paging, ctx)).map(({ event }) => event.id)
const marketIds = async (status: Status, ctx: VenueContext) =>
  (await wholeList(listMarkets({ status }, ctx).paging, ctx)).map(({ market }) => market.marketId)
const over = (status: string) => ({ status, marketState: 'closed' })

test('void events without contracts, and void contracts without prices, are told of as they are', async () => {
  const bare = Array.from({ length: 6 }, (_one, n) =>
    eventNumber(n + 1, { status: 'invalid', contracts: [] }),
  )
  const unpriced = { status: 'invalid', prices: null, marketState: null }
  const contracts = Array.from({ length: 6 }, (_one, n) =>
    nativeContract({ ...unpriced, instrumentSymbol: `GEMI-VOID-${n}` }),
  )
  for (const [rows, count] of [
    [bare, 0],
    [[eventNumber(9, { status: 'invalid', contracts })], 6],
  ] as const) {
    const { ctx } = setUp({ [LIST]: lists({ invalid: rows }) })
    const found = await collect(listMarkets({ status: 'closed' }, ctx).paging)
    expect(found).toHaveLength(count)
  }
})

describe('open events', () => {
  test('are read to their end in pages that overlap, and nothing is said to be missing', async () => {
    const { ctx, wire } = setUp({ [LIST]: lists({ active: numbered(230) }) })
    const loose = tolerant(ctx)
    expect(await eventIds('active', loose)).toHaveLength(230)
    expect(wire.calls.map((call) => queryOf(call)['offset'])).toEqual(['0', '90', '180'])
    expect(wire.calls.map((call) => queryOf(call)['status'])).toEqual(['active', 'active', 'active'])
    expect(loose.omissions.cut).toEqual([])
  })

  test.each([5, 40])(
    '%d that leave while they are read are missed by nobody who is not told',
    async (gone) => {
      let rows = numbered(150)
      const { ctx } = setUp({
        [LIST]: (call: Parameters<ReturnType<typeof lists>>[0]) => {
          const page = lists({ active: rows })(call)
          rows = rows.slice(rows.length === 150 ? gone : 0)
          return page
        },
      })
      const loose = tolerant(ctx)
      const found = await eventIds('active', loose)
      // Few are caught by the rows that pages repeat.
      if (gone === 5) expect(found).toHaveLength(150)
      expect(loose.omissions.cut).toHaveLength(found.length === 150 ? 0 : 1)
    },
  )

  test('an empty page where rows are counted is an error, and so is a list of another status', async () => {
    const empty = setUp({ [LIST]: pageOf([], 12) })
    await expectDrift(() => eventIds('active', empty.ctx), 'data')
    const ignored = setUp({ [LIST]: pageOf(numbered(3, { status: 'settled' })) })
    await expectDrift(() => eventIds('active', ignored.ctx), 'data[0].status')
  })

  test('one that has changed its status meanwhile is left out', async () => {
    const rows = [eventNumber(1), eventNumber(2, { status: 'closed' })]
    expect(await eventIds('active', setUp({ [LIST]: pageOf(rows) }).ctx)).toEqual(['EVENT1'])
  })

  test('no list at all is an empty one', async () => {
    expect(await eventIds('active', setUp({ [LIST]: pageOf([]) }).ctx)).toEqual([])
  })

  test('one odd contract costs itself, and is counted', async () => {
    const odd = nativeContract({ status: 'paused', instrumentSymbol: 'GEMI-DEM2028-ODD' })
    const { ctx } = setUp({ [LIST]: pageOf([nativeEvent({ contracts: [nativeContract(), odd, second] })]) })
    const loose = tolerant(ctx)
    const [row] = await collect(listEvents({ status: 'active' }, loose).paging)
    expect(row?.markets.map(({ market }) => market.sourceMetadata?.['contractTicker'])).toEqual([
      'DEMADA',
      'DEMBO',
    ])
    expect(loose.omissions.rows).toBe(1)
  })

  test('the volumes of an event whose other contract is odd are not its only readable one’s', async () => {
    const odd = nativeContract({ status: 'paused' })
    const { ctx } = setUp({ [LIST]: pageOf([nativeEvent({ contracts: [odd, second] })]) })
    const [row] = await collect(listEvents({ status: 'active' }, tolerant(ctx)).paging)
    expect(row?.markets.map(({ market }) => market.volume)).toEqual([undefined])
  })

  test('a figure that all rows have lost is an error that names it', async () => {
    const rows = numbered(6).map((row) => ({ ...row, volume24h: undefined }))
    await expectDrift(() => eventIds('active', setUp({ [LIST]: pageOf(rows) }).ctx), 'volume24h')
  })
})

describe('the parts of a game, which are in their parent and listed by themselves', () => {
  const contract = (name: string) => nativeContract({ instrumentSymbol: `GEMI-GAME-${name}`, label: name })
  const part = (name: string) => nativeEvent({ ticker: `GAME-${name}`, contracts: [contract(name)] })
  const parent = (...names: string[]) =>
    nativeEvent({ ticker: 'GAME', contracts: [contract('WIN')], events: names.map(part) })
  const listed = async (rows: readonly unknown[]) => {
    const { ctx } = setUp({ [LIST]: lists({ active: rows }) })
    const all = await wholeList(listEvents({ status: 'active' }, ctx).paging, ctx)
    return all.map(({ event, markets }) => [
      event.id,
      ...markets.map(({ market }) => market.marketId.replace('gemi-GEMI-GAME-', '')),
    ])
  }
  const others = (count: number) => numbered(count, { contracts: [] })

  test.each([
    ['behind it', [parent('A', 'B'), part('A'), part('B')]],
    ['before it', [part('B'), parent('A', 'B'), part('A')]],
  ])('are listed once, with it, where they stand %s', async (_, rows) => {
    expect(await listed(rows)).toEqual([['GAME', 'WIN', 'A', 'B']])
  })

  test('on a later page are left out as well', async () => {
    const rows = [parent('A'), ...others(120), part('A')]
    const found = await listed(rows)
    expect(found[0]).toEqual(['GAME', 'WIN', 'A'])
    expect(found).toHaveLength(121)
  })

  test('on an earlier page keep their markets, which no event has twice', async () => {
    const found = await listed([part('A'), ...others(120), parent('A', 'B')])
    expect(found[0]).toEqual(['GAME-A', 'A'])
    expect(found.at(-1)).toEqual(['GAME', 'WIN', 'B'])
  })

  test('of which the parent lacks a market are events of their own', async () => {
    const more = nativeEvent({ ticker: 'GAME-A', contracts: [contract('A'), contract('EXTRA')] })
    expect(await listed([parent('A'), more])).toEqual([
      ['GAME', 'WIN', 'A'],
      ['GAME-A', 'EXTRA'],
    ])
  })

  test('are found where the list shows them, once it was read', async () => {
    const { ctx } = setUp({
      [LIST]: lists({ active: [parent('A'), part('A')] }),
      ...events({ GAME: parent('A'), 'GAME-A': part('A') }),
    })
    await wholeList(listEvents({ status: 'active' }, ctx).paging, ctx)
    expect((await getMarket('gemi-GEMI-GAME-A', ctx))?.market.eventId).toBe('GAME')
    expect((await getEvent('GAME-A', ctx))?.event.id).toBe('GAME-A')
    expect((await getMarket('gemi-GEMI-GAME-A', ctx))?.market.eventId).toBe('GAME')
  })
})

describe('closed events', () => {
  const closed = {
    closed: numbered(1, { status: 'closed' }),
    under_review: numbered(1, { status: 'under_review' }, 2),
    settled: numbered(1, { status: 'settled' }, 3),
    invalid: numbered(1, { status: 'invalid' }, 4),
  }

  test('are asked for word by word', async () => {
    const { ctx, wire } = setUp({ [LIST]: lists(closed) })
    expect(await eventIds('closed', ctx)).toEqual(['EVENT1', 'EVENT2', 'EVENT3', 'EVENT4'])
    expect(wire.calls.map((call) => queryOf(call)['status'])).toEqual(Object.keys(closed))
  })

  test('one that is settled while they are read is one', async () => {
    const both = { ...closed, settled: numbered(1, { status: 'settled' }) }
    expect(await eventIds('closed', setUp({ [LIST]: lists(both) }).ctx)).toEqual([
      'EVENT1',
      'EVENT2',
      'EVENT4',
    ])
  })

  test('settled ones beyond those that the venue lists are said to be missing', async () => {
    const { ctx, wire } = setUp({ [LIST]: lists({ settled: numbered(1_000, { status: 'settled' }) }) })
    const loose = tolerant(ctx)
    expect(await eventIds('closed', loose)).toHaveLength(1_000)
    expect(loose.omissions.cut).toEqual([expect.stringContaining('1000')])
    expect(wire.calls.filter((call) => queryOf(call)['status'] === 'settled')).toHaveLength(11)
  })
})

describe('markets', () => {
  const settledLeg = nativeContract({
    ...over('settled'),
    resolutionSide: 'no',
    prices: { buy: {}, sell: {} },
  })
  const unopened = nativeContract({ ...over('approved'), instrumentSymbol: 'GEMI-DEM2028-LATER' })
  const rows = {
    active: [nativeEvent({ contracts: [settledLeg, second, unopened] })],
    settled: [eventNumber(3, { status: 'settled' }, { ...over('settled'), resolutionSide: 'yes' })],
  }

  test('that are open are those of open events that are', async () => {
    expect(await marketIds('active', setUp({ [LIST]: lists(rows) }).ctx)).toEqual(['gemi-GEMI-DEM2028-DEMBO'])
  })

  test('that are closed are also in open events; what has not opened is in no list', async () => {
    const { ctx } = setUp({ [LIST]: lists(rows) })
    expect(await marketIds('closed', ctx)).toEqual(['gemi-GEMI-EVENT3-YES', 'gemi-GEMI-DEM2028-DEMADA'])
    const [event] = await collect(listEvents({ status: 'active' }, ctx).paging)
    expect(event?.markets.map(({ status }) => status)).toEqual(['closed', 'active'])
  })
})
