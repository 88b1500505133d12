import { parseJson } from '../../api/values/json.js'
import type { SecretSet } from '../../policy/secrets/secret-set.js'
import { renderCanonicalJson } from '../../transport/call-types.js'
import { allowBody, allowHeaders, allowQuery, REDACTED, type Recordable } from '../format/allowed-headers.js'
import { CassetteError } from '../format/cassette-error.js'
import { isStreamEvent, parseCassette, parseLine, type RecordedEntry, requestKey } from '../format/format.js'
import { parseFrameJson } from '../format/frame-text.js'
import type { FileLine } from '../format/line-file.js'
import { findPath, UNTOLD_NAME } from '../format/personal-texts.js'
import { compareCalls, compareTexts } from '../format/recorded-call.js'
import { compareStreams, type StreamEvent } from '../format/recorded-stream.js'
import { looksSecret } from './secret-patterns.js'

/** A problem in a cassette: its position, never its value. */
export interface LintFinding {
  readonly file: string
  /** 1 for the header. */
  readonly line: number
  /** Path within the line, such as `json.orders[0].owner`. Empty for the whole line. */
  readonly field: string
  readonly kind: 'format' | 'order' | 'known_secret' | 'looks_secret' | 'not_allowed'
  readonly message: string
}

type Place = Omit<LintFinding, 'file' | 'line'>

/**
 * Returns all problems in a cassette, in line order, or [] if it may be committed.
 * @param name file name for the findings
 * @param secrets values that it must not contain in any form
 * @param recordable names whose values it may contain
 */
export function lintCassette(
  lines: Iterable<Pick<FileLine, 'text' | 'number' | 'isWhole'>>,
  name: string,
  secrets: Pick<SecretSet, 'findIn'>,
  recordable: Recordable,
): LintFinding[] {
  const inOrder = createOrderCheck()
  const findings: LintFinding[] = []
  let last = { number: 1, isWhole: false }
  for (const { text, number, isWhole } of lines) {
    last = { number, isWhole }
    const wrong = number === 1 ? formatOfHeader(text) : lintLine(text, number, inOrder, recordable)
    for (const place of [...wrong, ...secretsIn(text, secrets)])
      findings.push({ file: name, line: number, ...withoutSecrets(place, secrets) })
  }
  if (last.isWhole) return findings
  const cut = broken('the file is truncated: its last line is incomplete')
  return [...findings, { file: name, line: last.number, ...cut }]
}

/** Names in a line may be secrets themselves. */
function withoutSecrets(place: Place, secrets: Pick<SecretSet, 'findIn'>): Place {
  const told = (text: string): string => (secrets.findIn(text) === undefined ? text : UNTOLD_NAME)
  return { ...place, field: told(place.field), message: told(place.message) }
}

function broken(message: string): Place {
  return { field: '', kind: 'format', message }
}

function formatOfHeader(line: string): Place[] {
  return complaint(() => parseCassette(`${line}\n`, ''))
}

function complaint(read: () => unknown): Place[] {
  try {
    read()
    return []
  } catch (error) {
    if (!(error instanceof CassetteError)) throw error
    // The finding has the position in another member.
    return [broken(error.message.replace(/^: line \d+ /, '').trim())]
  }
}

function lintLine(line: string, number: number, inOrder: OrderCheck, recordable: Recordable): Place[] {
  const wrong = complaint(() => parseLine(line, '', number))
  if (wrong.length > 0) return wrong
  const read = parseLine(line, '', number)
  return [...inOrder(read), ...namesIn(read, recordable)]
}

type Read = ReturnType<typeof parseLine>
type OrderCheck = (line: Read) => Place[]

/** Compares each line with the one before; request times precede entries, and both precede sockets. */
function createOrderCheck(): OrderCheck {
  let before: Exclude<Read, StreamEvent> | undefined
  let ms = 0
  return (line) => {
    if (isStreamEvent(line)) {
      if (before === undefined || !('socket' in before))
        return [broken('belongs to a socket, but no socket precedes it')]
      const isLate = line.ms >= ms
      ms = line.ms
      return isLate ? [] : [{ ...broken('is older than the previous line'), kind: 'order' }]
    }
    ms = 0
    const order = before === undefined ? -1 : compareLines(before, line)
    before = line
    if (order < 0) return []
    const message = order === 0 ? 'repeats the previous line' : 'is out of order: lines are sorted'
    return [{ field: '', kind: 'order', message }]
  }
}

type Headed = Exclude<Read, StreamEvent>

function compareLines(a: Headed, b: Headed): number {
  if ('question' in a && 'question' in b) return compareTexts(requestKey(a.question), requestKey(b.question))
  if ('call' in a && 'call' in b) return compareCalls(a.call, b.call) || a.n - b.n
  if ('socket' in a && 'socket' in b) return compareStreams(a, b)
  return rankOf(a) - rankOf(b)
}

function rankOf(line: Headed): number {
  if ('question' in line) return 0
  return 'call' in line ? 1 : 2
}

function namesIn(read: Read, recordable: Recordable): Place[] {
  if ('question' in read) return []
  if ('call' in read) return namesInEntry(read, recordable)
  if ('socket' in read) {
    const told = read.socket.query.filter(([, value]) => value !== REDACTED)
    return allowQuery(told, recordable).withheld.map((field) => notAllowed(`socket.${field}`))
  }
  if (read.kind !== 'said') return []
  const held = 'json' in read.body ? read.body.json : parseFrameJson(read.body.text)
  return allowBody(withoutWithheld(held), recordable).withheld.map(notAllowed)
}

/** Returns values whose names are not on the allow-list, unless they are redacted. */
function namesInEntry({ call, answer }: RecordedEntry, recordable: Recordable): Place[] {
  const told = call.query.filter(([, value]) => value !== REDACTED)
  const query = allowQuery(told, recordable).withheld
  const body = allowBody(withoutWithheld(call.body), recordable).withheld
  const headers = 'reply' in answer ? Object.keys(answer.reply.headers) : []
  const allowed = 'reply' in answer ? allowHeaders(answer.reply.headers) : {}
  const others = headers.filter((name) => !Object.hasOwn(allowed, name)).map((name) => `headers.${name}`)
  return [...query, ...body, ...others].map(notAllowed)
}

function notAllowed(field: string): Place {
  return {
    field,
    kind: 'not_allowed',
    message: 'this name is not on the allow-list, so its value must not be recorded',
  }
}

function withoutWithheld(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutWithheld)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([, member]) => member !== REDACTED)
  return Object.fromEntries(members.map(([name, member]) => [name, withoutWithheld(member)]))
}

/** Searches the line as written, and its decoded escapes and inner JSON. */
function secretsIn(line: string, secrets: Pick<SecretSet, 'findIn'>): Place[] {
  const value = readable(parseJson(line)?.value ?? line)
  const isHit = (text: string): boolean => secrets.findIn(text) !== undefined
  const known = secrets.findIn(`${line}\n${renderCanonicalJson(value)}`)
  const knownPlaces: Place[] =
    known === undefined
      ? []
      : [{ field: findPath(value, isHit) ?? '', kind: 'known_secret', message: `holds ${known}` }]
  const seen = looksSecret(value).map(
    ({ field, what }): Place => ({ field, kind: 'looks_secret', message: `looks like ${what}` }),
  )
  // A known secret needs no further finding at the same path.
  return [...knownPlaces, ...seen.filter(({ field }) => !knownPlaces.some((place) => place.field === field))]
}

/** Returns the line with its query pairs by name, and with JSON that was stored as text parsed. */
function readable(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]): [string, unknown] => {
    if (name === 'query') return [name, byName(member)]
    if (name === 'socket') return [name, readable(member)]
    if (name === 'text' && typeof member === 'string')
      return [name, parseFrameJson(member) ?? parseJson(member)?.value ?? member]
    return [name, member]
  })
  return Object.fromEntries(members)
}

function byName(query: unknown): unknown {
  const isPairs = Array.isArray(query) && query.every((pair) => Array.isArray(pair) && pair.length === 2)
  if (!isPairs) return query
  const names = [...new Set(query.map(([name]) => String(name)))]
  return Object.fromEntries(
    names.map((name) => {
      const values = query.filter(([other]) => String(other) === name).map(([, value]) => value)
      return [name, values.length === 1 ? values[0] : values]
    }),
  )
}
