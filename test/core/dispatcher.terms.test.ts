import { describe, expect, test } from 'vitest'
import type { Position } from '../../src/api/models/models.js'
import { catalogIdOf } from '../../src/api/values/catalog-id.js'
import type { CandleEngine } from '../../src/candles/engine.js'
import type { FetchCall } from '../../src/candles/fetch/fetch-target.js'
import type { DispatcherDeps } from '../../src/core/dispatcher.js'
import type { CoreCall } from '../../src/core/request/api-call.js'
import type { StartWatch, WatchSink } from '../../src/core/watch/subscriptions.js'
import type { Secrets } from '../../src/venue-kit/contract/account-secrets.js'
import type { Venue } from '../../src/venue-kit/contract/venue.js'
import { acrossWith, pageOf } from '../support/across.js'
import { fakeClock } from '../support/clock.js'
import { coreOver, fakeVenue } from './fake-venue.js'

/** A core whose candles, positions and watches show on which terms they were asked for. */
function setUp(deps: Partial<DispatcherDeps> = {}, rest: Partial<Venue> = {}) {
  const clock = fakeClock()
  const calls: FetchCall[] = []
  const told = { json: '[]', basis: 'trade', stepMs: 60_000, isOver: false, cache: 'hit' } as const
  const candles: CandleEngine = {
    candles: () => Promise.reject(new Error('nobody asks for rows')),
    async candlesJson(_venue, _outcome, _query, call) {
      calls.push(call)
      return { ...told, seriesKey: 's', generation: 0, tag: 't', freshUntil: clock.now() }
    },
    availability: () => () => 0,
    generation: () => 0,
  }
  const secrets: Secrets[] = []
  const positions = async (ctx: { readonly secrets: Secrets }): Promise<Position[]> => {
    secrets.push(ctx.secrets)
    return []
  }
  const venue = fakeVenue({ rest: { account: { positions } as NonNullable<Venue['account']>, ...rest } })
  const core = coreOver(venue, { clock, deps: { candles, ...deps } })
  /** On which terms candles are asked for, for a call. */
  async function termsOf(call: Partial<CoreCall> = {}) {
    const answer = await core.answer('fetchOHLCV', ['A'], { call })
    return { ...calls.at(-1), reuse: answer.reuse }
  }
  /** With which credentials positions are asked for, for a call. */
  async function accountOf(call: Partial<CoreCall> = {}) {
    await core.answer('fetchPositions', [], { call })
    return secrets.at(-1)?.values
  }
  return { core, clock, calls, termsOf, accountOf }
}

describe('how new candles have to be', () => {
  test('is as the call says, or else as the daemon waits for its callers', async () => {
    const { termsOf, clock } = setUp({ maxWaitMs: 700 })
    const begunAt = clock.monotonic()
    expect((await termsOf()).freshness).toEqual({ waitMs: 700, begunAt })
    expect((await termsOf({ maxAgeS: 3 })).freshness).toEqual({ maxAgeMs: 3_000, begunAt })
    expect((await termsOf({ maxAgeS: 0, priority: 'background' })).freshness).toEqual({
      maxAgeMs: 0,
      begunAt,
    })
  })

  test('is never what is known already for work in the background, which is there to bring what is new', async () => {
    expect(await setUp({ maxWaitMs: 700 }).termsOf({ priority: 'background' })).not.toHaveProperty(
      'freshness',
    )
  })

  test('is as long as it takes where nobody says otherwise', async () => {
    const terms = await setUp().termsOf()
    expect(terms).not.toHaveProperty('freshness')
    expect(terms).not.toHaveProperty('stored')
  })
})

describe('a daemon that asks no venue', () => {
  const stored = { serveStale: false, offline: true }

  test('refuses what is nowhere stored, and gives candles from what is', async () => {
    const { core, termsOf, accountOf } = setUp({ stored })
    expect((await termsOf()).stored).toEqual({ unasked: 'offline', serves: true })
    await expect(accountOf()).rejects.toMatchObject({ detail: { kind: 'offline' } })
    await expect(core.ask('has')).resolves.toMatchObject({ fetchMarkets: true })
  })

  test('refuses to watch', async () => {
    const startWatch: StartWatch = () => expect.unreachable()
    const { core } = setUp({ stored, startWatch })
    const call: CoreCall = {
      venue: 'kalshi',
      signal: new AbortController().signal,
      credentials: undefined,
      trusted: false,
    }
    const sink: WatchSink = { update: () => {}, ended: () => {} }
    await expect(
      core.dispatcher.watch('watchOrderBook', ['A', undefined, undefined], call, sink),
    ).rejects.toMatchObject({ exchange: 'kalshi', detail: { kind: 'offline' } })
  })
})

describe('credentials that stand in for those that a caller does not have', () => {
  const paper = { kalshi: { apiKey: 'paper' } }
  const lent = { kalshi: { apiKey: 'lent' } }
  const own = { credentials: { apiKey: 'his own' } }

  test('of paper are for accounts alone, and market data is asked for without', async () => {
    const { termsOf, accountOf } = setUp({ paper })
    expect([await accountOf(), (await termsOf()).secrets?.values]).toEqual([{ apiKey: 'paper' }, {}])
    expect(await accountOf(own)).toEqual({ apiKey: 'his own' })
  })

  test('of all are lent for everything, and their borrower sees what the owner does', async () => {
    const { termsOf, accountOf } = setUp({ lent, paper })
    const { secrets, isOwner, reuse } = await termsOf()
    expect([secrets?.values, isOwner, await accountOf()]).toEqual([
      { apiKey: 'lent' },
      true,
      { apiKey: 'lent' },
    ])
    expect(reuse).toBeUndefined()
  })

  test('make nobody the owner who has his own or needs none', async () => {
    const { termsOf } = setUp()
    expect([(await termsOf()).isOwner, (await termsOf({ trusted: true })).isOwner]).toEqual([false, true])
    expect((await termsOf(own)).isOwner).toBe(false)
  })
})

describe('an answer may be given again', () => {
  const held = { kalshi: { apiKey: 'of the owner' } }

  test.each<[string, Partial<Venue>, Partial<CoreCall>, 'anyone' | 'owner' | undefined]>([
    ['to anybody where nobody proved who he is', {}, {}, 'anyone'],
    ['to the owner where his credentials brought it', {}, { trusted: true }, 'owner'],
    ['to nobody where those of a caller did', {}, { credentials: { apiKey: 'mine' } }, undefined],
    [
      'to the owner alone of a venue that shows nothing to all',
      { isPrivate: true },
      { trusted: true },
      'owner',
    ],
    ['to nobody else of such a venue', { isPrivate: true }, {}, undefined],
  ])('%s', async (_what, rest, call, seenBy) => {
    const { reuse } = await setUp({ held }, rest).termsOf(call)
    expect(reuse?.seenBy).toBe(seenBy)
  })
})

describe('whose work it is', () => {
  test('is told by client and by call, for queues that are fair to both', async () => {
    const { termsOf } = setUp()
    const callers = [await termsOf({ client: 'bot' }), await termsOf({ client: 'bot' }), await termsOf()]
    expect(callers.map(({ caller }) => caller)).toEqual([
      { client: 'bot', work: '0' },
      { client: 'bot', work: '1' },
      { client: '', work: '2' },
    ])
  })
})

/** What holds none is not handed to the catalog of all venues. */
const CATALOG_ID = catalogIdOf('kalshi', 'market', 'A')

describe('watching', () => {
  const sink: WatchSink = { update: () => {}, ended: () => {} }
  const call = (more: Partial<CoreCall> = {}): CoreCall => ({
    venue: 'kalshi',
    signal: new AbortController().signal,
    credentials: undefined,
    trusted: false,
    ...more,
  })
  const watching = { isStreamed: true, symbols: ['A'], current: () => [], stop: () => {} }

  test('is begun with the ids of the venue, told under those of the caller, and leaves no timer behind', async () => {
    const begun: unknown[] = []
    const startWatch: StartWatch = async (method, args, { venue, ctx }, to, named) => {
      begun.push([method, args, venue.id, ctx.secrets.values, to, named])
      return watching
    }
    const across = acrossWith({ nativeIds: async (venue, args) => [venue, args] as never })
    const { core, clock } = setUp({ startWatch, catalogSearch: across, lent: { kalshi: { apiKey: 'lent' } } })
    const args = [CATALOG_ID, undefined, undefined] as const
    expect(await core.dispatcher.watch('watchOrderBook', [...args], call(), sink)).toMatchObject({
      isStreamed: watching.isStreamed,
      symbols: watching.symbols,
    })
    expect(begun).toEqual([
      ['watchOrderBook', ['kalshi', [...args]], 'kalshi', { apiKey: 'lent' }, sink, CATALOG_ID],
    ])
    expect(clock.pendingTimers).toBe(0)
  })

  test('is begun with the ids as they are where there is no catalog of all venues', async () => {
    const begun: unknown[] = []
    const startWatch: StartWatch = async (_method, args) => {
      begun.push(args)
      return watching
    }
    await setUp({ startWatch }).core.dispatcher.watch(
      'watchTrades',
      ['A', undefined, 5, undefined],
      call(),
      sink,
    )
    expect(begun).toEqual([['A', undefined, 5, undefined]])
  })

  test.each<[string, Partial<DispatcherDeps>, CoreCall, object]>([
    ['where nothing goes on by itself', {}, call(), { exchange: 'kalshi', detail: { kind: 'no_streams' } }],
    [
      'at an exchange that is not served',
      { startWatch: () => expect.unreachable() },
      call({ venue: 'hunch' }),
      { exchange: 'hunch' },
    ],
  ])('is not supported %s', async (_what, deps, asked, error) => {
    const args = ['A', undefined, undefined] as const
    await expect(
      setUp(deps).core.dispatcher.watch('watchOrderBook', [...args], asked, sink),
    ).rejects.toMatchObject({ code: 'NOT_SUPPORTED', ...error })
  })

  test('is on the map of what a venue can do where it can be begun at all', async () => {
    const book = { fetch: async () => ({ bids: [], asks: [] }) }
    const startWatch: StartWatch = () => expect.unreachable()
    const can = async (deps: Partial<DispatcherDeps>) =>
      Reflect.get(Object(await setUp(deps, { book }).core.ask('has')), 'watchOrderBook')
    expect([await can({}), await can({ startWatch })]).toEqual([false, 'emulated'])
  })
})

describe('the exchange router', () => {
  const clusterQuery = { limit: 5, offset: 0 } as unknown as Parameters<
    ReturnType<typeof setUp>['core']['dispatcher']['clusters']
  >[1]
  const call: CoreCall = {
    venue: 'router',
    signal: new AbortController().signal,
    credentials: undefined,
    trusted: false,
  }

  test('is there with a catalog of all venues', async () => {
    const row = Buffer.from(JSON.stringify({ id: 'a' }))
    const { core } = setUp({ catalogSearch: acrossWith({ page: async () => pageOf([row]) }) })
    const list = await core.answer('fetchMarkets', [{ limit: 1 }], { venue: 'router' })
    expect(list.headers).toHaveProperty('x-pmx-list-age')
    const map = Object((await core.answer('has', [], { venue: 'router' })).data)
    expect([map.fetchMarketMatches, map.fetchOHLCV]).toEqual([true, false])
    expect(Object(await core.ask('has')).fetchMarketMatches).toBe(false)
    await expect(core.dispatcher.clusters('market', clusterQuery, call)).resolves.toMatchObject({ data: [] })
  })

  test('is none without', async () => {
    const { core } = setUp()
    const missing = { code: 'NOT_SUPPORTED', exchange: 'router' }
    await expect(core.answer('fetchMarkets', [], { venue: 'router' })).rejects.toMatchObject(missing)
    await expect(core.dispatcher.clusters('market', clusterQuery, call)).rejects.toMatchObject(missing)
  })

  test('lends its ids to the venues: they are asked by their own', async () => {
    const across = acrossWith({
      nativeIds: async (_venue, args) => ['the own id', ...Object(args).slice(1)] as never,
    })
    const asked: string[] = []
    const book = {
      fetch: async ({ id }: { id: string }) => {
        asked.push(id)
        return { bids: [], asks: [] }
      },
    }
    await setUp({ catalogSearch: across }, { book }).core.ask('fetchOrderBook', CATALOG_ID)
    await setUp({}, { book }).core.ask('fetchOrderBook', 'an id of the venue')
    expect(asked).toEqual(['the own id', 'an id of the venue'])
  })
})

test('what nobody has foreseen stays what it is', async () => {
  const odd = new TypeError('odd')
  const venue = fakeVenue({ sources: { getMarket: () => Promise.reject(odd) } })
  await expect(coreOver(venue).ask('fetchMarket', 'A')).rejects.toBe(odd)
})

test('without a journal no order is in doubt', async () => {
  expect(await setUp().core.dispatcher.resolveOrders()).toEqual([])
})
