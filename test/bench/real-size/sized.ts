import type { HostLimit } from '../../../src/transport/hosts.js'
import { anonymousLimit } from '../../../src/venues/kalshi/hosts.js'
import { hosts as polymarketHosts } from '../../../src/venues/polymarket/hosts.js'
import * as kalshi from './kalshi.js'
import * as polymarket from './polymarket.js'

/** A venue of its real size. */
export interface Sized {
  readonly venue: 'kalshi' | 'polymarket'
  readonly hosts: Readonly<Record<string, string>>
  readonly markets: number
  /** Rate budgets by the first part of the paths that spend them. */
  readonly budgets: Readonly<Record<string, HostLimit>>
  /** A question for which every row is needed. */
  readonly wholeQuestion: string
  readonly questions: readonly Question[]
  /** The pages of its list of events, as the server answers them. */
  readonly pages: { readonly count: number; page(number: number): Buffer }
  /** An outcome whose candles are pinged meanwhile. */
  readonly candlesOf?: string
}

/** Rows without the fields that only some clients read: `metadataRow` measures what those cost. */
export const BARE = 'sourceMetadata=0'

/** A list query; `n` makes each one different. */
export interface Question {
  readonly name: string
  path(n: number): string
}

/** Kalshi, served from this port. */
export function kalshiOfSize(port: number): Sized {
  const markets = kalshi.EVENTS * kalshi.MARKETS_AN_EVENT
  const list = (query: string) => `/api/kalshi/fetchMarkets?limit=100&${BARE}&${query}`
  const offset = (n: number, below: number): number => (n * 7_919) % below
  return {
    venue: 'kalshi',
    hosts: { api: `http://127.0.0.1:${port}/kalshi` },
    markets,
    budgets: { '': anonymousLimit },
    wholeQuestion: '/api/kalshi/fetchMarkets?limit=1',
    candlesOf: 'KXB0007-E00070-M03',
    pages: {
      count: kalshi.EVENTS / kalshi.EVENTS_PER_PAGE,
      page: (number) => {
        const cursor = String(number * kalshi.EVENTS_PER_PAGE)
        const query = new URLSearchParams({ status: 'open', with_nested_markets: 'true', cursor })
        return kalshi.answerKalshi('/events', query) ?? Buffer.alloc(0)
      },
    },
    questions: [
      { name: 'first page', path: (n) => list(`sort=${sorts[n % sorts.length]}`) },
      {
        name: 'sorted, any offset',
        path: (n) => list(`sort=${sorts[n % sorts.length]}&offset=${offset(n, markets - 100)}`),
      },
      {
        name: 'filtered, any offset',
        path: (n) => list(`category=Sporting&offset=${offset(n, markets / 5)}`),
      },
      { name: 'by tag', path: (n) => list(`tags=Tag%20${String(n % 100).padStart(2, '0')}`) },
      { name: 'by text', path: (n) => list(`query=race%20${String(n % 80).padStart(3, '0')}`) },
      {
        name: 'events',
        path: (n) => `/api/kalshi/fetchEvents?limit=100&${BARE}&offset=${offset(n, kalshi.EVENTS - 100)}`,
      },
    ],
  }
}

/** Polymarket, likewise. */
export function polymarketOfSize(port: number): Sized {
  const markets = polymarket.EVENTS * polymarket.MARKETS_AN_EVENT
  const list = (query: string) => `/api/polymarket/fetchMarkets?limit=100&${BARE}&${query}`
  const { events, markets: marketGroup } = polymarketHosts.gamma.groups
  return {
    venue: 'polymarket',
    hosts: { gamma: `http://127.0.0.1:${port}/polymarket` },
    markets,
    budgets: { events, markets: marketGroup },
    pages: {
      count: polymarket.EVENTS / polymarket.PAGE_SIZE,
      page: (number) => {
        const query = new URLSearchParams({
          limit: String(polymarket.PAGE_SIZE),
          after_cursor: String(number * polymarket.PAGE_SIZE),
        })
        return polymarket.answerPolymarket('/events/keyset', query) ?? Buffer.alloc(0)
      },
    },
    // Nothing sorts by liquidity but the whole list.
    wholeQuestion: '/api/polymarket/fetchEvents?limit=1&sort=liquidity',
    questions: [
      {
        name: 'sorted, any offset',
        path: (n) => list(`sort=${sorts[n % sorts.length]}&offset=${(n * 7_919) % (markets - 100)}`),
      },
      { name: 'filtered', path: (n) => list(`category=Sporting&offset=${(n * 7_919) % (markets / 5)}`) },
    ],
  }
}

const sorts = ['volume', 'liquidity', 'newest']
