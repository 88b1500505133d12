import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../src/api/envelope/errors.js'
import type { Ticker } from '../../../src/api/models/feed-models.js'
import { createAbort } from '../../../src/policy/abort.js'
import { createTickers, MAX_PAIRS } from '../../../src/streams/watch/tickers.js'
import { fakeClock } from '../../support/clock.js'

function house({ perSecond = 1_000, cost = 1 } = {}) {
  const clock = fakeClock()
  const reads: string[] = []
  const feed: { price: number; failure: PmxError | undefined } = { price: 1, failure: undefined }
  const tickers = createTickers({
    clock,
    async read(_feed, symbol): Promise<Ticker> {
      reads.push(symbol)
      if (feed.failure !== undefined) throw feed.failure
      const timestamp = clock.now()
      return { symbol, info: {}, timestamp, datetime: new Date(timestamp).toISOString(), last: feed.price }
    },
    factsOf: async () => ({ cost, stateOf: ({ last }) => last }),
    ratePerSecond: () => perSecond,
  })

  /** One who watches: what he has been told, `current` first. */
  function watch(symbol = 'BTC/USDT') {
    const told: (number | undefined)[] = []
    const errors: string[] = []
    const leaving = createAbort()
    const begun = tickers.watch('binance', symbol, leaving.signal, {
      next: ({ ticker }) => told.push(ticker.last),
      ended: ({ code }) => errors.push(code),
    })
    const seen: { current?: number | undefined; refused?: unknown } = {}
    begun.then(
      ({ current }) => {
        seen.current = current.ticker.last
      },
      (error: unknown) => {
        seen.refused = error
      },
    )
    return { told, errors, seen, leave: leaving.abort, stop: async () => (await begun).stop() }
  }
  return { clock, reads, feed, tickers, watch }
}

const outage = (retryable: boolean) => new PmxError('EXCHANGE_NOT_AVAILABLE', 'down', { retryable })

describe('a watched ticker', () => {
  test('is read once for all who watch it, and told when it has changed', async () => {
    const { clock, reads, feed, watch } = house()
    const [one, two] = [watch(), watch()]
    await clock.advance(3_500)
    expect([reads.length, one.told, two.told]).toEqual([4, [1], [1]])
    feed.price = 2
    await clock.advance(3_000)
    expect([reads.length, one.told, two.told]).toEqual([7, [1, 2], [1, 2]])
    const late = watch()
    await clock.advance(0)
    expect([late.seen.current, late.told, reads.length]).toEqual([2, [], 7])
  })

  test('begins with what the feed says, not before', async () => {
    const { clock, feed, watch } = house()
    feed.failure = outage(true)
    const early = watch()
    await clock.advance(500)
    expect(early.seen).toEqual({})
    feed.failure = undefined
    await clock.advance(5_000)
    expect([early.seen, early.errors]).toEqual([{ current: 1 }, []])
  })

  test.each([
    ['at once when it is hopeless', false, 1],
    ['after three tries when it was never there', true, 3],
  ])(
    'that cannot be read is refused %s, and tried afresh by who comes later',
    async (_when, retryable, tries) => {
      const { clock, reads, feed, tickers, watch } = house()
      feed.failure = outage(retryable)
      const [one, two] = [watch(), watch()]
      await clock.advance(20_000)
      expect(reads).toHaveLength(tries)
      for (const { seen } of [one, two]) expect(seen.refused).toBe(feed.failure)
      expect([tickers.status(), clock.pendingTimers]).toEqual([{}, 0])
      feed.failure = undefined
      const later = watch()
      await clock.advance(10)
      expect(later.seen).toEqual({ current: 1 })
    },
  )

  test('survives a failure that passes; who comes meanwhile waits, and nothing is told twice', async () => {
    const { clock, feed, watch } = house()
    const before = watch()
    await clock.advance(500)
    feed.failure = outage(true)
    await clock.advance(2_000)
    const meanwhile = watch()
    await clock.advance(1_000)
    expect([meanwhile.seen, before.errors]).toEqual([{}, []])
    feed.failure = undefined
    await clock.advance(120_000)
    expect([meanwhile.seen, meanwhile.told, before.told]).toEqual([{ current: 1 }, [], [1]])
  })

  test('ends with the reason for all who watch it when the feed fails for good', async () => {
    const { clock, feed, tickers, watch } = house()
    const [one, two] = [watch(), watch()]
    await clock.advance(500)
    feed.failure = outage(false)
    await clock.advance(10_000)
    expect([one.errors, two.errors]).toEqual([[], []])
    await clock.advance(900_000)
    expect([one.errors, two.errors]).toEqual([['EXCHANGE_NOT_AVAILABLE'], ['EXCHANGE_NOT_AVAILABLE']])
    expect([tickers.status(), clock.pendingTimers]).toEqual([{}, 0])
  })

  test('is read a little longer than it is watched, and no more', async () => {
    const { clock, reads, tickers, watch } = house()
    const [one, two] = [watch(), watch()]
    await clock.advance(500)
    await one.stop()
    await clock.advance(10_000)
    expect(tickers.status()).toEqual({ binance: { polled: 1 } })
    await two.stop()
    await clock.advance(6_000)
    const { length } = reads
    await clock.advance(60_000)
    expect([tickers.status(), reads.length, clock.pendingTimers]).toEqual([{}, length, 0])
  })

  test('is left by who goes before it has begun', async () => {
    const { clock, feed, tickers, watch } = house()
    feed.failure = outage(true)
    const gone = watch()
    await clock.advance(100)
    gone.leave(new Error('gone'))
    await clock.advance(6_000)
    expect([gone.seen.refused, tickers.status()]).toMatchObject([{ message: 'gone' }, {}])
  })
})

test('pairs share half of what the limit of the feed lets be spent', async () => {
  const { clock, reads, watch } = house({ perSecond: 50, cost: 2 })
  for (let index = 0; index < 50; index++) watch(`P${index}`)
  await clock.advance(40_000)
  // 12.5 readings a second.
  expect(reads.length).toBeGreaterThan(450)
  expect(reads.length).toBeLessThanOrEqual(530)
})

test('more pairs than can be read in time are refused; those that are watched are not', async () => {
  const { clock, watch } = house()
  for (let index = 0; index < MAX_PAIRS; index++) watch(`P${index}`)
  await clock.advance(2_000)
  const [more, known] = [watch('MORE'), watch('P0')]
  await clock.advance(0)
  expect(more.seen.refused).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
  expect(known.seen).toEqual({ current: 1 })
})
