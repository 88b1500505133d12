import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { collect } from '../../../src/venue-kit/contract/paging.js'
import { listEvents, listMarkets } from '../../../src/venues/opinion/listing.js'
import { token } from '../../support/chain-ids.js'
import { expectDrift, failureOf } from '../../support/expect.js'
import { mutate, mutationsOf } from '../../support/mutations.js'
import { tolerant } from '../../support/venue.js'
import { type Answer, json, queryOf, raw } from '../../support/wire.js'
import {
  answer,
  created,
  hash,
  nativeBinary,
  nativeChild,
  nativeEvent,
  refusal,
  resolvedChild,
} from './payloads.js'
import { inTime, setUp } from './set-up.js'
import { listOf } from './venue.js'

const events = (list: Answer, status: 'active' | 'closed' = 'active') => {
  const { ctx, wire } = setUp({ 'GET api/market': list })
  return collect(listEvents({ status }, ctx).paging).then((rows) => ({ rows, wire }))
}
const markets = (list: Answer, status: 'active' | 'closed' = 'active') => {
  const { ctx, wire, clock } = setUp({ 'GET api/market': list })
  return inTime(clock, () => collect(listMarkets({ status }, ctx).paging)).then((rows) => ({ rows, wire }))
}

describe('an event of a list', () => {
  test('is a categorical market with its children, all of them with their evidence', async () => {
    const { rows } = await events(listOf([nativeEvent(801, { volume: '400', volume24h: '61' })]))
    expect(rows).toHaveLength(1)
    expect(rows[0]?.event).toEqual({
      id: '801',
      title: 'Who wins Ostrava Bay?',
      description: 'Resolves to the candidate who is sworn in.',
      slug: 'who-wins-ostrava-bay',
      url: 'https://app.opinion.trade/detail?topicId=801&type=multi',
      volume: 200,
      // Twice the children, so the day is counted twice, too.
      volume24h: 30.5,
      image: 'https://images.example/bay.png',
      category: 'Politics',
      tags: ['Hot', 'Politics'],
      sourceExchange: 'opinion',
      sourceMetadata: expect.objectContaining({
        volumeUnit: 'usdt',
        statusEnum: 'Activated',
        quoteToken: '0x55d398326f99059fF775485246999027B3197955',
        chainId: '56',
      }),
    })
    expect(rows[0]).toMatchObject({ status: 'active', startsAt: created * 1000 })
    expect(rows[0]?.markets.map(({ market, status }) => [market.marketId, status])).toEqual([
      ['7001', 'active'],
      ['7002', 'closed'],
    ])
  })

  test.each([
    ['counted once', { volume: '200' }, 30],
    ['counted twice', { volume: '400.000000000000001' }, 15],
    ['with children that the list leaves out', { volume: '950' }, undefined],
  ])('%s has a turnover of the day that is right or absent', async (_how, overrides, day) => {
    const { rows } = await events(listOf([nativeEvent(801, overrides)]))
    expect(rows[0]?.event.volume24h).toBe(day)
    expect(rows[0]?.event.volume).toBe(day === undefined ? undefined : 200)
  })

  test('learns from other rows, earlier pages included, how the list counts', async () => {
    const whole = Array.from({ length: 20 }, (_unused, n) => nativeEvent(900 + n, { volume: '400' }))
    const { rows } = await events(listOf([...whole, nativeEvent(950, { volume: '9999' })]))
    expect(rows.at(-1)?.event).toMatchObject({ id: '950', volume24h: 15, volume: 4999.5 })
  })

  test('a child that cannot be read neither closes it nor halves its turnover', async () => {
    const odd = nativeChild(7001, { marketTitle: null, volume: '79.5' })
    const native = nativeEvent(801, { volume: '159', childMarkets: [odd, resolvedChild()] })
    const ctx = tolerant(setUp({ 'GET api/market': listOf([native]) }).ctx)
    const [row] = await collect(listEvents({ status: 'active' }, ctx).paging)
    expect(row?.status).toBe('active')
    expect(row?.event).not.toHaveProperty('volume')
    expect(ctx.omissions.warnings).toEqual([expect.stringContaining('childMarkets[0].marketTitle')])
  })

  test('is open while a child is, whatever it says itself', async () => {
    const lagging = nativeEvent(801, { status: 1, statusEnum: 'Created' })
    const over = nativeEvent(802, { childMarkets: [resolvedChild()] })
    const { rows } = await events(listOf([lagging, over]), 'closed')
    expect(rows.map(({ event, status }) => [event.id, status])).toEqual([
      ['801', 'active'],
      ['802', 'closed'],
    ])
  })

  test('that calls itself created is open when a market of it trades, and in no list before', async () => {
    const lagging = nativeEvent(801, { status: 1, statusEnum: 'Created' })
    const pending = nativeEvent(802, {
      status: 1,
      statusEnum: 'Created',
      childMarkets: [nativeChild(7011, { status: 1, statusEnum: 'Created' })],
    })
    const list = listOf([lagging, pending, nativeEvent(803, { childMarkets: [nativeChild(7021)] })])
    const open = await events(list)
    expect(open.rows.map(({ event, status }) => [event.id, status])).toEqual([
      ['803', 'active'],
      ['801', 'active'],
    ])
    const all = await events(list, 'closed')
    expect(all.rows.map(({ event }) => event.id)).toEqual(['801', '803'])
    expect((await markets(list)).rows.map(({ market }) => market.marketId)).toContain('7001')
  })

  test('that failed or was deleted is left out', async () => {
    const { rows } = await events(
      listOf([nativeEvent(801, { status: 5 }), nativeEvent(802, { status: 6 })]),
      'closed',
    )
    expect(rows).toEqual([])
  })
})

describe('a market of a list', () => {
  test('of a categorical market takes from its parent what it lacks', async () => {
    const { rows } = await markets(listOf([nativeEvent()]))
    expect(rows[0]).toEqual({
      status: 'active',
      startsAt: created * 1000,
      market: expect.objectContaining({
        marketId: '7001',
        eventId: '801',
        title: 'Who wins Ostrava Bay? - Ines Calloway',
        description: 'Resolves to the candidate who is sworn in.',
        slug: 'who-wins-ostrava-bay-ines-calloway',
        resolutionDate: new Date((created + 9_000_000) * 1000).toISOString(),
        volume: 120.5,
        url: 'https://app.opinion.trade/detail?topicId=801&type=multi',
        image: 'https://images.example/bay.png',
        category: 'Politics',
        tags: ['Hot', 'Politics'],
        status: 'active',
        nativeStatus: 'Activated',
        sourceExchange: 'opinion',
      }),
    })
    const market = rows[0]?.market
    expect(market).not.toHaveProperty('volume24h')
    expect(market).not.toHaveProperty('contractAddress')
    expect(market?.outcomes).toEqual([
      {
        outcomeId: token(70_011),
        marketId: '7001',
        label: 'Ines Calloway',
        metadata: { opinionMarketId: 7001, side: 'yes' },
      },
      {
        outcomeId: token(70_012),
        marketId: '7001',
        label: 'Not Ines Calloway',
        metadata: { opinionMarketId: 7001, side: 'no' },
      },
    ])
    expect(market?.yes?.outcomeId).toBe(token(70_011))
  })

  test('that is resolved pays what its winning token says', async () => {
    const lost = resolvedChild(7003, { resultTokenId: token(70_032) })
    const void_ = resolvedChild(7004, { resultTokenId: token(1) })
    const { rows } = await markets(
      listOf([nativeEvent(801, { childMarkets: [resolvedChild(), lost, void_] })]),
      'closed',
    )
    expect(rows.map(({ market }) => [market.yes?.price, market.no?.price])).toEqual([
      [1, 0],
      [0, 1],
      [undefined, undefined],
    ])
    expect(rows[0]?.market).toMatchObject({
      contractAddress: `0x${hash(1)}`,
      status: 'closed',
      nativeStatus: 'Resolved',
      sourceMetadata: expect.objectContaining({ resolvedAt: created + 86_400 }),
    })
  })

  test('has the address of its condition with one 0x before it', async () => {
    const spelled = [hash(1), `0x${hash(1)}`, `0X${hash(1)}`].map((conditionId, n) =>
      nativeBinary(7101 + n, { conditionId }),
    )
    const { rows } = await markets(listOf(spelled))
    expect(rows.map(({ market }) => market.contractAddress)).toEqual(Array(3).fill(`0x${hash(1)}`))
  })

  test('that stands alone has no event, and its sides may bear names', async () => {
    const { rows } = await markets(
      listOf([nativeBinary(7101, { yesLabel: 'Kestrels', noLabel: 'Lanterns' })]),
    )
    expect(rows[0]?.market).toMatchObject({
      marketId: '7101',
      title: 'Will the Port Ellery bridge open in March?',
      url: 'https://app.opinion.trade/detail?topicId=7101',
      volume24h: 17.125,
      volume: 1000.25,
      category: 'Business',
      yes: { label: 'Kestrels', outcomeId: token(71_011) },
      no: { label: 'Lanterns' },
    })
    expect(rows[0]?.market).not.toHaveProperty('eventId')
  })

  test('shares its number with an event that is another thing', async () => {
    const { rows } = await markets(listOf([nativeEvent(801), nativeBinary(801)]))
    expect(rows.map(({ market }) => market.marketId)).toEqual(['7001', '7002', '801'])
  })

  test.each([
    [1, 'Created', []],
    [2, 'Activated', ['active']],
    [3, 'Resolving', ['closed']],
    [4, 'Resolved', ['closed']],
    [0, 'None', []],
    [5, 'Failed', []],
    [6, 'Deleted', []],
  ])('of status %d (%s) is %j', async (status, word, expected) => {
    const { rows } = await markets(listOf([nativeBinary(7101, { status, statusEnum: '' })]), 'closed')
    expect(rows.map((row) => row.status)).toEqual(expected)
    if (rows.length > 0) expect(rows[0]?.market.nativeStatus).toBe(word)
  })

  test('that is created but has no tokens yet is not shown; an open one without is an error', async () => {
    const tokenless = { yesTokenId: '', noTokenId: '' }
    const { rows } = await markets(listOf([nativeBinary(7101, { status: 1, ...tokenless })]), 'closed')
    expect(rows).toEqual([])
    await expectDrift(() => markets(listOf([nativeBinary(7101, tokenless)])), 'yesTokenId')
    await expectDrift(() => markets(listOf([nativeBinary(7101, { noTokenId: '' })])), 'noTokenId')
  })

  test('of an unknown status is an error', async () => {
    await expectDrift(() => markets(listOf([nativeBinary(7101, { status: 9 })]), 'closed'), 'status')
  })
})

describe('pages', () => {
  const many = Array.from({ length: 45 }, (_unused, n) => nativeBinary(7200 + n))

  test('are walked to the total, once for the running and once for all recurring markets', async () => {
    const recurring = [1, 2, 3].map((n) =>
      nativeBinary(7300 + n, { collection: { symbol: 'BTC', frequency: 'daily' } }),
    )
    const list = (call: VenueCall) => {
      const shown = queryOf(call)['collectionType'] === '0' ? [...many, ...recurring.slice(0, 1)] : recurring
      return listOf(shown)(call)
    }
    const { rows, wire } = await markets(list)
    expect(rows.map(({ market }) => market.marketId)).toEqual(
      [...many, ...recurring].map(({ marketId }) => String(marketId)),
    )
    const asked = wire.calls.map(queryOf)
    expect(asked.filter(({ status }) => status === 'activated')).toEqual(
      [
        ['1', '0'],
        ['2', '0'],
        ['3', '0'],
        ['1', '1'],
      ].map(([page, collectionType]) => ({
        page,
        limit: '20',
        status: 'activated',
        marketType: '2',
        collectionType,
        sortBy: '1',
      })),
    )
    expect(rows.at(-1)?.market.sourceMetadata).toMatchObject({ collection: { frequency: 'daily' } })
  })

  test('of a venue that takes no notice of the filter for recurring markets are not read twice', async () => {
    const list = (call: VenueCall) => {
      const { page } = queryOf(call)
      return answer({ total: 45, list: many.slice((Number(page) - 1) * 20, Number(page) * 20) })
    }
    const { rows, wire } = await markets(list)
    expect(rows).toHaveLength(45)
    const asked = wire.calls.map(queryOf)
    expect(asked.filter(({ status }) => status === 'activated')).toHaveLength(4)
  })

  test('that become shorter while they are read lose no market', async () => {
    let calls = 0
    const { rows, wire } = await markets((call: VenueCall) =>
      listOf(++calls === 1 ? many : many.slice(1))(call),
    )
    expect(rows).toHaveLength(45)
    expect(wire.calls.slice(0, 4).map((call) => queryOf(call)['page'])).toEqual(['1', '2', '1', '3'])
  })

  test('closed things are looked for in the whole list', async () => {
    const { wire } = await events(listOf([nativeEvent()]), 'closed')
    expect(queryOf(wire.calls[0] ?? fail())).toEqual({
      page: '1',
      limit: '20',
      marketType: '1',
      collectionType: '0',
      sortBy: '1',
    })
  })

  test('that come back a second time are an error', async () => {
    const error = await failureOf(() => markets(() => answer({ total: 100, list: many.slice(0, 20) })))
    expect(error.detail?.['kind']).toBe('paging')
  })

  test('that are empty although rows are due are an error', async () => {
    await expectDrift(() => markets(answer({ total: 3, list: [] })), 'result.list')
    await expectDrift(
      () =>
        markets((call: VenueCall) =>
          answer({ total: 30, list: queryOf(call)['page'] === '1' ? many.slice(0, 20) : [] }),
        ),
      'result.list',
    )
  })

  test('whose creation is not told is listed without', async () => {
    const { rows } = await markets(answer({ total: 1, list: [nativeBinary(7101, { createdAt: null })] }))
    expect(rows).toHaveLength(1)
    expect(rows[0]).not.toHaveProperty('startsAt')
  })

  test('a venue without any market has an empty list', async () => {
    expect((await markets(answer({ total: 0, list: [] }))).rows).toEqual([])
  })
})

describe('a change of shape is an error', () => {
  const page = answer({ total: 1, list: [nativeEvent()] })
  const required = ['marketId', 'marketTitle', 'status']
  const emptied = ['createdAt', 'yesTokenId', 'noTokenId', 'resultTokenId', 'volume']
  const ornaments = ['slug', 'rules', 'yesLabel', 'conditionId', 'labels', 'cutoffAt', 'coverUrl', 'chainId']
  const at = (names: readonly string[]) =>
    names.flatMap((name) => [`result.list.0.${name}`, `result.list.0.childMarkets.0.${name}`])

  test.each([
    ...mutationsOf(
      ['errno', 'result', 'result.total', 'result.list'],
      ['dropped', 'renamed', 'retyped', 'nulled'],
    ),
    ...mutationsOf(at(required), ['dropped', 'renamed', 'retyped', 'nulled']),
    ...mutationsOf(at(emptied), ['dropped', 'renamed', 'retyped']),
    ...mutationsOf(
      ['marketType', 'volume24h', 'childMarkets'].map((name) => `result.list.0.${name}`),
      ['retyped'],
    ),
  ])('$path $how', async (mutation) => {
    const path = mutation.path.replace(/\.(\d)/g, '[$1]')
    await expectDrift(() => markets(mutate(page, mutation)), path)
  })

  test.each(mutationsOf(ornaments, ['dropped', 'nulled', 'retyped']))(
    '$path may be anything: $how',
    async (how) => {
      const row = mutate(nativeBinary(7101, { chainId: '56' }), how)
      expect((await markets(listOf([row]))).rows).toHaveLength(1)
    },
  )

  test.each(['marketType', 'volume24h'])('a whole page without %s', async (name) => {
    const rows = Array.from({ length: 5 }, (_unused, n) => nativeBinary(7200 + n, { [name]: undefined }))
    await expectDrift(() => markets(answer({ total: 5, list: rows })), name)
  })

  test('what is not read may change', async () => {
    const row = nativeEvent(801, { rebate: null, newMember: { x: 1 }, volume7d: 'many', incentiveFactor: 3 })
    expect((await markets(listOf([row]))).rows).toHaveLength(2)
  })

  test.each([
    null,
    {},
    [],
    'text',
    { result: { total: 0, list: [] } },
    { errno: '0', result: { total: 0, list: [] } },
  ])('%j is no list', async (body) => {
    await expectDrift(() => markets(json(200, body)), '')
  })

  test.each([
    ['cut', raw(200, '{"errno":0,"result":{"total":1,"li')],
    ['HTML', raw(200, '<html><body>Just a moment...</body></html>', { 'content-type': 'text/html' })],
    ['status 500', json(500, { code: 500, msg: 'boom' })],
    ['refused', refusal(99_999, 'something broke')],
  ])('an answer that is %s is no empty list', async (_how, body) => {
    expect(['EXCHANGE_NOT_AVAILABLE', 'PERMISSION_DENIED']).toContain(
      (await failureOf(() => markets(body))).code,
    )
  })
})

function fail(): never {
  throw new Error('nothing was sent')
}
