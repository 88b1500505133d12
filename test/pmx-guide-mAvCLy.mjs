import { Kalshi } from 'pmxtjs'
const kalshi = new Kalshi()
const [market] = await kalshi.fetchMarkets({ limit: 1 })
await kalshi.fetchOHLCV(market.yes.outcomeId, { resolution: '1h', limit: 24 })
process.exit()
