import { type Reply, toJsonReply } from '../../http/reply.js'
import {
  type MockCall,
  type MockHost,
  type MockRequest,
  type MockVenue,
  route,
} from '../../mock-kit/mock-venue.js'
import { createRefusal, tierOf, toFailureReply } from './access.js'
import { actorOf, answerForecastComment, answerForecastRead, createComment } from './acting.js'
import { extrasOf } from './extras.js'
import { answerForecast, answerWithdraw } from './forecasts.js'
import { toNativePost } from './native-post.js'
import type { Manner } from './native-question.js'
import { answerPosts } from './post-list.js'
import { findListedPosts, findPostById, findQuestionById, slugOfPost } from './posts.js'
import { answerTournaments, getTournament } from './projects.js'

/** Returns the options of a lookup, which returns all parts by default (venues/metaculus/README.md). */
function wholeManner(call: MockCall): Manner {
  const { query, request } = call
  const latest = !query.has('with_cp') || query.flag('with_cp') === true
  const { headers } = request
  return {
    tier: tierOf(headers),
    owner: actorOf(call, query.text('acting_user')),
    latest,
    history: latest,
    descriptions: true,
  }
}

function numberOf({ params }: MockCall): number {
  const text = params['id'] ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
}

function onePost(call: MockCall): Reply {
  const manner = wholeManner(call)
  const id = numberOf(call)
  const post = findPostById(call, id)
  if (post !== undefined) return toJsonReply(toNativePost(call, post, manner))
  const extra = extrasOf(findListedPosts(call)).find((one) => one.id === id)
  if (extra === undefined) throw createRefusal(404, 'Post not found')
  return toJsonReply(extra.render(call, manner))
}

function postOfQuestion(call: MockCall): Reply {
  const hit = findQuestionById(call, numberOf(call))
  if (hit === undefined) throw createRefusal(404, 'No Question matches the given query.')
  const { post, question } = hit
  return toJsonReply({ question_id: question.id, post_id: post.id, post_slug: slugOfPost(post) })
}

/** Checks that a call has a token, and its path a trailing slash (venues/metaculus/README.md). */
function before(request: MockRequest): Reply | undefined {
  if (!request.path.endsWith('/')) {
    const search = request.search === '' ? '' : `?${request.search.replace(/^\?/, '')}`
    return { status: 301, headers: { location: `${request.path}/${search}` }, body: '' }
  }
  tierOf(request.headers)
  return undefined
}

/** Other documented calls of the site (venues/metaculus/README.md). */
const notPlayed = [
  'GET /api/questions/:id/',
  'POST /api/questions/community-predictions/',
  'GET /api/posts/:id/download-data/',
  'GET /api/data/download/',
  'GET /api/comments/',
  'GET /api/projects/categories/',
  'GET /api/projects/topics/',
  'GET /api/projects/leaderboard-tags/',
  'GET /api/projects/news-categories/',
  'GET /api/projects/site_main/',
  'GET /api/projects/minibenches/',
  'GET /api/projects/communities/',
  'GET /api/users/me/',
  'GET /api/users/me/bots/',
  'POST /api/users/me/bots/create/',
  'GET /api/users/me/bots/:id/token/',
  'POST /api/coherence/links/create/',
  'GET /api/coherence/question/:id/links/',
  'GET /api/coherence/question/:id/links/needs-update/',
  'DELETE /api/coherence/links/:id/delete/',
  'POST /api/posts/create/',
  'POST /api/posts/:id/approve/',
  'POST /api/questions/:id/resolve/',
  'POST /api/questions/:id/unresolve/',
]

const api: MockHost = {
  prefix: '/api',
  before,
  routes: [
    route('GET', '/api/posts/', answerPosts),
    route('GET', '/api/posts/:id/', onePost),
    route('GET', '/api/questions/:id/post/', postOfQuestion),
    route('POST', '/api/questions/forecast/', answerForecast),
    route('POST', '/api/questions/withdraw/', answerWithdraw),
    route('POST', '/api/questions/bulk-forecast-comment/', answerForecastComment),
    route('POST', '/api/questions/bulk-forecast-read/', answerForecastRead),
    route('POST', '/api/comments/create/', createComment),
    route('GET', '/api/projects/tournaments/', answerTournaments),
    route('GET', '/api/projects/tournaments/:key/', getTournament),
  ],
  notImplemented: notPlayed,
  notFound: () => toFailureReply(404, 'Not found.'),
  wrongMethod: ({ method }) => toFailureReply(405, `Method "${method}" not allowed.`),
}

/** Mock venue of Metaculus: community forecasts instead of trades; no books and no money (README.md). */
export const metaculusMock: MockVenue = {
  venue: 'metaculus',
  accountNote:
    'Any token of 8 or more letters, digits, - and _ opens an account; nothing is read without one.',
  hosts: { api },
}
