import { expect, test } from 'vitest'
import type { VenueId } from '../../src/api/envelope/venue-ids.js'
import type { UnifiedMarket } from '../../src/api/models/models.js'
import { type Bet, kalshiBets, match, polymarketBets } from '../matching/support/match-world.js'
import { event, fakeVenue, market } from './fake-venue.js'
import { routerOver } from './matches-world.js'

/** The same two clubs in another league on the same day, and another match of the first league. */
const otherLeague = {
  ...match,
  league: 'EFL Cup',
  series: 'EFLCUP',
  slug: 'efl-new-bre-2026-11-21',
}
/** Theirs again, in a league whose slugs no table of ours has. */
const unknownLeague = {
  ...match,
  league: 'Premier League 2',
  series: 'EPL2',
  slug: 'epl2-new-bre-2026-11-21',
}
const otherMatch = {
  ...match,
  slug: 'epl-ful-eve-2026-11-21',
  ticker: '26NOV21FULEVE',
  full: ['Fulham FC', 'Everton FC'],
  short: ['Fulham', 'Everton'],
  codes: ['FUL', 'EVE'],
} as const

interface Told {
  readonly market: UnifiedMarket
  readonly eventTitle: string
  /** Of its first outcome, as anybody who knows the match would price it. */
  readonly fair: number
}

function toldBets(world: string, bets: readonly Bet[]): Told[] {
  return bets.map(({ market: row, around, means }) => {
    const id = `${world} ${row.marketId}`
    const marketId = row.sourceExchange === 'kalshi' ? row.marketId : id
    const fair = fairOf(`${world} ${means}`)
    const outcomes = row.outcomes.map((one, at) => {
      const price = at === 0 ? fair : 1 - fair
      const quotes = { bestBid: price - 0.01, bestAsk: price + 0.01 }
      return { ...one, marketId, outcomeId: `${marketId}:${at}`, ...quotes }
    })
    const [yes, no] = outcomes
    const sides = yes === undefined || no === undefined ? {} : { yes, no }
    // Those of one venue are all looked at: fewer than one answer looks beside.
    const volume24h = row.sourceExchange === 'kalshi' ? 9 : 1
    const told = { ...row, marketId, outcomes, volume24h, ...sides }
    return { market: told, eventTitle: around.eventTitle ?? row.title, fair }
  })
}

/** 0.10 to 0.89, the same for bets that mean the same. */
function fairOf(meaning: string): number {
  const sum = [...meaning].reduce((all, letter) => (all * 31 + letter.charCodeAt(0)) % 8_009, 7)
  return 0.1 + (sum % 80) / 100
}

function venueWith(id: VenueId, all: readonly Told[]) {
  const events = all.map(({ market: told, eventTitle }) => {
    const row = market(told.marketId, told)
    return event(`e ${told.marketId}`, [{ ...row, market: { ...row.market, ...told } }], {
      title: eventTitle,
    })
  })
  const named = events.map((row) => ({ ...row, event: { ...row.event, sourceExchange: id } }))
  return fakeVenue({ events: named, rest: { id } })
}

/** Both venues with all bets of some worlds. */
function footballOf(worlds: Readonly<Record<string, typeof match>>) {
  const bets = Object.entries(worlds)
  const polymarket = bets.flatMap(([name, one]) => toldBets(name, polymarketBets(one, true)))
  const kalshi = bets.flatMap(([name, one]) => toldBets(name, kalshiBets(one)))
  const venues = [venueWith('polymarket', polymarket), venueWith('kalshi', kalshi)]
  return { venues, booksAt: (cheap?: string) => booksAt([...polymarket, ...kalshi], cheap) }
}

/** Books a cent around what is fair. @param cheap a market of which yes is sold for less than its list says */
function booksAt(all: readonly Told[], cheap?: string) {
  const prices = new Map(
    all.flatMap(({ market: { outcomes, marketId }, fair }) =>
      outcomes.map(({ outcomeId }, at) => {
        const own = marketId === cheap ? fair - 0.08 : fair
        return [outcomeId, at === 0 ? own : 1 - own] as const
      }),
    ),
  )
  return async (outcomeId: string) => {
    const price = prices.get(outcomeId)
    if (price === undefined) throw new Error(`no such outcome: ${outcomeId}`)
    const level = (at: number) => [{ price: Math.round(at * 1000) / 1000, size: 100 }]
    return { data: { bids: level(price - 0.01), asks: level(price + 0.01), timestamp: 0 }, headers: {} }
  }
}

test('fair books of football matches of two leagues allow nothing', async () => {
  const { venues, booksAt } = footballOf({ match, otherLeague, otherMatch })
  const { ask } = await routerOver(venues, booksAt())
  const { rows, headers } = await ask('fetchArbitrage', { limit: 100 })
  expect(headers['x-pmx-warning']).toMatch(/the order books of the 20 most promising of \d\d+ pairs/)
  expect(rows.map(({ marketA, marketB }) => [titleOf(marketA), titleOf(marketB)])).toEqual([])
})

test('the same clubs in a league that no table knows allow nothing', async () => {
  const { venues, booksAt } = footballOf({ match, unknownLeague })
  const { ask } = await routerOver(venues, booksAt())
  const { rows } = await ask('fetchArbitrage', { limit: 100 })
  expect(rows.map(({ marketA, marketB }) => [titleOf(marketA), titleOf(marketB)])).toEqual([])
})

test('a book that is too cheap is found, and nothing else', async () => {
  const { venues, booksAt } = footballOf({ match, otherLeague, otherMatch })
  const { ask } = await routerOver(venues, booksAt('KXEPLGAME-26NOV21NEWBRE-TIE'))
  const { rows } = await ask('fetchArbitrage', { limit: 100 })
  expect(rows).toMatchObject([
    { marketA: { marketId: 'KXEPLGAME-26NOV21NEWBRE-TIE' }, marketB: { marketId: 'match p-draw' } },
  ])
})

function titleOf(row: unknown): string {
  return (row as UnifiedMarket).title
}
