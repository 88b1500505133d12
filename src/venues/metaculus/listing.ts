import type { QueryValue } from '../../transport/call-types.js'
import type { OffsetPaging } from '../../venue-kit/contract/paging.js'
import { pageSizeFor } from '../../venue-kit/contract/paging.js'
import type {
  EventRow,
  Listed,
  Listing,
  MarketRow,
  Status,
  VenueContext,
} from '../../venue-kit/contract/venue.js'
import { createSchemaMismatch } from '../../venue-kit/payload/payload.js'
import { convertRows, readInList, readList, sentIn } from '../../venue-kit/requests/map-rows.js'
import { eventIdOf, marketIdOf } from '../../venue-kit/requests/row-lists.js'
import { assertPage, toEventRow } from './mapping.js'
import { rememberPost } from './native/posts.js'
import { requestAs } from './native/request-as.js'
import { type Post, postPage } from './schemas.js'

/** Maximum page size of the venue. */
const PAGE_SIZE = 100

const what = 'GET /posts/'

/** Posts with questions of their own: conditional pairs and notebooks are left out (README.md). */
const forecastTypes = ['binary', 'multiple_choice', 'numeric', 'discrete', 'date', 'group_of_questions']

/** The site's words for active and closed; always sent, because the default is everything. */
const nativeStatuses = {
  active: ['upcoming', 'open'],
  closed: ['closed', 'resolved'],
} as const satisfies Record<Status, readonly string[]>

/** Posts that can have closed questions: closed posts, and open groups. */
const closedAndAround = ['open', ...nativeStatuses.closed]

/**
 * Lists posts newest first, regardless of the requested sort: the only order in which rows do not move during the
 * pagination. Groups include predictions of their first three questions only (README.md).
 */
export function listEvents(listing: Listing, ctx: VenueContext): Listed<EventRow> {
  return newestFirst(
    { statuses: nativeStatuses[listing.status], pageSize: pageSizeFor(listing, PAGE_SIZE) },
    listing,
    ctx,
  )
}

/**
 * Lists markets of one status. Open groups can have closed questions, so open posts are read for closed ones as well; the core
 * drops the open ones.
 */
export function listMarkets(listing: Listing, ctx: VenueContext): Listed<MarketRow> {
  const { paging, sorted } =
    listing.status === 'active'
      ? listEvents(listing, ctx)
      : newestFirst({ statuses: closedAndAround, pageSize: PAGE_SIZE }, listing, ctx)
  if (paging.kind !== 'offset') throw new TypeError('posts are listed by offset')
  return {
    sorted,
    ...(listing.status === 'active' ? { areOfEvents: true } : {}),
    paging: {
      kind: 'offset',
      what: 'markets',
      idOf: marketIdOf,
      async fetch(offset) {
        const page = await paging.fetch(offset)
        return { ...page, rows: page.rows.flatMap((row) => row.markets) }
      },
    },
  }
}

/** Searches with the site's own search, best match first. Open groups can have closed questions, too. */
export function search(text: string, listing: Listing, ctx: VenueContext): Listed<EventRow> {
  const statuses = listing.status === 'closed' ? closedAndAround : nativeStatuses.active
  const query = { statuses, search: text }
  return { paging: postPages({ query, pageSize: PAGE_SIZE }, ctx), sorted: listing.sort === undefined }
}

/** Lists posts of a tournament or question series (slug or id), or none if the venue has no such project. */
export function listSeriesEvents(series: string, listing: Listing, ctx: VenueContext): Listed<EventRow> {
  const statuses = nativeStatuses[listing.status]
  return newestFirst(
    { statuses, pageSize: pageSizeFor(listing, PAGE_SIZE), tournament: series.trim() },
    listing,
    ctx,
  )
}

/** Returns the first page of posts of any status from the site's search. */
export async function searchPosts(text: string, ctx: VenueContext): Promise<readonly Post[]> {
  const statuses = [...nativeStatuses.active, ...nativeStatuses.closed]
  return fetchPosts({ statuses, search: text, limit: PAGE_SIZE, offset: 0 }, ctx)
}

interface PostList {
  readonly statuses: readonly string[]
  readonly pageSize: number
  readonly tournament?: string
}

function newestFirst(list: PostList, { sort }: Listing, ctx: VenueContext): Listed<EventRow> {
  const { statuses, pageSize, tournament } = list
  const query = {
    statuses,
    order_by: '-published_at',
    ...(tournament === undefined ? {} : { tournaments: [tournament] }),
  }
  const checks = {
    page: assertNewestFirst,
    ...(tournament === undefined ? {} : { row: (post: Post) => assertOfTournament(post, tournament) }),
  }
  return {
    paging: postPages({ query, pageSize, checks }, ctx),
    sorted: sort === undefined || sort === 'newest',
  }
}

interface PostQuery {
  readonly query: Readonly<Record<string, QueryValue>>
  readonly pageSize: number
  readonly checks?: {
    page(posts: readonly Post[]): void
    /** An error sets the row aside. */
    row?(post: Post): void
  }
}

/** Paginates posts. The venue never counts and always sends a `next`: an empty page is the end (README.md). */
function postPages({ query, pageSize, checks }: PostQuery, ctx: VenueContext): OffsetPaging<EventRow> {
  return {
    kind: 'offset',
    what: 'posts',
    idOf: eventIdOf,
    async fetch(offset) {
      const posts = await fetchPosts({ ...query, limit: pageSize, offset }, ctx)
      checks?.page(posts)
      const rows = readInList(what, ctx, () =>
        convertRows(posts, 'results', (post) => {
          checks?.row?.(post)
          rememberPost(post, ctx)
          return toEventRow(post, ctx.clock.now(), what, 'listed')
        }),
      )
      return { rows, scanned: sentIn(posts) }
    },
  }
}

async function fetchPosts(
  query: Readonly<Record<string, QueryValue>>,
  ctx: VenueContext,
): Promise<readonly Post[]> {
  const { json, status } = await requestAs(
    {
      path: '/posts/',
      query: { ...query, forecast_type: forecastTypes, with_cp: true },
      // An unknown tournament is refused with 400, and counts as one without posts.
      accept: 'tournaments' in query ? [400] : [],
    },
    ctx,
  )
  if (status === 400) return []
  const { results } = readList(postPage, json, what, ctx)
  assertPage(results, what)
  return results
}

/** An ignored sort misplaces about half of all neighbors, a changed row only its own. */
const FEW_MISPLACED = 1 / 4

/** Asserts the sort: the venue silently ignores unknown ones, and then the list must not be cut. */
function assertNewestFirst(posts: readonly Post[]): void {
  const times = posts.flatMap((post) => post.published_at ?? [])
  const wrong = times.flatMap((time, index) => (time > (times[index - 1] ?? time) ? [index] : []))
  const [first] = wrong
  if (first === undefined || wrong.length <= (times.length - 1) * FEW_MISPLACED) return
  throw createSchemaMismatch(what, `results[${first}].published_at`, 'the list is not in the requested order')
}

/** Asserts the filter: unknown ones are ignored as well, and the list would be that of all posts. */
function assertOfTournament({ id: postId, projects }: Post, tournament: string): void {
  const asked = tournament.toLowerCase()
  const all = [projects?.tournament, projects?.question_series, projects?.index].flatMap((list) => list ?? [])
  if (all.some(({ id, slug }) => String(id) === asked || slug?.toLowerCase() === asked)) return
  throw createSchemaMismatch(what, 'projects', `post ${postId} does not belong to ${tournament}`)
}
