import { expect, test } from 'vitest'
import { settlementRisksOf } from '../../../src/matching/compare/settlement-risks.js'

type Settled = Parameters<typeof settlementRisksOf>[0]

const END = Date.UTC(2026, 11, 31)
const of = (venue: string, rest: Partial<Settled> = {}): Settled => ({
  venue,
  sources: [],
  when: { end: END },
  ...rest,
})
const ownRules = 'kalshi and rain have their own rules, and only titles, end times and sources were compared'

test.each<readonly [string, Partial<Settled>, Partial<Settled>, readonly string[]]>([
  ['nothing else is known', {}, {}, []],
  ['both name a source in common', { sources: ['Binance'] }, { sources: ['Binance', 'Pyth'] }, []],
  [
    'the sources are others',
    { sources: ['Binance'] },
    { sources: ['Pyth', 'Chainlink'] },
    ['the sources differ: kalshi names Binance, rain names Pyth, Chainlink'],
  ],
  [
    'one names a source',
    {},
    { sources: ['Pyth'] },
    ['rain names Pyth as its source, but kalshi names no known source'],
  ],
  [
    'the ends are days apart',
    {},
    { when: { end: END + 86_400_000 } },
    ['the end times differ: kalshi 2026-12-31T00:00:00.000Z, rain 2027-01-01T00:00:00.000Z'],
  ],
  ['the ends are an hour apart', {}, { when: { end: END + 3_600_000 } }, []],
  ['one states no end', { when: {} }, {}, ['kalshi reports no end time']],
  ['none states an end', { when: {} }, { when: {} }, ['kalshi and rain report no end time']],
])('where %s', (_, a, b, risks) => {
  expect(settlementRisksOf(of('kalshi', a), of('rain', b))).toEqual([...risks, ownRules])
})

test('of a contest that one of them is about', () => {
  const contest = { leftover: [] } as unknown as NonNullable<Settled['contest']>
  const said = 'a contest that is postponed, abandoned or canceled may be paid differently at each venue'
  expect(settlementRisksOf(of('kalshi', { contest }), of('rain'))).toContain(said)
  expect(settlementRisksOf(of('kalshi'), of('rain'))).not.toContain(said)
})
