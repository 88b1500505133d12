import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../src/api/envelope/errors.js'
import { createCatalogLists } from '../../../src/catalog/query/catalog-lists.js'
import { createJoinedMarkets } from '../../../src/core/listings/batched-market-lookup.js'
import type { CachedLists } from '../../../src/core/listings/cache/list-cache-types.js'
import type { LookupWriteBack } from '../../../src/core/listings/cache/lookup-write-back.js'
import type { CoreCall } from '../../../src/core/request/api-call.js'
import type { Contexts, OpenContext } from '../../../src/core/request/request-context.js'
import { holderOf } from '../../../src/venue-kit/contract/account-secrets.js'
import type { MarketSource, VenueContext } from '../../../src/venue-kit/contract/venue.js'
import { openCatalog } from '../../catalog/support/store.js'
import { fakeClock } from '../../support/clock.js'
import { atOnce } from '../../support/engine.js'
import { failureOf } from '../../support/expect.js'
import { coreOver, event, fakeVenue, feedsNothing, market } from '../fake-venue.js'

const MOST = 4
const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']

interface Call {
  readonly ids: readonly string[]
  readonly holder: string
}

/** A venue that tells at most four markets a call; those in `hidden` it tells to who asks for them alone. */
function setUp({
  hidden = [],
  sources = {},
  kept,
}: {
  hidden?: readonly string[]
  sources?: Partial<MarketSource>
  kept?: CachedLists
} = {}) {
  const calls: Call[] = []
  const ask = async (ids: readonly string[], ctx: VenueContext): Promise<void> => {
    calls.push({ ids, holder: holderOf(ctx.secrets) })
    await ctx.http.send({ host: 'api', path: '/page', query: { ids: ids.join(',') } })
  }
  const venue = fakeVenue({
    sources: {
      async getMarket(id, ctx) {
        await ask([id], ctx)
        return names.includes(id) ? market(id, { slug: `slug-${id}` }) : undefined
      },
      manyAt: { host: 'api' },
      fitACall: (ids) => ids.length <= MOST && ids.every((id) => !id.startsWith('slug-')),
      async getMany(ids, ctx) {
        await ask(ids, ctx)
        const told = ids.filter((id) => names.includes(id) && !hidden.includes(id))
        return new Map(told.map((id) => [id, market(id, { slug: `slug-${id}` })]))
      },
      ...sources,
    },
  })
  const core = coreOver(venue, {
    joins: true,
    held: { kalshi: { apiKey: 'of the owner' } },
    clock: fakeClock(),
    ...(kept === undefined ? {} : { kept }),
  })
  const lookUp = (marketId: string, call: Partial<CoreCall> = {}) =>
    core.answer('fetchMarket', [{ marketId }], { call })
  const idOf = async (marketId: string): Promise<unknown> =>
    Reflect.get(Object((await lookUp(marketId)).data), 'marketId')
  return { core, calls, lookUp, idOf, sizes: () => calls.map(({ ids }) => ids.length) }
}

function keptIn(
  { reader }: ReturnType<typeof openCatalog>,
  writeBack: LookupWriteBack = feedsNothing,
): CachedLists {
  const cache = { ready: async () => undefined, keep() {} }
  return { cache, lists: createCatalogLists(reader, atOnce), reader, turn: atOnce, writeBack }
}

describe('markets that are looked up at the same time', () => {
  test('cost as few calls as the venue takes ids, and each asker gets his own', async () => {
    const { idOf, sizes } = setUp()
    expect(await Promise.all(names.map(idOf))).toEqual(names)
    expect(sizes()).toEqual([MOST, MOST])
  })

  test('are the same as alone, and say how many calls each cost', async () => {
    const { lookUp } = setUp()
    const alone = (await setUp().lookUp('C')).data
    const told = await Promise.all(['A', 'B', 'C', 'C'].map((id) => lookUp(id)))
    expect(told.slice(2).map(({ data }) => data)).toEqual([alone, alone])
    expect(told.map(({ headers }) => headers['x-pmx-upstream-requests'])).toEqual(['1', '0', '0', '0'])
  })

  test('one of which does not exist fail for that one alone, as it fails alone', async () => {
    const { idOf, calls } = setUp()
    const alone = await failureOf(() => setUp().lookUp('nope'))
    const found = await Promise.all(['A', 'nope', 'B'].map((id) => idOf(id).catch((error) => error.code)))
    expect(found).toEqual(['A', 'MARKET_NOT_FOUND', 'B'])
    expect(alone.code).toBe('MARKET_NOT_FOUND')
    expect(calls.map(({ ids }) => ids)).toEqual([['A', 'nope', 'B'], ['nope']])
  })

  test('one that the call for many does not tell of is found alone', async () => {
    const { idOf, calls } = setUp({ hidden: ['B'] })
    expect(await Promise.all(['A', 'B', 'C'].map(idOf))).toEqual(['A', 'B', 'C'])
    expect(calls.map(({ ids }) => ids)).toEqual([['A', 'B', 'C'], ['B']])
  })

  test('one that spoils the call for many costs the others no answer', async () => {
    const { idOf, calls } = setUp({
      sources: {
        async getMany(ids) {
          calls.push({ ids, holder: '' })
          if (ids.includes('odd')) throw new PmxError('BAD_REQUEST', 'odd is no id')
          return new Map(ids.map((id) => [id, market(id)]))
        },
      },
    })
    const found = await Promise.all(['A', 'odd', 'B'].map((id) => idOf(id).catch((error) => error.code)))
    expect(found).toEqual(['A', 'MARKET_NOT_FOUND', 'B'])
  })

  test.each<[string, string, Partial<MarketSource>]>([
    ['by keys that no call for many takes', 'slug-A', { manyAt: { host: 'api' }, fitACall: () => false }],
    ['of a venue that has no such call', 'A', {}],
  ])('%s are asked for at once', async (_what, id, sources) => {
    const row = market(id)
    const venue = fakeVenue({ sources: { ...sources, getMarket: async () => row } })
    const contexts = { open: () => expect.unreachable() } as unknown as Contexts
    const read = createJoinedMarkets(contexts, fakeClock(), () => expect.unreachable())
    expect(await read(venue, id, { signal: new AbortController().signal } as OpenContext)).toBe(row)
  })

  test('by keys that no call for many takes are looked up each by itself', async () => {
    const { calls, lookUp } = setUp()
    const found = ['slug-A', 'slug-B'].map((id) => failureOf(() => lookUp(id)))
    expect((await Promise.all(found)).map(({ code }) => code)).toEqual([
      'MARKET_NOT_FOUND',
      'MARKET_NOT_FOUND',
    ])
    expect(calls.map(({ ids }) => ids)).toEqual([['slug-A'], ['slug-B']])
  })

  test('with credentials are never asked for with those of others', async () => {
    const { calls, lookUp } = setUp()
    const mine = { credentials: { apiKey: 'mine' } }
    const askers: Partial<CoreCall>[] = [{}, mine, { trusted: true }]
    await Promise.all(askers.flatMap((call) => [lookUp('A', call), lookUp('B', call)]))
    expect(calls.map(({ ids }) => ids)).toEqual([
      ['A', 'B'],
      ['A', 'B'],
      ['A', 'B'],
    ])
    expect(new Set(calls.map(({ holder }) => holder)).size).toBe(3)
    expect(calls.map(({ holder }) => holder)).toContain('')
  })

  test('are taken into what is kept of the venue, each by its own asker', async () => {
    const taken: string[] = []
    const { idOf, sizes } = setUp({
      kept: keptIn(openCatalog(), {
        ...feedsNothing,
        take: (_venue, { markets }) => taken.push(...markets.map((row) => row.market.marketId)),
      }),
    })
    await Promise.all(['A', 'B', 'C'].map(idOf))
    expect(taken.sort()).toEqual(['A', 'B', 'C'])
    expect(sizes()).toEqual([3])
  })
})

describe('a market that is looked up alone', () => {
  test('is asked for by the call for one, without waiting', async () => {
    const { idOf, calls } = setUp({ sources: { getMany: () => Promise.reject(new Error('not asked')) } })
    expect([await idOf('A'), await idOf('B')]).toEqual(['A', 'B'])
    expect(calls.map(({ ids }) => ids)).toEqual([['A'], ['B']])
  })

  test('tells what had to be left out of it', async () => {
    const { lookUp } = setUp({
      sources: {
        async getMarket(id, ctx) {
          ctx.omissions.noteMissing('the event', new PmxError('NETWORK_ERROR', 'gone'))
          return market(id)
        },
      },
    })
    const { headers } = await lookUp('A')
    expect(headers['x-pmx-warning']).toContain('without the event')
  })
})

test('what the catalog knows is told where the venue is out of reach', async () => {
  const catalog = openCatalog()
  catalog.sync([{ events: [event('E', [market('A'), market('B')])] }])
  const gone = new PmxError('NETWORK_ERROR', 'no way there')
  const { core, calls } = setUp({
    sources: { getMarket: () => Promise.reject(gone), getMany: () => Promise.reject(gone) },
    kept: keptIn(catalog),
  })
  const stored = { serves: true } as const
  const told = await Promise.all(
    ['A', 'B'].map((marketId) => core.answer('fetchMarket', [{ marketId }], { call: { stored } })),
  )
  expect(told.map(({ data }) => Reflect.get(Object(data), 'marketId'))).toEqual(['A', 'B'])
  expect(told[0]?.headers['x-pmx-stale']).toMatch(/^unreachable/)
  expect(calls).toEqual([])
})
