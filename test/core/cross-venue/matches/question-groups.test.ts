import { expect, test } from 'vitest'
import { joinText } from '../../../../src/catalog/rows/row-stream.js'
import { ReadyPieces } from '../../../../src/core/request/api-call.js'
import { linkedVenues, routerOver, venueOf } from '../../matches-world.js'

const btc = (value: string) => `Will Bitcoin be above $${value} on December 5, 2026?`
const venues = [
  venueOf('kalshi', [
    { id: 'K1', title: btc('100,000'), volume24h: 90 },
    { id: 'K2', title: btc('110,000'), volume24h: 10 },
  ]),
  venueOf('polymarket', [
    { id: '1', title: btc('110,000'), volume24h: 80 },
    { id: '2', title: btc('100,000'), volume24h: 5 },
  ]),
  venueOf('rain', [{ id: 'r', title: 'Will Bitcoin be mentioned on December 5, 2026?', volume24h: 40 }]),
]

type Rows = { readonly id: string; readonly marketId?: string; readonly title: string; questionId?: string }[]

async function askedOf(method: 'fetchMarkets' | 'fetchEvents', query: object, of = venues) {
  const world = await routerOver(of)
  const read = async (): Promise<Rows> => {
    const { rows } = await world.ask(method, query)
    return JSON.parse(rows instanceof ReadyPieces ? joinText(rows) : '') as Rows
  }
  return { ...world, read }
}

test('markets of several venues that ask the same stand next to each other, with the id of the first', async () => {
  const { read } = await askedOf('fetchMarkets', { query: 'bitcoin december', grouped: true })
  const rows = await read()
  expect(rows.map(({ marketId }) => marketId)).toEqual(['K1', '2', '1', 'K2', 'r'])
  const of = (place: number) => rows[place]?.id
  expect(rows.map(({ questionId }) => questionId)).toEqual([of(0), of(0), of(2), of(2), of(4)])
})

test('without being asked for, rows stay in their order and have no such id', async () => {
  const { read } = await askedOf('fetchMarkets', { query: 'bitcoin december' })
  const rows = await read()
  expect(rows.map(({ marketId }) => marketId)).toEqual(['K1', '1', 'r', 'K2', '2'])
  expect(rows[0]).not.toHaveProperty('questionId')
})

test('events are one question where most of their markets are', async () => {
  const event = (id: string, event: string, title: string, markets: readonly string[]) =>
    markets.map((value, at) => ({ id: `${id}${at}`, title: btc(value), event, eventTitle: title }))
  const of = [
    venueOf('kalshi', event('K', 'E', 'Bitcoin on December 5, 2026', ['100,000', '110,000', '120,000'])),
    venueOf('rain', event('R', 'F', 'Bitcoin price on December 5, 2026?', ['110,000', '120,000'])),
    venueOf('polymarket', event('P', 'G', 'Bitcoin on December 5, 2026: how high?', ['90,000', '80,000'])),
  ]
  const { read } = await askedOf('fetchEvents', { query: 'december bitcoin', grouped: true }, of)
  const rows = await read()
  const questions = new Map(rows.map(({ title, questionId }) => [title, questionId]))
  expect(questions.get('Bitcoin on December 5, 2026')).toBe(
    questions.get('Bitcoin price on December 5, 2026?'),
  )
  expect(new Set(questions.values()).size).toBe(2)
})

test('what the user has said of two markets counts, and a venue asks a question once', async () => {
  const { read, said } = await askedOf('fetchMarkets', { query: 'bitcoin december', grouped: true })
  said.links = linkedVenues('same', 'kalshi', 'rain')
  const rows = await read()
  expect(rows.map(({ marketId }) => marketId)).toEqual(['K1', 'r', '2', '1', 'K2'])
})
