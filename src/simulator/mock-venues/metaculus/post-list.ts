import type { Query } from '../../http/query.js'
import { type Reply, requireOrRefuse, toJsonReply } from '../../http/reply.js'
import { type ListFilter, type ListSpec, pageOf } from '../../mock-kit/list-endpoint.js'
import { readIsoDate, whereEveryWord, whereOneOf } from '../../mock-kit/list-filters.js'
import type { MockCall } from '../../mock-kit/mock-venue.js'
import type { WorldSeries } from '../../world/common/types.js'
import { createFieldRefusal, tierOf, tokenOf } from './access.js'
import { type Extra, extrasOf } from './extras.js'
import { forecastsOf, type PostManner, titleOf, toNativePost } from './native-post.js'
import { findListedPosts, findPostById, forecastersOf, type Post, stateOf } from './posts.js'
import { findCategoryBySlug, seriesOf } from './projects.js'

const DEFAULT_LIMIT = 20
const MAX_LIMIT = 100
/** Number of sub-questions of a group with predictions in lists. */
const GROUP_CUTOFF = 3

/** A row of the list before rendering. */
interface Row {
  readonly id: number
  readonly type: string
  readonly title: string
  /** The post of the event, or undefined for extras. */
  readonly post: Post | undefined
  readonly extra: Extra | undefined
}

/** Returns a page of posts. There is no count and no last page: `next` never ends (venues/metaculus/README.md). */
export function answerPosts(call: MockCall): Reply {
  const manner = mannerOf(call)
  const { rows, start, limit } = pageOf(list, call, candidates(call))
  return toJsonReply({
    next: pageUrl(call, limit, start + limit),
    previous: start === 0 ? null : pageUrl(call, limit, Math.max(0, start - limit)),
    results: rows.map((row) => render(call, row, manner)),
  })
}

function render(call: MockCall, { post, extra }: Row, manner: PostManner): unknown {
  return post === undefined ? extra?.render(call, manner) : toNativePost(call, post, manner)
}

function mannerOf({ query, request }: MockCall): PostManner {
  const latest = query.flag('with_cp') === true
  const cutoff = query.integer('group_cutoff')
  return {
    tier: tierOf(request.headers),
    owner: tokenOf(request.headers),
    latest,
    history: latest && query.flag('include_cp_history') === true,
    descriptions: query.flag('include_descriptions') !== false,
    groupCutoff: typeof cutoff === 'number' ? Math.min(GROUP_CUTOFF, Math.max(0, cutoff)) : GROUP_CUTOFF,
  }
}

/** Reads a count; an unreadable one is treated as absent, as by the framework. */
function countOf({ query }: MockCall, key: string): number | undefined {
  const value = query.integer(key)
  return typeof value === 'number' && value >= 0 ? value : undefined
}

function pageUrl({ query, request }: MockCall, limit: number, offset: number): string {
  const pairs = query.entries.filter(([key]) => key !== 'limit' && key !== 'offset')
  const search = new URLSearchParams(pairs.map(([key, value]): [string, string] => [key, value]))
  search.set('limit', String(limit))
  search.set('offset', String(offset))
  const host = request.headers['host']
  const origin = host === undefined ? 'https://www.metaculus.com' : `http://${host}`
  return `${origin}${request.path}?${search.toString()}`
}

/** Returns posts requested by number regardless of their age. Otherwise the listed ones. */
function candidates(call: MockCall): readonly Row[] {
  const posts = findListedPosts(call)
  const ids = listed(call.query, 'ids')
  const extras = extrasOf(posts).map(
    (extra): Row => ({ id: extra.id, type: extra.type, title: extra.title, post: undefined, extra }),
  )
  if (ids.length === 0) return [...posts.map(toRow), ...extras]
  const numbers = ids.map(Number)
  if (numbers.some((number) => !Number.isInteger(number)))
    throw createFieldRefusal('ids', 'A valid integer is required.')
  return [
    ...numbers.flatMap((number) => findPostById(call, number) ?? []).map(toRow),
    ...extras.filter(({ id }) => numbers.includes(id)),
  ]
}

function toRow(post: Post): Row {
  return { id: post.id, type: post.kind, title: titleOf(post), post, extra: undefined }
}

/** Returns the values of a repeated key; a single value may contain commas. */
function listed(query: Query, name: string): readonly string[] {
  const values = query.all(name)
  return values.length === 1 ? query.list(name) : values
}

const knownStatuses = ['upcoming', 'open', 'closed', 'resolved', 'pending', 'draft', 'rejected', 'approved']

function statuses(query: Query, name: string): readonly string[] {
  const words = listed(query, name)
  const stranger = words.find((status) => !knownStatuses.includes(status))
  if (stranger !== undefined) throw createFieldRefusal(name, `"${stranger}" is not a valid choice.`)
  return words
}

/** Selects the posts that belong to one of the named objects, each of which must exist. */
function belongsTo(
  what: string,
  find: (call: MockCall, key: string) => string | undefined,
  read: (series: WorldSeries) => string,
): ListFilter<Row> {
  return (call, name) => {
    const wanted = listed(call.query, name).map((key) => {
      return requireOrRefuse(find(call, key), () => createFieldRefusal(name, `${what} ${key} does not exist`))
    })
    if (wanted.length === 0) return undefined
    return ({ post }) => post !== undefined && wanted.includes(read(post.event.series))
  }
}

type PostNumber = (post: Post) => number

const timeFields: Readonly<Record<string, PostNumber>> = {
  open_time: ({ event }) => event.opensAt,
  published_at: ({ event }) => event.opensAt,
  scheduled_close_time: ({ event }) => event.endsAt,
  scheduled_resolve_time: ({ event }) => event.endsAt,
}
const comparisons: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  gt: (a, b) => a > b,
  gte: (a, b) => a >= b,
  lt: (a, b) => a < b,
  lte: (a, b) => a <= b,
}
const date = readIsoDate((name) => createFieldRefusal(name, 'Enter a valid date/time.'))

const timeFilters = Object.entries(timeFields).flatMap(([field, timeOf]) =>
  Object.entries(comparisons).map(([comparison, holds]): [string, ListFilter<Row>] => [
    `${field}__${comparison}`,
    ({ query }, name) => {
      const bound = date(query, name)
      return bound === undefined ? undefined : ({ post }) => post !== undefined && holds(timeOf(post), bound)
    },
  ]),
)

/** Other sort fields of lists; extras count as 0. */
const sortFields: Readonly<Record<string, PostNumber>> = {
  ...timeFields,
  forecasts_count: forecastsOf,
  forecasters_count: ({ event }) => forecastersOf(event),
  hotness: ({ event }) => forecastersOf(event),
}

const list: ListSpec<Row> = {
  filters: {
    // Extras count as open: the status of a notebook is a curation status, and the conditional depends on open
    // questions.
    statuses: whereOneOf(statuses, ({ post }, call) =>
      post === undefined ? 'open' : stateOf(call, post.event),
    ),
    forecast_type: whereOneOf(listed, ({ type }) => type),
    tournaments: belongsTo(
      'Project',
      (call, key) => seriesOf(call, key)?.key,
      ({ key }) => key,
    ),
    categories: belongsTo('Category', findCategoryBySlug, ({ category }) => category),
    search: whereEveryWord(({ title, post }) => `${title} ${post?.event.rules ?? ''}`),
    ...Object.fromEntries(timeFilters),
  },
  // An unknown order is ignored silently; the default is newest first.
  order({ query }) {
    const asked = query.text('order_by') ?? '-published_at'
    const isFalling = asked.startsWith('-')
    const field = asked.replace(/^-/, '')
    const numberOf = Object.hasOwn(sortFields, field) ? sortFields[field] : timeFields['published_at']
    return [
      { key: ({ post }) => (post === undefined ? 0 : numberOf?.(post)), isFalling },
      { key: ({ id }) => id, isFalling },
    ]
  },
  limit: (call) => Math.min(MAX_LIMIT, countOf(call, 'limit') || DEFAULT_LIMIT),
  start: (call) => countOf(call, 'offset') ?? 0,
}
