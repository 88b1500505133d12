import { describe, expect, test } from 'vitest'
import type { LocateOutcome } from '../../../src/candles/fetch/series-locator.js'
import type { OpenContext } from '../../../src/core/request/request-context.js'
import { createWatching, type WatchUpdate } from '../../../src/core/watch/subscriptions.js'
import type { StreamManager } from '../../../src/streams/stream-manager.js'
import type { Secrets } from '../../../src/venue-kit/contract/account-secrets.js'
import type { StreamSource, StreamTrade } from '../../../src/venue-kit/contract/stream-source.js'
import { noOwnStreams } from '../../streams/support/own-streams.js'
import { failureOf } from '../../support/expect.js'
import { fakeVenue } from '../fake-venue.js'

/** A venue that tells its trades by its socket alone. */
const venue = fakeVenue({
  rest: {
    stream: {
      host: 'stream',
      brings: ['trades'],
      needs: ['apiKey'],
      place: ({ outcomeId }: { outcomeId: string }) =>
        outcomeId === 'elsewhere' ? undefined : { key: outcomeId },
    } as unknown as StreamSource<unknown>,
  },
})

function watching(values: Secrets['values'], withheld = false) {
  let tell: (rows: readonly StreamTrade[]) => void = () => undefined
  const house = {
    trades(_target: unknown, listener: { next(news: { trades: readonly StreamTrade[] }): void }) {
      tell = (trades) => listener.next({ trades })
      return { isMirrored: false, isStreamed: true, current: undefined, stop: () => undefined }
    },
  } as unknown as StreamManager
  const locate = (async (_venue: unknown, outcomeId: string) => ({
    located: { outcomeId, facts: undefined },
  })) as unknown as LocateOutcome
  const start = createWatching(house, locate, {}, noOwnStreams)
  const ctx = { secrets: { values, withheld } } as unknown as OpenContext
  const news: WatchUpdate[] = []
  const begin = (outcomeId: string, since?: number) =>
    start(
      'watchTrades',
      [outcomeId, undefined, since, undefined],
      { venue, ctx },
      {
        update: (one) => news.push(one),
        ended: () => undefined,
      },
    )
  return { begin, news, tell: (rows: readonly StreamTrade[]) => tell(rows) }
}

describe('trades that a venue tells by its socket alone', () => {
  const trade = { id: '1', timestamp: 2, price: 0.5, amount: 1, side: 'buy' } as const

  test('are told to who may open it, at once also where older ones are asked for: there are none to be read', async () => {
    const { begin, news, tell } = watching({ apiKey: 'a' })
    expect(await begin('A', 1)).toMatchObject({ isStreamed: true })
    tell([trade])
    expect(news).toEqual([{ kind: 'trades', symbol: 'A', trades: [{ ...trade, outcomeId: 'A' }] }])
  })

  test('are refused to who may not, with what it takes', async () => {
    const without = await failureOf(() => watching({}).begin('A'))
    expect([without.code, without.message]).toEqual([
      'AUTHENTICATION_ERROR',
      expect.stringContaining('apiKey'),
    ])
    expect((await failureOf(() => watching({}, true).begin('A'))).message).toContain('access token')
  })

  test('of an outcome that is not on it are not supported', async () => {
    expect((await failureOf(() => watching({ apiKey: 'a' }).begin('elsewhere'))).code).toBe('NOT_SUPPORTED')
  })
})
