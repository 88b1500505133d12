import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  findUnreadKeys,
  findUnreadMembers,
  MAX_TEXT_LENGTH,
  readArguments,
  toArgumentsFromBody,
  toArgumentsFromQuery,
} from '../../../src/api/arguments/arguments.js'
import type { Field, FieldType } from '../../../src/api/arguments/fields.js'
import { type Arg, getMethodRow, type MethodName, methodNames } from '../../../src/api/arguments/methods.js'
import { toIso } from '../../../src/api/times/instant.js'

/** What a method gets for a query string, and which keys meant nothing. */
function ask<M extends MethodName>(method: M, query: string) {
  return readArguments(method, toArgumentsFromQuery(method, new URLSearchParams(query)))
}

const wrong = (field: string) => expect.objectContaining({ code: 'VALIDATION_ERROR', status: 400, field })
const digits77 = '1'.repeat(77)

describe('a query', () => {
  test.each<[string, MethodName, string, readonly unknown[]]>([
    ['numbers', 'fetchMarkets', 'limit=5&offset=10', [{ limit: 5, offset: 10 }]],
    ['a decimal', 'fetchMarketMatches', 'minConfidence=.5', [{ minConfidence: 0.5 }]],
    ['leading zeros', 'fetchMarkets', 'limit=007', [{ limit: 7 }]],
    ['digits for a text field', 'fetchMarkets', 'query=2028&slug=123', [{ query: '2028', slug: '123' }]],
    ['a 6-digit id', 'fetchMarkets', 'marketId=663583', [{ marketId: '663583' }]],
    ['a 77-digit id', 'fetchMarkets', `outcomeId=${digits77}`, [{ outcomeId: digits77 }]],
    ['a 20-digit positional id', 'fetchOrder', `orderId=${'9'.repeat(20)}`, ['9'.repeat(20)]],
    [
      'JSON words for a text field',
      'fetchMarkets',
      'query=true&slug=null',
      [{ query: 'true', slug: 'null' }],
    ],
    ['a brace for a text field', 'fetchMarkets', 'query={"a":1}', [{ query: '{"a":1}' }]],
    ['one tag', 'fetchMarkets', 'tags=Crypto', [{ tags: ['Crypto'] }]],
    ['a tag with a comma', 'fetchMarkets', 'tags=a,b', [{ tags: ['a,b'] }]],
    ['repeated tags', 'fetchMarkets', 'tags=a&tags=b', [{ tags: ['a', 'b'] }]],
    ['tags as JSON', 'fetchMarkets', 'tags=["a","b"]', [{ tags: ['a', 'b'] }]],
    ['an object as JSON', 'fetchMarkets', 'filter={"text":"x"}', [{ filter: { text: 'x' } }]],
    ['empty optional text', 'fetchMarkets', 'query=&limit=&tags=', [{}]],
    ['a flag', 'fetchMarketMatches', 'includePrices=true', [{ includePrices: true }]],
    ['nothing', 'fetchMarkets', '', [undefined]],
    [
      'the candle call',
      'fetchOHLCV',
      'outcomeId=F&resolution=1h&limit=3',
      ['F', { resolution: '1h', limit: 3 }],
    ],
    ['the old name of the id', 'fetchOHLCV', 'id=F&limit=3', ['F', { limit: 3 }]],
    ['the old name for trades', 'fetchTrades', 'id=F', ['F', undefined]],
    ['both names of the id', 'fetchOHLCV', 'id=old&outcomeId=new', ['new', undefined]],
    ['an id that is the id', 'fetchSeries', 'id=7', [{ id: '7' }]],
    ['a positional limit', 'fetchOrderBook', 'outcomeId=F&limit=5&side=no', ['F', 5, { side: 'no' }]],
    ['an optional text', 'fetchOpenOrders', 'marketId=', [undefined]],
    ['spaces and plus', 'fetchMarkets', 'query=a+b%20c%2Bd', [{ query: 'a b c+d' }]],
  ])('%s', (_what, method, query, args) => {
    expect(ask(method, query)).toEqual({ args, ignored: [] })
  })

  const at = Date.UTC(2026, 0, 1)
  test.each([
    String(at),
    String(at / 1000),
    '2026-01-01',
    '2026-01-01T00:00:00.000Z',
    '2026-01-01 00:00:00+00',
  ])('a date may be %s', (start) => {
    expect(ask('fetchOHLCV', `outcomeId=F&start=${encodeURIComponent(start)}`).args).toEqual([
      'F',
      { start: at },
    ])
  })

  test.each<[MethodName, string, string]>([
    ['fetchOHLCV', '', 'outcomeId'],
    ['fetchOHLCV', 'outcomeId=', 'outcomeId'],
    ['fetchOHLCV', 'outcomeId=a&outcomeId=b', 'outcomeId'],
    ['fetchOHLCV', 'outcomeId=F&start=soon', 'start'],
    ['fetchOHLCV', 'outcomeId=F&end=2026-02-30', 'end'],
    ['fetchOHLCV', 'outcomeId=F&limit=ten', 'limit'],
    ['fetchOHLCV', 'outcomeId=F&limit=1&limit=2', 'limit'],
    ['fetchOHLCV', 'outcomeId=F&limit=Infinity', 'limit'],
    ['fetchOHLCV', 'outcomeId=F&limit=0x10', 'limit'],
    ['fetchOHLCV', 'outcomeId=F&limit=1,000', 'limit'],
    ['fetchMarkets', 'query=a&query=b', 'query'],
    ['fetchMarkets', 'sort=price', 'sort'],
    ['fetchMarkets', 'status=open', 'status'],
    ['fetchMarkets', 'status=Active', 'status'],
    ['fetchMarkets', 'filter=text', 'filter'],
    ['fetchMarkets', 'filter=[1]', 'filter'],
    ['fetchMarkets', 'filter={broken', 'filter'],
    ['fetchMarketMatches', 'includePrices=yes', 'includePrices'],
    ['fetchOrderBook', 'outcomeId=F&side=up', 'side'],
    ['fetchEventMetadata', '', 'eventTicker'],
  ])('%s?%s is an error that names %s', (method, query, field) => {
    expect(() => ask(method, query)).toThrow(wrong(field))
  })

  test('keys that mean nothing to the method are named, not passed on', () => {
    expect(ask('fetchMarkets', 'limit=1&foo=2&a[b]=3&a[]=4&constructor=5&__proto__=6&toString=7')).toEqual({
      args: [{ limit: 1 }],
      ignored: ['foo', 'a[b]', 'a[]', 'constructor', '__proto__', 'toString'],
    })
  })

  test('keys of inherited names reach no prototype', () => {
    const { args } = ask('fetchMarkets', '__proto__={"limit":9}&__proto__.limit=9')
    expect(args[0]?.limit).toBeUndefined()
    expect(Object.getPrototypeOf(args[0])).toBe(Object.prototype)
    expect(Object.hasOwn(Object.prototype, 'limit')).toBe(false)
  })
})

describe('positional arguments', () => {
  test('null is a hole, and what is past the last argument is ignored', () => {
    expect(readArguments('fetchOrderBook', ['F', null, { outcome: 'yes' }, 'extra', null, {}])).toEqual({
      args: ['F', undefined, { outcome: 'yes' }],
      ignored: ['args[3]', 'args[5]'],
    })
  })

  test('past the last may be any number', () => {
    const { args, ignored } = readArguments('fetchMarkets', [{}, ...Array.from({ length: 300_000 }, () => 1)])
    expect([args, ignored.length, ignored[0]]).toEqual([[{}], 100, 'args[1]'])
  })

  test.each<[string, MethodName, readonly unknown[], string]>([
    ['text', 'fetchOHLCV', ['x'.repeat(10_001)], 'outcomeId'],
    ['text of a member', 'fetchMarkets', [{ slug: 'x'.repeat(10_001) }], 'slug'],
    ['number', 'fetchMarkets', [{ limit: `${'1'.repeat(200_000)}x` }], 'limit'],
    ['nesting', 'fetchMarkets', [{ filter: '['.repeat(9_000) + ']'.repeat(9_000) }], 'filter'],
  ])('of endless %s are refused', (_what, method, raw, field) => {
    expect(() => readArguments(method, raw)).toThrow(wrong(field))
  })

  test('null members are absent members', () => {
    expect(readArguments('fetchMarkets', [{ limit: 3, query: null, filter: null }]).args).toEqual([
      { limit: 3 },
    ])
  })

  test('a number where text is wanted becomes its digits while none are lost', () => {
    expect(readArguments('fetchMarkets', [{ marketId: 663583 }]).args).toEqual([{ marketId: '663583' }])
    expect(() => readArguments('fetchMarkets', [{ marketId: 1e22 }])).toThrow(wrong('marketId'))
    expect(() => readArguments('fetchOrder', [2 ** 53])).toThrow(wrong('orderId'))
    expect(() => readArguments('fetchMarkets', [{ slug: 1.5 }])).toThrow(wrong('slug'))
    expect(() => readArguments('fetchMarkets', [{ slug: 1.5 }])).not.toThrow(/lost digits/)
  })

  test.each<[MethodName, string, readonly unknown[]]>([
    ['fetchMarkets', 'query', ['2028 election']],
    ['fetchEvents', 'query', ['cup']],
    ['fetchSeries', 'query', ['cup']],
    ['fetchMarket', 'marketId', ['663583']],
    ['fetchEvent', 'eventId', ['FOO-26']],
  ])('a lone text of %s means %s', (method, name, args) => {
    expect(readArguments(method, args).args).toEqual([{ [name]: args[0] }])
  })

  test('the members of objects that the table does not describe are handed through', () => {
    const params = { anything: [1, { deep: null }] }
    expect(readArguments('callApi', ['GetMarkets', params])).toEqual({
      args: ['GetMarkets', params],
      ignored: [],
    })
  })

  test.each<[MethodName, readonly unknown[], string]>([
    ['fetchOHLCV', [], 'outcomeId'],
    ['fetchOHLCV', [null, {}], 'outcomeId'],
    ['fetchOHLCV', [''], 'outcomeId'],
    ['fetchOHLCV', [{ outcomeId: 'F' }], 'outcomeId'],
    ['fetchOHLCV', [['F']], 'outcomeId'],
    ['fetchOHLCV', ['F', 'text'], 'params'],
    ['fetchOHLCV', ['F', []], 'params'],
    ['fetchOHLCV', ['F', 5], 'params'],
    ['fetchOHLCV', ['F', { start: true }], 'start'],
    ['fetchOrderBooks', [{}], 'outcomeIds'],
    ['fetchMarkets', [{ tags: [1] }], 'tags'],
    ['fetchMarkets', [{ tags: { a: 1 } }], 'tags'],
    ['fetchMarkets', [{ limit: {} }], 'limit'],
    ['fetchMarkets', [{ limit: true }], 'limit'],
    ['loadMarkets', ['maybe'], 'reload'],
    ['getExecutionPrice', [{ bids: [] }, 'buy', 1], 'asks'],
    ['getExecutionPrice', [{ bids: [], asks: [] }, 'buy'], 'amount'],
    ['createOrder', [], 'params'],
    ['createOrder', [{ marketId: 'm', outcomeId: 'o', side: 'hold', type: 'limit', amount: 1 }], 'side'],
    ['createOrder', [{ marketId: 'm', outcomeId: 'o', side: 'buy', type: 'limit' }], 'amount'],
  ])('%s%j is an error that names %s', (method, args, field) => {
    expect(() => readArguments(method, args)).toThrow(wrong(field))
  })

  test('a lone text where a list is wanted is a list of one', () => {
    expect(readArguments('fetchOrderBooks', ['F']).args).toEqual([['F']])
    expect(readArguments('fetchOrderBooks', ['["F","G"]']).args).toEqual([['F', 'G']])
  })

  test('any JSON at all is read or refused with a field, never a crash', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...methodNames),
        fc.array(fc.jsonValue(), { maxLength: 5 }),
        (method, raw) => {
          try {
            readArguments(method, raw)
          } catch (error) {
            expect(error).toMatchObject({ code: 'VALIDATION_ERROR', field: expect.any(String) })
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('a body', () => {
  test.each<[string, unknown, readonly unknown[]]>([
    ['args', { args: ['F', { limit: 1 }] }, ['F', { limit: 1 }]],
    ['args beside credentials', { args: ['F'], credentials: { apiKey: 'k' } }, ['F']],
    ['no args', { args: [] }, []],
    ['nothing', undefined, []],
    ['an empty object', {}, []],
    ['credentials only', { credentials: { apiKey: 'k' } }, []],
    ['a flat object', { query: 'x', limit: 2 }, [{ query: 'x', limit: 2 }]],
    ['a flat object beside credentials', { query: 'x', credentials: {} }, [{ query: 'x' }]],
    ['args of null', { args: null, limit: 2 }, [{ limit: 2 }]],
    ['kwargs', { kwargs: { limit: 2 } }, [{ limit: 2 }]],
  ])('of %s', (_what, body, args) => {
    expect(toArgumentsFromBody(body)).toEqual(args)
  })

  test.each(['x', 7, { query: 'x' }, true])(
    'whose args are %j is refused: they would not be read',
    (args) => {
      expect(() => toArgumentsFromBody({ args })).toThrow(
        expect.objectContaining({ code: 'BAD_REQUEST', field: 'args' }),
      )
    },
  )

  test.each([[[1]], ['text'], [5], [null], [true]])('whose top level is %j is refused', (body) => {
    expect(() => toArgumentsFromBody(body)).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST', status: 400 }),
    )
  })

  test('never lets credentials into the arguments', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (flat) => {
        const args = toArgumentsFromBody({ ...flat, credentials: { privateKey: 'hunter2-hunter2' } })
        expect(JSON.stringify(args)).not.toContain('hunter2')
      }),
    )
  })
})

test.each<[MethodName, readonly unknown[], readonly unknown[]]>([
  ['fetchOHLCV', [' F\n'], ['F', undefined]],
  ['fetchMarket', [{ marketId: ' M ', query: ' x ' }], [{ marketId: 'M', query: ' x ' }]],
  ['fetchMarkets', [{ slug: '\tone ', outcomeId: '  ' }], [{ slug: 'one' }]],
  ['fetchMarket', ['  M '], [{ marketId: 'M' }]],
  ['fetchEvents', [{ series: ' s ' }], [{ series: 's' }]],
])('spaces around a name are no part of it: %s%j', (method, raw, args) => {
  expect(readArguments(method, raw).args).toEqual(args)
})

test('a name of spaces is none', () => {
  expect(() => readArguments('fetchOHLCV', ['  '])).toThrow(expect.objectContaining({ field: 'outcomeId' }))
})

describe('what clients send and nobody here reads', () => {
  test.each<[MethodName, readonly unknown[], readonly string[]]>([
    ['fetchMarkets', [{ page: 2, similarityThreshold: 0.5, limit: 1 }], ['page', 'similarityThreshold']],
    ['fetchMarkets', [{ exchange: 'kalshi', sourceExchange: 'kalshi' }], ['exchange', 'sourceExchange']],
    ['fetchMarket', [{ marketId: 'M', limit: 1, offset: 2 }], ['limit', 'offset']],
    ['fetchEvents', [{ cursor: 'c', query: 'x' }], ['cursor']],
    ['fetchEvent', [{ eventId: 'E', limit: 1 }], ['limit']],
    ['fetchEventsPage', [{ query: 'x', status: 'closed', sort: 'volume' }], ['query', 'status', 'sort']],
    ['fetchEventsPage', ['cup'], ['query']],
    ['fetchTrades', ['F', { resolution: '1h', limit: 5 }], ['resolution']],
  ])('by %s%j is told', (method, raw, ignored) => {
    const read = readArguments(method, raw)
    expect(read.ignored).toEqual(ignored)
    for (const name of ignored) expect(JSON.stringify(read.args)).not.toContain(`"${name}"`)
  })

  test('is not told where it says nothing', () => {
    expect(readArguments('fetchMarkets', [{ page: null, exchange: '' }]).ignored).toEqual([])
    const order = { marketId: 'M', outcomeId: 'O', side: 'buy', type: 'market', amount: 1 }
    expect(readArguments('createOrder', [{ ...order, price: null, note: '' }]).args).toEqual([order])
    expect(readArguments('fetchEventsPage', [{ limit: 1, cursor: 'c' }])).toEqual({
      args: [{ limit: 1, cursor: 'c' }],
      ignored: [],
    })
  })
})

test.each([
  ['createOrder', [{ clientOrderId: '' }], 'clientOrderId'],
  ['createOrder', [{ clientOrderId: ' ' }], 'clientOrderId'],
  ['createOrder', [{ price: '' }], 'price'],
  ['buildOrder', [{ orderGroupId: '' }], 'orderGroupId'],
  ['buildOrder', [{ timeInForce: '' }], 'timeInForce'],
  ['editOrder', ['V1', { price: 0.4, amount: '' }], 'amount'],
  ['cancelAllOrders', [''], 'marketId'],
] as const)('%s%j is refused: what is empty may have been meant', (method, args, field) => {
  const order = { marketId: 'M', outcomeId: 'O', side: 'buy', type: 'market', amount: 1 }
  const [first] = args
  const whole = method === 'createOrder' || method === 'buildOrder' ? [{ ...order, ...Object(first) }] : args
  expect(() => readArguments(method, whole)).toThrow(
    expect.objectContaining({
      code: 'VALIDATION_ERROR',
      field,
      message: expect.stringContaining('is empty'),
    }),
  )
})

describe('what is printed into a query is read back', () => {
  const texts = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' })

  /** A value of a declared field. */
  function valuesOf(field: Field): fc.Arbitrary<unknown> {
    const { type, enum: words, whole, min, max } = field
    if (words !== undefined)
      return type === 'string[]' ? fc.subarray([...words], { minLength: 1 }) : fc.constantFrom(...words)
    if (whole === true) return fc.integer({ min: min ?? 0, max: max ?? 1e9 })
    if (max === 1) return fc.double({ min: 0, max: 1, noNaN: true }).filter((value) => !Object.is(value, -0))
    switch (type) {
      case 'string':
        return fc.oneof(
          texts.filter((text) => text === text.trim()),
          fc.bigInt({ min: 0n }).map(String),
          fc.constantFrom('true', 'null', '{}', '[1]', '007'),
        )
      case 'number':
        return fc.oneof(
          fc.integer(),
          fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0)),
        )
      case 'boolean':
        return fc.boolean()
      case 'date':
        return fc.integer({ min: 100_000_000_000, max: 4_000_000_000_000 })
      case 'string[]':
        return fc.array(
          texts.filter((text) => !/^\s*[[{]/.test(text)),
          { minLength: 1, maxLength: 4 },
        )
      default:
        return fc.dictionary(texts, fc.oneof(texts, fc.integer(), fc.boolean()), { maxKeys: 3 })
    }
  }

  function argument(arg: Arg, positional: readonly string[]): fc.Arbitrary<unknown> {
    if (arg.kind === 'object' && arg.fields !== undefined) {
      const members = Object.fromEntries(
        Object.entries(arg.fields)
          // A name that a positional argument has too is that argument's in a query, and a second name is read as the first.
          .filter(
            ([name, field]) =>
              field.unread === undefined && field.aliasOf === undefined && !positional.includes(name),
          )
          .map(([name, field]) => [name, valuesOf(field)]),
      )
      const requiredKeys = Object.entries(arg.fields).flatMap(([name, field]) =>
        field.required === true ? [name] : [],
      )
      const record = fc.record(members, { requiredKeys })
      return arg.optional === true ? record : record.filter((value) => Object.keys(value).length > 0)
    }
    return valuesOf({ ...arg, type: arg.kind as FieldType })
  }

  function print(query: URLSearchParams, name: string, value: unknown, type: string): void {
    if (Array.isArray(value)) for (const item of value) query.append(name, String(item))
    else if (typeof value === 'object') query.append(name, JSON.stringify(value))
    else if (type === 'date' && typeof value === 'number') query.append(name, toIso(value))
    else query.append(name, String(value))
  }

  const withQuery = methodNames.filter((name) => getMethodRow(name).verb === 'get')
  test.each(withQuery)('%s', (method) => {
    const { args } = getMethodRow(method)
    const positional = args.flatMap(({ name, kind }) => (kind === 'object' ? [] : [name]))
    fc.assert(
      fc.property(fc.tuple(...args.map((arg) => argument(arg, positional))), (values) => {
        const query = new URLSearchParams()
        values.forEach((value, index) => {
          const arg = args[index]
          if (arg === undefined) return
          if (arg.kind !== 'object') print(query, arg.name, value, arg.kind)
          else
            for (const [name, member] of Object.entries(value ?? {}))
              print(query, name, member, arg.fields?.[name]?.type ?? 'any')
        })
        const read = readArguments(
          method,
          toArgumentsFromQuery(method, new URLSearchParams(query.toString())),
        )
        const wanted = values.map((value, index) =>
          args[index]?.kind === 'object' && Object.keys(value ?? {}).length === 0 ? undefined : value,
        )
        expect(read).toEqual({ args: wanted, ignored: [] })
      }),
      { numRuns: 40 },
    )
  })
})

test.each<[unknown, readonly string[]]>([
  [undefined, []],
  [null, []],
  [[{ limit: 1 }], []],
  [{ limit: 1 }, []],
  [{ args: [], limit: 1, slug: null, query: '' }, ['limit']],
  [{ args: [], kwargs: { limit: 1 } }, ['kwargs']],
  [{ args: [], credentials: { apiKey: 'x' } }, []],
  [{ kwargs: { limit: 1 }, slug: 'x' }, ['slug']],
  [{ kwargs: 'text', slug: 'x' }, []],
  [{ kwargs: null, slug: 'x' }, []],
])('of the body %j the members %j are not read', (body, members) => {
  expect(findUnreadMembers(body)).toEqual(members)
})

test('what is not read of a body is told, and what is read is not', () => {
  const body = { kwargs: null, slug: 'x' }
  expect([toArgumentsFromBody(body), findUnreadMembers(body)]).toEqual([[{ slug: 'x' }], []])
})

test.each<[MethodName, string, readonly string[]]>([
  ['fetchMarkets', 'slug=x&nonsense=1', []],
  ['loadMarkets', 'reload=true&nonsense=1', ['nonsense']],
  ['fetchOrderBook', 'outcomeId=F&outcomeId=G&limit=1', []],
])('of the query of %s %s the keys %j are not read', (method, query, keys) => {
  expect(findUnreadKeys(method, new URLSearchParams(query))).toEqual(keys)
})

describe('a value of the wrong type is told with the type that it should have', () => {
  test.each<[MethodName, readonly unknown[], string]>([
    ['fetchMarkets', [{ slug: true }], 'slug must be text; got true'],
    ['fetchMarkets', [{ limit: 'x' }], 'limit must be a number; got "x"'],
    ['fetchMarkets', [{ limit: Number.POSITIVE_INFINITY }], 'limit must be a number; got null'],
    ['fetchMarkets', [{ tags: ['a', 1] }], 'tags must be a list of strings; got ["a",1]'],
    ['fetchMarkets', [{ filter: 5 }], 'filter must be an object; got 5'],
    ['fetchMarkets', [{ filter: [] }], 'filter must be an object; got []'],
    ['fetchMarkets', [{ marketId: 2 ** 53 }], 'as a JSON number 9007199254740992 has lost digits'],
    ['fetchOHLCV', ['F', []], 'params of fetchOHLCV must be an object, got a list'],
    ['fetchOHLCV', ['F', 'null'], 'params of fetchOHLCV must be an object, got string'],
    ['fetchMarkets', [{ slug: ['x'.repeat(56)] }], `got ["${'x'.repeat(56)}"]`],
    ['fetchMarkets', [{ slug: ['x'.repeat(57)] }], `got ["${'x'.repeat(55)}...`],
  ])('%s %j: %s', (method, raw, message) => {
    expect(() => readArguments(method, raw)).toThrow(message)
  })

  test('a text of the greatest length is read', () => {
    const slug = 'x'.repeat(MAX_TEXT_LENGTH)
    expect(readArguments('fetchMarkets', [{ slug }]).args).toEqual([{ slug }])
  })
})

describe('an order', () => {
  const order = { marketId: 'M', outcomeId: 'O', side: 'buy', type: 'limit', amount: 10, price: 0.5 }

  test.each([
    'post_only',
    'time_in_force',
    'reduce_only',
    'expiration_ts',
    'stopPrice',
    'buy_max_cost',
    'constructor',
  ])('with a member that is not read is refused, not placed without it: %s', (name) => {
    for (const method of ['createOrder', 'buildOrder'] as const) {
      expect(() => readArguments(method, [{ ...order, [name]: 'x' }])).toThrow(`has no "${name}"`)
      expect(readArguments(method, [{ ...order, [name]: null }]).ignored).toEqual([name])
    }
  })

  test('may say how long it lasts and what it must not do', () => {
    const demands = { postOnly: true, timeInForce: 'GTD', expiration: 1_790_000_000_000, reduceOnly: false }
    expect(readArguments('createOrder', [{ ...order, ...demands }])).toEqual({
      args: [{ ...order, ...demands }],
      ignored: [],
    })
    for (const [field, value] of [
      ['timeInForce', 'gtc'],
      ['timeInForce', 'DAY'],
      ['postOnly', 'yes'],
      ['reduceOnly', 1],
      ['expiration', 'soon'],
    ] as const)
      expect(() => readArguments('createOrder', [{ ...order, [field]: value }])).toThrow(field)
  })

  test('may have the members that clients of upstream send with every order', () => {
    const sent = { tickSize: 0.01, negRisk: true, builder: '0x1', builderFee: 5 }
    expect(readArguments('createOrder', [{ ...order, ...sent, fee: 1, onBehalfOf: 2 }])).toEqual({
      args: [{ ...order, tickSize: 0.01, negRisk: true, fee: 1, onBehalfOf: 2 }],
      ignored: ['builder', 'builderFee'],
    })
  })
})

describe('a text where a list is wanted', () => {
  test.each([
    ['5', ['5']],
    ['"F"', ['"F"']],
    ['x[1]', ['x[1]']],
    ['[cut', ['[cut']],
    [' ["F"]', ['F']],
  ])('%j is %j', (text, list) => {
    expect(readArguments('fetchOrderBooks', [text]).args).toEqual([list])
    expect(readArguments('fetchMarkets', [{ tags: text }]).args).toEqual([{ tags: list }])
  })
})
