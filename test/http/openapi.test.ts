import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeEach, describe, expect, test } from 'vitest'
import { listNamedArguments } from '../../src/api/arguments/argument-schemas.js'
import { readArguments } from '../../src/api/arguments/arguments.js'
import {
  feedMethodNames,
  listFeedParameters,
  symbolPattern,
  symbolsPattern,
} from '../../src/api/arguments/feed-methods.js'
import { getMethodRow, type MethodName, methodNames } from '../../src/api/arguments/methods.js'
import { errorTable } from '../../src/api/envelope/errors.js'
import { feedIds } from '../../src/api/envelope/source-ids.js'
import { modelSchemas } from '../../src/api/models/model-schemas.js'
import { buildReturnedSchema } from '../../src/api/models/returned-schema.js'
import { describeApi } from '../../src/http/openapi/document.js'
import { exampleArguments } from '../../src/http/openapi/examples.js'
import { toFullPrecision } from '../../src/http/openapi/shared-parts.js'
import { catalogParameters } from '../../src/http/request/catalog-query.js'
import { clusterParameters } from '../../src/http/routes/clusters.js'
import { matchPaths } from '../../src/http/routes/matches.js'
import { appOver } from './app-world.js'

interface Parameter {
  readonly name?: string
  readonly in?: string
  readonly required?: boolean
  readonly deprecated?: boolean
  readonly description?: string
  readonly schema?: Readonly<Record<string, unknown>>
  readonly content?: Content
  readonly $ref?: string
}
type Content = Readonly<
  Record<string, { readonly schema: Readonly<Record<string, unknown>>; readonly example?: unknown }>
>
interface Reply {
  readonly content?: Content
  readonly headers?: Readonly<Record<string, object>>
  readonly $ref?: string
}
interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly security?: readonly object[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, Reply>>
}
interface Document {
  readonly paths: Readonly<
    Record<string, { get?: Operation; post?: Operation; parameters?: readonly Parameter[] } | undefined>
  >
  readonly security: readonly object[]
  readonly tags: readonly { readonly name: string }[]
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly schemas: Readonly<Record<string, object>>
  }
}

let document: Document
let operations: readonly Operation[]
beforeEach(() => {
  document = describeApi({ version: '1.2.3', isOpen: true }) as Document
  operations = Object.values(document.paths).flatMap((path) => [path?.get ?? [], path?.post ?? []].flat())
})

/** The schemas of the document, which the document itself is for. */
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
ajv.addSchema({ $id: 'api', ...describeApi({ version: '1', isOpen: true }) })
function bodyOf(name: MethodName): string {
  const place = ['paths', `/api/{exchange}/${name}`, 'post', 'requestBody', 'content', JSON_TYPE, 'schema']
  return `api#/${place.map((key) => encodeURIComponent(key.replaceAll('/', '~1'))).join('/')}`
}

const JSON_TYPE = 'application/json'

function getOf(path: string): Operation {
  const get = document.paths[path]?.get
  if (get === undefined) throw new Error(`GET ${path} is not described`)
  return get
}

const refs = (parameters: readonly Parameter[] = []) => parameters.map(({ $ref }) => $ref?.split('/').at(-1))
const schemaOf = (reply: Reply | undefined) => reply?.content?.[JSON_TYPE]?.schema
/** What a query may say, by its names; in front of what is written once for many. */
const byName = (parameters: readonly Parameter[] = []) =>
  parameters.flatMap(({ name, required, schema, content }) =>
    name === undefined ? [] : [[name, required === true, schema ?? content?.[JSON_TYPE]?.schema] as const],
  )

test('a validator that is not ours finds it to be OpenAPI 3.1, with references that lead somewhere', async () => {
  const validator = new Validator()
  const copy = JSON.parse(JSON.stringify(document)) as Record<string, unknown>
  expect(await validator.validate(copy)).toMatchObject({ valid: true })
  expect(validator.version).toBe('3.1')
  const broken = { ...copy, paths: { '/x': { get: { responses: { 200: {} } } } } }
  expect(await new Validator().validate(broken)).toMatchObject({ valid: false })
  const refs = [...JSON.stringify(copy).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) =>
    path.split('/'),
  )
  const lost = refs.filter((path) => {
    const found = path.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], copy)
    return found === undefined
  })
  expect(lost).toEqual([])
})

describe('it has', () => {
  test('every method of the table, with its verb', () => {
    for (const name of methodNames) {
      const path = document.paths[`/api/{exchange}/${name}`]
      expect(path?.['post'], name).toBeDefined()
      expect(path?.['get'] !== undefined, name).toBe(getMethodRow(name).verb === 'get')
    }
  })

  test('every method of feeds, the catalog and the daemon itself', () => {
    for (const name of feedMethodNames)
      expect(document.paths).toHaveProperty([`/api/feeds/{feed}/${name}`, 'get'])
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining([
        '/health',
        '/metrics',
        '/v0/events',
        '/v0/markets/{name}/matches',
        '/v0/matched-market-clusters',
      ]),
    )
  })

  test('a name of its own for every operation', () => {
    const ids = operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('the parameters of a GET by their names', () => {
    const { parameters = [] } = document.paths['/api/{exchange}/fetchOHLCV']?.['get'] ?? {}
    const named = parameters.flatMap(({ name }) => name ?? [])
    expect(named).toEqual([
      ...['outcomeId', 'resolution', 'start', 'end', 'limit'],
      // Other names of these.
      ...['since', 'until', 'timeframe', 'interval'],
      'partial',
    ])
  })

  test('for every operation what it is for, a group that is told of, and what may come of it', () => {
    const groups = document.tags.map(({ name }) => name)
    const statuses = [...new Set(Object.values(errorTable).map(({ status }) => status))]
    for (const { operationId: id, summary, tags, responses } of operations) {
      expect(summary, id).toMatch(/\w/)
      expect([tags.length, groups.includes(tags[0] ?? '')], id).toEqual([1, true])
      expect(responses['default'], id).toEqual({ $ref: '#/components/responses/Failure' })
      if (['metrics', 'openSocket', 'v0_sql', 'v0_sqlByPost'].includes(id)) continue
      expect(Object.keys(responses), id).toEqual(expect.arrayContaining(['200', ...statuses.map(String)]))
      expect(schemaOf(responses['200']), id).toBeDefined()
    }
  })
})

describe('a method of venues', () => {
  const pathOf = (name: MethodName) => document.paths[`/api/{exchange}/${name}`]

  test('takes in its query what its table row names: objects as JSON, what is not read as deprecated', () => {
    for (const name of methodNames) {
      const get = pathOf(name)?.get
      if (get === undefined) continue
      // The path has an exchange of its own.
      const named = listNamedArguments(name).filter(({ name: key }) => key !== 'exchange')
      expect(
        byName(get.parameters).map(([key, isRequired]) => [key, isRequired]),
        name,
      ).toEqual(named.map(({ name: key, isRequired }) => [key, isRequired]))
      for (const [index, { type, isUnread }] of named.entries()) {
        const parameter = get.parameters?.[index]
        const isJson = type === 'object' || type === 'any'
        expect([parameter?.in, parameter?.content !== undefined], name).toEqual(['query', isJson])
        expect([parameter?.schema !== undefined, parameter?.deprecated === true], name).toEqual([
          !isJson,
          isUnread,
        ])
      }
      expect(refs(get.parameters).includes('stale'), name).toBe(getMethodRow(name).answersStored === true)
      expect(refs(get.parameters).includes('sourceMetadata'), name).toBe(
        getMethodRow(name).group === 'catalog',
      )
    }
  })

  test('takes in its body the arguments by position, those that may be left out also as null', () => {
    for (const name of methodNames) {
      const { args } = getMethodRow(name)
      const least = args.filter(({ optional }) => optional !== true).length
      const { requestBody } = pathOf(name)?.post ?? {}
      const { args: places, credentials } = Object(requestBody?.content[JSON_TYPE]?.schema['properties'])
      expect([requestBody?.required, places.type, places.minItems ?? 0], name).toEqual([
        least > 0,
        'array',
        least,
      ])
      expect(credentials, name).toEqual({ $ref: '#/components/schemas/ExchangeCredentials' })
      const items: { anyOf?: object[] }[] = places.prefixItems ?? []
      expect(
        items.map(({ anyOf = [] }) => anyOf.some((one) => Object(one).type === 'null')),
        name,
      ).toEqual(args.map(({ optional }) => optional === true))
      expect(places.items, name).toEqual({})
      expect(places.description, name).toContain(args[0]?.name ?? 'none')
    }
  })

  test('of trading may bear a name of the caller, by which it is done once', () => {
    for (const name of methodNames) {
      const expected = getMethodRow(name).group === 'trading' ? ['exchange', 'idempotencyKey'] : ['exchange']
      expect(refs(pathOf(name)?.parameters), name).toEqual(expected)
    }
    expect(document.components.parameters).toMatchObject({
      exchange: {
        name: 'exchange',
        in: 'path',
        required: true,
        schema: { $ref: '#/components/schemas/Exchange' },
      },
      idempotencyKey: { name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 128 } },
      stale: { name: 'stale', in: 'query', schema: { type: 'string', enum: ['ok'] } },
      sourceMetadata: { name: 'sourceMetadata', in: 'query', schema: { enum: ['0', '1'] } },
    })
  })

  test('answers in the envelope, with data unless it returns nothing', () => {
    for (const name of methodNames) {
      const returned = toFullPrecision(buildReturnedSchema(getMethodRow(name).returns))
      const isNothing = returned.type === 'null'
      expect(schemaOf(pathOf(name)?.post?.responses['200']), name).toEqual({
        type: 'object',
        required: isNothing ? ['success'] : ['success', 'data'],
        properties: { success: { const: true }, ...(isNothing ? {} : { data: returned }) },
      })
    }
  })

  test('has another name by POST where it has a GET', () => {
    expect(pathOf('fetchMarkets')?.get?.operationId).toBe('fetchMarkets')
    expect(pathOf('fetchMarkets')?.post?.operationId).toBe('fetchMarketsByPost')
    expect(pathOf('createOrder')?.post?.operationId).toBe('createOrder')
  })
})

describe('a method of feeds', () => {
  test('takes its feed in the path and the rest in the query, with bounds and what is meant by nothing', () => {
    const { parameters, responses, operationId } = getOf('/api/feeds/{feed}/fetchOHLCV')
    expect(operationId).toBe('feedFetchOHLCV')
    expect(parameters?.[0]).toMatchObject({
      name: 'feed',
      in: 'path',
      required: true,
      schema: { enum: feedIds },
    })
    expect(byName(parameters).map(([name, isRequired]) => [name, isRequired])).toEqual([
      ['feed', true],
      ...Object.entries(listFeedParameters('fetchOHLCV')).map(([name, row]) => [name, 'required' in row]),
    ])
    const schemas = Object.fromEntries(byName(parameters).map(([name, , schema]) => [name, schema]))
    expect(schemas['since']).toEqual({ $ref: '#/components/schemas/InstantText' })
    expect(schemas['limit']).toMatchObject({ type: 'integer', minimum: 1, maximum: 1_000 })
    expect(schemas['symbol']).toEqual({ type: 'string', pattern: symbolPattern })
    for (const status of [400, 404, 405, 501])
      expect(schemaOf(responses[status])?.['anyOf'], String(status)).toEqual([
        { $ref: '#/components/schemas/FeedErrorResponse' },
        { $ref: '#/components/schemas/ErrorResponse' },
      ])
  })

  test('tells for every kind of parameter what it may be', () => {
    const kinds = new Map<string, object | undefined>()
    for (const name of feedMethodNames) {
      const parameters = byName(document.paths[`/api/feeds/{feed}/${name}`]?.get?.parameters).slice(1)
      for (const [index, row] of Object.values(listFeedParameters(name)).entries())
        kinds.set(row.kind, parameters[index]?.[2])
    }
    expect(kinds.get('choice')).toEqual({ type: 'string', enum: ['asc', 'desc'] })
    expect(kinds.get('text')).toEqual({ type: 'string', default: expect.any(String) })
    expect(kinds.get('symbols')).toEqual({ type: 'string', pattern: symbolsPattern })
  })

  test('are listed by their feeds', () => {
    expect(schemaOf(document.paths['/api/feeds']?.get?.responses['200'])).toMatchObject({
      properties: { data: { type: 'array', items: { type: 'string', enum: feedIds } } },
    })
  })
})

describe('the catalog of all venues', () => {
  const dataOf = (path: string) =>
    Object(schemaOf(document.paths[path]?.get?.responses['200'])?.['properties']).data
  const items = (name: string) => ({ type: 'array', items: { $ref: `#/components/schemas/${name}` } })

  test.each([
    ['/v0/events', items('UnifiedEvent')],
    ['/v0/markets', items('UnifiedMarket')],
    ['/v0/matched-market-clusters', items('MatchedMarketCluster')],
    ['/v0/matched-event-clusters', items('MatchedEventCluster')],
  ])('tells at %s rows of their kind', (path, data) => {
    expect(dataOf(path)).toEqual(data)
    expect(schemaOf(document.paths[path]?.get?.responses['200'])?.['required']).toContain('data')
  })

  test('takes what its tables name, numbers and switches as such', () => {
    const parameters = byName(document.paths['/v0/events']?.get?.parameters)
    expect(parameters.map(([name]) => name)).toEqual(Object.keys(catalogParameters))
    const schemas = Object.fromEntries(parameters.map(([name, , schema]) => [name, schema]))
    expect([schemas['limit'], schemas['offset'], schemas['closed']]).toEqual([
      { type: 'integer', minimum: 1, maximum: 999_999_999 },
      { type: 'integer', minimum: 0, maximum: 999_999_999 },
      { type: 'boolean' },
    ])
    expect(schemaOf(document.paths['/v0/events']?.get?.responses['200'])?.['properties']).toMatchObject({
      meta: {
        required: ['count', 'limit', 'offset'],
        properties: { count: { type: 'integer' }, limit: { type: 'integer' }, offset: { type: 'integer' } },
      },
    })
    const clusters = byName(document.paths['/v0/matched-event-clusters']?.get?.parameters)
    expect(clusters.map(([name]) => name)).toEqual(['eventId', ...clusterParameters])
  })

  test('has every path of matches, with its name where it has one, and sides where it tells pairs', () => {
    for (const { path, known, named } of matchPaths) {
      const shown = `/v0/${path.replace('{.+}', '').replace(/:(\w+)/, '{$1}')}`
      const get = document.paths[shown]?.get
      expect(
        byName(get?.parameters).map(([name]) => name),
        shown,
      ).toEqual([...(named === undefined ? [] : ['name']), ...known])
      expect(get?.operationId, shown).toMatch(/^v0_[a-z_]*[a-z]$/i)
      if (named === undefined) expect(dataOf(shown), shown).toMatchObject({ type: 'array' })
      else {
        expect(get?.parameters?.[0], shown).toMatchObject({ name: 'name', in: 'path', required: true })
        const isRow = !shown.endsWith('/matches')
        if (isRow) expect(dataOf(shown), shown).toHaveProperty('$ref')
        else
          expect(dataOf(shown), shown).toMatchObject({ required: ['matches'], properties: { matches: {} } })
      }
    }
    const side = { $ref: '#/components/schemas/UnifiedMarket' }
    expect(dataOf('/v0/matched-markets').items).toEqual({
      type: 'object',
      required: ['marketA', 'marketB'],
      properties: { marketA: side, marketB: side },
    })
  })
})

test('the daemon tells that it runs to everybody, and its counters as text', () => {
  const health = document.paths['/health']?.get
  expect([health?.security, byName(health?.parameters).map(([name]) => name)]).toEqual([[{}], ['verbose']])
  expect(schemaOf(health?.responses['200'])).toMatchObject({
    type: 'object',
    required: ['status', 'timestamp', 'instanceId', 'apiVersion', 'mode'],
    properties: {
      status: { enum: ['ok', 'degraded'] },
      timestamp: { type: 'integer' },
      instanceId: { type: 'string' },
      apiVersion: { type: 'integer' },
      mode: { type: 'string', enum: ['live', 'demo', 'replay'] },
    },
  })
  expect(document.paths['/metrics']?.get?.responses['200']?.content).toEqual({
    'text/plain': { schema: { type: 'string' } },
  })
  expect(document.paths['/openapi.json']?.get?.operationId).toBe('openapi')
})

test('every text that the table says of an answer is a schema, and others are errors', () => {
  for (const name of methodNames)
    expect(() => buildReturnedSchema(getMethodRow(name).returns), name).not.toThrow()
  expect(buildReturnedSchema('{ data: Trade[], total: integer, nextCursor?: string }')).toEqual({
    type: 'object',
    properties: {
      data: { type: 'array', items: { $ref: '#/components/schemas/Trade' } },
      total: { type: 'integer' },
      nextCursor: { type: 'string' },
    },
    required: ['data', 'total'],
  })
  expect(() => buildReturnedSchema('Tarde[]')).toThrow("no schema is called 'Tarde'")
  expect(Object.keys(modelSchemas).length).toBeGreaterThan(20)
})

describe('the route', () => {
  test('tells it as JSON, the same text every time', async () => {
    const app = appOver()
    const [first, second] = [await app.get('/openapi.json'), await app.get('/openapi.json')]
    expect(first.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(first.json).toMatchObject({ openapi: '3.1.0', info: { version: '0.0.0-test' } })
    expect(second.text).toBe(first.text)
  })

  test('asks for the token where all of the daemon does, and the description says so', async () => {
    const app = appOver({ requireToken: true })
    expect((await app.get('/openapi.json')).status).toBe(401)
    const told = await app.get('/openapi.json', { 'x-pmxt-access-token': app.token })
    expect(told.json).toMatchObject({ security: [{ accessToken: [] }, { apiKey: [] }] })
    expect(document.security[0]).toEqual({})
  })
})

test('the document has nothing that generators of clients cannot read', () => {
  const text = JSON.stringify(document)
  expect(text).not.toContain('"items":false')
  const has = document.paths['/api/{exchange}/has']?.get?.responses['200']
  expect(JSON.stringify(has)).toContain(
    '"additionalProperties":{"anyOf":[{"type":"boolean"},{"type":"string","enum":["emulated","sampled"]}]}',
  )
})

test('every number is said to be of 64 bits, unless fewer hold its greatest', () => {
  const formats = { number: new Set<unknown>(), integer: new Set<unknown>() }
  const look = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    const { type, format, maximum = Number.POSITIVE_INFINITY } = part as Record<string, unknown>
    const types: unknown[] = Array.isArray(type) ? type : [type]
    if (types.includes('number')) formats.number.add(format)
    if (types.includes('integer') && Number(maximum) >= 2 ** 31) formats.integer.add(format)
    for (const member of Object.values(part)) look(member)
  }
  look(document)
  expect([...formats.number]).toEqual(['double'])
  expect([...formats.integer]).toEqual(['int64'])
})

test('what clients call without a token demands none', () => {
  const closed = describeApi({ version: '1', isOpen: false }) as unknown as typeof document
  expect(closed.paths['/api/{exchange}/getExecutionPrice']?.post?.security).toEqual([{}])
  for (const path of ['/api/feeds', '/api/feeds/{feed}/fetchTicker'])
    expect(closed.paths[path]?.get?.security?.[0]).toEqual({})
})

describe('every operation', () => {
  test('has a description, and so has every parameter', () => {
    const texts = operations.map(({ operationId, description }) => [
      operationId,
      /\w/.test(description ?? ''),
    ])
    expect(texts.filter(([, has]) => has !== true)).toEqual([])
    for (const { operationId, parameters = [] } of operations)
      for (const { name, description, schema, $ref } of parameters)
        if ($ref === undefined)
          expect(description ?? schema?.['description'], `${operationId}: ${name}`).toMatch(/\w/)
  })

  test('of the table has an example, which its own schema and the server take', () => {
    for (const name of methodNames) {
      const { requestBody } = document.paths[`/api/{exchange}/${name}`]?.post ?? {}
      const { example } = requestBody?.content[JSON_TYPE] ?? {}
      expect(example, name).toEqual({ args: exampleArguments[name] })
      expect(() => readArguments(name, exampleArguments[name]), name).not.toThrow()
      const check = ajv.compile({ $ref: bodyOf(name) })
      expect(check(example), `${name}: ${JSON.stringify(check.errors?.slice(0, 3))}`).toBe(true)
    }
  })
})

test('shapes and operations have the names of the client that is generated from upstream (pmxt_internal 2.54.0)', () => {
  const wanted =
    `ErrorDetail ErrorResponse ExchangeCredentials MarketFilterParams EventFetchParams OHLCVParams TradesParams
    CreateOrderParams OrderHistoryParams MyTradesParams FetchOrderBookParams FetchMarketMatchesParams FetchEventMatchesParams
    FetchMatchedMarketsParams FetchArbitrageParams MarketFilterCriteria EventFilterCriteria PaginatedMarketsResult
    PaginatedEventsResult ExecutionPriceResult FeedTicker FeedOracleRound FeedMarket BuiltOrder UserTrade OrderLevel`.split(
      /\s+/,
    )
  expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(wanted))
  const ids = operations.map(({ operationId }) => operationId)
  expect(ids).toEqual(
    expect.arrayContaining(['healthCheck', 'feedList', 'feedFetchTicker', 'feedLoadMarkets']),
  )
})

test('a response that may be known has a tag, and a 304', () => {
  for (const path of ['/v0/events', '/openapi.json', '/api/{exchange}/fetchOHLCV']) {
    const { responses } = getOf(path)
    expect(responses['304'], path).toEqual({ $ref: '#/components/responses/NotModified' })
    expect(responses['200']?.headers, path).toHaveProperty('ETag')
  }
})
