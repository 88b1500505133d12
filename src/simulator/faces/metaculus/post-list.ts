import { parseIso } from '../../../api/instant.js'
import type { FaceCall } from '../../face.js'
import { json, type Reply } from '../../reply.js'
import { badField, tierOf } from './access.js'
import { type Extra, extrasOf } from './extras.js'
import { forecastsOf, nativePost, type PostManner, titleOf } from './native-post.js'
import { forecastersOf, listedPosts, type Post, postById, stateOf } from './posts.js'
import { categoryBySlug, seriesOf } from './projects.js'

const DEFAULT_LIMIT = 20
const MAX_LIMIT = 100
/** Sub-questions of a group with numbers in lists. */
const GROUP_CUTOFF = 3

/** A row of the list before it is rendered. */
interface Row {
  readonly id: number
  readonly type: string
  readonly title: string
  /** The event's, or of extras that of none. */
  readonly post: Post | undefined
  readonly extra: Extra | undefined
}

/** A page of posts. There is no count and no last page: `next` goes on for ever (venues/metaculus/README.md). */
export function postList(call: FaceCall): Reply {
  const manner = mannerOf(call)
  const all = ordered(call, wanted(call))
  const limit = Math.min(MAX_LIMIT, countOf(call, 'limit') || DEFAULT_LIMIT)
  const offset = countOf(call, 'offset') ?? 0
  return json({
    next: pageUrl(call, limit, offset + limit),
    previous: offset === 0 ? null : pageUrl(call, limit, Math.max(0, offset - limit)),
    results: all.slice(offset, offset + limit).map((row) => render(call, row, manner)),
  })
}

function render(call: FaceCall, { post, extra }: Row, manner: PostManner): unknown {
  return post === undefined ? extra?.render(call, manner) : nativePost(call, post, manner)
}

function mannerOf({ query, request }: FaceCall): PostManner {
  const latest = query.flag('with_cp') === true
  const cutoff = query.integer('group_cutoff')
  return {
    tier: tierOf(request.headers),
    latest,
    history: latest && query.flag('include_cp_history') === true,
    descriptions: query.flag('include_descriptions') !== false,
    groupCutoff: typeof cutoff === 'number' ? Math.min(GROUP_CUTOFF, Math.max(0, cutoff)) : GROUP_CUTOFF,
  }
}

/** A count that cannot be read counts as not given, as the framework does. */
function countOf({ query }: FaceCall, key: string): number | undefined {
  const value = query.integer(key)
  return typeof value === 'number' && value >= 0 ? value : undefined
}

function pageUrl({ query, request }: FaceCall, limit: number, offset: number): string {
  const pairs = query.entries.filter(([key]) => key !== 'limit' && key !== 'offset')
  const search = new URLSearchParams(pairs.map(([key, value]): [string, string] => [key, value]))
  search.set('limit', String(limit))
  search.set('offset', String(offset))
  const host = request.headers['host']
  const origin = host === undefined ? 'https://www.metaculus.com' : `http://${host}`
  return `${origin}${request.path}?${search.toString()}`
}

function wanted(call: FaceCall): readonly Row[] {
  const tests = [
    byStatus(call),
    byType(call),
    byTournament(call),
    byCategory(call),
    byText(call),
    ...byTimes(call),
  ]
  return candidates(call).filter((row) => tests.every((test) => test(row)))
}

/** Posts asked for by number come whatever their age; otherwise what lists show. */
function candidates(call: FaceCall): readonly Row[] {
  const posts = listedPosts(call)
  const ids = listed(call, 'ids')
  const extras = extrasOf(posts).map(
    (extra): Row => ({ id: extra.id, type: extra.type, title: extra.title, post: undefined, extra }),
  )
  if (ids.length === 0) return [...posts.map(toRow), ...extras]
  const numbers = ids.map(Number)
  if (numbers.some((number) => !Number.isInteger(number)))
    throw badField('ids', 'A valid integer is required.')
  return [
    ...numbers.flatMap((number) => postById(call, number) ?? []).map(toRow),
    ...extras.filter(({ id }) => numbers.includes(id)),
  ]
}

function toRow(post: Post): Row {
  return { id: post.id, type: post.kind, title: titleOf(post), post, extra: undefined }
}

type Test = (row: Row) => boolean

/** Repeated keys; a single value may hold commas. */
function listed({ query }: FaceCall, key: string): readonly string[] {
  const values = query.all(key)
  return values.length === 1 ? query.list(key) : values
}

const knownStatuses = ['upcoming', 'open', 'closed', 'resolved', 'pending', 'draft', 'rejected', 'approved']

/** Extras count as open: a notebook's status is one of curation, and the condition hangs on what is open. */
function byStatus(call: FaceCall): Test {
  const statuses = listed(call, 'statuses')
  const stranger = statuses.find((status) => !knownStatuses.includes(status))
  if (stranger !== undefined) throw badField('statuses', `"${stranger}" is not a valid choice.`)
  if (statuses.length === 0) return () => true
  return ({ post }) => statuses.includes(post === undefined ? 'open' : stateOf(call, post.event))
}

function byType(call: FaceCall): Test {
  const types = listed(call, 'forecast_type')
  return ({ type }) => types.length === 0 || types.includes(type)
}

function byTournament(call: FaceCall): Test {
  const wantedSeries = listed(call, 'tournaments').map((key) => {
    const series = seriesOf(call, key)
    if (series === undefined) throw badField('tournaments', `Project ${key} does not exist`)
    return series.key
  })
  return ({ post }) =>
    wantedSeries.length === 0 || (post !== undefined && wantedSeries.includes(post.event.series.key))
}

function byCategory(call: FaceCall): Test {
  const names = listed(call, 'categories').map((slug) => {
    const name = categoryBySlug(call, slug)
    if (name === undefined) throw badField('categories', `Category ${slug} does not exist`)
    return name
  })
  return ({ post }) =>
    names.length === 0 || (post !== undefined && names.includes(post.event.series.category))
}

function byText({ query }: FaceCall): Test {
  const words = (query.text('search') ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  return ({ title, post }) => {
    const text = `${title} ${post?.event.rules ?? ''}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
}

const timeFields: Readonly<Record<string, (post: Post) => number>> = {
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

function byTimes({ query }: FaceCall): readonly Test[] {
  return Object.entries(timeFields).flatMap(([field, timeOf]) =>
    Object.entries(comparisons).flatMap(([word, holds]): Test[] => {
      const text = query.text(`${field}__${word}`)
      if (text === undefined) return []
      const bound = parseIso(text)
      if (bound === undefined) throw badField(`${field}__${word}`, 'Enter a valid date/time.')
      return [({ post }) => post !== undefined && holds(timeOf(post), bound)]
    }),
  )
}

const orders: Readonly<Record<string, (post: Post) => number>> = {
  ...timeFields,
  forecasts_count: forecastsOf,
  forecasters_count: ({ event }) => forecastersOf(event),
  hotness: ({ event }) => forecastersOf(event),
}

/** An unknown order is passed over without a word; without one the newest come first. */
function ordered({ query }: FaceCall, rows: readonly Row[]): readonly Row[] {
  const asked = query.text('order_by') ?? '-published_at'
  const isDescending = asked.startsWith('-')
  const field = asked.replace(/^-/, '')
  const keyOf = Object.hasOwn(orders, field) ? orders[field] : timeFields['published_at']
  const value = ({ post }: Row): number => (post === undefined || keyOf === undefined ? 0 : keyOf(post))
  const sign = isDescending ? -1 : 1
  return [...rows].sort((a, b) => sign * (value(a) - value(b)) || sign * (a.id - b.id))
}
