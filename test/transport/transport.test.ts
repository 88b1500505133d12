import { describe, expect, test } from 'vitest'
import { PmxError } from '../../src/api/envelope/errors.js'
import { startDeadline } from '../../src/policy/abort.js'
import type { VenueRequest } from '../../src/transport/call-types.js'
import { WireError } from '../../src/transport/errors.js'
import { fakeClock } from '../support/clock.js'
import { type Answer, answer, read, setUp, write } from './transport-world.js'

const SECRET = 'hunter2-hunter2-hunter2'

describe('retries', () => {
  test('a read is tried three times at most, each after its backoff', async () => {
    const { ended, calls, row } = setUp({ answers: [answer(503)] })
    expect(await ended()).toMatchObject({ error: { code: 'EXCHANGE_NOT_AVAILABLE', exchange: 'kalshi' } })
    expect(calls.map(({ at }) => at)).toEqual([0, 100, 300])
    expect(row()).toMatchObject({ sent: 3, retried: 2, failed: 1, ok: 0, inFlight: 0 })
  })

  test.each<[string, Answer]>([
    ['500', answer(500)],
    ['502', answer(502)],
    ['504', answer(504)],
    ['408', answer(408)],
    ['425', answer(425)],
    ['429', answer(429)],
    ['a refused connection', new WireError('refused', 'x')],
    ['a reset', new WireError('reset', 'x')],
    ['a silence', new WireError('timeout', 'x')],
    ['a cut body', { status: 200, text: '{"a":', headers: {} }],
  ])('a read is tried again after %s', async (_what, first) => {
    const { ended, calls, row } = setUp({ answers: [first, answer(200, { a: 1 })] })
    expect(await ended()).toMatchObject({ reply: { status: 200, json: { a: 1 } } })
    expect(calls).toHaveLength(2)
    expect(row()).toMatchObject({ ok: 1, failed: 0, retried: 1 })
  })

  test.each<[string, Answer]>([
    ['400', answer(400)],
    ['401', answer(401)],
    ['403', answer(403)],
    ['404', answer(404)],
    ['a wall', { status: 200, text: '<html>captcha', headers: {} }],
    ['too large an answer', new WireError('too_large', 'x')],
    ['a redirect', new WireError('redirect', 'x')],
  ])('nothing is tried again after %s', async (_what, first) => {
    const { ended, calls } = setUp({ answers: [first] })
    expect(await ended()).toMatchObject({ error: expect.any(PmxError) })
    expect(calls).toHaveLength(1)
  })

  test('an empty success is one that was cut off, except where it may be empty', async () => {
    const empty: Answer = { status: 200, text: '', headers: {} }
    const { ended, calls } = setUp({ answers: [empty] })
    expect(await ended(write)).toMatchObject({ error: { detail: { kind: 'not_json' } } })
    expect(await ended({ ...write, mayBeEmpty: true })).toMatchObject({ reply: { status: 200, json: {} } })
    expect(calls).toHaveLength(2)
    const failed = setUp({ answers: [{ status: 404, text: '', headers: {} }] })
    expect(await failed.ended({ ...write, mayBeEmpty: true })).toMatchObject({ error: { code: 'NOT_FOUND' } })
  })

  test.each<[string, Answer]>([
    ['503', answer(503)],
    ['429', answer(429)],
    ['a reset', new WireError('reset', 'x')],
  ])('a write is never tried again, not even after %s', async (_what, first) => {
    const { ended, calls } = setUp({ answers: [first] })
    await ended(write)
    await ended({ host: 'api', path: '/orders/1', method: 'DELETE' })
    expect(calls).toHaveLength(2)
  })

  test('a POST that only reads is tried again', async () => {
    const { ended, calls } = setUp({ answers: [answer(503), answer(200)] })
    expect(await ended({ ...write, read: true })).toMatchObject({ reply: { status: 200 } })
    expect(calls).toHaveLength(2)
  })

  test('the venue may call a failure final', async () => {
    const paused = new PmxError('EXCHANGE_NOT_AVAILABLE', 'closed for the night', { retryable: false })
    const { ended, calls } = setUp({ answers: [answer(503)], rule: () => paused })
    await ended()
    expect(calls).toHaveLength(1)
  })

  test('there is none for a caller who leaves before it', async () => {
    const { ask, calls, clock } = setUp({ answers: [answer(503)] })
    const parent = new AbortController()
    const { outcome } = ask(read, { parent: parent.signal })
    await clock.advance(50)
    parent.abort(new Error('bye'))
    expect(await outcome).toMatchObject({ error: { message: 'bye' } })
    await clock.advance(10_000)
    expect(calls).toHaveLength(1)
  })

  test('there is none when the backoff would pass the deadline', async () => {
    const { ended, calls } = setUp({ answers: [answer(503)] })
    await ended(read, { allowedMs: 100 })
    expect(calls).toHaveLength(1)
  })

  test('are a small share of all calls: when their budget is spent there are none, until successes earn some', async () => {
    const answers = [
      ...Array.from({ length: 40 }, () => answer(429)),
      ...Array.from({ length: 11 }, () => answer(200)),
    ]
    const { ended, calls } = setUp({ answers: [...answers, answer(429)] })
    for (let call = 0; call < 30; call++) await ended()
    expect(calls).toHaveLength(30 + 10)
    for (let call = 0; call < 11; call++) expect(await ended()).toMatchObject({ reply: { status: 200 } })
    await ended()
    expect(calls).toHaveLength(40 + 11 + 2)
  })
})

describe('Retry-After', () => {
  test('is waited for when the deadline allows it', async () => {
    const { ended, calls } = setUp({ answers: [answer(429, {}, { 'retry-after': '3' }), answer(200)] })
    expect(await ended()).toMatchObject({ reply: { status: 200 } })
    expect(calls.map(({ at }) => at)).toEqual([0, expect.closeTo(3_000, -1)])
  })

  test('is as long as it says, however the wall clock is set meanwhile', async () => {
    const clock = fakeClock()
    const setBack = Object.assign(Object.create(clock), {
      now() {
        clock.jump(-3_600_000)
        return clock.now()
      },
    })
    const { calls, ended } = setUp({
      answers: [answer(429, {}, { 'retry-after': '3' }), answer(200)],
      clock: setBack,
    })
    const begun = clock.trueNow()
    expect(await ended()).toMatchObject({ reply: { status: 200 } })
    expect(calls).toHaveLength(2)
    expect(clock.trueNow() - begun).toBeLessThan(4_000)
  })

  test('that is longer than the deadline fails at once and is told', async () => {
    const { ask, calls, row } = setUp({ answers: [answer(429, {}, { 'retry-after': '60' })] })
    const { error } = await ask().outcome
    expect(error).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', retryAfter: 60, exchange: 'kalshi' })
    expect(calls).toHaveLength(1)
    expect(row()).toMatchObject({ rateLimited: 1 })
  })

  test('of a 503 is waited for, or fails at once and is told, and pauses all callers of the host', async () => {
    const out = answer(503, { error: { message: 'maintenance' } }, { 'retry-after': '30' })
    const { ask, ended, calls, clock } = setUp({ answers: [out, answer(200)] })
    const { error } = await ask(read, { allowedMs: 25_000 }).outcome
    expect(error).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE', retryable: true, retryAfter: 30 })
    const second = await ask(read, { allowedMs: 20_000 }).outcome
    expect(second).toMatchObject({ error: { retryAfter: expect.any(Number) } })
    expect(calls).toHaveLength(1)
    await clock.advance(30_000)
    expect(await ended()).toMatchObject({ reply: { status: 200 } })
  })

  test('pauses all callers of the host, and who cannot wait is told for how long', async () => {
    const { ask, calls, clock, row } = setUp({
      answers: [answer(429, {}, { 'retry-after': '60' }), answer(200)],
    })
    await ask().outcome
    expect(await ask({ host: 'api', path: '/events' }).outcome).toMatchObject({
      error: { code: 'RATE_LIMIT_EXCEEDED', retryAfter: 61, detail: { kind: 'local_budget' } },
    })
    expect(calls).toHaveLength(1)
    expect(row()).toMatchObject({ refused: 1 })
    expect(await ask({ host: 'other', path: '/events' }).outcome).toMatchObject({ reply: {} })
    await clock.advance(60_100)
    expect(await ask().outcome).toMatchObject({ reply: { status: 200 } })
  })

  test('missing, a 429 pauses the host for a second', async () => {
    const { ended, calls } = setUp({ answers: [answer(429), answer(200)] })
    await ended()
    expect(calls.map(({ at }) => at)).toEqual([0, expect.closeTo(1_000, -1)])
  })

  test('of years closes the host for five minutes, then one call tries', async () => {
    const { ask, calls, clock, transport } = setUp({
      answers: [
        answer(429, {}, { 'retry-after': '99999999' }),
        answer(429, {}, { 'retry-after': '99999999' }),
        answer(200),
      ],
    })
    const until = clock.now() + 300_000
    const capped = {
      code: 'RATE_LIMIT_EXCEEDED',
      retryAfter: 300,
      detail: { until, askedForSeconds: 99_999_999 },
    }
    const { error } = await ask().outcome
    expect(error).toMatchObject(capped)
    expect(String(error)).toContain(new Date(until).toISOString())
    await clock.advance(120_000)
    expect(await ask({ host: 'api', path: '/events' }).outcome).toMatchObject({
      error: { code: 'RATE_LIMIT_EXCEEDED', retryAfter: 180, detail: { kind: 'breaker_open', until } },
    })
    for (const round of [2, 3]) {
      await clock.advance(300_000)
      const asked = ['/a', '/b', '/c'].map((path) => ask({ host: 'api', path }))
      await clock.advance(100)
      await Promise.all(asked.map(({ outcome }) => outcome))
      expect(calls).toHaveLength(round)
    }
    expect(transport.breakers().size).toBe(0)
  })

  test('of a rate-limit page counts like any other', async () => {
    const page = { status: 429, text: '<html>slow', headers: { 'retry-after': '60' } }
    const { ask } = setUp({ answers: [page] })
    expect(await ask().outcome).toMatchObject({ error: { code: 'RATE_LIMIT_EXCEEDED', retryAfter: 60 } })
  })
})

describe('the rate budget', () => {
  test('spaces calls, and each try costs', async () => {
    const { ask, calls, clock } = setUp({ answers: [answer(200)], limit: { capacity: 1, perSecond: 2 } })
    for (const path of ['/a', '/b', '/c']) ask({ host: 'api', path })
    await clock.advance(5_000)
    expect(calls.map(({ at }) => at)).toEqual([0, 500, 1_000])
  })

  test('lets interactive calls overtake background ones', async () => {
    const { ask, calls, clock } = setUp({ answers: [answer(200)], limit: { capacity: 1, perSecond: 2 } })
    ask({ host: 'api', path: '/first' })
    ask({ host: 'api', path: '/sync' }, { priority: 'background' })
    ask({ host: 'api', path: '/person' })
    await clock.advance(5_000)
    expect(calls.map(({ call }) => call.path)).toEqual(['/first', '/person', '/sync'])
  })

  test('gives the place of a caller who hung up to the next one', async () => {
    const { ask, calls, clock } = setUp({ answers: [answer(200)], limit: { capacity: 1, perSecond: 2 } })
    const parent = new AbortController()
    ask({ host: 'api', path: '/first' })
    ask({ host: 'api', path: '/leaver' }, { parent: parent.signal })
    ask({ host: 'api', path: '/next' })
    parent.abort(new Error('bye'))
    await clock.advance(5_000)
    expect(calls.map(({ call, at }) => [call.path, at])).toEqual([
      ['/first', 0],
      ['/next', 500],
    ])
  })
})

describe('the deadline', () => {
  test('ends a call that hangs: NETWORK_ERROR that names the venue', async () => {
    const { ask, clock } = setUp({ answers: ['hang'] })
    const { outcome } = ask(read, { allowedMs: 1_000 })
    await clock.advance(1_000)
    expect(await outcome).toMatchObject({
      error: { code: 'NETWORK_ERROR', exchange: 'kalshi', detail: { kind: 'timeout' } },
    })
  })

  test('that is over starts nothing', async () => {
    const { ask, clock, calls } = setUp()
    const { deadline, http } = ask({ host: 'api', path: '/first' }, { allowedMs: 10 })
    await clock.advance(20)
    expect(deadline.remainingMs()).toBe(0)
    await expect(http.send(read)).rejects.toMatchObject({ code: 'NETWORK_ERROR', exchange: 'kalshi' })
    await expect(http.send(write)).rejects.toMatchObject({ code: 'NETWORK_ERROR', exchange: 'kalshi' })
    expect(calls).toHaveLength(1)
  })
})

describe('every error names its venue', () => {
  test.each<[string, Answer]>([
    ['a status', answer(404)],
    ['a lost connection', new WireError('reset', 'x')],
    ['a wall', { status: 200, text: '<html>captcha', headers: {} }],
    ['no JSON', { status: 200, text: 'nope', headers: {} }],
  ])('%s', async (_what, each) => {
    const { ended } = setUp({ answers: [each] })
    for (const request of [read, write])
      expect(await ended(request)).toMatchObject({ error: { exchange: 'kalshi' } })
  })

  test('a host that is not configured, and a path that leaves it', async () => {
    const { ended, calls } = setUp()
    const refused = { error: { code: 'PERMISSION_DENIED', exchange: 'kalshi' } }
    expect(await ended({ host: 'nowhere', path: '/m' })).toMatchObject(refused)
    expect(await ended({ host: 'api', path: '@evil.test/m' })).toMatchObject(refused)
    expect(calls).toHaveLength(0)
  })

  test('a venue that is not configured', async () => {
    const { ended } = setUp()
    expect(await ended(read, { venue: 'polymarket' })).toMatchObject({
      error: { code: 'PERMISSION_DENIED', exchange: 'polymarket' },
    })
  })

  test('but a bug stays a bug', async () => {
    const { ended, row } = setUp({ answers: [new TypeError('oops')] })
    expect(await ended()).toMatchObject({ error: new TypeError('oops') })
    expect(row()).toMatchObject({ inFlight: 0 })
  })
})

describe('what cannot be put on the wire', () => {
  test.each<[string, VenueRequest, string]>([
    ['a credential', { ...read, secretHeaders: { key: `${SECRET}\n` } }, 'AUTHENTICATION_ERROR'],
    [
      'a credential beyond Latin-1',
      { ...read, secretHeaders: { key: 'hunter\u20ac' } },
      'AUTHENTICATION_ERROR',
    ],
    ['a header', { ...read, headers: { version: '2\r\nhost: evil' } }, 'VALIDATION_ERROR'],
  ])('%s is told to its caller at once, and nobody else hears of it', async (_what, request, code) => {
    const { ended, calls, transport, row } = setUp()
    for (let call = 0; call < 30; call++) {
      const { error } = await ended(request)
      expect(error).toMatchObject({
        code,
        exchange: 'kalshi',
        retryable: false,
        detail: { kind: 'not_sent' },
      })
      expect(String(error)).not.toContain('hunter')
    }
    expect(calls).toHaveLength(0)
    expect(transport.breakers().size).toBe(0)
    expect(row()?.lastError).toBeUndefined()
  })

  test('also where only the HTTP client knows', async () => {
    const { ended, calls, transport } = setUp({ answers: [new WireError('unsent', 'no such method')] })
    for (let call = 0; call < 10; call++)
      expect(await ended()).toMatchObject({ error: { code: 'VALIDATION_ERROR' } })
    expect(calls).toHaveLength(10)
    expect(transport.breakers().size).toBe(0)
  })
})

describe('secrets', () => {
  const secret: VenueRequest = { ...read, secretHeaders: { authorization: `Bearer ${SECRET}` } }

  test('reach the wire', async () => {
    const { ended, calls } = setUp()
    await ended(secret)
    expect(calls[0]?.call.secretHeaders).toEqual({ authorization: `Bearer ${SECRET}` })
  })

  test.each<[string, Answer]>([
    ['repeats them', answer(401, { message: `unknown key ${SECRET}` })],
    ['fails', answer(500)],
    ['is away', new WireError('refused', `cannot reach x with ${SECRET}`)],
  ])('are in no error and no counter when the venue %s', async (_what, each) => {
    const { ended, row } = setUp({ answers: [each] })
    const { error } = await ended(secret)
    const { message, detail, field } = error instanceof PmxError ? error : new PmxError('BAD_REQUEST', SECRET)
    expect(JSON.stringify([message, detail, field])).not.toContain(SECRET)
    expect(JSON.stringify(row())).not.toContain(SECRET)
  })

  test.each([120, 160, 165, 170, 180, 190, 195])(
    'are not left over where a message is cut (%i characters before them)',
    async (before) => {
      const said = `${'x'.repeat(before)} ${SECRET}`
      const { ended } = setUp({ answers: [answer(401, { message: said })] })
      expect(String((await ended(secret)).error)).not.toContain(SECRET.slice(0, 8))
    },
  )

  test.each<[string, VenueRequest]>([
    ['none went out', read],
    ['some did', secret],
  ])('are not looked for in all of a page when %s', async (_what, request) => {
    const page = '\\"'.repeat(200_000)
    const { ended } = setUp({ answers: [answer(401, { message: `no key ${SECRET}`, page })] })
    const { error } = await ended(request)
    expect(error).toMatchObject({ code: 'AUTHENTICATION_ERROR', detail: { upstreamStatus: 401 } })
    const key = request === read ? SECRET : '***'
    expect(error).toMatchObject({ message: `The venue returned HTTP 401: no key ${key}` })
  })

  test('are in no detail that is made of a long answer', async () => {
    const long = { message: 'no', page: 'x'.repeat(30_000) }
    const { ended } = setUp({
      answers: [answer(400, long)],
      rule: () => new PmxError('BAD_REQUEST', `no ${SECRET}`, { detail: { said: `no ${SECRET}` } }),
    })
    expect(await ended(secret)).toMatchObject({
      error: { code: 'BAD_REQUEST', message: 'no ***', detail: { said: 'no ***' } },
    })
  })

  test('stay in the data of a good answer, which is told as it came', async () => {
    const { ended } = setUp({ answers: [answer(200, { key: SECRET })] })
    expect(await ended(secret)).toMatchObject({ reply: { json: { key: SECRET } } })
  })

  test('are not told by their beginnings either', async () => {
    const { ended } = setUp({ answers: [answer(401, { message: `unknown key ${SECRET.slice(0, 9)}...` })] })
    expect(String((await ended(secret)).error)).toContain('unknown key ***...')
  })

  test.each([
    Buffer.from(SECRET).toString('base64'),
    [...SECRET].map((letter) => `&#${letter.charCodeAt(0)};`).join(''),
    encodeURIComponent(encodeURIComponent(SECRET)).replaceAll('-', '%252D'),
    SECRET.toUpperCase(),
  ])('are told in no other form (%s)', async (form) => {
    const { ended, row } = setUp({ answers: [answer(401, { message: `unknown key ${form}` })] })
    expect(String((await ended(secret)).error)).not.toContain(form)
    expect(JSON.stringify(row())).not.toContain(form)
  })

  test('are taken out of statuses that an adapter reads itself', async () => {
    const { ended } = setUp({ answers: [answer(404, { message: `no ${SECRET}` })] })
    expect(await ended({ ...secret, accept: [404] })).toMatchObject({
      reply: { json: { message: 'no ***' } },
    })
  })
})

describe('an accepted 404', () => {
  const ofAccount: VenueRequest = { ...read, secretHeaders: { key: SECRET }, accept: [404] }
  const bodies = ['', 'default backend - 404', '{}', 'null', '{"request_id":7}']

  test.each(bodies)("of a call with credentials is the venue's own, or a failure (%s)", async (text) => {
    const { ended } = setUp({ answers: [{ status: 404, text, headers: {} }] })
    const error = { code: 'NOT_FOUND', detail: { upstreamStatus: 404, body: 'foreign' } }
    expect(await ended(ofAccount)).toMatchObject({ error })
    expect(await ended({ ...read, accept: [404] })).toMatchObject({ reply: { status: 404 } })
  })

  test("is handed on in the venue's words", async () => {
    const { ended } = setUp({
      answers: [answer(404, { error: { code: 'not_found', message: 'no such order' } })],
    })
    expect(await ended(ofAccount)).toMatchObject({ reply: { status: 404 } })
  })
})

describe('what is told of a venue', () => {
  test('are its rate limits, and no other failures', async () => {
    const { ended, row } = setUp({ answers: [answer(429), answer(503), answer(200)] })
    await ended()
    expect(row()).toMatchObject({ rateLimited: 1, retried: 2 })
  })

  test('is the kind of its last failure, where that has one', async () => {
    const failed = setUp({ answers: [new WireError('dns', 'no such host')] })
    await failed.ended(write)
    expect(failed.row()?.lastError).toMatchObject({ code: 'NETWORK_ERROR', kind: 'dns' })
    const refused = setUp({ answers: [answer(400)] })
    await refused.ended()
    expect(refused.row()?.lastError).toStrictEqual({
      at: expect.any(Number),
      code: 'BAD_REQUEST',
      message: expect.any(String),
    })
  })

  test('are the calls refused here, and not those whose caller left while he waited', async () => {
    const { ask, clock, row } = setUp({ limit: { capacity: 1, perSecond: 1 } })
    await ask().outcome
    const parent = new AbortController()
    const { outcome } = ask({ ...read, path: '/b' }, { parent: parent.signal })
    await clock.advance(100)
    parent.abort(new Error('bye'))
    expect(await outcome).toMatchObject({ error: { message: 'bye' } })
    expect(row()).toMatchObject({ sent: 1, refused: 0 })
    await ask({ ...read, path: '/c' }, { allowedMs: 10 }).outcome
    expect(row()).toMatchObject({ sent: 1, refused: 1 })
  })

  test('to one request is what it meets, until an answer comes', async () => {
    const { ask, clock } = setUp({ answers: [answer(429), answer(200)] })
    const { http, outcome } = ask()
    expect(http.trouble).toBeUndefined()
    await clock.advance(500)
    expect(http.trouble).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', detail: { until: expect.any(Number) } })
    await clock.advance(1_000)
    await outcome
    expect(http.trouble).toBeUndefined()
  })

  test('is what its limits have left', async () => {
    const { ended, transport } = setUp({ limit: { capacity: 10, perSecond: 1 } })
    await ended({ ...read, cost: 4 })
    expect(transport.budgets().get('kalshi api')).toMatchObject({ capacity: 10, left: 6 })
  })

  test('is until when its budget is spent', async () => {
    const { ask, clock } = setUp({ limit: { capacity: 1, perSecond: 0.01 } })
    await ask().outcome
    expect(await ask({ ...read, path: '/b' }).outcome).toMatchObject({
      error: { retryAfter: 100, detail: { kind: 'local_budget', until: clock.now() + 100_000 } },
    })
  })
})

test('a transport apart has its own breakers and shared calls, and spends from the same limits', async () => {
  const { clock, transport } = setUp({
    answers: [...Array.from({ length: 5 }, () => answer(503)), answer(200)],
    limit: { capacity: 10, perSecond: 0.001 },
  })
  const send = (from: typeof transport, path: string) =>
    from
      .bind('kalshi', startDeadline(clock, 1_000), 'interactive')
      .send({ host: 'api', path, body: {} })
      .catch((error: unknown) => error)
  for (let call = 0; call < 5; call++) await send(transport, `/${call}`)
  const apart = transport.isolate()
  expect([transport.breakers().size, apart.breakers().size]).toEqual([1, 0])
  expect(await send(apart, '/orders')).toMatchObject({ status: 200 })
  expect(apart.budgets().get('kalshi api')).toMatchObject({ left: 4 })
  expect(apart.counters().get('kalshi')).toMatchObject({ sent: 6 })
})
