import type { SourceId } from '../../api/envelope/source-ids.js'
import { hashText } from '../../effects/random.js'
import type { Reply } from '../http/reply.js'
import { rewordJson } from '../http/reword.js'
import { mix, toUnit } from '../world/common/hash.js'

/** All kinds of injected faults. */
export const faultKinds = [
  'rate-limit',
  'server-error',
  'venue-error',
  'html-wall',
  'slow',
  'cut-body',
  'rename-field',
  'drop-field',
  'retype-field',
  'reword-field',
  'echo-cursor',
  'null-body',
  'empty-object',
  'stall',
  'reset',
  'frame-drop',
  'frame-delay',
  'frame-double',
  'frame-swap',
  'frame-garbage',
  'socket-refuse',
  'socket-close',
  'socket-hang',
] as const

export type FaultKind = (typeof faultKinds)[number]

/** A fault and the calls to which it applies. */
export interface FaultRule {
  /** If absent, every venue and feed. */
  readonly venue?: SourceId
  /** Host name within the venue. If absent, every host. */
  readonly host?: string
  /** Part of the path with the query string. If absent, every path. */
  readonly path?: string
  readonly kind: FaultKind
  /** Share of the matching calls, from 0 to 1. It is 1 if absent. */
  readonly rate?: number
  /** `venue-error`: one of the mock venue's named errors. In that case its route does not run. */
  readonly error?: string
  /** `rate-limit` and `server-error`: the Retry-After header, in seconds. */
  readonly retryAfter?: number
  /**
   * `slow`: the delay of the reply, ms. It is 2,000 if absent. `frame-delay`: the delay of a frame, 1,000 if absent.
   * `socket-close` and `socket-hang`: the time after the opening, 5,000 if absent.
   */
  readonly delayMs?: number
  /** For kinds that end in `-field`: the JSON member to change, at any depth. `reword-field` changes frames as well. */
  readonly field?: string
  /** `reword-field`: the replacement word, `zz_new` if absent. */
  readonly word?: string
  /** `reword-field`: replaces only these words, in any case and after any prefix. If absent, it replaces all texts and numbers. */
  readonly words?: readonly string[]
  /**
   * Another status for `rate-limit` (429), `server-error` (500), `html-wall` (403) and `socket-refuse` (503). For `socket-close`
   * it is the close code. Without a code, the connection is cut.
   */
  readonly status?: number
}

/** The attributes of a call that rules are matched against. */
interface FaultCall {
  readonly venue: SourceId
  readonly host: string
  /** The path with the query string. */
  readonly target: string
  /** A call, by default. Otherwise it is the opening of a socket, or a frame before it is sent. */
  readonly on?: 'call' | 'socket' | 'frame'
}

/** The active rules. The affected calls depend on the seed, the rule and the number of matching calls before. */
export interface Faults {
  /** Returns the rules that apply to this call, and counts it. */
  decide(call: FaultCall): readonly FaultRule[]
  /** Replaces the rules and resets the counts. */
  set(rules: readonly FaultRule[]): void
  clear(): void
  list(): readonly FaultRule[]
  /** Words that `reword-field` has replaced since the rules were set. */
  readonly reworded: number
  noteReworded(count: number): void
}

export function createFaults(seed: number, initial: readonly FaultRule[] = []): Faults {
  interface Counted {
    readonly rule: FaultRule
    readonly seed: number
    matched: number
  }
  const counted = (rules: readonly FaultRule[]): Counted[] =>
    rules.map((rule) => ({ rule, seed: mix(seed, hashText(JSON.stringify(rule))), matched: 0 }))
  let current = counted(initial)
  let reworded = 0
  return {
    get reworded() {
      return reworded
    },
    noteReworded(count) {
      reworded += count
    },
    decide(call) {
      return current
        .filter(({ rule }) => matches(rule, call))
        .filter((entry) => toUnit(mix(entry.seed, entry.matched++)) < (entry.rule.rate ?? 1))
        .map(({ rule }) => rule)
    },
    set(rules) {
      reworded = 0
      current = counted(rules)
    },
    clear() {
      reworded = 0
      current = []
    },
    list: () => current.map(({ rule }) => rule),
  }
}

function matches(rule: FaultRule, call: FaultCall): boolean {
  return (
    placesOf(rule.kind).includes(call.on ?? 'call') &&
    (rule.venue === undefined || rule.venue === call.venue) &&
    (rule.host === undefined || rule.host === call.host) &&
    (rule.path === undefined || call.target.includes(rule.path))
  )
}

function placesOf(kind: FaultKind): readonly NonNullable<FaultCall['on']>[] {
  if (kind === 'reword-field') return ['call', 'frame']
  if (kind.startsWith('frame-')) return ['frame']
  return kind.startsWith('socket-') ? ['socket'] : ['call']
}

/** How a reply is sent: complete, cut off in the middle, never finished, or not at all. */
type Ending = 'whole' | 'cut' | 'stall' | 'reset'

export interface FaultedReply {
  readonly reply: Reply
  readonly delayMs: number
  readonly ending: Ending
  /** The number of words that were replaced in the reply. */
  readonly reworded: number
}

const DEFAULT_DELAY_MS = 2_000

/**
 * Applies the rules to a reply, including a recorded one. Delays and connection faults are only returned. The owner of the socket
 * applies them.
 */
export function applyFaults(reply: Reply, rules: readonly FaultRule[], target: string): FaultedReply {
  let changed = reply
  let delayMs = 0
  let ending: Ending = 'whole'
  let reworded = 0
  for (const rule of rules) {
    if (rule.kind === 'slow') delayMs += rule.delayMs ?? DEFAULT_DELAY_MS
    else if (rule.kind === 'cut-body') ending = 'cut'
    else if (rule.kind === 'stall') ending = 'stall'
    else if (rule.kind === 'reset') ending = 'reset'
    else if (rule.kind === 'reword-field') {
      const { text, count } = rewordJson(changed.body, rule)
      changed = { ...changed, body: text }
      reworded += count
    } else changed = transform(changed, rule, target)
  }
  return { reply: changed, delayMs, ending, reworded }
}

function transform(reply: Reply, rule: FaultRule, target: string): Reply {
  switch (rule.kind) {
    case 'rate-limit':
      return failed(reply, rule, 429, '{"error":"too many requests"}')
    case 'server-error':
      return failed(reply, rule, 500, '{"error":"internal server error"}')
    case 'html-wall':
      return {
        status: rule.status ?? 403,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: WALL,
      }
    case 'null-body':
      return { ...reply, body: 'null' }
    case 'empty-object':
      return { ...reply, body: '{}' }
    case 'rename-field':
      return withJson(reply, (body) =>
        changed(body, rule.field ?? '', (name, member) => [[`${name}_v2`, member]]),
      )
    case 'drop-field':
      return withJson(reply, (body) => changed(body, rule.field ?? '', () => []))
    case 'retype-field':
      return withJson(reply, (body) =>
        changed(body, rule.field ?? '', (name, member) => [[name, { value: member }]]),
      )
    case 'echo-cursor':
      return withJson(reply, (body) => echoed(body, target))
    default:
      return reply
  }
}

function failed(reply: Reply, rule: FaultRule, status: number, body: string): Reply {
  const retry = rule.retryAfter === undefined ? {} : { 'retry-after': String(rule.retryAfter) }
  const type = reply.headers['content-type']?.includes('json')
    ? reply.headers['content-type']
    : 'application/json'
  return { status: rule.status ?? status, headers: { 'content-type': type, ...retry }, body }
}

const WALL = `<!DOCTYPE html>
<html lang="en"><head><title>Just a moment...</title></head>
<body><h1>Checking your browser</h1><p>This simulated block page requires a browser with JavaScript and cookies.</p></body></html>
`

/** A body that is not JSON does not change. */
function withJson(reply: Reply, change: (body: unknown) => unknown): Reply {
  let body: unknown
  try {
    body = JSON.parse(reply.body)
  } catch {
    return reply
  }
  return { ...reply, body: JSON.stringify(change(body)) }
}

/** @param change returns the replacement of the member */
function changed(
  value: unknown,
  field: string,
  change: (name: string, member: unknown) => readonly (readonly [string, unknown])[],
): unknown {
  if (Array.isArray(value)) return value.map((item) => changed(item, field, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const inner = changed(member, field, change)
      return name === field ? change(name, inner) : [[name, inner]]
    }),
  )
}

/** Names of the query keys that contain a cursor, each with the response member that contains the next one. */
const cursorKeys: readonly (readonly [string, string])[] = [
  ['after_cursor', 'next_cursor'],
  ['next_cursor', 'next_cursor'],
  ['nextCursor', 'nextCursor'],
  ['cursor', 'cursor'],
]

/** Returns a page after the first one, with its own cursor as the next cursor. */
function echoed(body: unknown, target: string): unknown {
  const params = new URLSearchParams(target.split('?')[1] ?? '')
  const sent = cursorKeys.find(([key]) => (params.get(key) ?? '') !== '')
  if (sent === undefined || typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const cursor = params.get(sent[0])
  let found = false
  const replace = (value: unknown, depth: number): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > 1) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        if (!cursorKeys.some(([, answer]) => answer === name)) return [name, replace(member, depth + 1)]
        found = true
        return [name, cursor]
      }),
    )
  }
  const replaced = replace(body, 0)
  return found ? replaced : { ...body, [sent[1]]: cursor }
}
