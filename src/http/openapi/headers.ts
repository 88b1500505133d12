import { type MethodName, methodRow } from '../../api/arguments/methods.js'

/** Response headers of the API description: what each means, and which kinds of responses have it. */

const headerTexts = {
  'X-Pmx-Version': 'Version of the daemon; only for those it lets in.',
  'X-Pmx-Instance': 'The run of the daemon.',
  'X-Pmx-Mode': '`demo` or `replay`; absent when live.',
  'X-Pmx-Upstream-Requests': 'Calls of the venue that this response cost.',
  'X-Pmx-Cache': 'Of candles `hit`, `partial` or `miss`; of lists `hit`, `stale` or `miss`.',
  'X-Pmx-List-Age': 'Of lists: seconds since the list began to be read.',
  'X-Pmx-Price-Basis': '`trade`, `mid` or `point`: what the prices of candles are prices of.',
  'X-Pmx-Partial-From': 'Open time from which on candles still change, ms.',
  'X-Pmx-Live-Age': 'Of what still changes: ms since the venue was asked for it.',
  'X-Pmx-Complete-Until': 'With it: the first open time of which not everything is known, ms.',
  'X-Pmx-Searched-From': 'How far back a window without a start was searched, ms.',
  'X-Pmx-Empty-Reason': 'Why the result is empty.',
  'X-Pmx-Stale': '`<reason>; age=<seconds>`: stored data, because the venue was not asked.',
  'X-Pmx-Missing': '`<from>-<to>` ms, of which nothing is stored or the venue keeps nothing.',
  'X-Pmx-Missing-Venues': 'Venues whose lists are missing from the result.',
  'X-Pmx-Search':
    '`words`: `query` was read as words in any order, and rows come by how well they fit. Absent where it stands in the rows as it is.',
  'X-Pmx-Provisional':
    '`<from>-<to>` ms of candles, and of empty ranges, that one response alone shows; they are read again later.',
  'X-Pmx-Truncated': 'What was cut.',
  'X-Pmx-Ignored': 'Arguments that were sent and not read.',
  'X-Pmx-Warning': 'What is missing from the result, or was odd about the request.',
  'X-Pmx-Skipped-Rows': 'Number of rows that could not be read and were left out.',
  'X-Pmx-Repeated': 'The order was placed by an earlier call: its name in the journal, or `under way`.',
  'X-Pmx-Overfilled': 'Contracts filled beyond the amount of the order.',
  'X-Pmx-Watch': '`streamed` by a socket of the venue, or `polled`.',
  ETag: 'Sent back as `If-None-Match`, it makes an unchanged response a 304.',
  'X-Request-Id': 'Finds the request in the log.',
  'Retry-After': 'Seconds after which to repeat the request.',
  'WWW-Authenticate': 'Of a 401: how to authenticate.',
} as const
type HeaderName = keyof typeof headerTexts

export const headerComponents = Object.fromEntries(
  Object.entries(headerTexts).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ]),
)

/** On every response; they stand in the description of the API, and here for failures alone. */
const onEvery: readonly HeaderName[] = ['X-Pmx-Version', 'X-Pmx-Instance', 'X-Pmx-Mode']
const onCalls: readonly HeaderName[] = ['X-Pmx-Upstream-Requests', 'X-Pmx-Ignored', 'X-Pmx-Warning']

/** The kinds of responses by the headers that they may have. */
const kinds = {
  plain: [],
  tagged: ['ETag'],
  call: onCalls,
  list: [
    ...onCalls,
    ...(['X-Pmx-Cache', 'X-Pmx-List-Age', 'X-Pmx-Stale', 'X-Pmx-Truncated'] as const),
    ...(['X-Pmx-Skipped-Rows', 'X-Pmx-Missing-Venues', 'X-Pmx-Search'] as const),
  ],
  taggedList: [
    ...(['X-Pmx-Upstream-Requests', 'X-Pmx-Cache', 'X-Pmx-List-Age', 'X-Pmx-Stale'] as const),
    ...(['X-Pmx-Truncated', 'X-Pmx-Skipped-Rows', 'X-Pmx-Missing-Venues', 'X-Pmx-Search', 'ETag'] as const),
  ],
  candles: [
    ...onCalls,
    ...(['X-Pmx-Cache', 'X-Pmx-Price-Basis', 'X-Pmx-Partial-From', 'X-Pmx-Live-Age'] as const),
    ...(['X-Pmx-Complete-Until', 'X-Pmx-Searched-From', 'X-Pmx-Empty-Reason', 'X-Pmx-Stale'] as const),
    ...(['X-Pmx-Missing', 'X-Pmx-Provisional', 'X-Pmx-Truncated', 'ETag'] as const),
  ],
  live: [
    ...onCalls,
    ...(['X-Pmx-Live-Age', 'X-Pmx-Truncated', 'X-Pmx-Empty-Reason', 'X-Pmx-Skipped-Rows'] as const),
  ],
  watch: [...onCalls, 'X-Pmx-Watch', 'X-Pmx-Live-Age'],
  account: [...onCalls, 'X-Pmx-Truncated', 'X-Pmx-Skipped-Rows', 'X-Pmx-Watch'],
  trading: [...onCalls, 'X-Pmx-Repeated', 'X-Pmx-Overfilled', 'X-Request-Id', 'X-Pmx-Skipped-Rows'],
} as const satisfies Readonly<Record<string, readonly HeaderName[]>>

export type ReplyKind = keyof typeof kinds

/** The kind of the responses of a method. */
export function replyKindOf(method: MethodName): ReplyKind {
  const { group, returns, answersStored } = methodRow(method)
  if (/Candle/.test(returns)) return 'candles'
  if (group === 'stream') return 'watch'
  if (group === 'trading' || group === 'account' || group === 'live') return group
  return group === 'catalog' || group === 'router' || answersStored === true ? 'list' : 'call'
}

function headerRefs(names: readonly HeaderName[]): object {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

export function replyHeaders(kind: ReplyKind): object {
  return headerRefs(kinds[kind])
}

export const failureHeaders = headerRefs([...onEvery, 'X-Request-Id', 'Retry-After', 'WWW-Authenticate'])

/** Whether responses of this kind have a tag, and may be a 304. */
export function isTagged(kind: ReplyKind): boolean {
  return kinds[kind].some((name) => name === 'ETag')
}
