import type { Face, FaceCall, FaceHost, FaceRequest } from '../../face.js'
import { route } from '../../face.js'
import { json, type Reply } from '../../reply.js'
import { failure, refusal, tierOf } from './access.js'
import { extrasOf } from './extras.js'
import { nativePost } from './native-post.js'
import { postList } from './post-list.js'
import { listedPosts, postById, questionById, slugOfPost } from './posts.js'
import { categoryList, oneTournament, tournamentList } from './projects.js'
import { type Manner, nativeQuestion } from './question.js'

/** A lookup shows everything unless told not to (venues/metaculus/README.md). */
function wholeManner({ query, request }: FaceCall, withNumbers: boolean): Manner {
  const latest = query.has('with_cp') ? query.flag('with_cp') === true : withNumbers
  return { tier: tierOf(request.headers), latest, history: latest, descriptions: true }
}

function numberOf({ params }: FaceCall): number {
  const text = params['id'] ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
}

function onePost(call: FaceCall): Reply {
  const manner = wholeManner(call, true)
  const id = numberOf(call)
  const post = postById(call, id)
  if (post !== undefined) return json(nativePost(call, post, manner))
  const extra = extrasOf(listedPosts(call)).find((one) => one.id === id)
  if (extra === undefined) throw refusal(404, 'Post not found')
  return json(extra.render(call, manner))
}

function found(call: FaceCall) {
  const hit = questionById(call, numberOf(call))
  if (hit === undefined) throw refusal(404, 'No Question matches the given query.')
  return hit
}

function oneQuestion(call: FaceCall): Reply {
  return json(nativeQuestion(call, found(call).question, wholeManner(call, false)))
}

function postOfQuestion(call: FaceCall): Reply {
  const { post, question } = found(call)
  return json({ question_id: question.id, post_id: post.id, post_slug: slugOfPost(post) })
}

function whoAmI({ request }: FaceCall): Reply {
  return json({ id: 1, username: 'demo', is_bot: false, api_access_tier: tierOf(request.headers) })
}

/** Every call needs a token, and every path its slash at the end (venues/metaculus/README.md). */
function before(request: FaceRequest): Reply | undefined {
  if (!request.path.endsWith('/')) {
    const search = request.search === '' ? '' : `?${request.search.replace(/^\?/, '')}`
    return { status: 301, headers: { location: `${request.path}/${search}` }, body: '' }
  }
  tierOf(request.headers)
  return undefined
}

const api: FaceHost = {
  prefix: '/api',
  before,
  routes: [
    route('GET', '/api/posts/', postList),
    route('GET', '/api/posts/:id/', onePost),
    route('GET', '/api/questions/:id/', oneQuestion),
    route('GET', '/api/questions/:id/post/', postOfQuestion),
    route('GET', '/api/projects/tournaments/', tournamentList),
    route('GET', '/api/projects/tournaments/:key/', oneTournament),
    route('GET', '/api/projects/categories/', categoryList),
    route('GET', '/api/users/me/', whoAmI),
  ],
  notFound: () => failure(404, 'Not found.'),
  wrongMethod: ({ method }) => failure(405, `Method "${method}" not allowed.`),
}

/** Metaculus: forecasts of a community instead of trades; no books and no money (venues/metaculus/README.md). */
export const metaculusFace: Face = { venue: 'metaculus', hosts: { api } }
