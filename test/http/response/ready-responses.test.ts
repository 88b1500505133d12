import { describe, expect, test } from 'vitest'
import type { Reuse } from '../../../src/core/request/api-call.js'
import { createReadyAnswers } from '../../../src/http/response/ready-responses.js'
import { fakeClock } from '../../support/clock.js'

function setUp(maxBytes = 1_000_000) {
  const clock = fakeClock()
  const generations = new Map<string, number>()
  const answers = createReadyAnswers({
    clock,
    maxBytes,
    base: { 'x-pmx-version': '1' },
    generation: (key) => generations.get(key) ?? 0,
  })
  const reuse: Reuse = {
    freshUntil: clock.now() + 1_000,
    seriesKey: 's',
    generation: 0,
    seenBy: 'anyone',
  }
  const put = (question: string, changes: Partial<Reuse> = {}, json = '[1,2]') =>
    answers.put(
      question,
      json,
      { 'x-pmx-price-basis': 'trade', 'x-pmx-cache': 'miss' },
      { ...reuse, ...changes },
    )
  return { clock, generations, answers, put, reuse }
}

describe('a ready answer', () => {
  test('is the bytes and headers of the reply, told as a hit that cost nothing', () => {
    const { answers, put } = setUp()
    put('/q')
    const answer = answers.get('/q')
    expect(answer?.body.toString()).toBe('{"success":true,"data":[1,2]}')
    expect(answer?.headers).toEqual({
      'x-pmx-version': '1',
      'x-pmx-price-basis': 'trade',
      'content-type': 'application/json; charset=utf-8',
      'content-length': '29',
      etag: answer?.etag,
      'x-pmx-cache': 'hit',
      'x-pmx-upstream-requests': '0',
    })
  })

  test('counts its length in bytes', () => {
    const { answers, reuse } = setUp()
    expect(answers.put('/q', '"ü"', {}, reuse).headers['content-length']).toBe('28')
  })

  test.each([
    ['short and ASCII: sent as text', '[1,2]', true],
    ['not ASCII: Latin-1 would break it', '"ü"', false],
    ['long: joining it with the head would cost more', `"${'x'.repeat(16_000)}"`, false],
  ])('%s', (_what, json, isText) => {
    const { answers, reuse } = setUp()
    const { body } = answers.put('/q', json, {}, reuse)
    const whole = `{"success":true,"data":${json}}`
    expect(body).toEqual(isText ? whole : Buffer.from(whole))
  })

  test("of the daemon's owner is shown to nobody else, and does not stand in the way of the public one", () => {
    const { answers, put } = setUp()
    const own = put('/q', { seenBy: 'owner' }, '"own"')
    expect([answers.get('/q'), answers.get('/q', true)]).toEqual([undefined, own])
    const shown = put('/q', {}, '"public"')
    expect([answers.get('/q'), answers.get('/q', true)]).toEqual([shown, own])
    put('/public')
    expect(answers.get('/public', true)).toBeDefined()
  })

  test('is for its very question only', () => {
    const { answers, put } = setUp()
    put('/q')
    expect([answers.get('/Q'), answers.get('/q '), answers.get('__proto__')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  test('ends with its time', async () => {
    const { clock, answers, put } = setUp()
    put('/q')
    await clock.advance(999)
    expect(answers.get('/q')).toBeDefined()
    await clock.advance(1)
    expect(answers.get('/q')).toBeUndefined()
  })

  test('ends with its time on a machine that slept, whose monotonic clock stood still', () => {
    const { clock, answers, put } = setUp()
    put('/q')
    clock.jump(1_000)
    expect(answers.get('/q')).toBeUndefined()
  })

  test('lasts no longer because the clock is set back', async () => {
    const { clock, answers, put } = setUp()
    put('/q')
    clock.jump(-30_000)
    await clock.advance(999)
    expect(answers.get('/q')).toBeDefined()
    await clock.advance(1)
    expect(answers.get('/q')).toBeUndefined()
  })

  test('that was final by a clock that ran ahead is not, once that has been set right', () => {
    const { clock, answers, put } = setUp()
    clock.jump(24 * 3_600_000)
    put('/q', { freshUntil: Number.POSITIVE_INFINITY })
    expect(answers.get('/q')).toBeDefined()
    clock.jump(-24 * 3_600_000)
    expect(answers.get('/q')).toBeUndefined()
  })

  test('ends when something new is known about its series', () => {
    const { generations, answers, put } = setUp()
    put('/q')
    generations.set('other', 5)
    expect(answers.get('/q')).toBeDefined()
    generations.set('s', 1)
    expect(answers.get('/q')).toBeUndefined()
    generations.set('s', 0)
    expect(answers.get('/q')).toBeUndefined()
  })

  test('is not kept for a question of endless length', () => {
    const { answers, put } = setUp()
    const long = `/${'q'.repeat(4_000)}`
    put(long)
    expect(answers.get(long)).toBeUndefined()
  })

  test('makes room for newer ones: memory is bounded', () => {
    const { answers, put } = setUp(5_000)
    for (const question of ['/a', '/b', '/c']) put(question)
    expect([answers.get('/a'), answers.get('/c')]).toEqual([undefined, expect.anything()])
  })
})

test.each([
  [0, false],
  [1, true],
])('with room for %d bytes answers are kept ready: %s', (maxBytes, isOn) => {
  expect(setUp(maxBytes).answers.isOn).toBe(isOn)
})

test('the tag of an answer is that of its body, in every run', () => {
  const { put } = setUp()
  const { etag } = put('/q')
  expect(put('/q', { generation: 7 }).etag).toBe(etag)
  expect(setUp().put('/q').etag).toBe(etag)
  expect(put('/q', {}, '[1,3]').etag).not.toBe(etag)
})

test('what still changes in an answer has become older when it is told again', () => {
  const { answers, clock, reuse } = setUp()
  answers.put('/q', '[1]', { 'x-pmx-live-age': '200' }, reuse)
  clock.passTo(clock.now() + 300)
  expect(answers.get('/q')?.headers['x-pmx-live-age']).toBe('500')
})

test('where only what changes no more will do, it is given for good, and kept for the others else', () => {
  const { answers, put } = setUp()
  put('/running')
  put('/final', { freshUntil: Number.POSITIVE_INFINITY })
  expect([answers.get('/running', false, true), answers.get('/final', false, true)]).toEqual([
    undefined,
    expect.objectContaining({ body: '{"success":true,"data":[1,2]}' }),
  ])
  expect(answers.get('/running')).toBeDefined()
})
