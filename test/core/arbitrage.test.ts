import { expect, test } from 'vitest'
import { PmxError } from '../../src/api/errors.js'
import type { OrderBook } from '../../src/api/models.js'
import type { CoreCall } from '../../src/core/call.js'
import { failureOf } from '../support/expect.js'
import { beyondOneLook, routerOver, venueOf } from './matches-world.js'

const above = (dollars: string, day = 'December 31') =>
  `Will Bitcoin close above $${dollars} on ${day}, 2026?`
const venues = [
  venueOf('kalshi', [{ id: 'K100', title: above('100,000'), price: 0.9, category: 'Crypto' }]),
  venueOf('polymarket', [
    { id: '11', title: above('100,000'), price: 0.1 },
    { id: '12', title: above('120,000') },
    { id: '13', title: above('100,000', 'November 30') },
  ]),
]
const side = (price: number, size: number) => [{ price, size }]
const books: Readonly<Record<string, OrderBook>> = {
  'K100-yes': { bids: side(0.38, 10), asks: side(0.4, 100), timestamp: 0 },
  '11-yes': { bids: side(0.5, 30), asks: side(0.52, 10), timestamp: 0 },
  '12-yes': { bids: side(0.45, 20), asks: side(0.47, 10), timestamp: 0 },
  '13-yes': { bids: side(0.99, 20), asks: [], timestamp: 0 },
}

function booksOver() {
  const asked: string[] = []
  const read = async (outcomeId: string, { venue, credentials }: CoreCall) => {
    asked.push(`${venue} ${outcomeId} ${credentials === undefined ? '' : 'with credentials'}`.trim())
    return { data: books[outcomeId], headers: { 'x-pmx-upstream-requests': '1' } }
  }
  return { asked, read }
}

test('tells what books allow, with its assumptions; last prices and traps count for nothing', async () => {
  const { asked, read } = booksOver()
  const { ask } = await routerOver(venues, read, ({ market }) =>
    market.sourceExchange === 'kalshi' ? 0.3 : undefined,
  )
  const { rows, headers } = await ask('fetchArbitrage', undefined)
  expect(rows).toEqual([
    expect.objectContaining({
      marketA: expect.objectContaining({ marketId: 'K100' }),
      marketB: expect.objectContaining({ marketId: '11' }),
      buyVenue: 'kalshi',
      sellVenue: 'polymarket',
      buyPrice: 0.4,
      sellPrice: 0.5,
      spread: 0.1,
      size: 30,
      profit: 2.7,
      netSpread: 0.09,
      relation: 'identity',
    }),
  ])
  expect(rows[0]?.['assumptions']).toEqual(
    expect.arrayContaining(['fees at polymarket are not known and counted as none']),
  )
  expect(asked.sort()).toEqual(['kalshi K100-yes', 'polymarket 11-yes'])
  expect(headers['x-pmx-upstream-requests']).toBe('2')
})

test('what is implied is bought where the relation is asked for, and a book is read once', async () => {
  const { asked, read } = booksOver()
  const { ask } = await routerOver(venues, read)
  const { rows } = await ask('fetchArbitrage', { relations: ['identity,superset', 'subset'] })
  expect(rows).toMatchObject([
    { marketB: { marketId: '11' }, profit: 3 },
    { marketA: { marketId: 'K100' }, marketB: { marketId: '12' }, relation: 'superset', profit: 1 },
  ])
  expect(asked).toHaveLength(3)
  expect((await ask('fetchArbitrage', { relations: ['superset', 'subset'], minSpread: 0.06 })).rows).toEqual(
    [],
  )
  expect((await ask('fetchArbitrage', { category: 'sports' })).rows).toEqual([])
  expect(
    (await ask('fetchArbitrage', { relations: ['identity', 'subset', 'superset'], limit: 1 })).rows,
  ).toHaveLength(1)
})

test('a pair of which a book cannot be read is none, and is told', async () => {
  const { ask } = await routerOver(venues, async () => {
    throw new PmxError('EXCHANGE_NOT_AVAILABLE', 'down')
  })
  const { rows, headers } = await ask('fetchArbitrage', undefined)
  expect(rows).toEqual([])
  expect(headers['x-pmx-warning']).toBe('2 of 2 order books were not read')
  expect(await failureOf(() => ask('fetchArbitrage', { minSpread: -1 }))).toMatchObject({
    code: 'VALIDATION_ERROR',
  })
})

test('reads the books of twenty pairs, those whose listed prices are furthest apart', async () => {
  const strikes = Array.from({ length: 22 }, (_, at) => ({
    id: `S${at}`,
    title: above(`${100 + at},000`),
    price: 0.2 + at / 100,
  }))
  const asked: string[] = []
  const { ask } = await routerOver(
    [
      venueOf('kalshi', strikes),
      venueOf(
        'rain',
        strikes.map((one) => ({ ...one, id: `R${one.id}`, price: 0.2 })),
      ),
    ],
    async (outcomeId) => {
      asked.push(outcomeId)
      return { data: { bids: [], asks: [] }, headers: {} }
    },
  )
  const { headers } = await ask('fetchArbitrage', undefined)
  expect(headers['x-pmx-warning']).toMatch(/^the books of 20 of 22 pairs were read/)
  expect(asked).toHaveLength(40)
  expect(asked).not.toContain('S0-yes')
})

test('fees are asked of the venues whose books are read, each once', async () => {
  const { read } = booksOver()
  const { ask, feesAsked } = await routerOver(venues, read)
  await ask('fetchArbitrage', { relations: ['identity', 'superset', 'subset'] })
  expect(feesAsked.map((one) => one.sort())).toEqual([['kalshi', 'polymarket']])
})

test('a spread that is just as wide as was asked for counts, a narrower one does not; a refusal names the argument', async () => {
  const { read } = booksOver()
  const { ask } = await routerOver(venues, read)
  expect((await ask('fetchArbitrage', { minSpread: 0.1 })).rows).toMatchObject([{ spread: 0.1 }])
  expect((await ask('fetchArbitrage', { minSpread: 0.11 })).rows).toEqual([])
  expect(await failureOf(() => ask('fetchArbitrage', { minSpread: 2 }))).toMatchObject({ field: 'minSpread' })
})

test('the greatest profit comes first, however little the listed prices are apart', async () => {
  const [small, great] = [above('100,000'), above('150,000')]
  const { ask } = await routerOver(
    [
      venueOf('kalshi', [
        { id: 'small', title: small, price: 0.9 },
        { id: 'great', title: great, price: 0.5 },
      ]),
      venueOf('rain', [
        { id: 'r-small', title: small, price: 0.1 },
        { id: 'r-great', title: great, price: 0.5 },
      ]),
    ],
    async (outcomeId) => ({
      data: outcomeId.startsWith('r-')
        ? { bids: side(0.5, outcomeId === 'r-great-yes' ? 100 : 10), asks: [] }
        : { bids: [], asks: side(0.4, 100) },
      headers: {},
    }),
  )
  const identities = (rows: readonly Record<string, unknown>[]) =>
    rows.filter(({ relation }) => relation === 'identity').map(({ profit }) => profit)
  expect(identities((await ask('fetchArbitrage', undefined)).rows)).toEqual([10, 1])
  expect((await ask('fetchArbitrage', { limit: 1 })).rows).toMatchObject([{ profit: 10 }])
})

test('one book that cannot be read leaves out its pairs alone, whichever side it is of', async () => {
  for (const lost of ['K100-yes', '11-yes']) {
    const { ask } = await routerOver(venues, async (outcomeId) => {
      if (outcomeId === lost) throw new PmxError('EXCHANGE_NOT_AVAILABLE', 'down')
      return { data: books[outcomeId], headers: {} }
    })
    const { rows, headers } = await ask('fetchArbitrage', undefined)
    expect(rows).toEqual([])
    expect(headers['x-pmx-warning']).toBe('1 of 2 order books were not read')
  }
})

test('of more than twenty pairs those whose listed prices nobody knows are left out first; of twenty none are', async () => {
  const over = async (pairs: number, unknown?: number) => {
    const asked: string[] = []
    const strikes = Array.from({ length: pairs }, (_, at) => ({
      id: `S${at}`,
      title: above(`${100 + at},000`),
      ...(at === unknown ? {} : { price: 0.2 }),
    }))
    const { ask } = await routerOver(
      [
        venueOf('kalshi', strikes),
        venueOf(
          'rain',
          strikes.map((one) => ({ ...one, id: `R${one.id}` })),
        ),
      ],
      async (outcomeId) => {
        asked.push(outcomeId)
        return { data: { bids: [], asks: [] }, headers: {} }
      },
    )
    return { asked, warning: (await ask('fetchArbitrage', undefined)).headers['x-pmx-warning'] }
  }
  expect((await over(20)).warning).toBeUndefined()
  const { asked, warning } = await over(21, 0)
  expect(warning).toMatch(/^the books of 20 of 21 pairs/)
  expect(asked).toContain('S20-yes')
  expect(asked).not.toContain('S0-yes')
})

test('that not all markets were looked at is told beside what could not be read', async () => {
  const { ask } = await routerOver(
    [
      venueOf('kalshi', [{ id: 'K100', title: above('100,000'), volume24h: 9 }, ...beyondOneLook]),
      venueOf('polymarket', [{ id: '11', title: above('100,000') }]),
    ],
    async () => {
      throw new PmxError('EXCHANGE_NOT_AVAILABLE', 'down')
    },
  )
  const { headers } = await ask('fetchArbitrage', undefined)
  expect(headers['x-pmx-warning']).toContain('only the 300 markets')
  expect(headers['x-pmx-warning']).toContain('2 of 2 order books were not read')
})
