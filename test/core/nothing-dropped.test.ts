import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getMethodRow, type MethodName, methodNames } from '../../src/api/arguments/methods.js'
import { PmxError } from '../../src/api/envelope/errors.js'
import type { UnifiedSeries } from '../../src/api/models/models.js'
import { candleWorld } from '../support/candle-world.js'
import { fakeClock } from '../support/clock.js'
import { coreOver, event, fakeVenue, market } from './fake-venue.js'

/**
 * No declared parameter is read and dropped in silence, whatever stands beside it. Each has a value that fits one row of
 * the venue below, and others with which a careful reader must answer something else: another answer, an error, or the
 * parameter among the ignored ones.
 */

const HOUR = 3_600_000
const clock = fakeClock()
const noon = clock.now()

interface Values {
  /** Agrees with everything else that is asked. */
  readonly fits: unknown
  /** Each asks for something else, wherever it is read at all. */
  readonly others: readonly unknown[]
}
const values = (fits: unknown, ...others: readonly unknown[]): Values => ({ fits, others })

/** Parameters by name; those of an object argument are `argument.member`. */
type Parameters = Readonly<Record<string, Values>>

const listing: Parameters = {
  'params.query': values('alpha', 'no such text'),
  'params.limit': values(50, 1),
  'params.offset': values(0, 1),
  'params.sort': values('volume', 'newest', 'liquidity'),
  'params.status': values('active', 'closed'),
  'params.searchIn': values('title', 'description'),
  'params.eventId': values('E1', 'E2'),
  'params.slug': values('alpha', 'of-another'),
  'params.category': values('Sports', 'Weather'),
  'params.tags': values(['cup'], ['rain']),
  'params.filter': values(
    { volume24h: { min: 1 }, category: 'Sports', tags: ['cup'], text: 'alpha', searchIn: 'title' },
    { volume24h: { min: 1e6 } },
  ),
  'params.sourceExchange': values('kalshi', 'polymarket'),
  'params.exchange': values('kalshi', 'polymarket'),
  'params.grouped': values(false, true),
}
const ofMarkets: Parameters = {
  ...listing,
  'params.marketId': values('A', 'B'),
  'params.outcomeId': values('A-NO', 'B-NO'),
  'params.page': values(1, 2),
  'params.similarityThreshold': values(0.1, 0.9),
}
const ofEvents: Parameters = {
  ...listing,
  'params.query': values('cup', 'no such text'),
  'params.slug': values('slug-E1', 'slug-E2'),
  'params.cursor': values('a:1', 'b:2'),
  'params.series': values('S1', 'S2'),
  'params.filter': values(
    { marketCount: { min: 1 }, category: 'Sports', tags: ['cup'], text: 'cup' },
    { marketCount: { min: 9 } },
  ),
}
const ofPages: Parameters = {
  'params.limit': values(50, 1),
  'params.cursor': values(undefined, 'of-nobody:1'),
  'params.filter': values({ category: 'Sports' }, { category: 'Weather' }),
}
const ofCandles: Parameters = {
  'params.resolution': values('1h', '1m'),
  'params.start': values(noon - 9 * HOUR, noon - 5 * HOUR),
  'params.end': values(noon, noon - 4 * HOUR),
  'params.limit': values(500, 1),
}
const book = { bids: [{ price: 0.4, size: 3 }], asks: [{ price: 0.6, size: 5 }] }
const ofPrice: Parameters = {
  // Who buys takes the asks: the other side of a book says nothing of that, and belongs to it.
  'orderBook.bids': values(book.bids),
  'orderBook.asks': values(book.asks, 'none', [{ price: 0.7, size: 5 }]),
  'orderBook.timestamp': values(1, 2),
  side: values('buy', 'sell'),
  amount: values(2, 9, -1),
}

/** What every method reads; `unsupported` by every venue, which is an error whatever is asked. */
const methods: Readonly<Partial<Record<MethodName, Parameters>>> = {
  loadMarkets: {},
  fetchMarkets: ofMarkets,
  searchMarkets: { ...ofMarkets, query: values('alpha', 'no such text') },
  getMarketsBySlug: { slug: values('alpha', 'of-another') },
  getEventById: { id: values('E1', 'E2') },
  getEventBySlug: { slug: values('E1', 'E2') },
  // Of these nothing follows: there is no login here, and nothing to prepare.
  isSessionActive: { walletAddress: values('0xa') },
  preWarmMarket: { outcomeId: values('A') },
  initAuth: {},
  fetchMarket: ofMarkets,
  fetchMarketsPaginated: ofPages,
  fetchEvents: ofEvents,
  searchEvents: { ...ofEvents, query: values('cup', 'no such text') },
  fetchEvent: ofEvents,
  fetchEventsPaginated: ofPages,
  fetchEventsPage: { ...ofEvents, ...ofPages },
  fetchSeries: {
    'params.id': values('S1', 'S2'),
    'params.slug': values('weather', 'cup'),
    'params.query': values('weather', 'no such text'),
    'params.recurrence': values('daily', 'weekly'),
    'params.status': values('active', 'closed'),
    'params.limit': values(50, 1),
    'params.offset': values(0, 1),
  },
  fetchEventMetadata: { eventTicker: values('E1', 'E2') },
  fetchOHLCV: { ...ofCandles, 'params.partial': values(true, false), outcomeId: values('yes', 'no') },
  fetchEventOHLCV: { ...ofCandles, 'params.eventId': values('EC', 'E1') },
  fetchOrderBook: {
    outcomeId: values('A', 'B'),
    limit: values(9, 1),
    'params.limit': values(9, 1),
    'params.side': values('yes', 'no'),
    'params.outcome': values('yes', 'no', 'B-NO'),
    'params.since': values(undefined, 1),
    'params.until': values(undefined, 1),
  },
  fetchOrderBooks: { outcomeIds: values(['A'], ['B']) },
  fetchTrades: {
    outcomeId: values('A', 'B'),
    'params.start': values(noon - 9 * HOUR, noon - HOUR),
    'params.end': values(noon, noon - HOUR),
    'params.limit': values(50, 1),
    'params.resolution': values('1h', '1m'),
  },
  fetchPositions: { address: values('0xa', '0xb') },
  getExecutionPrice: ofPrice,
  getExecutionPriceDetailed: ofPrice,
  filterMarkets: {
    markets: values([{ marketId: 'm-1', title: 'Alpha' }], []),
    criteria: values({ text: 'alpha' }, { text: 'beta' }, { searchIn: 'description' }),
  },
  filterEvents: {
    events: values([{ id: 'e-1', title: 'Alpha' }], []),
    criteria: values({ text: 'alpha' }, { text: 'beta' }, { searchIn: 'description' }),
  },
  close: {},
  has: {},
}

/** Its own effect shows only when it is asked a second time. */
const notSeenAtOnce: readonly string[] = ['reload']

const rowOf = { category: 'Sports', tags: ['cup'], volume24h: 5, liquidity: 1 }
const events = [
  event(
    'E1',
    [
      market('A', { ...rowOf, title: 'Alpha wins', slug: 'alpha', startsAt: 1, volume24h: 9, liquidity: 2 }),
      market('B', { ...rowOf, title: 'Alpha again', slug: 'of-another', startsAt: 2, liquidity: 3 }),
    ],
    { title: 'The cup', startsAt: 1, volume24h: 9, category: 'Sports', tags: ['cup'] },
  ),
  event('E2', [market('C', { ...rowOf, title: 'Alpha last', startsAt: 3, liquidity: 9 })], {
    title: 'The other cup',
    startsAt: 3,
    volume24h: 5,
    category: 'Sports',
    tags: ['cup'],
  }),
  event('E3', [market('X', { ...rowOf, title: 'Alpha of old', status: 'closed' })], {
    title: 'The old cup',
    status: 'closed',
    category: 'Sports',
    tags: ['cup'],
  }),
]
const [first] = events
const candleMarket = market('yes')
const withCandles = event('EC', [
  {
    ...candleMarket,
    market: { ...candleMarket.market, outcomes: candleMarket.market.outcomes.slice(0, 1) },
  },
])
const series: UnifiedSeries[] = [
  { id: 'S1', title: 'Daily weather', slug: 'weather', recurrence: 'daily', sourceExchange: 'kalshi' },
  { id: 'S2', title: 'Weekly cup weather', slug: 'cup', recurrence: 'weekly', sourceExchange: 'kalshi' },
  { id: 'S3', title: 'Other weather', recurrence: 'daily', sourceExchange: 'kalshi' },
]

function worldOfAll() {
  const { venue } = candleWorld({ clock, listedAt: noon - 50 * HOUR })
  const onePage = <Row extends object>(rows: readonly Row[], idOf: (row: Row) => string) => ({
    kind: 'cursor' as const,
    what: 'rows',
    idOf,
    fetch: async () => ({ rows }),
  })
  const plain = fakeVenue({
    events: [...events, withCandles],
    pageSize: 100,
    sources: {
      listSeriesEvents: (name, { status }) => ({
        sorted: false,
        paging: onePage(
          name === 'S1' && first !== undefined ? [first].filter((row) => row.status === status) : [],
          (row) => row.event.id,
        ),
      }),
    },
  })
  return coreOver(
    {
      ...venue,
      ...plain,
      ...(venue.candles === undefined ? {} : { candles: venue.candles }),
      outcomes: {
        hint: () => '',
        locate: async (id, ctx) =>
          (await venue.outcomes?.locate(id, ctx)) ?? {
            kind: 'outcome',
            outcome: { outcomeId: id, facts: { seriesKey: id, mirrored: false, facts: {} } },
          },
      },
      series: {
        list: () => onePage(series, ({ id }) => id),
        get: async (key, statuses) => {
          const found = series.find(({ id, slug }) => id === key || slug === key)
          const rows = [...events, withCandles].filter(({ status }) => statuses.includes(status))
          return (
            found && {
              ...found,
              events: rows.map(({ event: of, markets }) => ({
                ...of,
                markets: markets.map((row) => row.market),
              })),
            }
          )
        },
      },
      eventMetadata: async (ticker) => ({ ticker }),
      book: {
        fetch: async ({ id }) => ({
          bids: [0.1, 0.2, 0.3].map((price) => ({ price, size: id.length })),
          asks: [0.9, 0.8].map((price) => ({ price, size: id.startsWith('A') ? 1 : 2 })),
        }),
      },
      trades: {
        list: ({ outcomeId: id }) =>
          onePage(
            [0.5, 2, 4].map((hours) => ({
              id: `${id} ${hours}`,
              timestamp: noon - hours * HOUR,
              price: 0.5,
              amount: 1,
              side: 'buy' as const,
            })),
            ({ id: own }) => own,
          ),
      },
      account: { positionsOf: async (address) => [{ marketId: address, outcomeId: address, size: 1 }] },
    },
    { clock },
  )
}

const core = worldOfAll()

type Chosen = ReadonlyMap<string, unknown>

function argumentsOf(method: MethodName, chosen: Chosen): unknown[] {
  return getMethodRow(method).args.map(({ name, fields }) => {
    if (fields === undefined) return chosen.get(name)
    const members = [...chosen].filter(([path]) => path.startsWith(`${name}.`))
    if (members.length === 0) return undefined
    return Object.fromEntries(members.map(([path, value]) => [path.slice(name.length + 1), value]))
  })
}

interface Outcome {
  readonly failed: boolean
  readonly data: unknown
  readonly text: string
  readonly ignored: readonly string[]
}

async function outcomeOf(method: MethodName, chosen: Chosen): Promise<Outcome> {
  try {
    const { data, ignored = [] } = await core.answer(method, argumentsOf(method, chosen))
    return { failed: false, data, text: JSON.stringify(data), ignored }
  } catch (error) {
    if (!(error instanceof PmxError)) throw error
    return { failed: true, data: undefined, text: error.message, ignored: [] }
  }
}

/** What has no more rows than a limit allows need not differ, nor what is alone and thus in any order. */
function isFulfilled(name: string, value: unknown, { data }: Outcome): boolean {
  const { data: rows = data, bids, timestamps, events: page } = Object(data)
  const list = bids ?? timestamps ?? page ?? rows
  const most = name.endsWith('sort') ? 1 : name.endsWith('limit') ? Number(value) : 0
  return Array.isArray(list) && list.length <= most
}

function isToldOf(name: string, ignored: readonly string[]): boolean {
  const member = name.slice(name.indexOf('.') + 1)
  return ignored.some((told) => told === name || told === member || told.startsWith(`${member}.`))
}

/** Every parameter of the question with every other value, against the question as it fits. */
async function dropped(method: MethodName, parameters: Parameters, names: readonly string[]) {
  const fitting = new Map(names.map((name) => [name, parameters[name]?.fits]))
  const base = await outcomeOf(method, fitting)
  const found: string[] = []
  for (const name of names) {
    if (isToldOf(name, base.ignored)) continue
    const answers = await Promise.all(
      (parameters[name]?.others ?? []).map(async (value) => {
        const answer = await outcomeOf(method, new Map([...fitting, [name, value]]))
        return answer.text !== base.text || isToldOf(name, answer.ignored) || isFulfilled(name, value, answer)
      }),
    )
    if (answers.length > 0 && !answers.includes(true)) found.push(`${name} beside ${names.join(', ')}`)
  }
  return found
}

/** The required ones alone, with each, with each two, and with all of the others. */
function combinations(required: readonly string[], optional: readonly string[]): string[][] {
  const pairs = optional.flatMap((one, index) => optional.slice(index).map((other) => [one, other]))
  return [[], ...pairs, optional].map((some) => [...new Set([...required, ...some])])
}

function requiredIn(method: MethodName): string[] {
  return getMethodRow(method).args.flatMap(({ name, fields, optional }) => {
    if (fields === undefined) return optional === true ? [] : [name]
    return Object.entries(fields).flatMap(([member, field]) =>
      field.required === true ? [`${name}.${member}`] : [],
    )
  })
}

/** Keys of which a lookup of one thing needs one. */
const keysOfOne: Readonly<Partial<Record<MethodName, readonly string[]>>> = {
  fetchMarket: ['params.marketId'],
  fetchEvent: ['params.eventId'],
}

test('every parameter that is declared has its values here', () => {
  for (const method of methodNames) {
    const parameters = methods[method]
    if (parameters === undefined) continue
    const declared = getMethodRow(method).args.flatMap(({ name, fields }) =>
      fields === undefined
        ? [name]
        : Object.entries(fields)
            // Other names are read as the first ones, in api/arguments/arguments.ts.
            .filter(([, { aliasOf, unread }]) => aliasOf === undefined || unread !== undefined)
            .map(([member]) => `${name}.${member}`),
    )
    const here = Object.keys(parameters)
    expect(here.sort(), method).toEqual(declared.filter((name) => !notSeenAtOnce.includes(name)).sort())
  }
})

test.each(methodNames.filter((method) => methods[method] === undefined))('%s is refused', async (method) => {
  const args = getMethodRow(method).args.map(({ name, kind, fields }) => {
    if (kind !== 'object')
      return {
        string: 'x',
        number: name === 'limit' ? 10 : 1_700_000_000,
        boolean: true,
        array: [],
        unknown: {},
      }[kind]
    const needed = Object.entries(fields ?? {}).filter(([, field]) => field.required === true)
    return Object.fromEntries(
      needed.map(([name, field]) => [name, field.enum?.[0] ?? (field.type === 'number' ? 1 : 'x')]),
    )
  })
  await expect(core.answer(method, args)).rejects.toMatchObject({ code: 'NOT_SUPPORTED' })
})

describe.each(Object.entries(methods).filter(([, parameters]) => Object.keys(parameters).length > 0))(
  '%s',
  (name, parameters) => {
    const method = methodNames.find((known) => known === name)
    if (method === undefined) throw new Error(`no method ${name}`)
    const required = requiredIn(method)
    const optional = Object.keys(parameters).filter((path) => !required.includes(path))

    test('drops nothing in silence', async () => {
      const found: string[] = []
      for (const names of combinations([...required, ...(keysOfOne[method] ?? [])], optional))
        found.push(...(await dropped(method, parameters, names)))
      expect(found).toEqual([])
    })

    test('nor in any larger combination', async () => {
      await fc.assert(
        fc.asyncProperty(fc.subarray(optional), async (some) => {
          const names = [...new Set([...required, ...(keysOfOne[method] ?? []), ...some])]
          expect(await dropped(method, parameters, names)).toEqual([])
        }),
        { numRuns: optional.length < 4 ? 3 : 10 },
      )
    })
  },
)
