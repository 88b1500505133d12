import * as z from 'zod'
import { createValidationError } from '../../api/envelope/errors.js'
import { feedIds, isFeedId, type SourceId } from '../../api/envelope/source-ids.js'
import { isVenueId, venueIds } from '../../api/envelope/venue-ids.js'
import { type FaultKind, type FaultRule, faultKinds } from './faults.js'

/** Short names for the command line. A number is a status. */
const aliases: Readonly<Record<string, FaultKind>> = {
  '429': 'rate-limit',
  html: 'html-wall',
  wall: 'html-wall',
  cut: 'cut-body',
  rename: 'rename-field',
  drop: 'drop-field',
  retype: 'retype-field',
  reword: 'reword-field',
  echo: 'echo-cursor',
  null: 'null-body',
  empty: 'empty-object',
}

const settings = [
  'rate',
  'retryAfter',
  'delayMs',
  'field',
  'word',
  'words',
  'error',
  'status',
  'path',
] as const
type Setting = (typeof settings)[number]

/**
 * Parses fault rules in text form, separated by commas, each `<venue>[/<host>[/<path>]]:<kind>[:<name>=<value>]...`, with `*` for
 * every venue. For example `kalshi:429:rate=0.1:retryAfter=2,polymarket/clob:html`.
 * @returns [] for an empty text
 * @throws VALIDATION_ERROR (field `faults`) with a suggestion or the known names
 */
export function parseFaults(text: string): readonly FaultRule[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(parseRule)
}

function parseRule(text: string): FaultRule {
  const [scope = '', kind = '', ...rest] = text.split(':').map((part) => part.trim())
  if (kind === '') {
    throw refuse(`'${text}' is not a valid fault. Write it as <venue>:<kind>, such as kalshi:429`)
  }
  const values = Object.fromEntries(rest.map((pair) => parseSetting(pair, text)))
  const path = values['path'] ?? scope.split('/').slice(2).join('/')
  const rule = {
    ...parseScope(scope, text),
    ...(path === '' ? {} : { path }),
    ...parseKind(kind),
    ...numbers(values, text),
    ...(values['field'] === undefined ? {} : { field: values['field'] }),
    ...(values['word'] === undefined ? {} : { word: values['word'] }),
    ...(values['words'] === undefined ? {} : { words: values['words'].split('|') }),
    ...(values['error'] === undefined ? {} : { error: values['error'] }),
  }
  return checked(rule, text)
}

function parseScope(scope: string, text: string): { readonly venue?: SourceId; readonly host?: string } {
  const [venue = '', host] = scope.split('/')
  if (venue === '*') return host === undefined ? {} : { host }
  if (!isVenueId(venue) && !isFeedId(venue)) {
    const known = [...venueIds, ...feedIds, '*']
    throw refuse(`'${text}': no such venue: '${venue}'${hint(venue, known)}`)
  }
  return host === undefined || host === '*' ? { venue } : { venue, host }
}

function parseKind(kind: string): { readonly kind: FaultKind; readonly status?: number } {
  const known = faultKinds.find((candidate) => candidate === kind) ?? aliases[kind]
  if (known !== undefined) return { kind: known }
  if (/^5\d\d$/.test(kind)) return { kind: 'server-error', status: Number(kind) }
  throw refuse(
    `no such fault: '${kind}'${hint(kind, [...faultKinds, ...Object.keys(aliases), '500', '503'])}`,
  )
}

function parseSetting(pair: string, text: string): [Setting, string] {
  const [name = '', ...value] = pair.split('=')
  const known = settings.find((candidate) => candidate.toLowerCase() === name.toLowerCase())
  if (known === undefined || value.length === 0) {
    throw refuse(
      `'${text}': '${pair}' is not a valid setting${hint(name, settings)}. Use the form <name>=<value>`,
    )
  }
  return [known, value.join('=')]
}

function numbers(values: Readonly<Record<string, string>>, text: string): Readonly<Record<string, number>> {
  const names = ['rate', 'retryAfter', 'delayMs', 'status'] as const
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = values[name]
      if (value === undefined) return []
      if (value.trim() === '' || !Number.isFinite(Number(value))) {
        throw refuse(`'${text}': ${name} must be a number, got '${value}'`)
      }
      return [[name, Number(value)]]
    }),
  )
}

const optional = <Schema extends z.ZodType>(schema: Schema) => schema.exactOptional()

const ruleSchema = z
  .strictObject({
    venue: optional(z.enum(venueIds)),
    host: optional(z.string().min(1)),
    path: optional(z.string().min(1)),
    kind: z.enum(faultKinds),
    rate: optional(z.number().min(0).max(1)),
    retryAfter: optional(z.number().min(0)),
    delayMs: optional(z.number().min(0)),
    field: optional(z.string().min(1)),
    word: optional(z.string().min(1)),
    words: optional(z.array(z.string()).min(1)),
    error: optional(z.string().min(1)),
    status: optional(z.number().int().min(200).max(4_999)),
  })
  .refine((rule) => !rule.kind.endsWith('-field') || rule.field !== undefined, {
    error: 'a field fault needs the setting field=<member name>',
  })
  .refine((rule) => rule.kind === 'reword-field' || (rule.word ?? rule.words) === undefined, {
    error: 'word and words are settings of the fault reword-field',
  })
  .refine((rule) => rule.kind !== 'venue-error' || rule.error !== undefined, {
    error: 'a venue error needs error=<name>, such as trading-disabled',
  })

/**
 * Reads fault rules from parsed JSON, which is either a list of {@link FaultRule} objects, or the text of {@link parseFaults}.
 * @throws VALIDATION_ERROR (field `faults`)
 */
export function readFaults(value: unknown): readonly FaultRule[] {
  if (typeof value === 'string') return parseFaults(value)
  if (!Array.isArray(value)) throw refuse('faults must be a list of rules, or text such as kalshi:429')
  return value.map((rule: unknown, index) => checked(rule, `rule ${index + 1}`))
}

function checked(rule: unknown, name: string): FaultRule {
  const result = ruleSchema.safeParse(rule)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const where = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `
  throw refuse(`'${name}': ${where}${issue?.message ?? 'not a rule'}`)
}

function refuse(message: string): Error {
  return createValidationError('faults', message)
}

/** Returns ` (did you mean 'x'?)` for a near miss, or otherwise the known names. */
function hint(given: string, known: readonly string[]): string {
  const nearest = known
    .map((name) => ({ name, distance: editDistance(given.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)[0]
  return nearest !== undefined && nearest.distance <= Math.max(1, Math.floor(given.length / 3))
    ? ` (did you mean '${nearest.name}'?)`
    : ` (known names: ${known.join(', ')})`
}

/** Returns the number of letters to add, remove or change to turn one text into the other. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [line, letter] of [...from].entries()) {
    const next = [line + 1]
    for (const [column, other] of [...to].entries()) {
      const swap = (row[column] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(swap, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? to.length
}
