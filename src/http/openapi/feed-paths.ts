import {
  type FeedMethodName,
  feedMethodNames,
  feedTexts,
  listFeedParameters,
  type Parameter,
  symbolPattern,
  symbolsPattern,
} from '../../api/arguments/feed-methods.js'
import { EXAMPLE_FEED, feedIds } from '../../api/envelope/source-ids.js'
import { buildReturnedSchema } from '../../api/models/returned-schema.js'
import { isoInstantSchema } from '../../api/times/instant.js'
import { type JsonSchema, referenceSchema } from '../../api/values/json-schema.js'
import { buildParameter } from './parameters.js'
import { buildReplies, wrapInEnvelope } from './replies.js'

const feedReturns: Readonly<Record<FeedMethodName, string>> = {
  loadMarkets: 'Record<symbol, FeedMarket>',
  fetchTicker: 'FeedTicker',
  fetchTickers: 'Record<symbol, FeedTicker>',
  fetchOHLCV: 'FeedCandle[]',
  fetchOrderBook: 'FeedBook',
  fetchOracleRound: 'FeedOracleRound',
  fetchOracleHistory: 'FeedOracleRound[]',
  fetchHistoricalPrices: 'FeedTicker[]',
}

/** Security for calls that clients send without a token. A key may be needed (api/README.md, "Access control"). */
const unproven = [{}, { accessToken: [] }, { apiKey: [] }]

/** Returns `/api/feeds` and the paths below it. */
export function buildFeedPaths(): Readonly<Record<string, object>> {
  const text = { type: 'string', enum: feedIds, description: 'A data feed.' } as const
  const feed = buildParameter('feed', text, { isRequired: true, place: 'path', example: EXAMPLE_FEED })
  const list = wrapInEnvelope({ type: 'array', items: { type: 'string', enum: feedIds } })
  const names = {
    get: {
      operationId: 'feedList',
      summary: 'Lists the data feeds.',
      description: "Method paths include the feed's id.",
      tags: ['feeds'],
      security: unproven,
      responses: buildReplies(list, 'Ids.'),
    },
  }
  const methods = feedMethodNames.map((name) => {
    const told = buildReplies(wrapInEnvelope(buildReturnedSchema(feedReturns[name])), 'The result.', 'call')
    const wrong = {
      description: 'The error message.',
      content: {
        'application/json': {
          schema: { anyOf: [referenceSchema('FeedErrorResponse'), referenceSchema('ErrorResponse')] },
        },
      },
    }
    const get = {
      operationId: `feed${name.charAt(0).toUpperCase()}${name.slice(1)}`,
      summary: feedTexts[name],
      description: 'Names and shapes follow CCXT. A feed without the method returns 501.',
      tags: ['feeds'],
      security: unproven,
      // `feed` is a pair in the query of oracles and the name of the feed in the path.
      parameters: [
        feed,
        ...Object.entries(listFeedParameters(name)).map(([key, row]) => feedParameter(key, row)),
      ],
      responses: Object.fromEntries(
        [...Object.entries(told), ['405', wrong] as const].map(([status, reply]): [string, unknown] => [
          status,
          ['200', '401', 'default'].includes(status) ? reply : wrong,
        ]),
      ),
    }
    return [`/api/feeds/{feed}/${name}`, { get }] as const
  })
  return { '/api/feeds': names, ...Object.fromEntries(methods) }
}

function feedParameter(name: string, row: Parameter): object {
  const isRequired = 'required' in row
  const text: JsonSchema = { type: 'string' }
  switch (row.kind) {
    case 'symbol':
      return buildParameter(
        name,
        { ...text, pattern: symbolPattern },
        { isRequired, example: name === 'feed' ? 'BTC/USD' : 'BTC/USDT' },
      )
    case 'symbols':
      return buildParameter(
        name,
        { ...text, pattern: symbolsPattern },
        { isRequired, example: 'BTC/USDT,ETH/USDT' },
      )
    case 'text':
      return buildParameter(name, { ...text, default: row.fallback })
    case 'count':
      return buildParameter(name, {
        type: 'integer',
        minimum: 1,
        maximum: row.max,
        ...(row.fallback === undefined ? {} : { default: row.fallback }),
      })
    case 'instant':
      return buildParameter(name, isoInstantSchema)
    case 'choice':
      return buildParameter(name, { ...text, enum: row.of })
  }
}
