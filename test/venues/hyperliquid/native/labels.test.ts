import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  endOf,
  readFacts,
  readInstant,
  readProse,
} from '../../../../src/venues/hyperliquid/native/description.js'
import {
  labelOutcome,
  labelParent,
  labelQuestion,
  labelSide,
  type Templates,
} from '../../../../src/venues/hyperliquid/native/labels.js'
import { outcomeMeta, outcomeTemplates } from '../../../../src/venues/hyperliquid/schemas.js'
import { present } from '../../../support/expect.js'
import {
  binary,
  bucketQuestion,
  game,
  type Members,
  meta,
  raceQuestion,
  templated,
  templates,
} from '../payloads.js'

const known: Templates = new Map(outcomeTemplates.parse(templates()).map((one) => [one.id, one]))
const read = (payload: Members) => outcomeMeta.parse(payload)
const outcome = (payload: Members) => present(read({ outcomes: [payload], questions: [] }).outcomes[0])
const question = (payload: Members) => present(read({ outcomes: [], questions: [payload] }).questions[0])
const listed = (number: number) => present(read(meta()).outcomes.find((one) => one.outcome === number))

describe('the grammar of descriptions', () => {
  test('parts members by bars and values by the first colon', () => {
    expect([...readFacts('perp:xyz:OURA|time:20261002-2000|note: a b |nothing|:x')]).toEqual([
      ['perp', 'xyz:OURA'],
      ['time', '20261002-2000'],
      ['note', 'a b'],
    ])
    expect(readFacts('').size).toBe(0)
  })

  test('gives back what was written, in any order', () => {
    const key = fc.stringMatching(/^[a-zA-Z]{1,12}$/)
    const value = fc.stringMatching(/^[\w:./ ]{0,20}$/).map((text) => text.trim())
    fc.assert(
      fc.property(fc.dictionary(key, value), (members) => {
        const text = Object.entries(members)
          .map(([name, told]) => `${name}:${told}`)
          .join('|')
        expect(Object.fromEntries(readFacts(text))).toEqual({ ...members })
      }),
    )
  })

  test('ends prose with metadata', () => {
    const { text, metadata } = readProse('Who: wins? metadata=category:sports|subCategory:football')
    expect(text).toBe('Who: wins?')
    expect([...metadata]).toEqual([
      ['category', 'sports'],
      ['subCategory', 'football'],
    ])
    expect(readProse(' Plain. ')).toEqual({ text: 'Plain.', metadata: new Map() })
  })

  test.each([
    ['20261003-0600', Date.UTC(2026, 9, 3, 6)],
    ['20261003', Date.UTC(2026, 9, 4) - 1],
    ['20261303-0600', undefined],
    ['20260230-0600', undefined],
    ['20261003-2400', undefined],
    ['2026-10-03', undefined],
    ['soon', undefined],
  ])('an instant %s', (value, at) => {
    expect(readInstant(value)).toBe(at)
  })

  test('ends a market by its expiry, else by a deadline, else not', () => {
    const end = (text: string) => endOf(readFacts(text))
    expect(end('resolutionDeadline:20261005-1330|scheduledStart:20261004-1330')).toBe(
      Date.UTC(2026, 9, 5, 13, 30),
    )
    expect(end('expiry:20261003-0600|resolutionDeadline:20261005-1330')).toBe(Date.UTC(2026, 9, 3, 6))
    expect(end('expiry:soon|time:20261003-0600')).toBe(Date.UTC(2026, 9, 3, 6))
    expect(end('participant:Mira Vela')).toBeUndefined()
  })
})

describe('titles', () => {
  test.each<[string, Members, string]>([
    ['of a price market', binary(), 'QOR > $83,397.5 @ 2026-11-22 06:00 UTC'],
    [
      'of a small price',
      binary({ description: 'class:priceBinary|underlying:OND|targetPrice:0.25' }),
      'OND > $0.25',
    ],
    ['of a free outcome', game(), 'Harbour Cup Final'],
    ['of a template', templated(), 'Orbhaven Owls v Sarn Seals, decided by 2026-12-05 13:30 UTC'],
    [
      'of a template that nobody knows',
      templated({ name: 'template:other', description: 'place:Sarn|count:3' }),
      'other: Sarn, 3',
    ],
    [
      'of a template that lacks a value',
      templated({ description: 'participantA:Orbhaven Owls' }),
      'contestWinner: Orbhaven Owls',
    ],
  ])('%s', (_what, payload, title) => {
    expect(labelOutcome(outcome(payload), undefined, known).title).toBe(title)
  })

  test('of buckets are ranges, of the fallback other', () => {
    const parent = labelParent(question(bucketQuestion()), known)
    expect(parent.words.title).toBe('QOR Price Bucket [$61,044, $63,535] @ 2026-11-22 06:00 UTC')
    const words = [160, 161, 162, 163].map((number) => labelOutcome(listed(number), parent, known))
    expect(words.map(({ title }) => title)).toEqual([
      `${parent.words.title} - Other`,
      'QOR < $61,044',
      'QOR $61,044 - $63,535',
      'QOR > $63,535',
    ])
    expect(words.map(({ candidate }) => candidate)).toEqual([
      'Other',
      'QOR < $61,044',
      'QOR $61,044 - $63,535',
      'QOR > $63,535',
    ])
    expect(words.every(({ facts }) => endOf(facts) === Date.UTC(2026, 10, 22, 6))).toBe(true)
  })

  test('of other members name the question, too', () => {
    const parent = labelParent(question(raceQuestion()), known)
    expect(parent.words).toMatchObject({
      title: 'Mayor of Orbhaven',
      description: 'Who is elected in Orbhaven?',
    })
    const words = labelOutcome(listed(1473), parent, known)
    expect(words).toMatchObject({
      title: 'Mayor of Orbhaven - Mira Vela',
      candidate: 'Mira Vela',
      description: 'Resolves to Yes if Mira Vela is elected.',
    })
    expect(endOf(words.facts)).toBe(Date.UTC(2027, 5, 5, 12))
    expect(labelOutcome(listed(1472), parent, known)).toMatchObject({
      title: 'Mayor of Orbhaven - Other',
      description: 'Who is elected in Orbhaven?',
    })
  })

  test('of prose keep the prose without its metadata', () => {
    const words = labelOutcome(outcome(game()), undefined, known)
    expect(words.description).toBe('The market resolves to: the winner.')
    expect([...words.facts.keys()]).toEqual(['category', 'subCategory'])
    const free = labelQuestion({ name: 'Champion', description: 'Who? metadata=category:sports' }, known)
    expect(free).toMatchObject({ title: 'Champion', description: 'Who?' })
  })
})

test('labels of sides lose the mark of templates and their placeholders', () => {
  const facts = readFacts('shortNameA:ORB')
  expect(labelSide('template:Yes', facts)).toBe('Yes')
  expect(labelSide('template:{shortNameA}', facts)).toBe('ORB')
  expect(labelSide('template:{shortNameB}', facts)).toBe('shortNameB')
  expect(labelSide('Change', facts)).toBe('Change')
})
