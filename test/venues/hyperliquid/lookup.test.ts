import { describe, expect, test } from 'vitest'
import { hyperliquid } from '../../../src/venues/hyperliquid/index.js'
import { fakeClock } from '../../support/clock.js'
import { expectDriftAt, failureOf, present } from '../../support/expect.js'
import { mutate, mutationsOf } from '../../support/mutations.js'
import type { Answer } from '../../support/wire.js'
import { meta, settled, settledMember } from './payloads.js'
import { now, setUp } from './world.js'

const { markets } = hyperliquid
type Answers = Readonly<Record<string, Answer>>

const found = async (id: string, answers: Answers = {}) =>
  present(await markets.getMarket(id, setUp(answers).ctx))

describe('lookups', () => {
  test.each([
    'hl-outcome-141',
    'hl-141',
    '100001410',
    '100001411',
    'https://app.hyperliquid.xyz/trade/%231410',
    'https://app.hyperliquid.xyz/trade/%231410/',
  ])('find a market by %s', async (id) => {
    expect((await found(id)).market.marketId).toBe('hl-outcome-141')
  })

  test('find what has been settled by asking for it', async () => {
    const { ctx, asked } = setUp()
    const row = present(await markets.getMarket('hl-outcome-699', ctx))
    expect(row.status).toBe('closed')
    expect(row.market).toMatchObject({
      status: 'closed',
      nativeStatus: 'settled',
      outcomes: [{ price: 0 }, { price: 1 }],
      sourceMetadata: { settleFraction: 0, settlementDetails: 'price:83000.1' },
    })
    await markets.getMarket('100006990', ctx)
    expect(asked()).toEqual(['outcomeMeta', 'settledOutcome'])
  })

  test.each([[{ active: 198 }], [{ settled: 198 }]])(
    'find settled members with their question %j',
    async (question) => {
      const row = await found('hl-outcome-1475', { settledOutcome: settledMember(question) })
      expect(row.market).toMatchObject({
        eventId: '198',
        title: 'Mayor of Orbhaven - Ada Quill',
        outcomes: [
          { label: 'Ada Quill', price: 1 },
          { label: 'Not Ada Quill', price: 0 },
        ],
        resolutionDate: '2027-06-05T12:00:00.000Z',
      })
    },
  )

  test('pay fractions as they are', async () => {
    const row = await found('hl-outcome-699', { settledOutcome: settled({ settleFraction: '0.25' }) })
    expect(row.market.outcomes.map(({ price }) => price)).toEqual([0.25, 0.75])
  })

  test('find what was listed after the last look', async () => {
    let answer = meta({ outcomes: [], questions: [] })
    const { ctx, asked } = setUp({ outcomeMeta: () => answer })
    expect(await markets.getMarket('hl-outcome-700', ctx)).toBeUndefined()
    answer = meta()
    expect((await markets.getMarket('hl-outcome-700', ctx))?.market.marketId).toBe('hl-outcome-700')
    expect(asked().filter((type) => type === 'outcomeMeta')).toHaveLength(3)
  })

  test('remember the list for seconds only', async () => {
    const clock = fakeClock(now)
    const { ctx, asked } = setUp({}, clock)
    await markets.findOutcome('100007000', ctx)
    await markets.findOutcome('100001410', ctx)
    expect(asked().filter((type) => type === 'outcomeMeta')).toHaveLength(1)
    clock.passTo(now + 21_000)
    await markets.findOutcome('100001410', ctx)
    expect(asked().filter((type) => type === 'outcomeMeta')).toHaveLength(2)
  })

  test('find nothing where there is nothing', async () => {
    const { ctx } = setUp()
    for (const id of ['hl-outcome-9', '100000090', '100007005', 'hl-question-30', '700', 'word', '']) {
      expect(await markets.getMarket(id, ctx), id).toBeUndefined()
    }
    for (const id of ['100000090', '100007005', 'hl-outcome-700', 'word', '']) {
      expect(await markets.findOutcome(id, ctx), id).toBeUndefined()
    }
    for (const id of ['199', 'hl-question-199', 'hl-outcome-30', '100000300', 'word', '']) {
      expect(await markets.getEvent(id, ctx), id).toBeUndefined()
    }
  })

  test('name the id of rows for other spellings of a side', async () => {
    const { ctx } = setUp()
    for (const id of ['#7001', '+7001']) {
      const error = await failureOf(() => markets.findOutcome(id, ctx))
      expect(error).toMatchObject({ code: 'BAD_REQUEST', detail: { candidates: ['100007001'] } })
    }
    for (const id of ['#999990', '+7002']) expect(await markets.getMarket(id, ctx)).toBeUndefined()
    expect(await failureOf(() => markets.findOutcome('700', ctx))).toMatchObject({
      code: 'BAD_REQUEST',
      detail: { kind: 'ambiguous' },
    })
  })

  test.each(['30', 'hl-question-30'])('find an event by %s', async (id) => {
    const row = present(await markets.getEvent(id, setUp().ctx))
    expect(row.event.id).toBe('30')
    expect(row.markets).toHaveLength(4)
  })

  test.each([{}, '', 7, null])('take no offence at details that are %j', async (details) => {
    const row = await found('hl-outcome-699', { settledOutcome: settled({ details }) })
    expect(row.market.sourceMetadata).not.toHaveProperty('settlementDetails')
  })

  test('see through an answer about another outcome', async () => {
    const error = await failureOf(() => found('hl-outcome-5', { settledOutcome: settled() }))
    expect(error).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE', detail: { kind: 'wrong_row' } })
  })

  test.each(
    mutationsOf(
      ['spec', 'settleFraction', 'spec.outcome', 'spec.sideSpecs'],
      ['dropped', 'renamed', 'retyped', 'nulled'],
    ),
  )('see a change of shape in a settled outcome: $path $how', async (mutation) => {
    await expectDriftAt(
      () => found('hl-outcome-699', { settledOutcome: mutate(settled(), mutation) }),
      mutation.path,
    )
  })
})
