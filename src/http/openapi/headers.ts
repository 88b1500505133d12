import { getMethodRow, type MethodName } from '../../api/arguments/methods.js'
import { type HeaderScope, listPmxHeaders } from '../../api/envelope/pmx-headers.js'

/** Response headers of the API description, from the table of `x-pmx-*` headers: the meaning of each, and its responses. */

const otherTexts = {
  ETag: 'Send it back as `If-None-Match`. An unchanged response is then a 304.',
  'X-Request-Id': 'Identifies the request in the log.',
  'Retry-After': 'Seconds to wait before a retry.',
  'WWW-Authenticate': 'How to authenticate (with status 401).',
} as const

const pmxRows = listPmxHeaders()

export const headerComponents = Object.fromEntries(
  [...pmxRows.map(({ title, meaning }) => [title, meaning] as const), ...Object.entries(otherTexts)].map(
    ([name, description]) => [name, { description, schema: { type: 'string' } }],
  ),
)

function scoped(...scopes: readonly HeaderScope[]): string[] {
  return pmxRows.filter(({ on }) => on.some((scope) => scopes.includes(scope))).map(({ title }) => title)
}

/** The kinds of responses, by their optional headers. The API's description lists the headers that every response has. */
const kinds: Readonly<Record<ReplyKind, readonly string[]>> = {
  plain: [],
  tagged: ['ETag'],
  call: scoped('calls'),
  list: scoped('calls', 'lists'),
  taggedList: [...scoped('lists'), 'ETag'],
  candles: [...scoped('calls', 'candles'), 'ETag'],
  live: scoped('calls', 'live'),
  watch: scoped('calls', 'watch'),
  account: scoped('calls', 'account'),
  trading: [...scoped('calls', 'orders'), 'X-Request-Id'],
}

export type ReplyKind =
  | 'plain'
  | 'tagged'
  | 'call'
  | 'list'
  | 'taggedList'
  | 'candles'
  | 'live'
  | 'watch'
  | 'account'
  | 'trading'

/** Returns the kind of response that a method has. */
export function replyKindOf(method: MethodName): ReplyKind {
  const { group, returns, answersStored } = getMethodRow(method)
  if (/Candle/.test(returns)) return 'candles'
  if (group === 'stream') return 'watch'
  if (group === 'trading' || group === 'account' || group === 'live') return group
  return group === 'catalog' || group === 'router' || answersStored === true ? 'list' : 'call'
}

function headerRefs(names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

export function buildReplyHeaders(kind: ReplyKind): object {
  return headerRefs(kinds[kind])
}

export const failureHeaders = headerRefs([
  ...scoped('every'),
  'X-Request-Id',
  'Retry-After',
  'WWW-Authenticate',
])

/** Whether responses of this kind have an ETag and may be a 304. */
export function isTagged(kind: ReplyKind): boolean {
  return kinds[kind].includes('ETag')
}
