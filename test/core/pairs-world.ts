import type { VenueId } from '../../src/api/envelope/venue-ids.js'
import type { CatalogSearch } from '../../src/core/cross-venue/catalog/catalog-search.js'
import type { MatchesDeps } from '../../src/core/cross-venue/matches/market-matches.js'
import type { MarketPair, MatchPairQuery, Pairs } from '../../src/core/cross-venue/matches/match-pairs.js'
import type { CoreCall } from '../../src/core/request/api-call.js'
import { fakeClock } from '../support/clock.js'

interface MemberFacts {
  readonly title?: string
  readonly category?: string
  readonly volume24h?: number
  readonly eventId?: string
  /** Of its yes; its no costs nothing. */
  readonly price?: number
  /** Its book cannot be read. */
  readonly hasNoYes?: true
}

/** Two markets `<venue> <id>`, and how sure it is that they are the same. */
export type SaidPair = readonly [a: string, b: string, confidence: number]

export interface PairsWorld {
  readonly pairs: readonly SaidPair[]
  readonly facts?: Readonly<Record<string, MemberFacts>>
  /** Rows of events, by `<venue> <id>`. */
  readonly events?: Readonly<Record<string, object>>
  readonly read?: MatchesDeps['books']['read']
}

export const routerCall: CoreCall = {
  venue: 'router',
  signal: new AbortController().signal,
  credentials: undefined,
  trusted: false,
}

/** What matches are told from, where it was said which pairs there are: comparisons, events and books. */
export function saidPairs({ pairs, facts = {}, events = {}, read }: PairsWorld) {
  const member = (name: string): MarketPair['a'] => {
    const [venue, marketId] = name.split(' ')
    const { hasNoYes, price, ...rest } = facts[name] ?? {}
    const yes = { outcomeId: `${marketId}-yes`, ...(price === undefined ? {} : { price }) }
    const outcomes = [{ outcomeId: `${marketId}-no`, price: 0 }, yes]
    const market = { marketId, title: name, outcomes, sourceExchange: venue, ...rest }
    const features = { venue, sources: [], when: {}, ...(hasNoYes ? {} : { yesId: `${marketId}-yes` }) }
    return {
      venue,
      market,
      features,
      wire: () => ({ marketId, sourceExchange: venue }),
    } as unknown as MarketPair['a']
  }
  const endOf = (name: string): string => (facts[name]?.hasNoYes === true ? 'blue' : 'yes')
  const outcomeOf = (name: string, other: string): string => {
    // Without a yes it is another outcome that corresponds.
    const end = [endOf(name), endOf(other)].includes('blue') ? 'blue' : 'yes'
    return `${name.split(' ')[1]}-${end}`
  }
  const pairOf = ([a, b, confidence]: SaidPair): MarketPair => ({
    a: member(a),
    b: member(b),
    comparison: {
      relation: 'identity',
      confidence,
      outcomes: [{ a: outcomeOf(a, b), b: outcomeOf(b, a) }],
      reasons: [],
      evidence: [],
    } as unknown as MarketPair['comparison'],
  })
  const all = pairs.map(pairOf)
  const both = pairs.flatMap(([a, b, sure]) => [pairOf([a, b, sure]), pairOf([b, a, sure])])
  const scanned: { question: MatchPairQuery; enough: boolean }[] = []
  const looked: string[] = []
  const besides = ({ venue, market }: Pick<MarketPair['a'], 'venue' | 'market'>) =>
    both.filter(({ a }) => a.venue === venue && a.market.marketId === market.marketId)
  const toldPairs: Partial<Pairs> = {
    compare: () => ({ relation: 'identity', confidence: 1 }) as MarketPair['comparison'],
    async scan(question, enough) {
      const found: MarketPair[] = []
      for (const pair of all) {
        found.push(pair)
        scanned.push({ question, enough: enough(found) })
        if (scanned.at(-1)?.enough) break
      }
      return { pairs: found, headers: { 'x-pmx-list-age': '7' } }
    },
    async fitting(market) {
      looked.push(market.market.marketId)
      return besides(market)
    },
    ofAll: async (markets) => ({ pairs: markets.flatMap(besides), headers: { 'x-pmx-list-age': '7' } }),
  }
  const rows = Object.entries(events)
  const named: string[] = []
  const across: Partial<CatalogSearch> = {
    async named(_kind, name, venue) {
      named.push(name)
      return rows
        .filter(([key]) => key === `${venue} ${name}` || (venue === undefined && key.endsWith(` ${name}`)))
        .map(([, row]) => Buffer.from(JSON.stringify(row)))
    },
    marketsNamed: async (name: string, venue?: VenueId) =>
      Object.keys(facts)
        .filter((key) => key.endsWith(` ${name}`) && (venue === undefined || key.startsWith(`${venue} `)))
        .map(member),
  }
  const deps: MatchesDeps = {
    pairs: toldPairs as Pairs,
    catalogSearch: across as CatalogSearch,
    books: { clock: fakeClock(), read: read ?? (() => Promise.reject(new Error('no book is wanted'))) },
    feesOf: async () => () => undefined,
  }
  return { deps, scanned, looked, named }
}
