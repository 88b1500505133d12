import type { Query } from '../../http/query.js'
import { type Reply, toJsonReply } from '../../http/reply.js'
import {
  type ListSpec,
  pageOf,
  readCountOf,
  type SortKey,
  type SortPosition,
  sortPositionOf,
} from '../../mock-kit/list-endpoint.js'
import {
  readRepeated,
  whereAtLeast,
  whereAtMost,
  whereFlag,
  whereOneOf,
} from '../../mock-kit/list-filters.js'
import type { MockCall } from '../../mock-kit/mock-venue.js'
import { toSecondIso } from '../../world/common/dates.js'
import { createInvalidField } from './errors.js'
import { type EventState, eventStates, type Node, nodesAt, oldTypeOf, toEventRow } from './event.js'

const DEFAULT_STATES: readonly EventState[] = ['new', 'upcoming', 'live']
const MAX_LIMIT = 1000

/** Reads the values of a parameter in its documented or its older, plural name. */
function inBothNames(query: Query, name: string): readonly string[] {
  return [...query.all(name), ...query.all(`${name}s`)]
}

function states(query: Query, name: string): readonly string[] {
  const words = inBothNames(query, name)
  const stranger = words.find((word) => eventStates.every((known) => known !== word))
  if (stranger !== undefined) throw createInvalidField(name, `not a valid choice: ${stranger}`)
  return words.length === 0 ? DEFAULT_STATES : words
}

function datetime(query: Query, name: string): number | undefined {
  const text = query.text(name)
  if (text === undefined) return undefined
  const at = Date.parse(text)
  if (Number.isNaN(at)) throw createInvalidField(name, 'not a valid datetime')
  return at
}

const startsAt = (node: Node): number | undefined => node.startsAt
const modifiedAt = (node: Node): number => node.modifiedAt

/** A sort member of lists: read from a row, and from the query of a next page. */
interface SortMember {
  readonly key: (node: Node) => string | number | undefined
  readonly read: (text: string) => string | number
}

const members = {
  id: { key: ({ id }) => id, read: Number },
  name: { key: ({ name }) => name, read: String },
  display_order: { key: ({ displayOrder }) => displayOrder, read: Number },
  start_datetime: { key: startsAt, read: Date.parse },
} as const satisfies Readonly<Record<string, SortMember>>

type SortField = keyof typeof members

const sorts: Readonly<Record<string, readonly SortField[]>> = {
  id: ['id'],
  'display_order,start_datetime,name': ['display_order', 'start_datetime', 'name', 'id'],
  'display_order,start_datetime,id': ['display_order', 'start_datetime', 'id'],
  'start_datetime,name': ['start_datetime', 'name', 'id'],
  'start_datetime,id': ['start_datetime', 'id'],
}

function sortText({ query }: MockCall): string {
  return query.text('sort') ?? 'id'
}

function sortFields(call: MockCall): readonly SortField[] {
  const text = sortText(call)
  const fields = Object.hasOwn(sorts, text) ? sorts[text] : undefined
  if (fields === undefined) throw createInvalidField('sort', `not a valid choice: ${text}`)
  return fields
}

function order(call: MockCall): readonly SortKey<Node>[] {
  return sortFields(call).map((field) => ({ key: members[field].key, isFalling: false }))
}

/** Returns the position after which the page begins; a missing value is treated like that of a row without one. */
function after(call: MockCall): SortPosition | undefined {
  const { query } = call
  const fields = sortFields(call)
  if (!fields.some((field) => query.has(`pagination_last_${field}`))) return undefined
  return fields.map((field) => {
    const name = `pagination_last_${field}`
    const text = query.text(name)
    if (text === undefined) return undefined
    const value = members[field].read(text)
    if (Number.isNaN(value)) throw createInvalidField(name, 'not valid')
    return value
  })
}

const outOfRange = (name: string): Error => createInvalidField(name, `must be between 1 and ${MAX_LIMIT}`)

const events: ListSpec<Node> = {
  filters: {
    id: whereOneOf(inBothNames, ({ id }) => String(id)),
    state: whereOneOf(states, ({ state }) => state),
    type: whereOneOf(inBothNames, oldTypeOf),
    type_domain: whereOneOf(readRepeated, ({ branch }) => branch.domain),
    type_scope: whereOneOf(readRepeated, ({ scope }) => scope),
    parent_id: whereOneOf(readRepeated, ({ parentId }) => parentId),
    inplay_enabled: whereFlag(({ inPlay }) => inPlay),
    start_datetime_min: whereAtLeast(datetime, startsAt),
    start_datetime_max: whereAtMost(datetime, startsAt),
    last_modified_min: whereAtLeast(datetime, modifiedAt),
    last_modified_max: whereAtMost(datetime, modifiedAt),
  },
  order,
  limit: readCountOf('limit', { otherwise: 20, most: MAX_LIMIT, refuse: outOfRange, refuseMore: outOfRange }),
  after,
}

/** `GET /v3/events/` (venues/smarkets/README.md): filters, a keyset page, and the query of the next one. */
export function listEvents(call: MockCall): Reply {
  const { rows, limit } = pageOf(events, call, nodesAt(call))
  const newType = call.query.flag('with_new_type') === true
  // A full page always names a next one, which may be empty.
  const last = rows.length === limit ? rows.at(-1) : undefined
  return toJsonReply({
    events: rows.map((node) => toEventRow(node, newType)),
    pagination: { next_page: last === undefined ? null : nextPage(call, limit, last) },
  })
}

/** Returns the query of the next page, with flags in Python spelling. */
function nextPage(call: MockCall, limit: number, last: Node): string {
  const { query } = call
  const kept = query.entries.filter(
    ([key]) =>
      !key.startsWith('pagination_last_') && key !== 'sort' && key !== 'limit' && key !== 'include_hidden',
  )
  const place = sortPositionOf(order(call), last, call)
  const pairs = [
    ...kept.map(([key, value]) => [key, flagWords[value] ?? value]),
    ['sort', sortText(call)],
    ['limit', String(limit)],
    ['include_hidden', query.flag('include_hidden') === true ? 'True' : 'False'],
    ...sortFields(call).flatMap((field, index) => {
      const value = place[index]
      if (value === undefined) return []
      return [
        [`pagination_last_${field}`, field === 'start_datetime' ? toSecondIso(Number(value)) : String(value)],
      ]
    }),
  ]
  return `?${pairs.map(([key = '', value = '']) => `${key}=${encodeURIComponent(value)}`).join('&')}`
}

const flagWords: Readonly<Record<string, string>> = { true: 'True', false: 'False' }
