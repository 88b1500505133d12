import type { FaceCall } from '../../face.js'
import { json, type Reply } from '../../reply.js'
import { invalidField } from './errors.js'
import { type EventState, eventRow, eventStates, type Node, nodesAt, oldType } from './event.js'
import { secondStamp } from './stamps.js'

const DEFAULT_STATES: readonly EventState[] = ['new', 'upcoming', 'live']
const DEFAULT_LIMIT = 20
const MAX_LIMIT = 1000

/** `GET /v3/events/` (venues/smarkets/README.md): filters, a keyset page, and the query of the next one. */
export function listEvents(call: FaceCall): Reply {
  const { query } = call
  const limit = query.integer('limit') ?? DEFAULT_LIMIT
  if (limit === 'bad' || limit < 1 || limit > MAX_LIMIT)
    throw invalidField('limit', `must be between 1 and ${MAX_LIMIT}`)
  const sort = sortOf(call)
  const keyed = nodesAt(call)
    .filter(filterOf(call))
    .map((node) => ({ node, key: sort.keyOf(node) }))
    .sort((a, b) => compareKeys(a.key, b.key))
  const after = afterOf(call, sort)
  const left = after === undefined ? keyed : keyed.filter(({ key }) => compareKeys(key, after) > 0)
  const rows = left.slice(0, limit).map(({ node }) => node)
  const newType = query.flag('with_new_type') === true
  // A full page always names a next one, which may turn out to be empty.
  const last = rows.length === limit ? rows.at(-1) : undefined
  return json({
    events: rows.map((node) => eventRow(node, newType)),
    pagination: { next_page: last === undefined ? null : nextPage(call, sort, limit, last) },
  })
}

/** Values of a parameter in its documented or its older, plural name. */
function valuesOf({ query }: FaceCall, name: string): readonly string[] {
  return [...query.all(name), ...query.all(`${name}s`)]
}

function filterOf(call: FaceCall): (node: Node) => boolean {
  const { query } = call
  const ids = valuesOf(call, 'id')
  const states = statesOf(call)
  const [types, domains, scopes] = [valuesOf(call, 'type'), query.all('type_domain'), query.all('type_scope')]
  const parents = query.all('parent_id')
  const inPlay = query.flag('inplay_enabled')
  const starts = spanOf(call, 'start_datetime')
  const changes = spanOf(call, 'last_modified')
  return (node) =>
    states.includes(node.state) &&
    fits(ids, String(node.id)) &&
    fits(types, oldType(node)) &&
    fits(domains, node.branch.domain) &&
    fits(scopes, node.scope) &&
    fits(parents, node.parentId) &&
    (inPlay === undefined || node.inPlay === inPlay) &&
    starts(node.startsAt) &&
    changes(node.modifiedAt)
}

function fits(wanted: readonly string[], value: string | undefined): boolean {
  return wanted.length === 0 || (value !== undefined && wanted.includes(value))
}

function statesOf(call: FaceCall): readonly EventState[] {
  const words = valuesOf(call, 'state')
  if (words.length === 0) return DEFAULT_STATES
  return words.map((word) => {
    const state = eventStates.find((known) => known === word)
    if (state === undefined) throw invalidField('state', `not a valid choice: ${word}`)
    return state
  })
}

function spanOf({ query }: FaceCall, name: string): (at: number | undefined) => boolean {
  const [min, max] = ['min', 'max'].map((bound) => {
    const text = query.text(`${name}_${bound}`)
    if (text === undefined) return undefined
    const at = Date.parse(text)
    if (Number.isNaN(at)) throw invalidField(`${name}_${bound}`, 'not a valid datetime')
    return at
  })
  if (min === undefined && max === undefined) return () => true
  return (at) => at !== undefined && at >= (min ?? at) && at <= (max ?? at)
}

type SortField = 'display_order' | 'start_datetime' | 'name' | 'id'
type SortKey = readonly (string | number | undefined)[]

interface Sort {
  readonly text: string
  readonly fields: readonly SortField[]
  keyOf(node: Node): SortKey
}

const sorts: Readonly<Record<string, readonly SortField[]>> = {
  id: ['id'],
  'display_order,start_datetime,name': ['display_order', 'start_datetime', 'name', 'id'],
  'display_order,start_datetime,id': ['display_order', 'start_datetime', 'id'],
  'start_datetime,name': ['start_datetime', 'name', 'id'],
  'start_datetime,id': ['start_datetime', 'id'],
}

function sortOf({ query }: FaceCall): Sort {
  const text = query.text('sort') ?? 'id'
  const fields = Object.hasOwn(sorts, text) ? sorts[text] : undefined
  if (fields === undefined) throw invalidField('sort', `not a valid choice: ${text}`)
  return { text, fields, keyOf: (node) => fields.map((field) => memberOf(node, field)) }
}

function memberOf(node: Node, field: SortField): string | number | undefined {
  switch (field) {
    case 'id':
      return node.id
    case 'name':
      return node.name
    case 'display_order':
      return node.displayOrder
    case 'start_datetime':
      return node.startsAt
  }
}

/** Rows without a value come last. */
function compareKeys(a: SortKey, b: SortKey): number {
  for (const [index, left] of a.entries()) {
    const right = b[index]
    if (left === right) continue
    if (left === undefined) return 1
    if (right === undefined) return -1
    return left < right ? -1 : 1
  }
  return 0
}

/** The place after which the page begins; a missing value counts as that of a row without one. */
function afterOf({ query }: FaceCall, { fields }: Sort): SortKey | undefined {
  if (!fields.some((field) => query.has(`pagination_last_${field}`))) return undefined
  return fields.map((field) => {
    const name = `pagination_last_${field}`
    const text = query.text(name)
    if (text === undefined) return undefined
    if (field === 'name') return text
    const value = field === 'start_datetime' ? Date.parse(text) : Number(text)
    if (Number.isNaN(value)) throw invalidField(name, 'not valid')
    return value
  })
}

/** The query of the next page, with flags the way the venue's own language spells them. */
function nextPage({ query }: FaceCall, { text, fields }: Sort, limit: number, last: Node): string {
  const kept = query.entries.filter(
    ([key]) =>
      !key.startsWith('pagination_last_') && key !== 'sort' && key !== 'limit' && key !== 'include_hidden',
  )
  const place = fields.flatMap((field): [string, string][] => {
    const value = memberOf(last, field)
    if (value === undefined) return []
    return [
      [`pagination_last_${field}`, field === 'start_datetime' ? secondStamp(Number(value)) : String(value)],
    ]
  })
  const pairs = [
    ...kept.map(([key, value]): [string, string] => [key, flagWords[value] ?? value]),
    ['sort', text],
    ['limit', String(limit)],
    ['include_hidden', query.flag('include_hidden') === true ? 'True' : 'False'],
    ...place,
  ]
  return `?${pairs.map(([key = '', value = '']) => `${key}=${encodeURIComponent(value)}`).join('&')}`
}

const flagWords: Readonly<Record<string, string>> = { true: 'True', false: 'False' }
