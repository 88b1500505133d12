import { argumentSchema, namedArguments } from '../../api/argument-schemas.js'
import { credentialNames } from '../../api/credentials.js'
import {
  type FeedMethodName,
  feedMethodNames,
  feedParameters,
  type Parameter,
} from '../../api/feed-methods.js'
import type { JsonSchema } from '../../api/json-schema.js'
import { fieldTexts, methodTexts } from '../../api/method-texts.js'
import { type Method, type MethodName, methodNames, methodRow } from '../../api/methods.js'
import { returnedSchema } from '../../api/returned-schema.js'
import { feedIds } from '../../api/source-ids.js'
import { catalogParameters } from '../catalog-query.js'
import { clusterParameters } from '../routes/clusters.js'
import { matchPaths } from '../routes/matches.js'
import { enveloped, replies, textFailureSchema } from './replies.js'

/** The paths of the API description, all of them from the tables that the routes read. */

type Paths = Readonly<Record<string, object>>

const text: JsonSchema = { type: 'string' }
const rows = (name: string): JsonSchema => ({
  type: 'array',
  items: { $ref: `#/components/schemas/${name}` },
})

function parameter(name: string, schema: JsonSchema, isRequired = false, place = 'query'): object {
  const { description = fieldTexts[name], ...rest } = schema
  return {
    name,
    in: place,
    ...(isRequired ? { required: true } : {}),
    ...(description === undefined ? {} : { description }),
    schema: rest,
  }
}

const exchange = { $ref: '#/components/parameters/exchange' }
const stale = { $ref: '#/components/parameters/stale' }

/** `/api/{exchange}/{method}` for every method of the table. */
export function callPaths(): Paths {
  return Object.fromEntries(methodNames.map((name) => [`/api/{exchange}/${name}`, callPath(name)]))
}

function callPath(name: MethodName): object {
  const row = methodRow(name)
  const shared = {
    summary: methodTexts[name],
    tags: [row.group],
    responses: replies(enveloped(returnedSchema(row.returns)), 'The answer.'),
  }
  const post = { ...shared, operationId: row.verb === 'get' ? `${name}ByPost` : name, requestBody: body(row) }
  const once = row.group === 'trading' ? [{ $ref: '#/components/parameters/idempotencyKey' }] : []
  if (row.verb === 'post') return { parameters: [exchange, ...once], post }
  const query = namedArguments(name).map(({ name: key, schema, isRequired, type, isUnread }) => ({
    ...(type === 'object' || type === 'any'
      ? { ...jsonParameter(key, schema, isRequired) }
      : parameter(key, schema, isRequired)),
    ...(isUnread ? { deprecated: true } : {}),
  }))
  const get = { ...shared, operationId: name, parameters: [...query, ...(row.answersStored ? [stale] : [])] }
  return { parameters: [exchange], get, post }
}

/** An object within a query is JSON text. */
function jsonParameter(name: string, { description, ...schema }: JsonSchema, isRequired: boolean): object {
  return {
    name,
    in: 'query',
    ...(isRequired ? { required: true } : {}),
    ...(description === undefined ? {} : { description }),
    content: { 'application/json': { schema } },
  }
}

function body({ args }: Method): object {
  const least = args.filter(({ optional }) => optional !== true).length
  const places = args.map((arg) =>
    arg.optional === true ? { anyOf: [argumentSchema(arg), { type: 'null' }] } : argumentSchema(arg),
  )
  const positional: JsonSchema = {
    type: 'array',
    description: `By position: ${args.map(({ name }) => name).join(', ') || 'none'}; null leaves one out.`,
    ...(places.length === 0 ? { items: {} } : { prefixItems: places }),
    ...(least === 0 ? {} : { minItems: least }),
  }
  return {
    required: least > 0,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: { args: positional, credentials: { $ref: '#/components/schemas/Credentials' } },
        },
      },
    },
  }
}

/** What a POST may carry to be used for this call alone. */
export const credentialsSchema: JsonSchema = {
  type: 'object',
  description:
    "Used for this call alone; never logged, stored or repeated. Without it the daemon's own, with its token.",
  properties: {
    ...Object.fromEntries(credentialNames.map((name) => [name, text])),
    signatureType: { anyOf: [text, { type: 'integer' }] },
  },
}

const feedReturns: Readonly<Record<FeedMethodName, string>> = {
  loadMarkets: 'Record<symbol, FeedMarket>',
  fetchTicker: 'Ticker',
  fetchTickers: 'Record<symbol, Ticker>',
  fetchOHLCV: 'FeedCandle[]',
  fetchOrderBook: 'FeedBook',
  fetchOracleRound: 'OracleRound',
  fetchOracleHistory: 'OracleRound[]',
  fetchHistoricalPrices: 'Ticker[]',
}

/** `/api/feeds/` and what lies behind it. */
export function feedPaths(): Paths {
  const feed = parameter('feed', { type: 'string', enum: feedIds, description: 'A data feed.' }, true, 'path')
  const list = enveloped({ type: 'array', items: { type: 'string', enum: feedIds } })
  const names = {
    get: {
      operationId: 'listFeeds',
      summary: 'The data feeds.',
      tags: ['feeds'],
      responses: replies(list, 'Ids.'),
    },
  }
  const methods = feedMethodNames.map((name) => {
    const told = replies(enveloped(returnedSchema(feedReturns[name])), 'The answer.')
    const wrong = {
      description: 'What is wrong with the call itself, as text.',
      content: {
        'application/json': {
          schema: { anyOf: [textFailureSchema, { $ref: '#/components/schemas/Failure' }] },
        },
      },
    }
    const get = {
      operationId: `feed_${name}`,
      summary: 'As CCXT has it.',
      tags: ['feeds'],
      // `feed` is a pair in the query of oracles and the name of the feed in the path.
      parameters: [
        feed,
        ...Object.entries(feedParameters(name)).map(([key, row]) => feedParameter(key, row)),
      ],
      responses: { ...told, 400: wrong, 404: wrong, 405: wrong, 501: wrong },
    }
    return [`/api/feeds/{feed}/${name}`, { get }] as const
  })
  return { '/api/feeds/': names, ...Object.fromEntries(methods) }
}

function feedParameter(name: string, row: Parameter): object {
  const isRequired = 'required' in row
  switch (row.kind) {
    case 'symbol':
    case 'symbols':
      return parameter(name, text, isRequired)
    case 'text':
      return parameter(name, { ...text, default: row.fallback })
    case 'count':
      return parameter(name, {
        type: 'integer',
        minimum: 1,
        maximum: row.max,
        ...(row.fallback === undefined ? {} : { default: row.fallback }),
      })
    case 'instant':
      return parameter(name, { anyOf: [{ type: 'integer' }, text] })
    case 'choice':
      return parameter(name, { ...text, enum: row.of })
  }
}

const dataOf = (data: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['data'],
  properties: { data },
})

/** The types of what a query of `/v0` says; the rest is text. */
const typesV0: Readonly<Record<string, JsonSchema>> = {
  limit: { type: 'integer', minimum: 1 },
  offset: { type: 'integer', minimum: 0 },
  edgeLimit: { type: 'integer', minimum: 1 },
  minVenues: { type: 'integer', minimum: 1 },
  minConfidence: { type: 'number', minimum: 0, maximum: 1 },
  minSpread: { type: 'number', minimum: 0, maximum: 1 },
  closed: { type: 'boolean' },
  includePrices: { type: 'boolean' },
  withOrderbook: { type: 'boolean' },
  includeRawMatches: { type: 'boolean' },
}

function queryV0(names: readonly string[]): object[] {
  return names.map((name) => parameter(name, typesV0[name] ?? text))
}

/** `/v0`: the catalog of all venues and what matches in it, without the envelope of calls. */
export function catalogPaths(): Paths {
  const count = { type: 'integer' } as const
  const meta: JsonSchema = {
    type: 'object',
    required: ['count', 'limit', 'offset'],
    properties: { count, limit: count, offset: count },
  }
  const lists = (['event', 'market'] as const).map((kind) => {
    const schema = {
      type: 'object',
      required: ['data', 'meta'],
      properties: { data: rows(kind === 'event' ? 'UnifiedEvent' : 'UnifiedMarket'), meta },
    }
    const get = {
      operationId: `catalog_${kind}s`,
      summary: `Open ${kind}s of all venues, by what is in their title or slug.`,
      tags: ['v0'],
      parameters: queryV0(Object.keys(catalogParameters)),
      responses: replies(schema, 'Rows by the volume of 24 h.'),
    }
    return [`/v0/${kind}s`, { get }] as const
  })
  const clusters = (['market', 'event'] as const).map((kind) => {
    const schema = dataOf(rows(kind === 'event' ? 'MatchedEventCluster' : 'MatchedMarketCluster'))
    const get = {
      operationId: `clusters_${kind}s`,
      summary: `${kind === 'event' ? 'Events' : 'Markets'} that belong together on several venues.`,
      tags: ['v0'],
      parameters: queryV0([`${kind}Id`, ...clusterParameters]),
      responses: replies(schema, 'Clusters.'),
    }
    return [`/v0/matched-${kind}-clusters`, { get }] as const
  })
  return Object.fromEntries([...lists, ...clusters, ...matchPaths.map(matchPath)])
}

function matchPath({ path, method, known, named }: (typeof matchPaths)[number]): readonly [string, object] {
  const shown = path.replace('{.+}', '').replace(/:(\w+)/, '{$1}')
  const row = returnedSchema(methodRow(method).returns)
  const isSides = path === 'matched-markets'
  const side = { $ref: '#/components/schemas/UnifiedMarket' }
  const pair: JsonSchema = {
    type: 'object',
    required: ['marketA', 'marketB'],
    properties: { marketA: side, marketB: side },
  }
  const matches = { type: 'object', required: ['matches'], properties: { matches: row } }
  const data = named !== undefined ? matches : isSides ? { type: 'array', items: pair } : row
  const get = {
    operationId: `v0_${shown.replace(/[^a-z]+/gi, '_').replace(/_$/, '')}`,
    summary: methodTexts[method],
    tags: ['v0'],
    parameters: [
      ...(named === undefined
        ? []
        : [parameter('name', { ...text, description: 'Id, slug, address or outcome.' }, true, 'path')]),
      ...queryV0(known),
    ],
    responses: replies(dataOf(data), 'What the router answers.'),
  }
  return [`/v0/${shown}`, { get }]
}
