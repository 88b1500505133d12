import type { JsonSchema } from '../../api/values/json-schema.js'
import { buildParameter } from './parameters.js'
import { buildReplies, failureReplies } from './replies.js'

/** The paths of the daemon itself, its socket, MCP and the order commands. */

const text: JsonSchema = { type: 'string' }
const anyObject: JsonSchema = { type: 'object', additionalProperties: true }
const ownerOnly = [{ accessToken: [] }]

const health: JsonSchema = {
  type: 'object',
  required: ['status', 'timestamp', 'instanceId', 'apiVersion', 'mode'],
  properties: {
    status: {
      ...text,
      enum: ['ok', 'degraded'],
      description:
        '`ok`. With verbose, `degraded` while candles, lists, orders or a recording cannot be stored.',
    },
    timestamp: { type: 'integer', description: 'Epoch ms.' },
    instanceId: text,
    apiVersion: { type: 'integer' },
    mode: { ...text, enum: ['live', 'demo', 'replay'] },
  },
}

export function buildDaemonPaths(): Readonly<Record<string, object>> {
  return {
    '/health': {
      get: {
        operationId: 'healthCheck',
        summary: 'Returns whether the daemon is running. With verbose, returns its full state.',
        description: 'Never needs a token, except with `verbose`.',
        tags: ['daemon'],
        security: [{}],
        parameters: [
          {
            ...buildParameter(
              'verbose',
              { ...text, description: 'If present, the full state is returned.' },
              { example: '1' },
            ),
            allowEmptyValue: true,
          },
        ],
        responses: buildReplies(health, 'The daemon is running.'),
      },
    },
    '/metrics': {
      get: {
        operationId: 'metrics',
        summary: 'Returns metrics in the Prometheus text format.',
        description: 'Prometheus text format, version 0.0.4.',
        tags: ['daemon'],
        responses: {
          200: { description: 'Prometheus text.', content: { 'text/plain': { schema: text } } },
          ...failureReplies,
        },
      },
    },
    '/openapi.json': {
      get: {
        operationId: 'openapi',
        summary: 'Returns this API description.',
        description: 'The OpenAPI 3.1 description, built from the tables that also parse requests.',
        tags: ['daemon'],
        responses: buildReplies(anyObject, 'OpenAPI 3.1.', 'tagged'),
      },
    },
    '/ws': {
      get: {
        operationId: 'openSocket',
        summary: 'Opens a WebSocket for live data.',
        description:
          'Frames are JSON text: `{"id","action":"subscribe"|"unsubscribe","exchange","method","args"}`. A key may be sent in the query as `apiKey`, because browsers cannot set headers here. The guide describes the frames.',
        tags: ['stream'],
        parameters: [buildParameter('apiKey', { ...text, description: 'A key from `security.apiKeys`.' })],
        responses: {
          101: { description: 'The protocol changes to WebSocket.' },
          426: { $ref: '#/components/responses/Failure' },
          ...failureReplies,
        },
      },
    },
    '/mcp': assistantPath(),
    '/orders/resolve': ownerPath('resolveOrders', 'Looks up the orders with unknown status.', undefined),
    '/orders/stop': ownerPath('stopOrders', 'Stops all trading and cancels open orders.', {
      type: 'object',
      properties: { by: bounded('Name of the caller.'), reason: bounded('Why.') },
      additionalProperties: false,
    }),
    '/orders/resume': ownerPath('resumeOrders', 'Allows orders again.', {
      type: 'object',
      properties: {
        by: bounded('Name of the caller.'),
        at: {
          type: 'integer',
          minimum: 0,
          description:
            'The `at` of the stop to end, epoch ms. If another stop is active, it remains, and the result is empty. Without `at`, any stop ends.',
        },
      },
      additionalProperties: false,
    }),
    '/orders/decide': ownerPath('decideOrder', 'Sets the status of an order whose status is unknown.', {
      type: 'object',
      required: ['id'],
      description: 'Send either `placed` or `absent`.',
      properties: {
        id: { ...text, minLength: 1, description: 'Id in the journal.' },
        placed: { ...text, minLength: 1, description: "The venue's id for the order." },
        absent: { type: 'boolean', description: 'true: the venue has no such order.' },
      },
      additionalProperties: false,
    }),
    '/orders/reconcile': ownerPath(
      'reconcileOrders',
      'Compares the order journal with the venues.',
      undefined,
    ),
    '/v0/sql': { get: sqlPath('v0_sql'), post: sqlPath('v0_sqlByPost') },
  }
}

function bounded(description: string): JsonSchema {
  return { ...text, minLength: 1, maxLength: 500, description }
}

function ownerPath(operationId: string, summary: string, schema: JsonSchema | undefined): object {
  const post = {
    operationId,
    summary,
    description: "Uses the daemon's credentials, so the access token is always required.",
    tags: ['trading'],
    security: ownerOnly,
    ...(schema === undefined
      ? {}
      : {
          requestBody: {
            required: schema.required !== undefined,
            content: { 'application/json': { schema, example: exampleOf(schema) } },
          },
        }),
    responses: buildReplies({ type: 'object', required: ['data'], properties: { data: {} } }, 'The result.'),
  }
  return { post }
}

function exampleOf({ required }: JsonSchema): object {
  return required === undefined ? { by: 'me' } : { id: 'q7d2c1', absent: true }
}

function assistantPath(): object {
  const responses = (description: string) => ({
    200: {
      description,
      content: { 'application/json': { schema: anyObject }, 'text/event-stream': { schema: text } },
    },
    202: { description: 'The notification was accepted.' },
    ...failureReplies,
  })
  const shared = { tags: ['daemon'], description: 'Model Context Protocol over streamable HTTP.' }
  const message: JsonSchema = {
    type: 'object',
    required: ['jsonrpc'],
    properties: { jsonrpc: { ...text, enum: ['2.0'] }, method: text, params: anyObject },
    additionalProperties: true,
  }
  return {
    get: {
      ...shared,
      operationId: 'assistantStream',
      summary: 'Opens the event stream of a session.',
      responses: responses('Events.'),
    },
    post: {
      ...shared,
      operationId: 'assistantMessage',
      summary: 'Sends a JSON-RPC message from an assistant.',
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: message,
            example: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
          },
        },
      },
      responses: responses('The JSON-RPC response.'),
    },
    delete: {
      ...shared,
      operationId: 'endAssistantSession',
      summary: 'Ends a session.',
      responses: responses('The session is closed.'),
    },
  }
}

function sqlPath(operationId: string): object {
  return {
    operationId,
    summary: 'SQL over the catalog (upstream only).',
    description:
      'Returns 503, because the daemon does not have this database. Read stored data with `pmx-local sql`.',
    tags: ['v0'],
    responses: { ...failureReplies },
  }
}
