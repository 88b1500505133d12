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

/** Facts about the daemon that serves the description. */
export interface DescribedDaemon {
  readonly version: string
  /** Whether callers need neither a token nor a key. The security section follows from it. */
  readonly isOpen: boolean
}

/** Returns the API of this daemon as OpenAPI 3.1, built from the tables that requests are read with. */
export function describeApi({ version, isOpen }: DescribedDaemon): object {
  const proof = [{ accessToken: [] }, { apiKey: [] }]
  return toFullPrecision({
    openapi: '3.1.0',
    info: {
      title: 'pmx-local',
      version,
      summary: 'One API on localhost over the APIs of prediction markets.',
      description: `Calls of a venue answer in an envelope, \`{"success":true,"data":…}\` or \`{"success":false,"error":{…}}\`; the catalog of all venues answers \`{"data":…}\`. Every response has \`${titleHeader(pmxHeaders.version)}\`, \`${titleHeader(pmxHeaders.instance)}\` and, unless live, \`${titleHeader(pmxHeaders.mode)}\`. The guide is at /docs.`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: isOpen ? [{}, ...proof] : proof,
    tags: [
      { name: 'catalog', description: 'Markets and events.' },
      { name: 'live', description: 'Candles, books and trades.' },
      { name: 'router', description: 'The same market at several venues; exchange is router.' },
      { name: 'account', description: 'What an account holds.' },
      { name: 'trading', description: 'Orders.' },
      { name: 'stream', description: 'What changes, as it changes.' },
      { name: 'pure', description: 'Calculations that ask no venue.' },
      { name: 'system', description: 'What there is.' },
      { name: 'auth', description: 'Login by wallet, where the venue has one.' },
      { name: 'legacy', description: 'Names of older clients.' },
      { name: 'feeds', description: 'Prices of coins.' },
      { name: 'v0', description: 'The catalog of all venues.' },
      { name: 'daemon', description: 'About the daemon itself.' },
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
          description: 'A venue, or router for all of them. Read without regard to case.',
          schema: referenceSchema('Exchange'),
          example: EXAMPLE_VENUE,
        },
        idempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          description: "The caller's own name for an order: sent again, it is not placed again.",
          schema: { type: 'string', minLength: 1, maxLength: 128 },
        },
        sourceMetadata: {
          name: 'sourceMetadata',
          in: 'query',
          description: '`0` leaves `sourceMetadata` out of the rows.',
          schema: { type: 'string', enum: ['0', '1'] },
        },
        stale: {
          name: 'stale',
          in: 'query',
          description: '`ok` takes what is stored where the venue cannot be asked.',
          schema: { type: 'string', enum: ['ok'] },
        },
        tableFormat: {
          name: 'format',
          in: 'query',
          description: 'Format of the body. Others than `json` are a table without the envelope.',
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
        apiKey: { type: 'http', scheme: 'bearer', description: 'A key of `security.apiKeys`.' },
      },
    },
  })
}
