import { describe, expect, test } from 'vitest'
import { readEventNumbers, readMarketNumbers } from '../../../src/catalog/rows/row-numbers.js'
import type { MarketRow } from '../../../src/venue-kit/contract/venue.js'
import { event, market } from '../../core/fake-venue.js'

const JUNE = Date.UTC(2026, 5, 1)
const JULY = Date.UTC(2026, 6, 1)

interface Ends {
  readonly closesAt?: number
  readonly resolvesAt?: number
  readonly status?: MarketRow['status']
}

function ending(id: string, { closesAt, resolvesAt, status = 'active' }: Ends): MarketRow {
  const row = market(id, { status })
  const { market: facts } = row
  return {
    ...row,
    ...(closesAt === undefined ? {} : { closesAt }),
    market: {
      ...facts,
      ...(resolvesAt === undefined ? {} : { resolutionDate: new Date(resolvesAt).toISOString() }),
    },
  }
}

describe('when a market can be traded no more', () => {
  test.each<[string, Ends, number | undefined]>([
    ['is when the venue says that trading ends', { closesAt: JUNE, resolvesAt: JULY }, JUNE],
    ['is its resolution where that comes first', { closesAt: JULY, resolvesAt: JUNE }, JUNE],
    ['is its resolution where nothing else is known', { resolvesAt: JULY }, JULY],
    ['is unknown where the venue names no time', {}, undefined],
    ['has passed where it is closed', { closesAt: JULY, resolvesAt: JULY, status: 'closed' }, 0],
  ])('%s', (_what, ends, expected) => {
    expect(readMarketNumbers(ending('M', ends)).numbers.closesAt).toBe(expected)
  })

  test('leaves its resolution as it is, by which rows are filtered', () => {
    expect(readMarketNumbers(ending('M', { closesAt: JUNE, resolvesAt: JULY })).late.endsAt).toBe(JULY)
  })
})

describe('when an event closes', () => {
  const closeOf = (...markets: readonly Ends[]) =>
    readEventNumbers(
      event(
        'E',
        markets.map((ends, index) => ending(`M${index}`, ends)),
      ),
    ).numbers.closesAt

  test('is when its last open market does', () => {
    expect(closeOf({ closesAt: JUNE }, { resolvesAt: JULY })).toBe(JULY)
    expect(closeOf({ closesAt: JUNE }, { closesAt: JULY, status: 'closed' })).toBe(JUNE)
  })

  test('has passed where none of its markets is open', () => {
    expect(closeOf({ closesAt: JULY, status: 'closed' }, { status: 'closed' })).toBe(0)
  })

  test('is unknown where that of an open market is, or where it has none', () => {
    expect(closeOf({ closesAt: JUNE }, {})).toBeUndefined()
    expect(closeOf()).toBeUndefined()
  })
})
