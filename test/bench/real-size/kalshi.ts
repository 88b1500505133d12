import { nativeCandlestick, nativeEvent, nativeMarket } from '../../venues/kalshi/payloads.js'
import { bare, drawn, type Fill, listOf, PARTS, slot, template } from './template.js'

/** As many as the venue has open. */
export const EVENTS = 8_000
export const MARKETS_AN_EVENT = 13
const EVENTS_A_SERIES = 10
/** Most events on a page, and most markets; the venue's own numbers (src/venues/kalshi/listing.ts). */
export const EVENTS_PER_PAGE = 200
/** One event in so many has changed when what changed is asked for. */
const CHANGED = 50

/** Words of one length, so that a place in the template fits all of them. */
const towns = ['Orbhaven', 'Velmaria', 'Kestrelo', 'Lanterna', 'Ostravar', 'Tarnwick', 'Calloway', 'Brandton']
const categories = ['Politics', 'Climates', 'Sporting', 'Finances']

const EVENT = `KXB${slot('s', 4)}-E${slot('e', 5)}`
const tickerOf = (part: number): string => `${EVENT}-M${String(part).padStart(2, '0')}`

function marketTemplate(part: number) {
  const name = `Candidate ${slot('n', 6)}`
  const price = (letter: string): string => `0.${slot(letter, 4)}`
  return nativeMarket({
    ticker: tickerOf(part),
    event_ticker: EVENT,
    title: `Will ${name} become mayor of ${slot('t', 8)} in race ${slot('e', 5)}?`,
    yes_sub_title: name,
    no_sub_title: name,
    yes_bid_dollars: price('b'),
    yes_ask_dollars: price('a'),
    last_price_dollars: price('l'),
    previous_price_dollars: price('p'),
    volume_fp: `1${slot('v', 6)}.50`,
    volume_24h_fp: `1${slot('d', 4)}.25`,
    open_interest_fp: `1${slot('o', 4)}.75`,
    rules_primary: `If ${name} is sworn in as mayor of ${slot('t', 8)}, then the market resolves to Yes.`,
  })
}

const eventMembers = {
  event_ticker: EVENT,
  series_ticker: `KXB${slot('s', 4)}`,
  title: `Next mayor of ${slot('t', 8)}, race ${slot('e', 5)}`,
  category: slot('c', 8),
}
const parts = Array.from({ length: MARKETS_AN_EVENT }, (_unused, part) => marketTemplate(part))
const nested = template(nativeEvent({ ...eventMembers, markets: PARTS }), parts)
const alone = template(nativeEvent({ ...eventMembers, markets: undefined }))
/** A market by itself: its row counts markets, not events. */
const single = template(
  JSON.parse(JSON.stringify(marketTemplate(0)).replaceAll(tickerOf(0), `${EVENT}-M${slot('m', 2)}`)),
)
const series = template({
  ticker: `KXB${slot('e', 4)}`,
  title: `Mayors ${slot('e', 4)}`,
  category: 'Politics',
  frequency: 'custom',
  tags: ['Mayors', `Tag ${slot('g', 2)}`],
  contract_terms_url: 'https://terms.example/mayors.pdf',
  volume: bare(`1${slot('e', 4)}`),
})

const fillEvent: Fill = (name, row, part) => {
  // Prices of a market hang together: bid below last below ask.
  const price = 200 + drawn(row, part, 9_600)
  switch (name) {
    case 's':
      return Math.floor(row / EVENTS_A_SERIES)
    case 'n':
      return row * MARKETS_AN_EVENT + part
    case 't':
      return towns[drawn(row, 0, towns.length)] ?? ''
    case 'c':
      return categories[drawn(row, 1, categories.length)] ?? ''
    case 'g':
      return row % 100
    case 'l':
      return price
    case 'b':
      return price - 100
    case 'a':
      return price + 100
    case 'p':
      return Math.max(100, price - 50)
    case 'm':
      return part
    case 'v':
      return drawn(row, part + 20, 1_000_000)
    case 'd':
    case 'o':
      return drawn(row, part + 40, 10_000)
    default:
      return row
  }
}

const fillMarket: Fill = (name, row) =>
  fillEvent(name, Math.floor(row / MARKETS_AN_EVENT), row % MARKETS_AN_EVENT)

/** The row of a market by its ticker; undefined for one that is none. */
function marketNumber(ticker: string): number | undefined {
  const match = /^KXB\d{4}-E(\d{5})-M(\d{2})$/.exec(ticker)
  return match === null ? undefined : Number(match[1]) * MARKETS_AN_EVENT + Number(match[2])
}

function eventNumber(ticker: string): number | undefined {
  const match = /^KXB\d{4}-E(\d{5})$/.exec(ticker)
  return match === null ? undefined : Number(match[1])
}

const numbersOf = (list: string | null, numberOf: (ticker: string) => number | undefined): number[] =>
  (list ?? '').split(',').flatMap((ticker) => numberOf(ticker) ?? [])

/** What the venue answers; undefined for what it does not know. */
export function answerKalshi(path: string, query: URLSearchParams): Buffer | undefined {
  const [root, id = '', ...rest] = path.split('/').slice(1)
  if (rest.at(-1) === 'candlesticks') return candles(rest[0] === 'markets' ? (rest[1] ?? '') : id, query)
  switch (root) {
    case 'events':
      return id === '' ? events(query) : oneEvent(id, rest[0])
    case 'markets':
      return id === '' ? markets(query) : oneMarket(id)
    case 'series': {
      const all = Array.from({ length: EVENTS / EVENTS_A_SERIES }, (_unused, row) => row)
      if (id === '') return listOf(series, all, fillEvent, '{"series":[', ']}')
      return listOf(series, [Number(id.slice(3))], fillEvent, '{"series":', '}')
    }
    case 'historical':
      return id === 'cutoff'
        ? json({ market_settled_ts: '2026-05-01T00:00:00Z', trades_created_ts: '2026-05-01T00:00:00Z' })
        : undefined
    default:
      return undefined
  }
}

function events(query: URLSearchParams): Buffer {
  const shape = query.get('with_nested_markets') === 'true' ? nested : alone
  const asked = query.get('tickers')
  if (asked !== null)
    return listOf(shape, numbersOf(asked, eventNumber), fillEvent, '{"events":[', '],"cursor":""}')
  const limit = Math.min(EVENTS_PER_PAGE, Number(query.get('limit') ?? EVENTS_PER_PAGE))
  const step = query.get('min_updated_ts') === null ? 1 : CHANGED
  const from = Number(query.get('cursor') ?? 0)
  const isOpen = (query.get('status') ?? 'open') === 'open'
  const to = isOpen ? Math.min(EVENTS, from + limit * step) : from
  const rows = range(from, to, step)
  const cursor = isOpen && to < EVENTS ? String(to) : ''
  return listOf(shape, rows, fillEvent, '{"events":[', `],"cursor":"${cursor}"}`)
}

function markets(query: URLSearchParams): Buffer {
  const asked = query.get('tickers')
  const changed = query.get('min_updated_ts') !== null
  const rows =
    asked === null
      ? range(0, changed ? EVENTS * MARKETS_AN_EVENT : 0, CHANGED * MARKETS_AN_EVENT)
      : numbersOf(asked, marketNumber)
  return listOf(single, rows, fillMarket, '{"markets":[', '],"cursor":""}')
}

function oneEvent(ticker: string, more: string | undefined): Buffer | undefined {
  if (more === 'metadata') return json({ image_url: '' })
  const row = eventNumber(ticker)
  return row === undefined ? undefined : listOf(nested, [row], fillEvent, '{"event":', '}')
}

function oneMarket(ticker: string): Buffer | undefined {
  const row = marketNumber(ticker)
  return row === undefined ? undefined : listOf(single, [row], fillMarket, '{"market":', '}')
}

/** A candle for every period. */
function candles(ticker: string, query: URLSearchParams): Buffer {
  const step = Number(query.get('period_interval')) * 60
  const first = Math.ceil(Number(query.get('start_ts')) / step) * step
  const ends = range(first, Number(query.get('end_ts')) + 1, step)
  return json({ ticker, candlesticks: ends.map((end) => nativeCandlestick(end)) })
}

function range(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.max(0, Math.ceil((to - from) / step)) }, (_unused, n) => from + n * step)
}

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value))
}
