import { describe, expect, test } from 'vitest'
import type { OrderTerms } from '../../../src/venue-kit/contract/trading.js'
import { metaculus } from '../../../src/venues/metaculus/index.js'
import { expectDrift, failureOf, present } from '../../support/expect.js'
import { now } from '../../support/venue.js'
import { json } from '../../support/wire.js'
import { choiceQuestion, groupPost, nativePost, nativeQuestion, numericQuestion } from './payloads.js'
import { setUp } from './set-up.js'

const source = present(metaculus.orders)
const [cancel, find] = [present(source.cancel), present(source.find)]
const order = present(metaculus.account?.order)

const none = { history: [], latest: null, score_data: {} }
/** One's own forecast as recorded: times in unix seconds with fractions. */
const mine = (values: readonly (number | null)[], end: number | null = null, start = now / 1000 - 60) => {
  const latest = {
    question_id: 71_002,
    author_id: 189_869,
    start_time: start + 0.25,
    end_time: end,
    forecast_values: values,
    interval_lower_bounds: null,
    centers: null,
    interval_upper_bounds: null,
    distribution_input: null,
  }
  return { history: [latest], latest, score_data: {} }
}

const terms: OrderTerms = {
  marketId: '72500',
  outcomeId: '71002-YES',
  side: 'buy',
  type: 'limit',
  amount: '1',
  price: '0.63',
  clientOrderId: 'mine',
}

/** The venue with one post, and what it answers to a forecast and a withdrawal. */
function world(question: object, { forecast = json(201, {}) as unknown, own = none as unknown } = {}) {
  const { id, post_id: postId } = question as { id: number; post_id: number }
  const post = nativePost({ id: postId, question: { ...question, my_forecasts: own } })
  const set = setUp({
    [`GET api/questions/${id}/post/`]: { question_id: id, post_id: postId },
    [`GET api/posts/${postId}/`]: post,
    'POST api/questions/forecast/': forecast,
    'POST api/questions/withdraw/': forecast,
  })
  const sent = (): unknown[] =>
    set.wire.calls.filter(({ method }) => method === 'POST').map(({ body }) => body)
  const located = (outcomeId: string) => ({
    outcomeId,
    facts: { postId, questionId: id, method: 'recency_weighted', isMirrored: false },
  })
  const place = async (changes: Partial<OrderTerms> = {}) => {
    const wanted = { ...terms, ...changes }
    return source.submit(await source.build(wanted, located(wanted.outcomeId), set.ctx), wanted, set.ctx)
  }
  const rules = (outcomeId: string) => source.rules(located(outcomeId), set.ctx)
  return { ...set, sent, place, rules }
}

describe('a forecast', () => {
  test.each([
    ['71002-YES', '0.63', 0.63],
    ['71002-NO', '0.63', 0.37],
    ['71002-NO', '0.999', 0.001],
  ])('of %s at %s says yes with %d', async (outcomeId, price, probability) => {
    const { place, sent, wire } = world(nativeQuestion())
    expect(await place({ outcomeId, price })).toMatchObject({
      id: outcomeId,
      outcomeId,
      price: Number(price),
      status: 'filled',
      clientOrderId: 'mine',
      metadata: { unknown: ['timestamp'] },
    })
    expect(sent()).toEqual([[{ question: 71_002, probability_yes: probability }]])
    expect(present(wire.calls.at(-1)).secretHeaders['authorization']).toBe('Token fictional-token')
  })

  test('of an option names all current ones, which share the rest as the community has it', async () => {
    const { place, sent } = world(choiceQuestion())
    await place({ outcomeId: '71010-0', price: '0.2' })
    // 0.35 and 0.15 of the community, and nothing for the retired Birch.
    expect(sent()).toEqual([
      [{ question: 71_010, probability_yes_per_category: { Amber: 0.2, Cobalt: 0.56, Other: 0.24 } }],
    ])
  })

  test('of another option leaves what one has forecast before', async () => {
    const { place, sent } = world(choiceQuestion(), { own: mine([0.2, null, 0.7, 0.1]) })
    await place({ outcomeId: '71010-2', price: '0.1' })
    expect(sent()).toEqual([
      [{ question: 71_010, probability_yes_per_category: { Amber: 0.2, Cobalt: 0.7, Other: 0.1 } }],
    ])
    const withdrawn = world(choiceQuestion(), { own: mine([0.2, null, 0.7, 0.1], now / 1000 - 1) })
    await withdrawn.place({ outcomeId: '71010-0', price: '0.2' })
    expect(JSON.stringify(withdrawn.sent())).toContain('"Cobalt":0.56')
  })

  test('of an option keeps a thousandth for each other one, or is refused', async () => {
    const { place, sent } = world(choiceQuestion(), { own: mine([0.1, null, 0.899, 0.001]) })
    await place({ outcomeId: '71010-0', price: '0.95' })
    expect(sent()).toEqual([
      [{ question: 71_010, probability_yes_per_category: { Amber: 0.95, Cobalt: 0.049, Other: 0.001 } }],
    ])
    expect(await failureOf(() => place({ outcomeId: '71010-0', price: '0.999' }))).toMatchObject({
      code: 'INVALID_ORDER',
      field: 'price',
    })
    expect(sent()).toHaveLength(1)
  })

  test('of an option is refused where the community is withheld and nothing is forecast yet', async () => {
    const withheld = choiceQuestion({ aggregations: { recency_weighted: { history: null, latest: null } } })
    const { place, sent } = world(withheld)
    const error = await failureOf(() => place({ outcomeId: '71010-0', price: '0.2' }))
    expect(error).toMatchObject({
      code: 'INVALID_ORDER',
      message: expect.stringContaining('you have no forecast yet'),
    })
    expect(sent()).toEqual([])
  })

  test.each([
    [
      400,
      [{ probability_yes: ['Probability must be between 0.001 and 0.999.'] }],
      'INVALID_ORDER',
      /between/,
    ],
    [400, [{}, { question: ['question with id 5 does not exist.'] }], 'INVALID_ORDER', /does not exist/],
    [400, { non_field_errors: ['odd'] }, 'INVALID_ORDER', /odd/],
    [405, { error: 'Question 71002 is already closed to forecasting !' }, 'INVALID_ORDER', /closed/],
    [
      403,
      { detail: 'API forecasting is not enabled', code: 'api_forecasting_not_enabled' },
      'PERMISSION_DENIED',
      /not enabled/,
    ],
    [401, { detail: 'Invalid token.' }, 'AUTHENTICATION_ERROR', /Invalid token/],
  ])('that is refused with %d %j is %s', async (status, body, code, said) => {
    const { place } = world(nativeQuestion(), { forecast: json(status, body) })
    expect(await failureOf(place)).toMatchObject({ code, message: expect.stringMatching(said) })
  })

  test('wants a token', async () => {
    const { ctx } = setUp({}, { values: {}, withheld: false })
    expect(await failureOf(() => source.checkCredentials(ctx))).toMatchObject({
      code: 'AUTHENTICATION_ERROR',
    })
  })
})

describe('rules', () => {
  test('are the documented range, and the names of the market', async () => {
    expect(await world(nativeQuestion()).rules('71002-YES')).toEqual({
      market: { id: '72500', aliases: ['72500', '71002'] },
      prices: [{ from: '0.001', to: '0.999', step: '0.000001' }],
      sides: ['buy'],
    })
    const group = setUp({
      'GET api/questions/71031/post/': { question_id: 71_031, post_id: 72_530 },
      'GET api/posts/72530/': groupPost(),
    })
    const facts = { postId: 72_530, questionId: 71_031, method: 'recency_weighted', isMirrored: false }
    expect(await source.rules({ outcomeId: '71031-YES', facts }, group.ctx)).toMatchObject({
      market: { id: '72530:71031', aliases: ['72530', '71031'] },
    })
  })

  test.each([
    [numericQuestion(), /distribution/],
    [nativeQuestion({ status: 'closed' }), /closed/],
    [nativeQuestion({ status: 'upcoming' }), /upcoming/],
    [nativeQuestion({ status: 'resolved', resolution: 'yes' }), /resolved/],
  ])('close what takes no forecast of one number', async (question, said) => {
    expect((await world(question).rules('71002-YES')).closed).toMatch(said)
  })
})

describe("one's own forecast", () => {
  test('is read by outcome, or by question for its first one', async () => {
    const { ctx } = world(nativeQuestion(), { own: mine([0.37, 0.63]) })
    const told = {
      id: '71002-YES',
      marketId: '72500',
      outcomeId: '71002-YES',
      side: 'buy',
      type: 'limit',
      price: 0.63,
      amount: 1,
      status: 'filled',
      filled: 1,
      remaining: 0,
      timestamp: now - 60_000 + 250,
    }
    expect(await order('71002-YES', ctx)).toEqual(told)
    expect(await order('71002', ctx)).toEqual(told)
    expect(await order('71002-NO', ctx)).toMatchObject({ id: '71002-NO', price: 0.37 })
    for (const other of ['71002-HIGHER', '71002-0', 'mc-71002-1', '0'])
      expect(await order(other, ctx)).toBeUndefined()
  })

  test('that was withdrawn is canceled, and none is none', async () => {
    expect(
      await order('71002', world(nativeQuestion(), { own: mine([0.37, 0.63], now / 1000) }).ctx),
    ).toMatchObject({
      status: 'canceled',
      filled: 0,
    })
    expect(
      await order('71002', world(nativeQuestion(), { own: mine([0.37, 0.63], now / 1000 + 60) }).ctx),
    ).toMatchObject({
      status: 'filled',
    })
    expect(await order('71002', world(nativeQuestion()).ctx)).toBeUndefined()
  })

  test('that the venue does not tell is an error, and not none', async () => {
    await expectDrift(() => order('71002', world(nativeQuestion(), { own: null }).ctx), '')
    await expectDrift(
      () => order('71002', world(nativeQuestion(), { own: mine([0.63]) }).ctx),
      'latest.forecast_values',
    )
  })

  test('is withdrawn by outcome or by question; what is not there cannot be', async () => {
    for (const id of ['71002', '71002-NO']) {
      const { ctx, sent } = world(nativeQuestion(), { own: mine([0.37, 0.63]) })
      expect(await cancel(id, ctx)).toMatchObject({ status: 'canceled', filled: 0, remaining: 1 })
      expect(sent()).toEqual([[{ question: 71_002 }]])
    }
    for (const own of [none, mine([0.37, 0.63], now / 1000 - 5)]) {
      const { ctx, sent } = world(nativeQuestion(), { own })
      expect(await failureOf(() => cancel('71002', ctx))).toMatchObject({ code: 'ORDER_NOT_FOUND' })
      expect(sent()).toEqual([])
    }
  })

  test('whose answer was lost is found by what it says, unless that is of before', async () => {
    const handle = { by: 'orderId', value: '71002-NO' } as const
    const asked = { ...terms, outcomeId: '71002-NO', price: '0.37' }
    const found = (own: unknown, sentAt = now - 60_000) =>
      find(handle, asked, sentAt, world(nativeQuestion(), { own }).ctx)
    expect(await found(mine([0.37, 0.63]))).toMatchObject({
      id: '71002-NO',
      price: 0.37,
      clientOrderId: 'mine',
    })
    expect(await found(mine([0.38, 0.62]))).toBeUndefined()
    expect(await found(mine([0.37, 0.63], now / 1000 - 1))).toBeUndefined()
    expect(await found(mine([0.37, 0.63], null, now / 1000 - 3_600))).toBeUndefined()
    expect(await found(none)).toBeUndefined()
  })
})
