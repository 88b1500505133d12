import { beforeEach, expect, test } from 'vitest'
import { binance } from '../../../src/feeds/binance/index.js'
import { pairStatuses } from '../../../src/feeds/binance/wire.js'
import type { VenueRequest } from '../../../src/transport/call-types.js'
import { takeUnknownWords } from '../../../src/venue-kit/payload/native-enums.js'
import { contextOver } from '../support.js'

const pair = (status: string, baseAsset = 'BNB') => ({
  symbol: `${baseAsset}BTC`,
  status,
  baseAsset,
  quoteAsset: 'BTC',
  filters: [],
})

const exchange = (...symbols: object[]) =>
  contextOver(({ path }: VenueRequest) =>
    path === '/api/v3/exchangeInfo'
      ? { symbols }
      : { lastUpdateId: 1, bids: [['4.0', '9']], asks: [['4.1', '9']] },
  )

beforeEach(() => void takeUnknownWords())

test('a pair with an unknown status is set aside where pairs are listed, and counted', async () => {
  const { ctx } = exchange(pair('TRADING', 'ETH'), pair('zz_new'))
  expect(Object.keys((await binance.methods.loadMarkets?.({}, ctx)) ?? {})).toEqual(['ETH/BTC'])
  expect(ctx.omissions.warnings.join()).toContain("unknown value 'zz_new' for symbol.status")
  expect(takeUnknownWords()).toEqual([
    { venue: 'binance', enumeration: 'symbol.status', word: 'zz_new', count: 1 },
  ])
})

test('its prices are told all the same: they say nothing of its status', async () => {
  const { ctx } = exchange(pair('zz_new'))
  const book = await binance.methods.fetchOrderBook?.({ symbol: 'BNB/BTC', limit: 5 }, ctx)
  expect(book?.bids).toEqual([[4, 9]])
})

test.each(pairStatuses)('%s is known', async (status) => {
  const { ctx } = exchange(pair(status))
  const markets = await binance.methods.loadMarkets?.({}, ctx)
  expect(markets?.['BNB/BTC']?.active).toBe(status === 'TRADING')
  expect(takeUnknownWords()).toEqual([])
})
