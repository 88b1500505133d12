import { applyBounds, countBound, countFromZero, share } from '../../api/arguments/bounds.js'
import { category, type Field, relation, relations, venue } from '../../api/arguments/fields.js'
import { methodTexts } from '../../api/arguments/method-texts.js'
import { getMethodRow } from '../../api/arguments/methods.js'
import { EXAMPLE_VENUE } from '../../api/envelope/venue-ids.js'
import { outcomeResults, settlementStages } from '../../api/models/market-settlement.js'
import { buildReturnedSchema } from '../../api/models/returned-schema.js'
import { instantTextSchema } from '../../api/times/instant.js'
import { buildObjectSchema, type JsonSchema, listOf, referenceSchema } from '../../api/values/json-schema.js'
import { catalogParameters } from '../request/catalog-query.js'
import { clusterParameters, clusterSorts } from '../routes/clusters.js'
import { matchPaths } from '../routes/matches.js'
import { MAX_SETTLEMENT_ROWS, settlementFormats } from '../routes/settlements.js'
import type { ReplyKind } from './headers.js'
import { buildParameter } from './parameters.js'
import { buildReplies } from './replies.js'

const text: JsonSchema = { type: 'string' }
const flag: JsonSchema = { type: 'boolean' }
const number: JsonSchema = { type: 'number' }
const atLeastOne = applyBounds(number, countBound)
const fraction = applyBounds(number, share)
const aVenue = applyBounds(text, venue)

/** The types of the query parameters of `/v0`. Others are text. */
const types: Readonly<Record<string, JsonSchema>> = {
  limit: atLeastOne,
  offset: applyBounds(number, countFromZero),
  edgeLimit: atLeastOne,
  minVenues: atLeastOne,
  minConfidence: fraction,
  minSpread: fraction,
  closed: flag,
  includePrices: flag,
  withOrderbook: flag,
  includeRawMatches: flag,
  category: applyBounds(text, category),
  exchange: aVenue,
  sourceExchange: aVenue,
  venues: listOf(aVenue),
  excludeVenues: listOf(aVenue),
  relations: applyBounds(listOf(text), relations),
  relation: applyBounds(text, relation),
}

const examples: Readonly<Record<string, unknown>> = {
  limit: 5,
  query: 'election',
  category: 'politics',
  minSpread: 0.02,
}

function queryOf(names: readonly string[], others: Readonly<Record<string, JsonSchema>> = {}): object[] {
  return names.map((name) =>
    buildParameter(name, others[name] ?? types[name] ?? text, { example: examples[name] }),
  )
}

const rows = (name: string): JsonSchema => listOf(referenceSchema(name))

const dataOf = (data: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['data'],
  properties: { data },
})

const withoutEnvelope = 'The response has `data` and no `success`. Unknown parameters are refused.'

/** Returns the paths of `/v0`: the catalog of all venues and its matches, without the envelope of calls. */
export function buildCatalogPaths(): Readonly<Record<string, object>> {
  const whole = { type: 'integer' } as const
  const meta: JsonSchema = {
    type: 'object',
    required: ['count', 'limit', 'offset'],
    properties: { count: whole, limit: whole, offset: whole },
  }
  const lists = (['event', 'market'] as const).map((kind) => {
    const schema = {
      type: 'object',
      required: ['data', 'meta'],
      properties: { data: rows(kind === 'event' ? 'UnifiedEvent' : 'UnifiedMarket'), meta },
    }
    const get = {
      operationId: `catalog_${kind}s`,
      summary: `Searches the open ${kind}s of all venues by title or slug.`,
      description: `${withoutEnvelope} At most 500 rows.`,
      tags: ['v0'],
      parameters: queryOf(Object.keys(catalogParameters)),
      responses: buildReplies(schema, 'Rows, sorted by 24-hour volume.', 'taggedList'),
    }
    return [`/v0/${kind}s`, { get }] as const
  })
  const clusters = (['market', 'event'] as const).map((kind) => {
    const schema = dataOf(rows(kind === 'event' ? 'MatchedEventCluster' : 'MatchedMarketCluster'))
    const get = {
      operationId: `clusters_${kind}s`,
      summary: `Returns clusters of matching ${kind === 'event' ? 'events' : 'markets'} from several venues.`,
      description: withoutEnvelope,
      tags: ['v0'],
      parameters: queryOf([`${kind}Id`, ...clusterParameters], { sort: { ...text, enum: clusterSorts } }),
      responses: buildReplies(schema, 'Clusters.', 'list'),
    }
    return [`/v0/matched-${kind}-clusters`, { get }] as const
  })
  return Object.fromEntries([...lists, settlementPath(meta), ...clusters, ...matchPaths.map(matchPath)])
}

/** The columns of the table; `outcome_id` is `<venue>:<native id>`. */
const settlementRow: JsonSchema = buildObjectSchema({
  venue: text,
  market_id: text,
  outcome_id: text,
  title: text,
  outcome: text,
  'event?': text,
  result: { ...text, enum: [...outcomeResults] },
  'payout?': { ...number, minimum: 0, maximum: 1 },
  'at?': { ...text, format: 'date-time' },
  'closed_at?': { ...text, format: 'date-time' },
  basis: { ...text, enum: ['reported', 'absent'] },
  'stage?': { ...text, enum: [...settlementStages] },
})

function settlementPath(meta: JsonSchema): readonly [string, object] {
  const schema = {
    type: 'object',
    required: ['data', 'meta'],
    properties: { data: listOf(settlementRow), meta },
  } as const
  const own: Readonly<Record<string, JsonSchema>> = {
    since: { ...instantTextSchema, description: 'Only results since this time: ISO 8601 or epoch.' },
    format: { ...text, enum: [...settlementFormats], description: 'Format of the rows. json by default.' },
    limit: { ...atLeastOne, description: `Maximum number of rows, up to ${MAX_SETTLEMENT_ROWS}.` },
  }
  const get = {
    operationId: 'v0_settlements',
    summary: 'Returns the results of the closed markets of one venue, one row per outcome.',
    description:
      'The most recently closed market comes first. `format` selects JSON, CSV or NDJSON with the same columns. Response headers list missing data.',
    tags: ['v0'],
    parameters: [
      buildParameter('exchange', aVenue, { isRequired: true, example: EXAMPLE_VENUE }),
      ...queryOf(['since', 'limit', 'offset', 'format'], own),
    ],
    responses: buildReplies(schema, 'Rows, sorted by the end of trading.', 'list'),
  }
  return ['/v0/settlements', { get }]
}

function matchPath({ path, method, known, named: name }: (typeof matchPaths)[number]) {
  const shown = path.replace('{.+}', '').replace(/:(\w+)/, '{$1}')
  const row = buildReturnedSchema(getMethodRow(method).returns)
  const isSides = path === 'matched-markets'
  const side = referenceSchema('UnifiedMarket')
  const pair: JsonSchema = {
    type: 'object',
    required: ['marketA', 'marketB'],
    properties: { marketA: side, marketB: side },
  }
  const matches = { type: 'object', required: ['matches'], properties: { matches: row } }
  const isMatches = name !== undefined && shown.endsWith('/matches')
  const data = isMatches ? matches : isSides ? { type: 'array', items: pair } : row
  const kind: ReplyKind = 'list'
  const get = {
    operationId: `v0_${shown.replace(/[^a-z]+/gi, '_').replace(/_$/, '')}`,
    summary: methodTexts[method],
    description: `${withoutEnvelope} The result is the same as for \`${method}\` on the exchange router.`,
    tags: ['v0'],
    parameters: [
      ...(name === undefined
        ? []
        : [
            buildParameter(
              'name',
              { ...text, minLength: 1, description: 'Id, slug, page URL or outcome.' },
              { isRequired: true, place: 'path', example: 'will-it-rain-tomorrow' },
            ),
          ]),
      ...queryOf(known, fieldsOf(method)),
    ],
    responses: buildReplies(dataOf(data), "The router's rows.", kind),
  }
  return [`/v0/${shown}`, { get }] as const
}

/** Returns the types of a method's members that are not in the table. */
function fieldsOf(method: (typeof matchPaths)[number]['method']): Readonly<Record<string, JsonSchema>> {
  const fields = Object.entries<Field>(getMethodRow(method).args[0]?.fields ?? {})
  return Object.fromEntries(
    fields
      .filter(([name, { type }]) => types[name] === undefined && type === 'string')
      .map(([name, field]) => [name, applyBounds(text, field)]),
  )
}
