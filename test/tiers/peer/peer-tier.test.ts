import { describe, expect, test } from 'vitest'
import { noOutbox } from '../../../src/candles/database/change-table.js'
import type { FileStore } from '../../../src/candles/database/fallback-store.js'
import { storePart } from '../../../src/candles/shared/shared-parts.js'
import { createMemoryStore } from '../../../src/candles/store/memory-store.js'
import { openStoredHistory } from '../../../src/daemon/state/stored-history.js'
import { createPeerTier } from '../../../src/tiers/peer/create-peer-tier.js'
import type { Venue } from '../../../src/venue-kit/contract/venue.js'
import { tierSuite } from '../../candles/shared/tier-suite.js'
import { bar, covers } from '../../candles/store-suite.js'
import { appOver } from '../../http/app-world.js'
import { fakeClock } from '../../support/clock.js'
import { atOnce } from '../../support/engine.js'
import { memoryHub } from '../../support/memory-tier.js'
import { noRechecks } from '../../support/no-rechecks.js'

const MINUTE = 60_000
const { signal } = new AbortController()
const series = { venue: 'kalshi', seriesKey: 'FOO-26', stepMs: MINUTE, basis: 'trade' } as const

/** Another daemon, whose routes answer within the process. */
function peer(options: Parameters<typeof appOver>[0] = {}, isPrivate = false) {
  const store = { ...createMemoryStore(), ...noRechecks, ...noOutbox } as unknown as FileStore
  const clock = fakeClock()
  const history = openStoredHistory({
    store,
    clock,
    turn: atOnce,
    addressOf: () => '',
    loadVenue: async () => ({ ...(isPrivate ? { isPrivate } : {}) }) as Venue,
  })
  const { fetch: serve, token } = appOver({ ...options, history })
  return {
    store,
    token,
    tierWith: (token?: string) =>
      createPeerTier({
        url: 'http://localhost:3847',
        token,
        send: async (url, { headers, signal: ends }) => {
          ends.throwIfAborted()
          const reply = await serve(new Request(url, { headers }))
          // As the server of Node sends it.
          if (!reply.headers.has('date')) reply.headers.set('date', new Date(clock.now()).toUTCString())
          return reply
        },
      }),
  }
}

describe('the tier over another daemon', () => {
  tierSuite(async () => {
    const { store, tierWith } = peer()
    const hub = memoryHub(fakeClock())
    return {
      one: {
        ...hub.open(),
        give: async (of, part) => {
          storePart(store, of, part)
          return 'written'
        },
      },
      two: tierWith(),
      close: () => Promise.resolve(),
    }
  }, true)

  test('sends the token, and is refused without it', async () => {
    const { store, tierWith, token } = peer({ requireToken: true })
    store.commit(series, { bars: [bar(1)], coverage: [{ ...covers(0, 2), fetchedAt: 2 * MINUTE }] })
    const span = { from: 0, to: 5 * MINUTE }
    expect((await tierWith(token).take(series, span, signal)).bars).toEqual([bar(1)])
    await expect(tierWith().take(series, span, signal)).rejects.toThrow('status 401')
  })

  test('gets nothing of a private venue', async () => {
    const { store, tierWith } = peer({}, true)
    store.commit(series, { bars: [bar(1)], coverage: [{ ...covers(0, 2), fetchedAt: 2 * MINUTE }] })
    const told = await tierWith().take(series, { from: 0, to: 5 * MINUTE }, signal)
    expect(told).toEqual({ bars: [], coverage: [], receipts: [], provisional: [] })
  })

  test.each([
    ['http://pmx.example:3847', 'https'],
    ['https://user:word@pmx.example', 'password'],
  ])('refuses %s, without its password', (url, word) => {
    const open = () =>
      createPeerTier({ url, token: undefined, send: () => Promise.reject(new Error('unsent')) })
    expect(open).toThrow(word)
    expect(open).not.toThrow(/:word@/)
  })

  test('an answer of another shape is an error, and no candle', async () => {
    const tier = createPeerTier({
      url: 'https://pmx.example',
      token: undefined,
      send: async () => new Response('{"bars":[{"timestamp":1}]}'),
    })
    await expect(tier.take(series, { from: 0, to: MINUTE }, signal)).rejects.toThrow()
    await expect(tier.now(signal)).rejects.toThrow('time')
  })
})
