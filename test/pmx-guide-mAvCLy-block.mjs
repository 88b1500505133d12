import { Kalshi } from 'pmxtjs'
import { startReplay } from 'pmx-local/testing'

const replay = await startReplay({ cassette: 'tests/calls.jsonl' })
const kalshi = new Kalshi({ baseUrl: replay.url })
const [market] = await kalshi.fetchMarkets({ limit: 1 })
console.log(market.title)
await replay.stop()
