import { paramsSchemas } from '../../api/arguments/argument-schemas.js'
import { criteriaSchemas } from '../../api/arguments/criteria.js'
import { pmxHeaders, titleHeader } from '../../api/envelope/pmx-headers.js'
import { EXAMPLE_VENUE } from '../../api/envelope/venue-ids.js'
import { modelSchemas } from '../../api/models/model-schemas.js'
import { referenceSchema } from '../../api/values/json-schema.js'
import { tableFormats } from '../../candle-table/table-formats.js'
import { callPaths, credentialsSchema } from './call-paths.js'
import { buildCatalogPaths } from './catalog-paths.js'
import { buildDaemonPaths } from './daemon-paths.js'
import { buildFeedPaths } from './feed-paths.js'
import { headerComponents } from './headers.js'
import { buildHistoryPaths } from './history-paths.js'
import { failureSchemas, responseComponents } from './replies.js'
import { sharedSchemas, toFullPrecision, withReferences } from './shared-parts.js'
import { buildTablePaths } from './table-paths.js'

/** Facts about the daemon that serves this description. */
export interface DescribedDaemon {
  readonly version: string
  /** Whether callers need neither a token nor a key. It determines the security section. */
  readonly isOpen: boolean
}

/** Returns this daemon's API as OpenAPI 3.1, built from the tables that also parse requests. */
export function describeApi({ version, isOpen }: DescribedDaemon): object {
  const proof = [{ accessToken: [] }, { apiKey: [] }]
  return toFullPrecision({
    openapi: '3.1.0',
    info: {
      title: 'pmx-local',
      version,
      summary: 'One API on localhost for many prediction markets.',
      description: `Venue methods return an envelope, \`{"success":true,"data":…}\` or \`{"success":false,"error":{…}}\`. The catalog of all venues returns \`{"data":…}\`. Every response has \`${titleHeader(pmxHeaders.version)}\`, \`${titleHeader(pmxHeaders.instance)}\` and, unless live, \`${titleHeader(pmxHeaders.mode)}\`. The guide is at /docs.`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: isOpen ? [{}, ...proof] : proof,
    tags: [
      { name: 'catalog', description: 'Markets and events.' },
      { name: 'live', description: 'Candles, books and trades.' },
      { name: 'router', description: 'Matches between venues (the exchange is router).' },
      { name: 'account', description: 'Orders, positions and balances of an account.' },
      { name: 'trading', description: 'Orders.' },
      { name: 'stream', description: 'Live data.' },
      { name: 'pure', description: 'Calculations without a venue call.' },
      { name: 'system', description: 'Capabilities and sessions.' },
      { name: 'auth', description: 'Wallet login, on venues that support it.' },
      { name: 'legacy', description: 'Older method names.' },
      { name: 'feeds', description: 'Coin prices.' },
      { name: 'v0', description: 'The catalog of all venues.' },
      { name: 'daemon', description: 'The daemon.' },
    ],
    paths: withReferences({
      ...buildDaemonPaths(),
      ...callPaths(),
      ...buildFeedPaths(),
      ...buildTablePaths(),
      ...buildHistoryPaths(),
      ...buildCatalogPaths(),
    }),
    components: {
      schemas: {
        ...sharedSchemas,
        ...modelSchemas,
        ...withReferences({ ...paramsSchemas, ...criteriaSchemas }),
        ...failureSchemas,
        ExchangeCredentials: credentialsSchema,
      },
      responses: responseComponents,
      headers: headerComponents,
      parameters: {
        exchange: {
          name: 'exchange',
          in: 'path',
          required: true,
          description: 'The id of a venue, or `router` for all venues. Case does not matter.',
          schema: referenceSchema('Exchange'),
          example: EXAMPLE_VENUE,
        },
        idempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          description:
            'A name that the caller chooses for an order. A repeated request with the same name does not place a second order.',
          schema: { type: 'string', minLength: 1, maxLength: 128 },
        },
        sourceMetadata: {
          name: 'sourceMetadata',
          in: 'query',
          description: '`0` omits `sourceMetadata` from the rows.',
          schema: { type: 'string', enum: ['0', '1'] },
        },
        stale: {
          name: 'stale',
          in: 'query',
          description: '`ok` returns stored data if the venue is unreachable.',
          schema: { type: 'string', enum: ['ok'] },
        },
        tableFormat: {
          name: 'format',
          in: 'query',
          description: 'Format of the body. All formats except `json` are tables without the envelope.',
          schema: { type: 'string', enum: tableFormats },
        },
      },
      securitySchemes: {
        accessToken: {
          type: 'apiKey',
          in: 'header',
          name: 'x-pmxt-access-token',
          description: "The daemon's token, from the lock file or `security.token`.",
        },
        apiKey: { type: 'http', scheme: 'bearer', description: 'A key from `security.apiKeys`.' },
      },
    },
  })
}
