import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../../src/api/times/resolution.js'
import { haveSamples, sample } from '../../../support/samples.js'
import { firstOf, firstWhere, numberAt, rowsAt, textAt } from '../../support/json.js'
import { differences, learnShape } from '../../support/shape.js'
import { createStage, NOON } from '../../support/stage.js'
import { info, isProse, numberFinder, openMarkets, outcomesOf, probe } from './asking.js'

const stage = await createStage('hyperliquid')
const meta = info(stage, 'outcomeMeta')
const outcomes = rowsAt(meta, 'outcomes')
const questions = rowsAt(meta, 'questions')
const recorded = (name: string): unknown => sample('hyperliquid', name)

describe('outcomeMeta', () => {
  test('holds every open market once, and a fallback for every question', () => {
    const numbers = outcomes.map((row) => numberAt(row, 'outcome'))
    expect(new Set(numbers).size).toBe(numbers.length)
    const fallbacks = outcomes.filter((row) => /fallback/i.test(textAt(row, 'name')))
    expect(fallbacks).toHaveLength(questions.length)
    expect(outcomes.length - fallbacks.length).toBeGreaterThanOrEqual(openMarkets(stage).length)
  })

  test('its questions name outcomes that are there', () => {
    const numbers = new Set(outcomes.map((row) => row['outcome']))
    for (const question of questions) {
      const { namedOutcomes, fallbackOutcome, settledNamedOutcomes } = question
      expect(Array.isArray(namedOutcomes) && namedOutcomes.every((number) => numbers.has(number))).toBe(true)
      expect(numbers.has(fallbackOutcome)).toBe(true)
      expect(settledNamedOutcomes).toEqual([])
    }
  })

  test('numbers stay far below those of assets', () => {
    expect(Math.max(...outcomes.map((row) => numberAt(row, 'outcome')))).toBeLessThan(100_000_000)
  })

  test('every kind of wording is there', () => {
    const names = new Set(outcomes.map((row) => textAt(row, 'name')))
    for (const name of [
      'Recurring',
      'Fallback',
      'template fallback',
      'template:binaryPrice',
      'template:sportsContestWinner',
      'template:sportsTotal',
      'template:sportsContestParticipant2',
      'template:sportsContestDraw2',
      'template:sportsTournamentParticipant',
    ]) {
      expect(names.has(name), name).toBe(true)
    }
    const recurring = firstWhere(outcomes, ({ name }) => name === 'Recurring')
    expect(textAt(recurring, 'description')).toMatch(
      /^class:priceBinary\|underlying:[A-Z]+\|expiry:\d{8}-\d{4}\|targetPrice:[\d.]+\|period:(15m|1h|1d)$/,
    )
  })

  test('every template that is used is explained, with all its placeholders', () => {
    const templates = rowsAt(info(stage, 'outcomeTemplates'))
    for (const row of [...outcomes, ...questions]) {
      const id = /^template:(.+)$/.exec(textAt(row, 'name'))?.[1]
      if (id === undefined) continue
      const template = firstWhere(templates, (candidate) => candidate['id'] === id)
      const keys = new Set(
        textAt(row, 'description')
          .split('|')
          .map((pair) => pair.split(':')[0]),
      )
      for (const placeholder of textAt(template, 'name').matchAll(/\{(\w+)\}/g)) {
        expect(keys.has(placeholder[1]), `${id} ${placeholder[1]}`).toBe(true)
      }
    }
  })

  test.runIf(haveSamples)('emitted members and types are those of the recordings', () => {
    const recordings = ['syn-hyperliquid_outcome_meta.json', 'outcomeMeta-2026-06-mainnet.json'].map(recorded)
    // Recorded lists of settled ones are empty.
    expect(differences(meta, learnShape(recordings))).toEqual([])
    const templates = learnShape([recorded('syn-hyperliquid_outcome_templates.json')])
    expect(differences(info(stage, 'outcomeTemplates'), templates)).toEqual([])
  })
})

describe('settledOutcome', () => {
  test('an outcome that is settled leaves the list and is found by its number', async () => {
    const later = await createStage('hyperliquid')
    const market = firstWhere(
      openMarkets(later).filter((candidate) => isProse(later, candidate)),
      (candidate) => candidate.payout === 1 && candidate.resolvesAt < NOON + 40 * DAY_MS,
    )
    const number = numberFinder(later)(market)
    const ofIt = (): unknown => info(later, 'settledOutcome', { outcome: number })
    expect(ofIt()).toBeNull()
    later.now = market.resolvesAt - 1
    expect(ofIt()).toBeNull()
    expect(outcomesOf(later).some(({ outcome }) => outcome === number)).toBe(true)
    later.now = market.resolvesAt
    expect(ofIt()).toMatchObject({ settleFraction: '1.0', spec: { outcome: number } })
    expect(outcomesOf(later).some(({ outcome }) => outcome === number)).toBe(false)
    later.now = market.resolvesAt + 900 * DAY_MS
    expect(ofIt()).toMatchObject({ settleFraction: '1.0' })
  })

  test('it pays what the market pays, a half among them', async () => {
    const before = await createStage('hyperliquid', { now: NOON - 60 * DAY_MS })
    const after = await createStage('hyperliquid', { now: NOON + 60 * DAY_MS })
    const numberOf = numberFinder(before)
    const settled = openMarkets(before)
      .filter((market) => isProse(before, market) && market.resolvesAt < after.now)
      .map((market) => ({ market, number: numberOf(market) }))
    expect(new Set(settled.map(({ market }) => market.payout)).size).toBeGreaterThan(1)
    for (const { market, number } of settled) {
      const answer = info(after, 'settledOutcome', { outcome: number })
      expect(Number(textAt(answer, 'settleFraction'))).toBe(market.payout)
      expect(textAt(answer, 'spec.name')).toBe(market.label ?? market.question)
    }
  })

  test.runIf(haveSamples)('emitted members and types are those of the recordings', async () => {
    const after = await createStage('hyperliquid', { now: NOON + 400 * DAY_MS })
    const recordings = [
      'settledOutcome-1000-priceBinary-HYPE.json',
      'settledOutcome-10234-worldcup-prose.json',
    ].map(recorded)
    const specs = { spec: firstOf(rowsAt(recorded('syn-hyperliquid_outcome_meta.json'), 'outcomes')) }
    const shape = learnShape([...recordings, specs])
    for (const row of outcomes.filter((_row, index) => index % 25 === 0)) {
      const answer = info(after, 'settledOutcome', { outcome: row['outcome'] })
      expect(answer === null).toBe(false)
      expect(differences(answer, shape, { documented: ['question.question.settled'] })).toEqual([])
    }
  })

  test('unknown numbers and outcomes that have not opened are null', () => {
    for (const outcome of [-1, 31, 99_999_999_999, 9e15]) {
      expect(info(stage, 'settledOutcome', { outcome })).toBeNull()
    }
  })
})

describe('refusals', () => {
  const text = 'Failed to deserialize the JSON body into the target type'
  test.each([
    [undefined],
    [null],
    [[]],
    [{}],
    [{ type: 7 }],
    [{ type: 'nosuchthing' }],
    [{ type: 'constructor' }],
    [{ type: 'l2Book' }],
    [{ type: 'l2Book', coin: '#0', nSigFigs: 9 }],
    [{ type: 'settledOutcome', outcome: '7' }],
    [{ type: 'spotClearinghouseState', user: '0x12' }],
    [{ type: 'candleSnapshot', coin: '#0' }],
    [{ type: 'candleSnapshot', req: { coin: '#0', interval: '6h', startTime: 0 } }],
    [{ type: 'candleSnapshot', req: { coin: '#0', interval: '1h' } }],
  ])('%j cannot be read', (body) => {
    expect(probe(stage, body)).toEqual({ status: 422, text })
  })

  test('other paths and methods are refused', () => {
    expect(probe(stage, undefined, '/info', 'GET').status).toBe(405)
    expect(probe(stage, {}, '/other').status).toBe(404)
  })
})
