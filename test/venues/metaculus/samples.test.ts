import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { readPayload } from '../../../src/venue-kit/payload/payload.js'
import { historyOf } from '../../../src/venues/metaculus/candles.js'
import { assertPage, questionsOf, toEventRow } from '../../../src/venues/metaculus/mapping.js'
import { legsOf, slotOf } from '../../../src/venues/metaculus/native/prediction.js'
import { post, postPage } from '../../../src/venues/metaculus/schemas.js'
import { failureOf, present } from '../../support/expect.js'
import { haveSamples, sample, sampleNames } from '../../support/samples.js'
import { now } from '../../support/venue.js'

const response = z.object({ response: z.unknown() })
const read = (name: string) =>
  readPayload(post, response.parse(sample('metaculus', name)).response, 'the sample')

/** Steps of the recorded histories of the default method (shared notes on the samples). */
const steps: Readonly<Record<string, number>> = {
  'post-binary-closed-34666.json': 80,
  'post-multiple_choice-closed-34280.json': 73,
  'post-numeric-closed-34278.json': 68,
  'post-date-open-30596.json': 6,
  'post-discrete-open-38880.json': 6,
  'post-binary-open-34519.json': 8,
  'post-binary-open-34516.json': 6,
  'post-binary-open-20776.json': 333,
  'post-binary-open-30476.json': 240,
}

describe.runIf(haveSamples)('recorded posts', () => {
  test.each(sampleNames('metaculus', /^post-/))('%s', async (name) => {
    const native = read(name)
    const row = present(toEventRow(native, Date.UTC(2025, 7, 1), 'the sample'))
    expect(row.event.id).toBe(String(native.id))
    expect(row.status).toBe(/closed/.test(name) ? 'closed' : 'active')
    const [question] = questionsOf(native, 'the sample')
    const [market] = row.markets
    const [leg] = legsOf(present(question), 'the sample')
    const history = () =>
      historyOf(native, present(question), slotOf(present(question), present(leg), 'the sample'), now)
    const count = steps[name]
    const prices = market?.market.outcomes.map(({ price }) => price) ?? []
    if (count === undefined) {
      expect(prices.every((price) => price === undefined)).toBe(true)
      if ((native.nr_forecasters ?? 0) > 0) expect((await failureOf(history)).code).toBe('PERMISSION_DENIED')
      else expect(history()).toEqual([])
      return
    }
    expect(history()).toHaveLength(count)
    expect(history().at(-1)?.price).toBe(prices[0])
    expect(prices.reduce<number>((sum, price) => sum + (price ?? Number.NaN), 0)).toBeCloseTo(1, 6)
    expect(history().every(({ at }) => at >= present(row.startsAt))).toBe(true)
  })

  test('the median of a recorded number lies in its range', () => {
    const row = present(toEventRow(read('post-numeric-closed-34278.json'), now, 'the sample'))
    expect(row.markets[0]?.market.sourceMetadata?.['median']).toBeCloseTo(476.295, 2)
  })

  test('a question of the shape before 2024 is no post', async () => {
    expect(
      (await failureOf(() => toEventRow(read('legacy-question-v2-25769.json'), now, 'the sample'))).code,
    ).toBe('EXCHANGE_NOT_AVAILABLE')
  })
})

describe.runIf(haveSamples)('documented pages', () => {
  const pages = z.object({ responses: z.record(z.string(), z.unknown()) })
  const rowsOf = (name: string) => {
    const { responses } = pages.parse(sample('metaculus', 'documented-posts-examples.json'))
    const { results } = readPayload(postPage, responses[name], 'the page')
    assertPage(results, 'the page')
    return results.map((one) => toEventRow(one, now, 'the page'))
  }

  test('a number with a median, told by the method in use', () => {
    const market = rowsOf('NumericRequestExample')[0]?.markets[0]?.market
    expect(market?.outcomes[0]?.price).toBeCloseTo(0.7035, 4)
    expect(market?.sourceMetadata?.['median']).toBeCloseTo(2_028_000, -5)
  })

  test('a resolved question is worth what it came out as', () => {
    const market = rowsOf('BinaryRequestExample')[0]?.markets[0]?.market
    expect(market?.outcomes.map(({ price }) => price)).toEqual([0, 1])
  })

  test('options are the current ones, a conditional pair is none of ours', () => {
    const market = rowsOf('MultipleChoiceRequestExample')[0]?.markets[0]?.market
    expect(market?.outcomes.map(({ label }) => label)).toEqual([
      'Democratic',
      'Republican',
      'Libertarian',
      'Green',
      'Other',
    ])
    expect(rowsOf('ConditionalRequestExample')).toEqual([undefined])
  })

  test('a group has a market for each question', () => {
    const row = rowsOf('GroupOfQuestionsRequestExample')[0]
    expect(row?.markets.map(({ market }) => market.marketId)).toEqual(['11480:10880', '11480:10923'])
  })
})
