import { type FeedMarket, spotTraits, type Ticker } from '../../api/models/feed-models.js'
import type { Feed, FeedContext } from '../contract/feed.js'
import { errorRule } from './errors.js'
import { fetchHistoricalPrices, fetchOracleHistory } from './history.js'
import { hosts } from './hosts.js'
import { type Oracle, oracleOf, oracles } from './oracles.js'
import { readLatestRound, toOracleRound, toTicker, traitsOf } from './rounds.js'

/** Prices that Chainlink's oracles write to Polygon. */
export const chainlink: Feed = {
  id: 'chainlink',
  hosts,
  errors: errorRule,
  methods: {
    loadMarkets: (_args, ctx) => bySymbol(oracles, (oracle) => toMarket(oracle, ctx)),
    fetchTicker: ({ symbol }, ctx) => tickerOf(oracleOf(symbol), ctx),
    fetchTickers: ({ symbols }, ctx) =>
      bySymbol(symbols?.map(oracleOf) ?? oracles, (oracle) => tickerOf(oracle, ctx)),
    async fetchOracleRound({ feed }, ctx) {
      const oracle = oracleOf(feed)
      const [traits, round] = await Promise.all([traitsOf(oracle, ctx), readLatestRound(oracle, ctx)])
      return toOracleRound(oracle, round, traits)
    },
    fetchOracleHistory,
    fetchHistoricalPrices,
  },
  // Every round is reported, even with the same price: the oracle's confirmation is an update.
  watched: { cost: 1, stateOf: ({ info, timestamp, last }) => [info['roundId'], timestamp, last] },
}

async function bySymbol<Value>(
  wanted: readonly Oracle[],
  make: (oracle: Oracle) => Promise<Value>,
): Promise<Readonly<Record<string, Value>>> {
  return Object.fromEntries(
    await Promise.all(wanted.map(async (oracle) => [oracle.symbol, await make(oracle)] as const)),
  )
}

async function tickerOf(oracle: Oracle, ctx: FeedContext): Promise<Ticker> {
  const [traits, round] = await Promise.all([traitsOf(oracle, ctx), readLatestRound(oracle, ctx)])
  return toTicker(oracle, round, traits)
}

async function toMarket(oracle: Oracle, ctx: FeedContext): Promise<FeedMarket> {
  const { symbol, address } = oracle
  const { decimals, description } = await traitsOf(oracle, ctx)
  const [base = '', quote = ''] = symbol.split('/')
  return {
    id: address,
    symbol,
    base,
    quote,
    active: true,
    ...spotTraits,
    precision: { price: Number(`1e-${decimals}`) },
    limits: {},
    info: { address, chainId: 137, decimals, description },
  }
}
