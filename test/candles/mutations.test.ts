import { beforeAll, describe, expect, test } from 'vitest'
import type { Venue } from '../../src/venue-kit/contract/venue.js'
import { loadVenue, servedVenueIds } from '../../src/venues/registry.js'
import type { Breakage } from './support/member-paths.js'
import { type Exception, listRows, mutationTable, type TableRow } from './support/mutation-table.js'
import { type Ending, openTrial, type Trial, type Tried, tryAll } from './support/mutation-trial.js'

const placeOf = ({ route, path }: Breakage): string => `${route}: ${path}`

/** Whether a breakage ended as it may without an exception: as an upstream error, or in no difference. */
function isHarmless({ ending }: Tried): boolean {
  return ending.kind === 'unused' || (ending.kind === 'refused' && ending.code === 'EXCHANGE_NOT_AVAILABLE')
}

function isExcused({ breakage, ending }: Tried, { at, ends }: Exception): boolean {
  return at === placeOf(breakage) && ends === (ending.kind === 'refused' ? ending.code : ending.kind)
}

const show = (ending: Ending): string =>
  ending.kind === 'unused'
    ? 'makes no difference'
    : ending.kind === 'refused'
      ? `${ending.code}: ${ending.message}`
      : `${ending.kind}: ${ending.what}`

/** One row of a list that cannot be read is left out; what was asked for stands in another. */
function isOneRowOfAList(breakage: Breakage): boolean {
  return breakage.reach === 'once' && listRows.some((row) => placeOf(breakage).startsWith(`${row}.`))
}

describe.each(mutationTable)('every member of every native reply broken: $name', (row: TableRow) => {
  const { exceptions = [] } = row
  let trial: Trial
  let tried: readonly Tried[]
  beforeAll(async () => {
    trial = await openTrial(row)
    tried = await tryAll(trial)
  })

  test('unbroken, the question has its candles', () => {
    expect(trial.answer.bars).toHaveLength(row.candles)
  })

  test('is an error that leaves no trace, or makes no difference', () => {
    const harmful = tried.filter(
      (one) => !isHarmless(one) && !exceptions.some((known) => isExcused(one, known)),
    )
    expect(
      harmful.map(
        ({ breakage, ending }) => `${placeOf(breakage)} ${breakage.how} ${breakage.reach}: ${show(ending)}`,
      ),
    ).toEqual([])
  })

  test('every exception is needed', () => {
    expect(exceptions.filter((known) => !tried.some((one) => isExcused(one, known)))).toEqual([])
  })

  test.each(Object.entries(row.mustBeUsed))(
    'without what %s must tell there is no answer',
    (route, members) => {
      for (const member of members) {
        const ends = tried.filter(({ breakage }) => placeOf(breakage) === `${route}: ${member}`)
        expect(new Set(ends.map(({ breakage }) => breakage.how)).size, `${route}: ${member}`).toBe(3)
        for (const { breakage, ending } of ends) {
          if (isOneRowOfAList(breakage) && ending.kind === 'unused') continue
          expect(ending.kind, `${JSON.stringify(breakage)}`).toBe('refused')
        }
      }
    },
  )
})

test('the table has every venue with candles', async () => {
  const withCandles: string[] = []
  for (const id of servedVenueIds) if ((await loadVenue(id))?.candles !== undefined) withCandles.push(id)
  expect([...new Set(mutationTable.map(({ venue }) => venue))].sort()).toEqual(withCandles.sort())
})

test('an adapter that passes a failure off as no trades is found out', async () => {
  const row = mutationTable.find(({ venue }) => venue === 'kalshi')
  if (row === undefined) throw new Error('the table has lost its row')
  const { ask, members } = await openTrial(row, hidingFailures)
  const candlesticks = members.find(({ path }) => path === 'candlesticks')
  if (candlesticks === undefined) throw new Error('the venue has lost its candlesticks')
  expect(await ask({ ...candlesticks, how: 'dropped', reach: 'everywhere' })).toEqual({
    kind: 'wrong',
    what: expect.stringContaining('another answer'),
  })
})

function hidingFailures(venue: Venue): Venue {
  const source = venue.candles
  if (source === undefined) return venue
  const fetch: typeof source.fetch = (...question) =>
    source.fetch(...question).catch(() => ({ kind: 'bars', route: 'none', bars: [] }))
  return { ...venue, candles: { ...source, fetch } }
}
