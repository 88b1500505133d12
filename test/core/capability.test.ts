import { expect, test } from 'vitest'
import { capabilityMap, capabilityOf } from '../../src/core/capability.js'
import type { Secrets } from '../../src/venue-kit/secrets.js'
import type { StreamSource } from '../../src/venue-kit/stream.js'
import type { TradeSource, Venue } from '../../src/venue-kit/venue.js'
import { candleWorld } from '../support/candle-world.js'
import { fakeClock } from '../support/clock.js'
import { fakeVenue } from './fake-venue.js'

test('candles can be had where there is a source of them', () => {
  const { candles } = candleWorld({ clock: fakeClock(), listedAt: 0 }).venue
  const venue: Venue = fakeVenue(candles === undefined ? {} : { rest: { candles } })
  expect([capabilityOf(venue, 'fetchOHLCV'), capabilityOf(fakeVenue(), 'fetchOHLCV')]).toEqual([true, false])
  expect(capabilityMap(venue)).toMatchObject({ fetchOHLCV: true, fetchMarkets: true, fetchTrades: false })
})

test('a book that is built from something else is emulated', () => {
  const fetch = async () => ({ bids: [], asks: [] })
  const of = (emulated?: true) =>
    capabilityOf(
      fakeVenue({ rest: { book: { fetch, ...(emulated ? { emulated } : {}) } } }),
      'fetchOrderBook',
    )
  expect([of(), of(true)]).toEqual([true, 'emulated'])
})

test('candles are sampled where there are books and no candles, and made of nothing else', () => {
  const { candles } = candleWorld({ clock: fakeClock(), listedAt: 0 }).venue
  const fetch = async () => ({ bids: [], asks: [] })
  const of = (rest: Partial<Venue>) => capabilityOf(fakeVenue({ rest }), 'fetchOHLCV')
  expect(of({ book: { fetch } })).toBe('sampled')
  expect(of({ book: { fetch, emulated: true } })).toBe(false)
  expect(of({ book: { fetch }, ...(candles === undefined ? {} : { candles }) })).toBe(true)
})

test('an exchange that is not served can do nothing', () => {
  expect(new Set(Object.values(capabilityMap(undefined)))).toEqual(new Set([false]))
})

test('trades that a venue tells by its socket alone can be watched by whoever may open it', () => {
  const stream = { host: 'stream', brings: ['trades'], needs: ['apiKey'] } as unknown as StreamSource
  const trades = {} as TradeSource<unknown>
  const watchedBy = (values: Secrets['values'], rest: Partial<Venue>) =>
    capabilityOf(fakeVenue({ rest }), 'watchTrades', { secrets: { values, withheld: false }, mayWatch: true })
  expect([watchedBy({ apiKey: 'a' }, { stream }), watchedBy({}, { stream })]).toEqual([true, false])
  expect([watchedBy({}, { stream, trades }), watchedBy({}, {})]).toEqual(['emulated', false])
})
