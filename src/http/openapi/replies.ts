import { errorTable } from '../../api/envelope/errors.js'
import { type JsonSchema, referenceSchema } from '../../api/values/json-schema.js'
import { buildReplyHeaders, failureHeaders, isTagged, type ReplyKind } from './headers.js'

/** The common parts of responses: the envelope, errors by status with their codes, and headers. */

const errorDetail: JsonSchema = {
  type: 'object',
  required: ['message', 'retryable', 'exchange', 'detail'],
  properties: {
    message: { type: 'string', description: 'What went wrong, and what to do next.' },
    code: { type: 'string', enum: Object.keys(errorTable) },
    retryable: { type: 'boolean' },
    exchange: { type: ['string', 'null'], description: 'Display name of the venue or feed.' },
    detail: {
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'Machine-readable details.',
    },
    retryAfter: { type: 'number', description: 'Seconds.' },
    field: { type: 'string', description: 'Name of the invalid argument.' },
  },
}

/** An error response with upstream's member names, and its form in data feeds. */
export const failureSchemas = {
  ErrorDetail: errorDetail,
  ErrorResponse: {
    type: 'object',
    required: ['success', 'error'],
    properties: { success: { const: false }, error: referenceSchema('ErrorDetail') },
  },
  FeedErrorResponse: textFailureSchema(),
} as const satisfies Readonly<Record<string, JsonSchema>>

/** Returns the schema of a data feed error: text, and other facts about the feed's failure. */
function textFailureSchema(): JsonSchema {
  const { message: _text, ...rest } = errorDetail.properties ?? {}
  return {
    type: 'object',
    required: ['success', 'error'],
    properties: { success: { const: false }, error: { type: 'string' }, ...rest },
  }
}

const statuses = [...new Set(Object.values(errorTable).map(({ status }) => status))].sort((a, b) => a - b)

/** A response without a body, because the caller already has it. */
const notModified = {
  description: 'The response has not changed since the one with the `ETag` in `If-None-Match`.',
  headers: buildReplyHeaders('tagged'),
}

/** A response for each error status, with a description of its codes. */
export const responseComponents = Object.fromEntries([
  ['NotModified', notModified],
  ...statuses.map((status) => [`Failure${status}`, failureReply(codesOf(status))]),
  [
    'Failure',
    failureReply(
      'Any other failure: the request was refused by access control, or needs a venue that is unreachable.',
    ),
  ],
])

function codesOf(status: number): string {
  return Object.entries(errorTable)
    .filter(([, row]) => row.status === status)
    .map(([code, { meaning, advice }]) => `- \`${code}\`: ${meaning} ${advice}`)
    .join('\n')
}

function failureReply(description: string): object {
  return {
    description,
    headers: failureHeaders,
    content: { 'application/json': { schema: referenceSchema('ErrorResponse') } },
  }
}

/** References to the errors that any route may return. */
export const failureReplies = {
  ...Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/Failure${status}` }]),
  ),
  default: { $ref: '#/components/responses/Failure' },
}

/** Builds the responses of a route whose successful result has this schema. */
export function buildReplies(schema: JsonSchema, description: string, kind: ReplyKind = 'plain'): object {
  const headers = buildReplyHeaders(kind)
  return {
    200: {
      description,
      ...(Object.keys(headers).length === 0 ? {} : { headers }),
      content: { 'application/json': { schema } },
    },
    ...(isTagged(kind) ? { 304: { $ref: '#/components/responses/NotModified' } } : {}),
    ...failureReplies,
  }
}

/** Wraps data in the envelope of calls. A method that returns nothing has no `data`. */
export function wrapInEnvelope(data: JsonSchema): JsonSchema {
  const isNothing = data.type === 'null'
  return {
    type: 'object',
    required: isNothing ? ['success'] : ['success', 'data'],
    properties: { success: { const: true }, ...(isNothing ? {} : { data }) },
  }
}
