import { describe, expect, test } from 'vitest'
import {
  findListedPosts,
  type Post,
  questionsOf,
  slugOfPost,
} from '../../../../src/simulator/mock-venues/metaculus/posts.js'
import { contextOf } from '../../support/context.js'
import { dig, firstOf, firstWhere, numberAt, type Row, rowsAt, textAt } from '../../support/json.js'
import { NOON } from '../../support/stage.js'
import { TOKEN, tokenStage } from './stage.js'

const stage = tokenStage()
const context = contextOf(stage.world, NOON)
const posts = findListedPosts(context)
const forecastable = 'forecast_type=binary,multiple_choice,group_of_questions'

function list(query: string): Row[] {
  return rowsAt(stage.get(`/api/posts/?${query}`), 'results')
}

const postOf = (kind: Post['kind'], accepts: (post: Post) => boolean = () => true): Post =>
  firstWhere(posts, (post) => post.kind === kind && accepts(post))
const isOpen = ({ event }: Post): boolean => event.opensAt < NOON && NOON < event.closesAt

describe('access', () => {
  test.each(['/api/posts/', '/api/posts/1/', '/api/questions/1/', '/api/nothing/'])(
    '%s needs a token',
    (path) => {
      expect(stage.probe(path, '')).toEqual({
        status: 401,
        body: { detail: 'Authentication credentials were not provided.' },
      })
      expect(stage.probe(path, 'Token x')).toEqual({ status: 401, body: { detail: 'Invalid token.' } })
    },
  )

  test('a token may stand without its word', () => {
    expect(stage.probe('/api/posts/?limit=1', TOKEN.slice(6)).status).toBe(200)
  })

  test('a path without its slash is sent on', () => {
    expect(stage.ask('/api/posts?limit=3')).toMatchObject({
      status: 301,
      headers: { location: '/api/posts/?limit=3' },
    })
  })

  test('a restricted token sees few predictions and null for all others', () => {
    const rows = list('statuses=open&forecast_type=binary&with_cp=true&limit=100')
    const own = rowsAt(
      stage.get('/api/posts/?statuses=open&forecast_type=binary&with_cp=true&limit=100', 'Token restricted1'),
      'results',
    )
    const withheld = own.filter((row) =>
      Object.values(Object(dig(row, 'question.aggregations'))).some(
        (aggregate) => dig(aggregate, 'history') === null && dig(aggregate, 'latest') === null,
      ),
    )
    expect(own.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
    expect(withheld.length).toBeGreaterThan(rows.length * 0.8)
    expect(withheld.length).toBeLessThan(rows.length)
  })
})

describe('lists', () => {
  test('paged to the end they give everything once, and the next page never ends', () => {
    const seen: unknown[] = []
    let page: unknown
    for (let offset = 0; ; offset += 100) {
      page = stage.get(`/api/posts/?limit=100&offset=${offset}`)
      const rows = rowsAt(page, 'results')
      if (rows.length === 0) break
      seen.push(...rows.map(({ id }) => id))
    }
    expect(new Set(seen).size).toBe(seen.length)
    // Beside the posts there are a notebook and a conditional.
    expect(seen).toHaveLength(posts.length + 2)
    expect(textAt(page, 'next')).toContain('offset=')
    expect(dig(page, 'count')).toBeUndefined()
  })

  test('a page has 20 rows, and never more than 100', () => {
    expect(list('')).toHaveLength(20)
    expect(list('limit=500')).toHaveLength(100)
    expect(list('limit=x&offset=-1')).toHaveLength(20)
    expect(stage.get('/api/posts/?limit=2&statuses=open')).toMatchObject({
      next: 'https://www.metaculus.com/api/posts/?statuses=open&limit=2&offset=2',
      previous: null,
    })
  })

  test.each(['open', 'closed', 'resolved'])('by status: %s', (status) => {
    const rows = list(`statuses=${status}&${forecastable}&limit=100`)
    expect(rows.length).toBeGreaterThan(0)
    expect(new Set(rows.map((row) => row['status']))).toEqual(new Set([status]))
  })

  test('what is about to open is filtered as upcoming, shown as approved, and has no prediction', () => {
    const early = tokenStage()
    const next = firstWhere(
      early.world.eventsAt(NOON + 3_600_000),
      (event) => event.opensAt > NOON && event.markets.length === 1,
    )
    early.now = next.opensAt - 60_000
    const rows = rowsAt(early.get('/api/posts/?statuses=upcoming&with_cp=true&limit=100'), 'results')
    const row = firstWhere(rows, ({ id }) => id === next.number)
    expect(row).toMatchObject({ status: 'approved', question: { status: 'upcoming', resolution: null } })
    const aggregates = Object.values(Object(dig(row, 'question.aggregations')))
    expect(aggregates).toHaveLength(4)
    for (const one of aggregates) expect(one).toEqual({ history: [], latest: null, score_data: {} })
  })

  test('statuses and types may be repeated or joined by commas', () => {
    const ids = (query: string) => list(`${query}&limit=100`).map(({ id }) => id)
    expect(ids('statuses=closed&statuses=resolved')).toEqual(ids('statuses=closed,resolved'))
    expect(ids('forecast_type=notebook')).toHaveLength(1)
    expect(ids('forecast_type=conditional')).toHaveLength(1)
  })

  test.each([
    ['statuses=nonsense', 'statuses'],
    ['tournaments=nonsense', 'tournaments'],
    ['categories=nonsense', 'categories'],
    ['ids=x', 'ids'],
    ['open_time__gt=soon', 'open_time__gt'],
  ])('%s is refused under its name', (query, field) => {
    const { status, body } = stage.probe(`/api/posts/?${query}`)
    expect(status).toBe(400)
    expect(Object.keys(Object(body))).toEqual([field])
  })

  test('by number, of any age', () => {
    const old = firstOf(posts).event
    const gone = stage.world.latestOf(old.series.key, old.opensAt - 1) ?? old
    const ids = [gone.number, postOf('multiple_choice').id]
    expect(list(`ids=${ids[0]}&ids=${ids[1]}`).map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
  })

  test('by tournament, category and time', () => {
    const { event } = postOf('binary', isOpen)
    const of = (query: string) => list(`${query}&limit=100&statuses=open`)
    for (const row of of(`tournaments=${event.series.key}`)) {
      expect(textAt(row, 'projects.default_project.slug')).toBe(event.series.key)
    }
    const slug = textAt(firstOf(list(`ids=${event.number}`)), 'projects.category.0.slug')
    expect(of(`categories=${slug}`).length).toBeGreaterThan(0)
    const bound = new Date(event.endsAt).toISOString()
    for (const row of of(`scheduled_close_time__lte=${bound}`)) {
      expect(Date.parse(textAt(row, 'scheduled_close_time'))).toBeLessThanOrEqual(event.endsAt)
    }
  })

  test('the search finds words anywhere', () => {
    const { event } = postOf('binary', isOpen)
    const word = firstWhere(event.title.split(/\W+/), (one) => one.length > 4)
    expect(list(`search=${word.toUpperCase()}&limit=100`).length).toBeGreaterThan(0)
    expect(list('search=nosuchthing')).toEqual([])
  })

  test('an order is kept, and an unknown one is passed over', () => {
    const counts = list('order_by=-forecasts_count&limit=50&statuses=open').map((row) =>
      numberAt(row, 'forecasts_count'),
    )
    expect(counts).toEqual([...counts].sort((a, b) => b - a))
    const ids = (query: string) => list(`${query}&limit=100`).map(({ id }) => id)
    expect(ids('order_by=-nonsense')).toEqual(ids('order_by=-published_at'))
    expect(ids('order_by=-constructor')).toEqual(ids('order_by=-published_at'))
  })

  test('of a group only the first three have numbers in a list, all of them by themselves', () => {
    const group = postOf('group_of_questions', (post) => isOpen(post) && post.event.markets.length > 3)
    const numbersOf = (post: unknown): boolean[] =>
      rowsAt(post, 'group_of_questions.questions').map((question) =>
        Object.values(Object(question['aggregations'])).some((one) => dig(one, 'latest') !== null),
      )
    const inList = numbersOf(firstOf(list(`ids=${group.id}&with_cp=true`)))
    expect(inList.slice(3)).toEqual(inList.slice(3).map(() => false))
    expect(numbersOf(firstOf(list(`ids=${group.id}&with_cp=true&group_cutoff=0`)))).not.toContain(true)
    const alone = numbersOf(stage.get(`/api/posts/${group.id}/`))
    expect(alone.filter(Boolean).length).toBeGreaterThan(inList.filter(Boolean).length)
  })

  test('without asking for it a list has no prediction', () => {
    const rows = list('statuses=open&forecast_type=binary')
    for (const row of rows) {
      const [aggregate] = Object.values(Object(dig(row, 'question.aggregations')))
      expect(aggregate).toEqual({ history: [], latest: null, score_data: {} })
    }
  })
})

describe('single reads', () => {
  test.each(['binary', 'multiple_choice', 'group_of_questions'] as const)(
    'a %s by post and by question',
    (kind) => {
      const post = postOf(kind, isOpen)
      const [question] = questionsOf(post)
      const native = stage.get(`/api/posts/${post.id}/`)
      expect(native).toMatchObject({ id: post.id, status: 'open', slug: slugOfPost(post) })
      const inside = kind === 'group_of_questions' ? 'group_of_questions.questions.0' : 'question'
      expect(dig(native, `${inside}.id`)).toBe(question?.id)
      expect(dig(native, `${inside}.post_id`)).toBe(post.id)
      expect(question?.id).not.toBe(post.id)
      expect(stage.get(`/api/questions/${question?.id}/post/`)).toEqual({
        question_id: question?.id,
        post_id: post.id,
        post_slug: slugOfPost(post),
      })
    },
  )

  test('unknown numbers', () => {
    expect(stage.probe('/api/posts/4/')).toEqual({ status: 404, body: { detail: 'Post not found' } })
    expect(stage.probe('/api/posts/x/').status).toBe(404)
    const none = stage.probe('/api/questions/4/post/')
    expect(none.body).toEqual({ detail: 'No Question matches the given query.' })
    const [, second] = postOf('multiple_choice').event.markets
    expect(stage.probe(`/api/questions/${second?.number}/post/`).status).toBe(404)
  })

  test('resolutions are words: yes, no, or the option', () => {
    const words = list('statuses=resolved&forecast_type=binary&limit=100').map((row) =>
      textAt(row, 'question.resolution'),
    )
    expect(words.length).toBeGreaterThan(0)
    for (const word of words) expect(['yes', 'no', 'annulled']).toContain(word)
    for (const row of list('statuses=resolved&forecast_type=multiple_choice&limit=20')) {
      expect(dig(row, 'question.options')).toContain(textAt(row, 'question.resolution'))
    }
  })

  test('tournaments by slug and number', () => {
    const rows = rowsAt(stage.get('/api/projects/tournaments/'))
    const one = firstOf(rows)
    for (const key of [one['slug'], one['id']]) {
      expect(stage.get(`/api/projects/tournaments/${String(key)}/`)).toMatchObject({ id: one['id'] })
    }
    expect(stage.probe('/api/projects/tournaments/nonsense/').status).toBe(404)
  })
})
