import { modelSchemas } from '../../api/model-schemas.js'
import { venueIds } from '../../api/venue-ids.js'
import { callPaths, catalogPaths, credentialsSchema, feedPaths } from './paths.js'
import { failureComponents, failureSchema, headerComponents, replies } from './replies.js'

/** What the description says of the daemon that serves it. */
export interface DescribedDaemon {
  readonly version: string
  /** Whether callers must prove something: what is said of security follows it. */
  readonly isOpen: boolean
}

/** The API of this daemon as OpenAPI 3.1, made of the tables that requests are read by. */
export function describeApi({ version, isOpen }: DescribedDaemon): object {
  const proof = [{ accessToken: [] }, { apiKey: [] }]
  return {
    openapi: '3.1.0',
    info: {
      title: 'pmx-local',
      version,
      summary: 'One API on localhost over the APIs of prediction markets.',
      description:
        'Calls of a venue answer in an envelope, `{"success":true,"data":…}` or `{"success":false,"error":{…}}`; the catalog of all venues answers `{"data":…}`. The guide is at /docs.',
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
      { name: 'auth', description: 'Hosted only.' },
      { name: 'legacy', description: 'Names of older clients.' },
      { name: 'feeds', description: 'Prices of coins.' },
      { name: 'v0', description: 'The catalog of all venues.' },
      { name: 'daemon', description: 'About the daemon itself.' },
    ],
    paths: { ...daemonPaths(), ...callPaths(), ...feedPaths(), ...catalogPaths() },
    components: {
      schemas: { ...modelSchemas, Credentials: credentialsSchema, Failure: failureSchema },
      responses: failureComponents,
      headers: headerComponents,
      parameters: {
        exchange: {
          name: 'exchange',
          in: 'path',
          required: true,
          description: 'A venue, or router for all of them. Read without regard to case.',
          schema: { type: 'string', enum: venueIds },
        },
        idempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          description: "The caller's own name for an order: sent again, it is not placed again.",
          schema: { type: 'string', maxLength: 128 },
        },
        stale: {
          name: 'stale',
          in: 'query',
          description: '`ok` takes what is stored where the venue cannot be asked.',
          schema: { type: 'string' },
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
  }
}

function daemonPaths(): Readonly<Record<string, object>> {
  const health = {
    type: 'object',
    required: ['status', 'timestamp', 'instanceId', 'apiVersion', 'mode'],
    properties: {
      status: { const: 'ok' },
      timestamp: { type: 'integer', description: 'Epoch ms.' },
      instanceId: { type: 'string' },
      apiVersion: { type: 'integer' },
      mode: { type: 'string', enum: ['live', 'demo', 'replay'] },
    },
  }
  const text = (type: string, description: string) => ({
    200: { description, content: { [type]: { schema: { type: 'string' } } } },
    default: { $ref: '#/components/responses/Failure' },
  })
  return {
    '/health': {
      get: {
        operationId: 'health',
        summary: 'That it runs; with verbose all that is known of it.',
        tags: ['daemon'],
        security: [{}],
        parameters: [{ name: 'verbose', in: 'query', allowEmptyValue: true, schema: { type: 'string' } }],
        responses: replies(health, 'It runs.'),
      },
    },
    '/metrics': {
      get: {
        operationId: 'metrics',
        summary: 'Counters as Prometheus text.',
        tags: ['daemon'],
        responses: text('text/plain', 'Prometheus text, version 0.0.4.'),
      },
    },
    '/openapi.json': {
      get: {
        operationId: 'openapi',
        summary: 'This description.',
        tags: ['daemon'],
        responses: replies({ type: 'object' }, 'OpenAPI 3.1.'),
      },
    },
  }
}
