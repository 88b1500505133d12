import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../src/transport/call.js'
import { hyperliquid } from '../../src/venues/hyperliquid/index.js'
import { kalshi } from '../../src/venues/kalshi/index.js'
import { limitless } from '../../src/venues/limitless/index.js'
import { metaculus } from '../../src/venues/metaculus/index.js'
import { myriad } from '../../src/venues/myriad/index.js'
import { opinion } from '../../src/venues/opinion/index.js'
import { polymarket } from '../../src/venues/polymarket/index.js'
import { probable } from '../../src/venues/probable/index.js'
import type { Venue, VenueContext } from '../../src/venues/venue.js'
import { failureOf } from '../support/expect.js'
import { mutate } from '../support/mutations.js'
import { setUpVenue, tolerant, wholeList } from '../support/venue.js'
import type { Answers } from '../support/wire.js'
import { contexts, meta, mids, templates } from './hyperliquid/payloads.js'
import { bodyOf } from './hyperliquid/world.js'
import * as kalshiPayloads from './kalshi/payloads.js'
import { activePage, nativeMarkets } from './limitless/payloads.js'
import { nativePost, nativeQuestion, page as postPage } from './metaculus/payloads.js'
import { marketNumber as myriadMarket, pageOf as myriadPage } from './myriad/payloads.js'
import { answer, nativeBinary } from './opinion/payloads.js'
import { nativeEvents } from './polymarket/payloads.js'
import { nativeBook, marketNumber as probableMarket, pageOf as probablePage } from './probable/payloads.js'

/**
 * Every member of the rows of a list, broken in one row and in all of them. In one row it costs nothing or that row;
 * in all rows it is an error that names the member, unless the member is one that lists can do without.
 */
type Row = Record<string, unknown>

interface Listing {
  readonly venue: Venue
  readonly rows: readonly Row[]
  answers(rows: readonly unknown[]): Answers
}

const seven = <Made>(make: (n: number) => Made): Made[] => Array.from({ length: 7 }, (_unused, n) => make(n))
const asks = (query: VenueCall['query'], name: string, value: string): boolean =>
  query.some(([key, asked]) => key === name && asked === value)
const row = (made: object): Row => ({ ...made })

const listings: Readonly<Record<string, Listing>> = {
  kalshi: {
    venue: kalshi,
    rows: seven((n) => kalshiPayloads.nativeMarket({ ticker: `KXORBMAYOR-26-M${n}` })),
    answers: (markets) => ({
      'GET api/series': { series: [kalshiPayloads.nativeSeries()] },
      'GET api/markets': { markets: [], cursor: '' },
      'GET api/events': () => ({
        // Every leg brings the same rows, so that the odd one comes more than once.
        events: [kalshiPayloads.nativeEvent({ markets })],
        cursor: '',
      }),
    }),
  },
  polymarket: {
    venue: polymarket,
    rows: nativeEvents(7).map(row),
    answers: (events) => ({ 'GET gamma/events/keyset': { events } }),
  },
  limitless: {
    venue: limitless,
    rows: nativeMarkets(7).map(row),
    answers: (data) => ({ 'GET api/markets/active': activePage(data) }),
  },
  opinion: {
    venue: opinion,
    rows: seven((n) => row(nativeBinary(7101 + n))),
    answers: (list) => ({
      'GET api/market': ({ query }: Pick<VenueCall, 'query'>) =>
        answer(asks(query, 'status', 'activated') ? { total: list.length, list } : { total: 0, list: [] }),
    }),
  },
  myriad: {
    venue: myriad,
    rows: seven((n) => row(myriadMarket(n + 1))),
    answers: (data) => ({ 'GET api/markets': myriadPage(data) }),
  },
  probable: {
    venue: probable,
    rows: seven((n) => row(probableMarket(n))),
    answers: (markets) => ({
      'GET market/markets': probablePage(markets),
      'GET market/events': [],
      'GET orderbook/book': ({ query }: Pick<VenueCall, 'query'>) =>
        nativeBook({ asset_id: query.find(([name]) => name === 'token_id')?.[1] }),
    }),
  },
  metaculus: {
    venue: metaculus,
    rows: seven((n) =>
      row(nativePost({ id: 900 + n, question: nativeQuestion({ id: 1900 + n, post_id: 900 + n }) })),
    ),
    answers: (posts) => ({
      'GET api/posts/': ({ query }: Pick<VenueCall, 'query'>) =>
        postPage(...(asks(query, 'offset', '0') ? posts.map(Object) : [])),
    }),
  },
  hyperliquid: {
    venue: hyperliquid,
    rows: (Object(meta()).outcomes as readonly object[]).map(row),
    answers: (outcomes) => ({
      'POST api/info': (call: Parameters<typeof bodyOf>[0]) => {
        const told: Row = {
          outcomeMeta: { ...Object(meta()), outcomes },
          outcomeTemplates: templates(),
          allMids: mids(),
          spotMetaAndAssetCtxs: contexts(),
        }
        return told[String(bodyOf(call)['type'])]
      },
    }),
  },
}

const secrets = { values: { apiToken: 'a-token-of-tests' }, withheld: false }
const ways = ['dropped', 'nulled', 'retyped'] as const

describe.each(Object.entries(listings))('%s', (_name, { venue, rows, answers }) => {
  async function idsOf(broken: readonly unknown[]): Promise<{ ids: string[]; ctx: VenueContext }> {
    const ctx = tolerant(setUpVenue(venue, answers(broken), undefined, secrets).ctx)
    const active = { status: 'active' } as const
    if (venue.markets.listMarkets !== undefined) {
      const found = await wholeList(venue.markets.listMarkets(active, ctx).paging, ctx)
      return { ids: found.map(({ market }) => market.marketId), ctx }
    }
    const found = await wholeList(venue.markets.listEvents(active, ctx).paging, ctx)
    return { ids: found.flatMap(({ markets }) => markets.map(({ market }) => market.marketId)), ctx }
  }
  const members = Object.keys(rows[0] ?? {})

  test('one odd row costs at most itself', async () => {
    const { ids: whole } = await idsOf(rows)
    expect(whole.length).toBeGreaterThanOrEqual(rows.length)
    const perRow = whole.length / rows.length
    for (const path of members) {
      for (const how of ways) {
        const { ids, ctx } = await idsOf(
          rows.map((one, index) => (index === 1 ? mutate(one, { how, path }) : one)),
        )
        expect(whole, `${path} ${how}`).toEqual(expect.arrayContaining(ids))
        const lost = whole.length - ids.length
        expect(lost, `${path} ${how}`).toBeLessThanOrEqual(Math.max(perRow, ctx.omissions.rows))
        if (lost > 0 && path !== 'markets') expect(ctx.omissions.rows, `${path} ${how}`).toBeGreaterThan(0)
      }
    }
  })

  test('what all rows lack is an error that names it, unless lists can do without', async () => {
    const { ids: whole } = await idsOf(rows)
    for (const path of members) {
      const broken = rows.map((one) => (path in one ? mutate(one, { how: 'dropped', path }) : one))
      const outcome = await idsOf(broken).then(
        ({ ids }) => ids,
        (error: unknown) => failureOf(() => Promise.reject(error)),
      )
      if (Array.isArray(outcome)) expect(outcome, path).toEqual(whole)
      else expect(JSON.stringify(outcome.detail), path).toContain(path)
    }
  })
})
