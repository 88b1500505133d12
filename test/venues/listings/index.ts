import { baozi } from '../../../src/venues/baozi/index.js'
import { hunch } from '../../../src/venues/hunch/index.js'
import { hyperliquid } from '../../../src/venues/hyperliquid/index.js'
import { kalshi } from '../../../src/venues/kalshi/index.js'
import { kalshiDemo } from '../../../src/venues/kalshi-demo/index.js'
import { limitless } from '../../../src/venues/limitless/index.js'
import { metaculus } from '../../../src/venues/metaculus/index.js'
import { myriad } from '../../../src/venues/myriad/index.js'
import { opinion } from '../../../src/venues/opinion/index.js'
import { polymarket } from '../../../src/venues/polymarket/index.js'
import { probable } from '../../../src/venues/probable/index.js'
import { rain } from '../../../src/venues/rain/index.js'
import { suibets } from '../../../src/venues/suibets/index.js'
import { type Answers, json } from '../../support/wire.js'
import { marketBytes, raceBytes, result, row } from '../baozi/payloads.js'
import * as hunchPayloads from '../hunch/payloads.js'
import { contexts, meta, mids, templates } from '../hyperliquid/payloads.js'
import { bodyOf } from '../hyperliquid/world.js'
import {
  activePage,
  nativeBook,
  nativeChild,
  nativeGroup,
  nativeMarkets,
  token,
} from '../limitless/payloads.js'
import { groupPost, nativePost, nativeQuestion, page as postPage } from '../metaculus/payloads.js'
import * as myriadPayloads from '../myriad/payloads.js'
import {
  nativeBinary,
  answer as opinionAnswer,
  nativeChild as opinionChild,
  nativeEvent as opinionEvent,
} from '../opinion/payloads.js'
import { listedMarket, nativeEvents, nativeSeries } from '../polymarket/payloads.js'
import * as probablePayloads from '../probable/payloads.js'
import * as rainPayloads from '../rain/payloads.js'
import { nativeOffer } from '../suibets/payloads.js'
import { geminiListings } from './gemini-titan.js'
import { kalshiListings } from './kalshi.js'
import {
  type Asked,
  asks,
  COUNT,
  events,
  found,
  inSeries,
  type Listing,
  markets,
  marketsOf,
  type Row,
  series,
  seven,
} from './lists.js'
import { polymarketUsListings } from './polymarket-us.js'
import { smarketsListings } from './smarkets.js'

const polymarketEvents = nativeEvents(COUNT).map((row): Row => ({ ...row }))
const polymarketMarkets = seven((n) => {
  const [event] = nativeEvents(1, n)
  const [market] = event?.markets ?? []
  return listedMarket(market)
})
const gone = json(404, {})

const myriadEvents = seven((n) =>
  myriadPayloads.nativeEvent({
    id: `2cfe87e8-12df-4671-b9a9-0758898fd50${n}`,
    slug: `event-${n}`,
    markets: [myriadPayloads.bookMarket({ id: 900 + n, slug: `market-${n}` })],
  }),
)
const myriadAnswers = (over: Answers): Answers => ({
  'GET api/markets': myriadPayloads.pageOf([]),
  'GET api/events': myriadPayloads.pageOf([]),
  ...over,
})

const probableEvents = seven((n) =>
  probablePayloads.nativeEvent({
    id: 801 + n,
    slug: `event-${n}`,
    markets: [probablePayloads.marketNumber(n)],
  }),
)
const probableBook = ({ query }: Asked) =>
  probablePayloads.nativeBook({ asset_id: query.find(([name]) => name === 'token_id')?.[1] })
const onFirstPage = (rows: readonly unknown[]) => (call: Asked) => (asks(call, 'page', '1') ? rows : [])

const posts = seven((n) =>
  nativePost({ id: 900 + n, question: nativeQuestion({ id: 1900 + n, post_id: 900 + n }) }),
)
const groups = seven((n) => {
  const post = groupPost({ id: 900 + n, slug: `group-${n}` })
  const { group_of_questions: group } = post
  const questions = group.questions.map((one, index) => ({
    ...one,
    id: 5000 + 10 * n + index,
    post_id: 900 + n,
  }))
  return { ...post, group_of_questions: { ...group, id: 900 + n, questions } }
})
const postAnswers = (rows: readonly unknown[]): Answers => ({
  'GET api/posts/': (call: Asked) => postPage(...(asks(call, 'offset', '0') ? rows.map(Object) : [])),
})

const hyperliquidAnswers = (over: Row): Answers => ({
  'POST api/info': (call: Parameters<typeof bodyOf>[0]) => {
    const told: Row = {
      outcomeMeta: meta(),
      outcomeTemplates: templates(),
      allMids: mids(),
      spotMetaAndAssetCtxs: contexts(),
      ...over,
    }
    return told[String(bodyOf(call)['type'])]
  },
})
const quoted = contexts()[1] as readonly Row[]
/** With the other side of one that nobody quotes: fewer outcomes prove nothing about what all of them have. */
const contextRows = quoted.flatMap((row) =>
  row['coin'] === '#1620' ? [row, { ...row, coin: '#1621' }] : [row],
)
const listIn = (payload: object, name: string): Row[] => [...Reflect.get(payload, name)]

const groupMarkets = seven((n) => nativeChild(1, { id: 60_000 + n, slug: `child-${n}`, tokens: sides(n) }))
function sides(n: number) {
  return { yes: token(500 + n), no: token(500 + n, 'no') }
}

const scanned = (kind: string, rows: readonly unknown[]): Answers => ({
  'POST rpc': ({ body }: { readonly body?: unknown }) =>
    result(JSON.stringify(body).includes(kind) ? rows : []),
})

/** Books of one side: a row without a price has the last trade's, which comes with its book. */
const limitlessBooks = Object.fromEntries(
  [...nativeMarkets(COUNT), ...groupMarkets].map(({ slug }) => [
    `GET api/markets/${slug}/orderbook`,
    nativeBook({ lastTradePrice: 0.31 }),
  ]),
)

const hunchMarkets = seven((n) => hunchPayloads.nativeMarket({ id: `market-${n}`, slug: `slug-${n}` }))
/** Every payload that any list of a venue is read from. */
export const listings: Readonly<Record<string, Readonly<Record<string, Listing>>>> = {
  'gemini-titan': geminiListings,
  kalshi: kalshiListings(kalshi),
  'kalshi-demo': kalshiListings(kalshiDemo),
  polymarket: {
    events: {
      venue: polymarket,
      rows: polymarketEvents,
      answers: (rows) => ({ 'GET gamma/events/keyset': { events: rows } }),
      list: events,
    },
    'events by offset': {
      venue: polymarket,
      rows: polymarketEvents,
      answers: (rows) => ({
        'GET gamma/events/keyset': gone,
        'GET gamma/events': (call: Asked) => (asks(call, 'offset', '0') ? rows : []),
      }),
      list: events,
    },
    'markets of a page': {
      venue: polymarket,
      rows: polymarketMarkets,
      answers: (rows) => ({ 'GET gamma/markets/keyset': { markets: rows } }),
      list: marketsOf({ status: 'active', atMost: 50 }),
    },
    search: {
      venue: polymarket,
      rows: polymarketEvents,
      answers: (rows) => ({ 'GET gamma/public-search': { events: rows, pagination: { hasMore: false } } }),
      list: found,
    },
    series: {
      venue: polymarket,
      rows: seven((n) => nativeSeries({ id: String(n), slug: `series-${n}` })),
      answers: (rows) => ({
        'GET gamma/series': (call: Asked) => (asks(call, 'offset', '0') ? rows : []),
      }),
      list: series,
    },
    'events of a series': {
      venue: polymarket,
      rows: polymarketEvents,
      answers: (rows) => ({ 'GET gamma/events/keyset': { events: rows } }),
      list: inSeries('881'),
    },
  },
  baozi: {
    markets: {
      venue: baozi,
      rows: seven((n) => row(`market ${n}`, marketBytes({ number: BigInt(n) }))),
      answers: (rows) => scanned('dkokXHR3DTw', rows),
      list: markets,
    },
    races: {
      venue: baozi,
      rows: seven((n) => row(`race ${n}`, raceBytes({ number: BigInt(n) }))),
      answers: (rows) => scanned('gSEpsnQwdXK', rows),
      list: events,
    },
  },
  limitless: {
    markets: {
      venue: limitless,
      rows: nativeMarkets(COUNT).map((row): Row => ({ ...row })),
      answers: (data) => ({ 'GET api/markets/active': activePage(data), ...limitlessBooks }),
      list: events,
    },
    groups: {
      venue: limitless,
      rows: groupMarkets.map((child, n) => ({
        ...nativeGroup({ id: 9001 + n, slug: `group-${n}`, markets: [{ ...child, groupId: 9001 + n }] }),
      })),
      answers: (data) => ({ 'GET api/markets/active': activePage(data), ...limitlessBooks }),
      list: events,
    },
    search: {
      venue: limitless,
      rows: nativeMarkets(COUNT).map((row): Row => ({ ...row })),
      answers: (rows) => ({
        'GET api/markets/search': { markets: rows, totalMarketsCount: rows.length },
        ...limitlessBooks,
      }),
      list: found,
    },
  },
  opinion: {
    markets: {
      venue: opinion,
      rows: seven((n) => nativeBinary(7101 + n)),
      answers: (list) => ({
        'GET api/market': (call: Asked) =>
          opinionAnswer(
            asks(call, 'status', 'activated') ? { total: list.length, list } : { total: 0, list: [] },
          ),
      }),
      list: markets,
    },
    events: {
      venue: opinion,
      rows: seven((n) =>
        opinionEvent(801 + n, { slug: `event-${n}`, childMarkets: [opinionChild(7201 + n)] }),
      ),
      answers: (list) => ({
        'GET api/market': (call: Asked) =>
          opinionAnswer(
            asks(call, 'status', 'activated') ? { total: list.length, list } : { total: 0, list: [] },
          ),
      }),
      list: events,
    },
  },
  myriad: {
    markets: {
      venue: myriad,
      rows: seven((n) => myriadPayloads.marketNumber(n + 1)),
      answers: (rows) => myriadAnswers({ 'GET api/markets': myriadPayloads.pageOf(rows) }),
      list: markets,
    },
    events: {
      venue: myriad,
      rows: myriadEvents,
      answers: (rows) => myriadAnswers({ 'GET api/events': myriadPayloads.pageOf(rows) }),
      list: events,
    },
    search: {
      venue: myriad,
      rows: seven((n) => myriadPayloads.marketNumber(n + 1)),
      answers: (rows) => myriadAnswers({ 'GET api/markets': myriadPayloads.pageOf(rows) }),
      list: found,
    },
  },
  probable: {
    markets: {
      venue: probable,
      rows: seven((n) => probablePayloads.marketNumber(n)),
      answers: (rows) => ({
        'GET market/markets': probablePayloads.pageOf(rows),
        'GET market/events': onFirstPage(probableEvents),
        'GET orderbook/book': probableBook,
      }),
      list: markets,
    },
    'events of markets': {
      venue: probable,
      rows: probableEvents,
      answers: (rows) => ({
        'GET market/markets': probablePayloads.pageOf(
          seven((n) => probablePayloads.marketNumber(n, { event_id: 801 + n })),
        ),
        'GET market/events': onFirstPage(rows),
        'GET orderbook/book': probableBook,
      }),
      list: markets,
    },
    events: {
      venue: probable,
      rows: probableEvents,
      answers: (rows) => ({ 'GET market/events': onFirstPage(rows), 'GET orderbook/book': probableBook }),
      list: events,
    },
    search: {
      venue: probable,
      rows: probableEvents,
      answers: (rows) => ({
        'GET market/public-search': { events: rows, pagination: { hasMore: false } },
        'GET orderbook/book': probableBook,
      }),
      list: found,
    },
  },
  metaculus: {
    posts: { venue: metaculus, rows: posts, answers: postAnswers, list: events },
    groups: { venue: metaculus, rows: groups, answers: postAnswers, list: events },
    search: { venue: metaculus, rows: posts, answers: postAnswers, list: found },
  },
  hyperliquid: {
    outcomes: {
      venue: hyperliquid,
      rows: listIn(meta(), 'outcomes'),
      answers: (outcomes) => hyperliquidAnswers({ outcomeMeta: { ...meta(), outcomes } }),
      list: markets,
    },
    questions: {
      venue: hyperliquid,
      rows: listIn(meta(), 'questions'),
      answers: (questions) => hyperliquidAnswers({ outcomeMeta: { ...meta(), questions } }),
      list: events,
    },
    contexts: {
      venue: hyperliquid,
      rows: contextRows,
      answers: (rows) => hyperliquidAnswers({ spotMetaAndAssetCtxs: [contexts()[0], rows] }),
      list: markets,
    },
  },
  polymarket_us: polymarketUsListings,
  smarkets: smarketsListings,
  hunch: Object.fromEntries(
    Object.entries({ markets, events }).map(([what, list]) => [
      what,
      { venue: hunch, rows: hunchMarkets, answers: (rows) => hunchPayloads.lists(rows), list },
    ]),
  ),
  suibets: Object.fromEntries(
    Object.entries({ markets, events }).map(([what, list]) => [
      what,
      {
        venue: suibets,
        rows: seven((n) => nativeOffer({ id: 421 + n, eventId: `76045${n}`, currency: 'USDC' })),
        answers: (rows: readonly unknown[]) => ({ 'GET api/p2p/offers': rows }),
        list,
      },
    ]),
  ),
  rain: {
    'pools of two': {
      venue: rain,
      rows: seven((n) => rainPayloads.pairPool(n + 1)),
      answers: (rows) => ({ 'GET api/pools/public-pools': rainPayloads.listOf(rows, { pages: 1 }) }),
      list: events,
    },
    'pools of more': {
      venue: rain,
      rows: seven((n) => rainPayloads.racePool(n + 1)),
      answers: (rows) => ({ 'GET api/pools/public-pools': rainPayloads.listOf(rows, { pages: 1 }) }),
      list: markets,
    },
  },
}
