import { expect, test } from 'vitest'
import { PmxError } from '../../../src/api/envelope/errors.js'
import type { OrderBook } from '../../../src/api/models/models.js'
import { findArbitrage } from '../../../src/core/cross-venue/arbitrage.js'
import type { CoreCall } from '../../../src/core/request/api-call.js'
import { failureOf } from '../../support/expect.js'
import { beyondOneLook, routerOver, venueOf } from '../matches-world.js'
import { routerCall, type SaidPair, saidPairs } from '../pairs-world.js'

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
    market.sourceExchange === 'kalshi' ? 0.2 : 0.1,
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
    expect.arrayContaining(['fees at kalshi and polymarket are the published taker fees']),
  )
  expect(asked.sort()).toEqual(['kalshi K100-yes', 'polymarket 11-yes'])
  expect(headers['x-pmx-upstream-requests']).toBe('2')
})

test('what fees leave is null where those of one venue are not known, and the row says why; known profits come first', async () => {
  const { read } = booksOver()
  const { ask } = await routerOver(venues, read, ({ market, side }) =>
    market.sourceExchange === 'polymarket' && market.marketId === '11' && side === 'sell' ? undefined : 0,
  )
  const { rows } = await ask('fetchArbitrage', { relations: ['identity', 'superset', 'subset'] })
  expect(rows).toMatchObject([
    { marketB: { marketId: '12' }, netSpread: 0.05, profit: 1 },
    {
      marketB: { marketId: '11' },
      spread: 0.1,
      netSpread: null,
      profit: null,
      netSpreadReason: 'the fees at polymarket are unknown',
    },
  ])
})

test('a row has its evidence, and what could decide its markets differently', async () => {
  const { read } = booksOver()
  const { ask } = await routerOver(venues, read)
  const [row] = (await ask('fetchArbitrage', undefined)).rows
  expect(row?.['reasoning']).toMatch(/bitcoin|btc/i)
  expect(row?.['settlementRisks']).toEqual([
    'kalshi and polymarket have their own rules, and only titles, end times and sources were compared',
  ])
})

test('the age of a book is when its venue was asked, not when it last changed', async () => {
  const { ask, clock } = await routerOver(venues, async (outcomeId) => ({
    data: books[outcomeId],
    headers: outcomeId === '11-yes' ? { 'x-pmx-live-age': '9000' } : {},
  }))
  const { rows, headers } = await ask('fetchArbitrage', undefined)
  expect(rows).toMatchObject([{ buyBookReadAt: clock.now(), sellBookReadAt: clock.now() - 9_000 }])
  const assumptions = rows[0]?.['assumptions'] as string[]
  expect(assumptions).toContain('the order books were read 9 s apart')
  expect(assumptions.filter((one) => one.includes('had not changed'))).toHaveLength(2)
  expect(headers['x-pmx-live-age']).toBe('9000')
})

test('reads the pairs whose listed best prices cross before those whose last prices are far apart', async () => {
  const strikes = Array.from({ length: 30 }, (_, at) => ({ id: `S${at}`, title: above(`${100 + at},000`) }))
  const asked: string[] = []
  const quoted = (id: string, bestBid: number, bestAsk: number, at: number) =>
    at === 29
      ? { bestBid, bestAsk }
      : at < 5
        ? { bestBid: 0.1, bestAsk: 0.9 }
        : { price: id === 'a' ? 0.9 : 0.1 }
  const { ask } = await routerOver(
    [
      venueOf(
        'kalshi',
        strikes.map((one, at) => ({ ...one, ...quoted('a', 0.3, 0.32, at) })),
      ),
      venueOf(
        'rain',
        strikes.map((one, at) => ({ ...one, id: `R${one.id}`, ...quoted('b', 0.34, 0.36, at) })),
      ),
    ],
    async (outcomeId) => {
      asked.push(outcomeId)
      return { data: { bids: [], asks: [] }, headers: {} }
    },
  )
  await ask('fetchArbitrage', undefined)
  expect(asked).toHaveLength(40)
  expect(asked.slice(0, 2)).toEqual(['S29-yes', 'RS29-yes'])
  for (const id of ['S0-yes', 'S4-yes']) expect(asked).not.toContain(id)
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
  expect(headers['x-pmx-warning']).toMatch(
    /^only the order books of the 20 most promising of 22 pairs were read/,
  )
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
  expect(warning).toMatch(/^only the order books of the 20 most promising of 21 pairs/)
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

/** The books of `a` to `d` allow a spread of 0.1, of the given sizes; `n` has no outcome that could be bought. */
function arbitrageOver(sizes: Readonly<Record<string, number>>, unread: readonly string[] = []) {
  const pairs = Object.keys(sizes).map((id): SaidPair => [`kalshi ${id}`, `rain ${id}r`, 0.9])
  const told: (readonly string[])[] = []
  const said = saidPairs({
    pairs,
    facts: { 'kalshi n': { hasNoYes: true }, 'rain mr': { hasNoYes: true } },
    read: async (outcomeId) => {
      if (unread.includes(outcomeId)) throw new PmxError('EXCHANGE_NOT_AVAILABLE', 'down')
      const size = sizes[outcomeId.replace(/r?-yes$/, '')] ?? 0
      const isRain = outcomeId.endsWith('r-yes')
      return {
        data: isRain ? { bids: side(0.5, size), asks: [] } : { bids: [], asks: side(0.4, size) },
        headers: {},
      }
    },
  })
  const feesOf = async (of: readonly string[]) => {
    told.push(of)
    return () => 0
  }
  const ask = async (query: Parameters<typeof findArbitrage>[1] = {}, warning?: string) => {
    const scan = said.deps.pairs.scan.bind(said.deps.pairs)
    const warned = async (...args: Parameters<typeof scan>) => {
      const { pairs: found, headers } = await scan(...args)
      return { pairs: found, headers: { ...headers, ...(warning && { 'x-pmx-warning': warning }) } }
    }
    const deps = { ...said.deps, feesOf, pairs: { ...said.deps.pairs, scan: warned } }
    const { data, headers } = await findArbitrage(deps, query, routerCall)
    const rows = data as { marketA: { marketId: string }; spread: number }[]
    return { ids: rows.map(({ marketA }) => marketA.marketId).join(' '), rows, headers }
  }
  return { ask, told, scanned: said.scanned }
}

test('the greatest profit comes first, of all pairs, with the fees of both venues; what cannot be bought is none', async () => {
  const { ask, told, scanned } = arbitrageOver({ a: 10, b: 30, n: 99, m: 99, c: 20 })
  const { ids, rows } = await ask()
  expect(ids).toBe('b c a')
  expect(told).toEqual([['kalshi', 'rain']])
  expect(scanned.map(({ enough }) => enough)).toEqual([false, false, false, false, false])
  const spread = rows[0]?.spread ?? Number.NaN
  expect((await ask({ minSpread: spread, limit: 2 })).ids).toBe('b c')
  expect((await ask({ minSpread: spread + 0.001 })).ids).toBe('')
})

test('a pair of which one book cannot be read is left out, and warnings are told together', async () => {
  const { ask } = arbitrageOver({ a: 10, b: 30, c: 20 }, ['a-yes', 'br-yes'])
  const { ids, headers } = await ask({}, 'cut short')
  expect(ids).toBe('c')
  expect(headers['x-pmx-warning']).toContain('cut short')
  expect(headers['x-pmx-warning']).toContain('2 of 6 order books were not read')
  expect(headers).not.toHaveProperty('x-pmx-truncated')
})

test('twenty pairs are read without a word, and a bad minSpread is told by its name', async () => {
  const twenty = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`s${at}`, 1]))
  const { ask } = arbitrageOver(twenty)
  const { rows, headers } = await ask()
  expect(rows).toHaveLength(20)
  expect(headers).not.toHaveProperty('x-pmx-warning')
  expect(await failureOf(() => ask({ minSpread: 2 }))).toMatchObject({ field: 'minSpread' })
})

test('of a reversed question no is bought and sold beside yes', async () => {
  const reversed = [
    venueOf('kalshi', [{ id: 'K100', title: above('100,000'), price: 0.4 }]),
    venueOf('polymarket', [{ id: '21', title: 'Will Bitcoin close below $100,000 on December 31, 2026?' }]),
  ]
  const told: Readonly<Record<string, OrderBook>> = {
    ...books,
    '21-no': { bids: side(0.5, 30), asks: side(0.52, 10), timestamp: 0 },
  }
  const read = async (outcomeId: string) => ({ data: told[outcomeId], headers: {} })
  const { ask } = await routerOver(reversed, read)
  const { rows } = await ask('fetchArbitrage', undefined)
  expect(rows).toMatchObject([
    { buyVenue: 'kalshi', outcomeA: 'K100-yes', sellVenue: 'polymarket', outcomeB: '21-no', spread: 0.1 },
  ])
  const hedges = await ask('fetchHedges', { marketId: 'K100' })
  expect(hedges.rows).toMatchObject([{ relation: 'conflict', hedge: { buy: 'yes', cover: 'full' } }])
})
