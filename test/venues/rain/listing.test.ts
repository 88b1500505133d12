import { describe, expect, test } from 'vitest'
import { collect } from '../../../src/venue-kit/contract/paging.js'
import type { Listing } from '../../../src/venue-kit/contract/venue.js'
import { rain } from '../../../src/venues/rain/index.js'
import { expectDrift, failureOf } from '../../support/expect.js'
import { setUpVenue, tolerant, wholeList } from '../../support/venue.js'
import { type Answer, json, queryOf } from '../../support/wire.js'
import { listOf, option, pairPool, poolId, racePool } from './payloads.js'

const LIST = 'GET api/pools/public-pools'
const active: Listing = { status: 'active' }
const seven = Array.from({ length: 7 }, (_unused, n) => pairPool(n + 1))

function setUp(answer: Answer) {
  return setUpVenue(rain, { [LIST]: answer })
}

/** Answers with pools of one status, some a page; the counts as the venue tells them unless left out. */
function pages(pools: readonly object[], { tells = true } = {}) {
  return (call: Parameters<typeof queryOf>[0]) => {
    const { status, limit, offset } = queryOf(call)
    const [size, page] = [Number(limit), Number(offset)]
    const all = pools.filter((pool) => Reflect.get(pool, 'status') === status)
    const rows = all.slice((page - 1) * size, page * size)
    return listOf(rows, tells ? { count: all.length, pages: Math.ceil(all.length / size) } : {})
  }
}

async function idsOf(answer: Answer, listing: Listing = active) {
  const { ctx, wire } = setUp(answer)
  const rows = await collect(rain.markets.listEvents(listing, ctx).paging)
  return { ids: rows.map(({ event }) => event.id), asked: wire.calls.map(queryOf) }
}

describe('pools of a status', () => {
  test('open ones are asked for by each of their words, with every choice made', async () => {
    const { asked } = await idsOf(pages(seven))
    const query = { limit: '100', offset: '1', sortBy: 'age' }
    expect(asked).toEqual(['New', 'Live', 'Closing_Soon'].map((status) => ({ ...query, status })))
  })

  test('so are the others', async () => {
    const pools = [pairPool(1, { status: 'Closed' }), pairPool(2, { status: 'Under_Appeal' }), pairPool(3)]
    const { ids, asked } = await idsOf(pages(pools), { status: 'closed' })
    expect([...ids].sort()).toEqual([`rain:${poolId(1)}`, `rain:${poolId(2)}`])
    expect(asked.map(({ status }) => status)).toEqual([
      'Pending_Finalization',
      'Waiting_for_Result',
      'Dispute_Window_Open',
      'Under_Dispute',
      'Appeal_Window_Open',
      'Under_Appeal',
      'Closed',
    ])
  })

  test.each([
    ['and the venue counts them', { tells: true }, ['1', '2', '3']],
    ['and the venue does not count them', { tells: false }, ['1', '2', '3', '4']],
  ])('a page has a number, %s', async (_what, told, numbers) => {
    const { ids, asked } = await idsOf(pages(seven, told), { ...active, atMost: 3 })
    expect(ids).toEqual(seven.map(({ _id }) => `rain:${_id}`))
    expect(asked.filter(({ status }) => status === 'Live').map(({ offset }) => offset)).toEqual(numbers)
  })

  test('a count alone is as good as pages', async () => {
    const { ids, asked } = await idsOf(
      (call: Parameters<typeof queryOf>[0]) => {
        const body = pages(seven)(call)
        return { ...body, data: { ...body.data, pages: null } }
      },
      { ...active, atMost: 3 },
    )
    expect([ids.length, asked.filter(({ status }) => status === 'Live').length]).toEqual([7, 3])
  })

  test('a venue that gives fewer rows than it is asked for is read to its end', async () => {
    const capped = (call: Parameters<typeof queryOf>[0]) => {
      const { status, offset } = queryOf(call)
      const all = status === 'Live' ? seven : []
      const first = (Number(offset) - 1) * 2
      return listOf(all.slice(first, first + 2), { count: all.length, pages: Math.ceil(all.length / 100) })
    }
    expect((await idsOf(capped)).ids).toHaveLength(7)
  })

  test.each([
    ['beside a count of pages', true, ['1', '2', '3']],
    ['alone, up to an empty page', false, ['1', '2', '3', '4']],
  ])('a count of the rows of a page is no end, %s', async (_what, tells, numbers) => {
    const counted = (call: Parameters<typeof queryOf>[0]) => {
      const { pools } = pages(seven)(call).data
      return listOf(pools, { count: pools.length, pages: tells ? Math.ceil(seven.length / 3) : null })
    }
    const { ids, asked } = await idsOf(counted, { ...active, atMost: 3 })
    expect(ids).toHaveLength(7)
    expect(asked.filter(({ status }) => status === 'Live').map(({ offset }) => offset)).toEqual(numbers)
  })

  test('a venue that ignores the status lists each pool once', async () => {
    const { ids } = await idsOf(listOf(seven, { pages: 1 }))
    expect(ids).toHaveLength(7)
  })

  test('a venue that gives the first page for ever is an error', async () => {
    const { ctx } = setUp(listOf(seven, { pages: 9 }))
    const walk = () => collect(rain.markets.listEvents({ ...active, atMost: 7 }, ctx).paging)
    expect((await failureOf(walk)).detail).toMatchObject({ kind: 'paging' })
  })

  test('a failure in the envelope of a success is one', async () => {
    const { ctx } = setUp({ statusCode: 401, message: 'Unauthorized' })
    const walk = () => collect(rain.markets.listEvents(active, ctx).paging)
    expect((await failureOf(walk)).code).toBe('AUTHENTICATION_ERROR')
  })

  test.each([[{}], [{ data: [] }], [{ statusCode: 200, data: {} }], [{ data: { pools: null } }]])(
    '%j is no list',
    async (body) => {
      const { ctx } = setUp(json(200, body))
      await expectDrift(() => collect(rain.markets.listEvents(active, ctx).paging), 'data')
    },
  )
})

describe('odd pools', () => {
  const odd = [
    pairPool(1, { status: 'Paused' }),
    pairPool(2, { options: [option(1, 'Alone', 100)] }),
    pairPool(3, { options: null }),
    pairPool(4, { subPools: [{}] }),
  ]

  test.each(odd)('one costs itself alone: %#', async (pool) => {
    const { ctx } = setUp(listOf([pool, ...seven.slice(4), racePool(50)], { pages: 1 }))
    const lenient = tolerant(ctx)
    const rows = await wholeList(rain.markets.listEvents(active, lenient).paging, lenient)
    expect(rows.map(({ event }) => event.id)).toEqual(
      [poolId(5), poolId(6), poolId(7), poolId(50)].map((id) => `rain:${id}`),
    )
    expect(lenient.omissions.rows).toBe(1)
  })

  test.each(['percentage', 'createdAt', 'endDate', 'contractAddress', 'totalVolume'])(
    'a member that no open pool has any more is an error: %s',
    async (name) => {
      const without = (pool: object) => ({
        ...pool,
        ...(name === 'totalVolume' ? { totalVolumeUSD: undefined } : {}),
        [name]: undefined,
        options: [
          option(1, 'Yes', name === 'percentage' ? null : 50),
          option(2, 'No', name === 'percentage' ? null : 50),
        ],
      })
      const { ctx } = setUp(listOf(seven.map(without), { pages: 1 }))
      await expectDrift(() => collect(rain.markets.listEvents(active, ctx).paging), name)
    },
  )

  test('pools that have come to an end need none of them', async () => {
    const bare = seven.map(({ _id, question }) => ({
      _id,
      question,
      status: 'Closed',
      options: [{ optionName: 'A' }, { optionName: 'B' }],
    }))
    expect((await idsOf(listOf(bare, { pages: 1 }), { status: 'closed' })).ids).toHaveLength(7)
  })
})
