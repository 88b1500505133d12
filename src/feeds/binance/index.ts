import type { Feed } from '../contract/feed.js'
import { fetchBook } from './book.js'
import { fetchCandles } from './candles.js'
import { errorRule } from './errors.js'
import { hosts } from './hosts.js'
import { loadMarkets, USUAL } from './pairs.js'
import { fetchTicker, fetchTickers, watched } from './tickers.js'

/** Spot prices of Binance. */
export const binance: Feed = {
  id: 'binance',
  hosts,
  errors: errorRule,
  methods: {
    loadMarkets: (_args, ctx) => loadMarkets(ctx),
    fetchTicker: ({ symbol }, ctx) => fetchTicker(symbol, ctx),
    fetchTickers: ({ symbols = USUAL }, ctx) => fetchTickers(symbols, ctx),
    fetchOHLCV: fetchCandles,
    fetchOrderBook: fetchBook,
  },
  watched,
}
