import { expect, test } from 'vitest'
import { PmxError } from '../../../src/api/envelope/errors.js'
import type { SubscriptionUpdate } from '../../../src/http/socket/subscription-writer.js'
import { watchTickerFor } from '../../../src/http/socket/watched-ticker.js'
import { createAbort } from '../../../src/policy/abort.js'
import type { Tickers } from '../../../src/streams/watch/tickers.js'

const ticker = (told: string) => ({ json: () => Buffer.from(told) }) as never
const named = ({ kind, symbol, ...news }: SubscriptionUpdate) =>
  `${kind} ${symbol} ${'json' in news ? news.json() : ''}`

test('a ticker is told under the name by which it was asked for: the one that is known, then each that comes', async () => {
  const told: string[] = []
  let asked: unknown
  const tickers: Pick<Tickers, 'watch'> = {
    async watch(feed, pair, _signal, listener) {
      asked = [feed, pair]
      listener.next(ticker('2'))
      listener.ended(new PmxError('NOT_FOUND', 'over'))
      return { current: ticker('1'), stop: () => void told.push('stopped') }
    },
  }
  const begun = await watchTickerFor(tickers, 'binance', ['btc/usdt'], createAbort().signal, {
    update: (news) => told.push(named(news)),
    ended: (error) => told.push(error?.message ?? ''),
  })
  begun.stop()
  expect([begun.symbols, begun.current().map(named)]).toEqual([['btc/usdt'], ['ticker btc/usdt 1']])
  expect(told).toEqual(['ticker btc/usdt 2', 'over', 'stopped'])
  expect(asked).toEqual(['binance', 'BTC/USDT'])
})

test('where nothing of feeds is watched, that is said, with another way', async () => {
  const sink = { update: () => undefined, ended: () => undefined }
  const watched = watchTickerFor(undefined, 'binance', ['BTC/USDT'], createAbort().signal, sink)
  await expect(watched).rejects.toMatchObject({
    code: 'NOT_SUPPORTED',
    message: expect.stringContaining('Fetch it instead'),
  })
})
