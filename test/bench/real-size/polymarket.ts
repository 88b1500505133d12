import { nativeEvent, nativeMarket } from '../../venues/polymarket/payloads.js'
import { bare, drawn, type Fill, listOf, PARTS, slot, template } from './template.js'

/** About as many as the venue has open. */
export const EVENTS = 10_000
export const MARKETS_AN_EVENT = 5
/** Rows on a page at most (src/venues/polymarket/native/gamma.ts). */
export const PAGE_SIZE = 100
const FIRST_EVENT = 100_000
const FIRST_MARKET = 700_000

const EVENT_SLUG = `harbour-race-${slot('e', 5)}`
const NAME = `Candidate ${slot('n', 6)}`
const LONG = '7'.repeat(60)

const market = {
  id: slot('i', 6),
  question: `Will ${NAME} win the ${slot('t', 8)} race?`,
  conditionId: `0x${'ab'.repeat(29)}${slot('n', 6)}`,
  slug: `will-candidate-${slot('n', 6)}-win`,
  outcomePrices: `["0.${slot('p', 4)}", "0.${slot('q', 4)}"]`,
  liquidity: `1${slot('l', 5)}.5`,
  liquidityNum: bare(`1${slot('l', 5)}.5`),
  volume: `1${slot('v', 6)}.25`,
  volumeNum: bare(`1${slot('v', 6)}.25`),
  volume24hr: bare(`9${slot('d', 6)}.75`),
  groupItemTitle: NAME,
  questionID: `0x${'cd'.repeat(29)}${slot('n', 6)}`,
  clobTokenIds: `["${LONG}1${slot('n', 6)}", "${LONG}2${slot('n', 6)}"]`,
  bestBid: bare(`0.${slot('b', 4)}`),
  bestAsk: bare(`0.${slot('a', 4)}`),
  lastTradePrice: bare(`0.${slot('p', 4)}`),
}
const event = {
  id: slot('j', 6),
  ticker: EVENT_SLUG,
  slug: EVENT_SLUG,
  title: `The ${slot('t', 8)} race, number ${slot('e', 5)}`,
  volume: bare(`1${slot('v', 6)}.5`),
  volume24hr: bare(`8${slot('d', 6)}.5`),
  liquidity: bare(`1${slot('l', 5)}.25`),
  tags: [
    { id: '2', label: slot('c', 8), slug: 'first' },
    { id: '3', label: `Tag ${slot('g', 2)}`, slug: 'second' },
  ],
}
const parts = Array.from({ length: MARKETS_AN_EVENT }, () => nativeMarket(market))
const nested = template(nativeEvent({ ...event, markets: PARTS }), parts)
const { tags, ...parent } = nativeEvent({ ...event, markets: undefined })
/** A market in the list of markets: its row counts markets, not events. */
const listed = template(nativeMarket({ ...market, events: [parent], tags }))

/** Words of one length, so that a place in the template fits all of them. */
const towns = ['Velmaria', 'Orbhaven', 'Ostravar', 'Tarnwick', 'Lanterna']
const categories = ['Politics', 'Climates', 'Sporting', 'Finances']

const fillEvent: Fill = (name, row, part) => {
  const number = row * MARKETS_AN_EVENT + part
  const price = 200 + drawn(row, part, 9_600)
  switch (name) {
    case 'n':
      return number
    case 'i':
      return FIRST_MARKET + number
    case 'j':
      return FIRST_EVENT + row
    case 't':
      return towns[drawn(row, 0, towns.length)] ?? ''
    case 'c':
      return categories[drawn(row, 1, categories.length)] ?? ''
    case 'g':
      return row % 100
    case 'p':
      return price
    case 'q':
      return 10_000 - price
    case 'b':
      return price - 100
    case 'a':
      return price + 100
    // The lists come by volume of a day, the largest first.
    case 'd':
      return 999_999 - number
    case 'v':
      return drawn(row, part + 20, 1_000_000)
    case 'l':
      return drawn(row, part + 40, 100_000)
    default:
      return row
  }
}

const fillMarket: Fill = (name, row) =>
  fillEvent(name, Math.floor(row / MARKETS_AN_EVENT), row % MARKETS_AN_EVENT)

/** What the venue answers; undefined for what it does not know. */
export function answerPolymarket(path: string, query: URLSearchParams): Buffer | undefined {
  const isOpen = query.get('closed') !== 'true'
  const limit = Math.min(PAGE_SIZE, Number(query.get('limit') ?? 20))
  const page = (count: number, from: number): number[] =>
    Array.from({ length: isOpen ? Math.max(0, Math.min(limit, count - from)) : 0 }, (_unused, n) => from + n)
  const keyset = (matter: string, count: number): readonly [number[], string, string] => {
    const rows = page(count, Number(query.get('after_cursor') ?? 0))
    const next = (rows.at(-1) ?? count) + 1
    return [rows, `{"${matter}":[`, next < count ? `],"next_cursor":"${next}"}` : ']}']
  }
  const ids = query.getAll('id').map(Number)
  switch (path) {
    case '/events/keyset': {
      const [rows, head, tail] = keyset('events', EVENTS)
      return listOf(nested, rows, fillEvent, head, tail)
    }
    case '/markets/keyset': {
      const [rows, head, tail] = keyset('markets', EVENTS * MARKETS_AN_EVENT)
      return listOf(listed, rows, fillMarket, head, tail)
    }
    case '/events':
      return listOf(nested, page(EVENTS, Number(query.get('offset') ?? 0)), fillEvent)
    case '/markets': {
      const asked = ids.length === 0 ? page(EVENTS * MARKETS_AN_EVENT, Number(query.get('offset') ?? 0)) : []
      const found = isOpen ? ids.map((id) => id - FIRST_MARKET).filter((row) => row >= 0) : []
      return listOf(listed, [...asked, ...found], fillMarket)
    }
    default:
      return undefined
  }
}
