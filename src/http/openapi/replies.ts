import { errorTable } from '../../api/errors.js'
import type { JsonSchema } from '../../api/json-schema.js'

/** What replies have in common: the envelope, failures by status with their codes, and headers. */

const headerTexts: Readonly<Record<string, string>> = {
  'X-Pmx-Version': 'Version of the daemon; only for those it lets in.',
  'X-Pmx-Instance': 'The run of the daemon.',
  'X-Pmx-Mode': '`demo` or `replay`; absent when live.',
  'X-Pmx-Upstream-Requests': 'Calls of the venue that this answer cost.',
  'X-Pmx-Cache': 'Of candles `hit`, `partial` or `miss`; of lists `hit`, `stale` or `miss`.',
  'X-Pmx-List-Age': 'Of lists: seconds since what is answered began to be read.',
  'X-Pmx-Price-Basis': '`trade`, `mid` or `point`: what the prices of candles are prices of.',
  'X-Pmx-Partial-From': 'Open time from which on candles still change, ms.',
  'X-Pmx-Live-Age': 'The newest was not waited for: ms since the venue told it.',
  'X-Pmx-Complete-Until': 'With it: the first open time of which not everything is known, ms.',
  'X-Pmx-Searched-From': 'How far back was looked for a window without a start, ms.',
  'X-Pmx-Empty-Reason': 'Why nothing came.',
  'X-Pmx-Stale': '`<reason>; age=<seconds>`: stored, because the venue was not asked.',
  'X-Pmx-Missing': '`<from>-<to>` ms, of which nothing is stored.',
  'X-Pmx-Truncated': 'What was cut.',
  'X-Pmx-Ignored': 'Arguments that were sent and not read.',
  'X-Pmx-Warning': 'What could not be had and was done without, or was odd about the request.',
  'X-Pmx-Skipped-Rows': 'Rows that could not be read and were left out.',
  'X-Request-Id': 'Of failures: finds it in the log.',
  'Retry-After': 'Seconds after which to ask again.',
}

/** Headers that only some kinds of answers carry; all others may carry the rest. */
const onFailures = ['X-Request-Id', 'Retry-After']
const everywhere = ['X-Pmx-Version', 'X-Pmx-Instance', 'X-Pmx-Mode']

export const headerComponents = Object.fromEntries(
  Object.entries(headerTexts).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ]),
)

function headerRefs(names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

const answerHeaders = headerRefs(Object.keys(headerTexts).filter((name) => !onFailures.includes(name)))
const failureHeaders = headerRefs([...everywhere, ...onFailures])

/** The whole of a failed reply. */
export const failureSchema: JsonSchema = {
  type: 'object',
  required: ['success', 'error'],
  properties: {
    success: { const: false },
    error: {
      type: 'object',
      required: ['message', 'retryable', 'exchange', 'detail'],
      properties: {
        message: { type: 'string', description: 'What went wrong, and what to do next.' },
        code: { type: 'string', enum: Object.keys(errorTable) },
        retryable: { type: 'boolean' },
        exchange: { type: ['string', 'null'], description: 'Display name of the venue or feed.' },
        detail: { type: ['object', 'null'], additionalProperties: true, description: 'For programs.' },
        retryAfter: { type: 'number', description: 'Seconds.' },
        field: { type: 'string', description: 'Name of the argument that is wrong.' },
      },
    },
  },
}

/** What data feeds answer to a call that is wrong in itself. */
export const textFailureSchema: JsonSchema = {
  type: 'object',
  required: ['success', 'error'],
  properties: { success: { const: false }, error: { type: 'string' } },
}

const statuses = [...new Set(Object.values(errorTable).map(({ status }) => status))].sort((a, b) => a - b)

/** A response for each status that a code has, told with its codes. */
export const failureComponents = Object.fromEntries([
  ...statuses.map((status) => [`Failure${status}`, failureReply(codesOf(status))]),
  [
    'Failure',
    failureReply('Any other failure: refused before it was read, or not to be had without a venue.'),
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
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
  }
}

/** The responses of a route whose good answer has this schema. */
export function replies(schema: JsonSchema, description: string): object {
  return {
    200: {
      description,
      headers: answerHeaders,
      content: { 'application/json': { schema } },
    },
    ...Object.fromEntries(
      statuses.map((status) => [status, { $ref: `#/components/responses/Failure${status}` }]),
    ),
    default: { $ref: '#/components/responses/Failure' },
  }
}

/** Data within the envelope of calls. A method that returns nothing has no `data`. */
export function enveloped(data: JsonSchema): JsonSchema {
  const isNothing = data.type === 'null'
  return {
    type: 'object',
    required: isNothing ? ['success'] : ['success', 'data'],
    properties: { success: { const: true }, ...(isNothing ? {} : { data }) },
  }
}
