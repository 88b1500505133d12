import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, WEEK_MS } from '../../../../src/api/times/resolution.js'
import {
  findListedPosts,
  type Post,
  questionsOf,
  revealedAt,
} from '../../../../src/simulator/mock-venues/metaculus/posts.js'
import { stateAt } from '../../../../src/simulator/world/common/types.js'
import { contextOf } from '../../support/context.js'
import { dig, firstOf, firstWhere, isObject, numberAt, type Row, rowsAt } from '../../support/json.js'
import { NOON } from '../../support/stage.js'
import { type TokenStage, tokenStage } from './stage.js'

const natural = tokenStage()
const metronome = tokenStage('metronome')

function postsOf(stage: TokenStage, kind: Post['kind']): readonly Post[] {
  const context = contextOf(stage.world, stage.now)
  return findListedPosts(context).filter((post) => post.kind === kind)
}

/** The aggregate under the question's own method. */
function aggregateOf(stage: TokenStage, post: Post): Row {
  const question = dig(stage.get(`/api/posts/${post.id}/`), 'question')
  const aggregate = dig(question, `aggregations.${String(dig(question, 'default_aggregation_method'))}`)
  if (!isObject(aggregate)) throw new Error('no aggregate under the method')
  return aggregate
}

const isOld = (days: number) => (post: Post) =>
  stateAt(post.event, NOON) === 'open' && NOON - post.event.opensAt > days * DAY_MS
const startOf = (element: unknown): number => Math.round(numberAt(element, 'start_time') * 1000)

describe('the stored history', () => {
  const post = firstWhere(
    postsOf(natural, 'binary'),
    (one) => isOld(10)(one) && one.event.markets[0]?.activity === 'steady',
  )
  const market = firstOf(post.event.markets)
  const aggregate = aggregateOf(natural, post)
  const history = rowsAt(aggregate, 'history')

  test('is thinned to about four hundred changes, each of them a price of the world', () => {
    expect(history.length).toBeGreaterThan(200)
    expect(history.length).toBeLessThanOrEqual(400)
    for (const element of history) {
      expect(element['centers']).toEqual([natural.world.lastTrade(market.key, startOf(element))?.price])
    }
    const lastDay = history.filter((element) => startOf(element) > NOON - DAY_MS)
    expect(lastDay.length).toBeGreaterThan(10)
    expect(lastDay.length).toBeLessThanOrEqual(100)
  })

  test('is a step function: each change lasts until the next, the last one has no end', () => {
    const ends = history.map((element) => element['end_time'])
    expect(ends).toEqual([...history.slice(1).map((element) => element['start_time']), null])
    for (const [index, element] of history.entries()) {
      expect(startOf(element)).toBeGreaterThan(index === 0 ? 0 : startOf(history[index - 1]))
      expect(element['forecast_values']).toBeNull()
    }
  })

  test('ends with the current prediction: NO before YES among its values, YES alone in the middle', () => {
    const yes = natural.world.lastTrade(market.key, NOON)?.price ?? Number.NaN
    expect(aggregate['latest']).toMatchObject({
      centers: [yes],
      forecast_values: [1 - yes, yes],
      end_time: null,
      start_time: firstOf(history.slice(-1))['start_time'],
    })
  })

  test('a list that asks for it has the same', () => {
    const [row] = rowsAt(
      natural.get(`/api/posts/?ids=${post.id}&with_cp=true&include_cp_history=true`),
      'results',
    )
    const [listed] = Object.values(Object(dig(row, 'question.aggregations')))
    expect(listed).toEqual(aggregate)
  })
})

test('a multiple choice has a middle for each option', () => {
  const post = firstWhere(postsOf(natural, 'multiple_choice'), isOld(5))
  const latest = aggregateOf(natural, post)['latest']
  const { markets } = post.event
  expect(dig(latest, 'centers')).toEqual(
    markets.map(({ key }) => natural.world.lastTrade(key, NOON)?.price ?? null),
  )
  expect(dig(latest, 'forecast_values')).toEqual(dig(latest, 'centers'))
})

test('a prediction that is not revealed yet is nowhere, and all of it is there afterwards', () => {
  const stage = tokenStage()
  const post = firstWhere(
    postsOf(stage, 'binary'),
    ({ event }) => event.endsAt - event.opensAt > WEEK_MS && event.markets[0]?.activity === 'steady',
  )
  const question = firstOf(questionsOf(post))
  stage.now = revealedAt(question) - 1
  expect(aggregateOf(stage, post)).toEqual({ history: [], latest: null, score_data: {} })
  stage.now = revealedAt(question)
  const history = rowsAt(aggregateOf(stage, post), 'history')
  expect(history.length).toBeGreaterThan(10)
  expect(startOf(history[0])).toBeLessThan(revealedAt(question) - HOUR_MS)
})

test('after the close the last prediction has an end, which is the close', () => {
  const post = firstWhere(
    postsOf(natural, 'binary'),
    ({ event }) => event.closesAt < NOON && event.markets[0]?.activity === 'steady',
  )
  const aggregate = aggregateOf(natural, post)
  expect(dig(aggregate, 'latest.end_time')).toBe(post.event.closesAt / 1000)
  expect(rowsAt(aggregate, 'history').at(-1)?.['end_time']).toBe(post.event.closesAt / 1000)
})

describe('in metronome rhythm candles of the changes are those of the world', () => {
  /** Open first, high, low, close last of the changes inside each step. */
  function candles(history: readonly Row[], option: number, stepMs: number, from: number, to: number) {
    const bars = new Map<number, number[]>()
    for (const element of history) {
      const [at, price] = [startOf(element), dig(element, `centers.${option}`)]
      if (at < from || at >= to || typeof price !== 'number') continue
      const openAt = Math.floor(at / stepMs) * stepMs
      bars.set(openAt, [...(bars.get(openAt) ?? []), price])
    }
    return [...bars].map(([openAt, prices]) => ({
      openAt,
      open: prices[0],
      high: Math.max(...prices),
      low: Math.min(...prices),
      close: prices.at(-1),
    }))
  }

  test.each([
    ['binary', 60_000, 6 * HOUR_MS],
    ['binary', HOUR_MS, 5 * DAY_MS],
    ['binary', DAY_MS, 10 * DAY_MS],
    ['multiple_choice', 60_000, 3 * HOUR_MS],
    ['multiple_choice', HOUR_MS, 3 * DAY_MS],
  ] as const)('%s, steps of %i ms over %i ms', (kind, stepMs, spanMs) => {
    const post = firstWhere(postsOf(metronome, kind), isOld(spanMs / DAY_MS + 2))
    const history = rowsAt(aggregateOf(metronome, post), 'history')
    const to = Math.floor(NOON / stepMs) * stepMs
    const from = Math.floor((to - spanMs) / stepMs) * stepMs
    for (const [option, market] of post.event.markets.slice(0, 2).entries()) {
      const bars = metronome.world.bars(market.key, stepMs, from, to, to)
      expect(bars.length).toBeGreaterThan(8)
      expect(candles(history, option, stepMs, from, to)).toEqual(
        bars.map(({ openAt, open, high, low, close }) => ({ openAt, open, high, low, close })),
      )
    }
  })
})
