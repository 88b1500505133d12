import { describe, expect, test } from 'vitest'
import type { FetchCall } from '../../../src/candles/fetch/fetch-target.js'
import { createLocator } from '../../../src/candles/fetch/series-locator.js'
import type { KnownSeries } from '../../../src/candles/store/candle-store.js'
import { createMemoryStore } from '../../../src/candles/store/memory-store.js'
import { locateOutcome } from '../../../src/core/listings/outcome-resolver.js'
import { noSecrets } from '../../../src/venue-kit/contract/account-secrets.js'
import { kalshi } from '../../../src/venues/kalshi/index.js'
import { limitless } from '../../../src/venues/limitless/index.js'
import { fakeClock } from '../../support/clock.js'
import { present } from '../../support/expect.js'
import { now, venueContext } from '../../support/venue.js'
import { fakeWire } from '../../support/wire.js'
import { nativeEvent, nativeMarket } from '../../venues/kalshi/payloads.js'
import * as limitlessPayloads from '../../venues/limitless/payloads.js'

const ticker = 'KXORBMAYOR-26-VELA'
const call: FetchCall = {
  signal: new AbortController().signal,
  priority: 'interactive',
  secrets: noSecrets,
  onSent() {},
}

test('what the venue says now is also where it has the candles now, whatever is remembered of that', async () => {
  let series = 'KXORBMAYOR'
  const wire = fakeWire({
    [`GET api/markets/${ticker}`]: { market: nativeMarket() },
    'GET api/events/KXORBMAYOR-26': () => ({ event: nativeEvent({ series_ticker: series }) }),
  })
  const clock = fakeClock(now)
  const ctx = { ...venueContext(kalshi, wire, clock), release() {} }
  const locator = createLocator({ store: createMemoryStore(), clock, locateOutcome, openContext: () => ctx })
  const wanted = { venue: kalshi, source: present(kalshi.candles), outcomeId: ticker, call }
  const first = await locator.locate(wanted, () => true)
  expect(first.series.facts).toMatchObject({ series: 'KXORBMAYOR' })
  series = 'KXORBHAVEN'
  expect((await locator.relocate(wanted)).series.facts).toMatchObject({ series: 'KXORBHAVEN' })
  expect(wire.calls).toHaveLength(4)
})

test('an outcome that its venue finds by what was learned before is found after a restart, by what is stored', async () => {
  const open = limitlessPayloads.nativeMarket()
  const closed = { ...open, status: 'RESOLVED', expired: true, winningOutcomeIndex: 0 }
  const outcomeId = limitlessPayloads.token(1)
  const store = createMemoryStore()
  const clock = fakeClock(now)
  let isClosed = false
  const wire = fakeWire({
    'GET api/markets/active': () => limitlessPayloads.activePage(isClosed ? [] : [open]),
    [`GET api/markets/${open.slug}`]: () => (isClosed ? closed : open),
  })
  const wanted = { venue: limitless, source: present(limitless.candles), outcomeId, call }
  /** A daemon that has just started over the same store. */
  const start = () =>
    createLocator({
      store,
      clock,
      locateOutcome,
      openContext: () => ({ ...venueContext(limitless, wire, clock), release() {} }),
    })
  const first = await start().locate(wanted, () => false)
  isClosed = true
  const asked = wire.calls.length
  const again = await start().locate(wanted, () => false)
  expect(again).toMatchObject({ series: { outcomeId, seriesKey: open.slug } })
  expect(again).not.toHaveProperty('isUnknown')
  expect(await start().relocate(wanted)).toMatchObject({ series: { seriesKey: first.series.seriesKey } })
  // The market alone is asked for, each time: no list is read in vain.
  expect(wire.calls.slice(asked)).toHaveLength(2)
})

describe('with a shared history', () => {
  const shape = (known: KnownSeries | undefined) => {
    const shared: string[] = []
    return {
      shared,
      outcomes: {
        find: async () => known,
        share: (_venue: string, outcomeId: string) => void shared.push(outcomeId),
      },
    }
  }
  const wired = () =>
    fakeWire({
      [`GET api/markets/${ticker}`]: { market: nativeMarket() },
      'GET api/events/KXORBMAYOR-26': { event: nativeEvent({ series_ticker: 'KXORBMAYOR' }) },
    })
  const locatorWith = (known: KnownSeries | undefined) => {
    const [clock, wire, store] = [fakeClock(now), wired(), createMemoryStore()]
    const { shared, outcomes } = shape(known)
    const openContext = () => ({ ...venueContext(kalshi, wire, clock), release() {} })
    const locator = createLocator({ store, clock, locateOutcome, openContext, shared: outcomes })
    return { locator, wire, store, shared }
  }
  const series = { outcomeId: ticker, seriesKey: ticker, mirrored: false, facts: { series: 'KXORBMAYOR' } }
  const known: KnownSeries = { series, checkedAt: now }
  const wanted = { venue: kalshi, source: present(kalshi.candles), outcomeId: ticker, call }

  test('what another daemon located needs no call, and is stored', async () => {
    const { locator, wire, store } = locatorWith(known)
    // The mark lets it be dropped if what the other daemon shared is withdrawn.
    const marked = { ...known, isShared: true }
    expect(await locator.locate(wanted, () => true)).toEqual(marked)
    expect(wire.calls).toEqual([])
    expect(store.known('kalshi', ticker)).toEqual(marked)
  })

  test('what is not good enough for the call is looked up at the venue, and shared', async () => {
    const { locator, wire, shared } = locatorWith(known)
    await locator.locate(wanted, ({ checkedAt }) => checkedAt > now)
    expect([wire.calls.length, shared]).toEqual([2, [ticker]])
  })

  test('a lookup with a key is neither answered by others nor shared', async () => {
    const { locator, wire, shared } = locatorWith(known)
    const secrets = { ...noSecrets, values: { apiKey: 'a-key' } }
    await locator.locate({ ...wanted, call: { ...call, secrets } }, () => true)
    expect([wire.calls.length, shared]).toEqual([2, []])
  })

  test('the facts of now come from the venue', async () => {
    const { locator, wire } = locatorWith(known)
    await locator.relocate(wanted)
    expect(wire.calls).toHaveLength(2)
  })
})
