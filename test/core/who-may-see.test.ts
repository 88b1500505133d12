import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { CoreCall } from '../../src/core/request/api-call.js'
import { requireSecret } from '../../src/venue-kit/contract/account-secrets.js'
import { defineMemoKey, remember } from '../../src/venue-kit/contract/memo.js'
import { candleWorld } from '../support/candle-world.js'
import { fakeClock } from '../support/clock.js'
import { coreOver, fakeVenue, idsIn, market } from './fake-venue.js'

const held = { kalshi: { apiKey: "the daemon's" } }
const owner = { trusted: true } satisfies Partial<CoreCall>
const stranger = { trusted: false } satisfies Partial<CoreCall>
const keyHolder = { credentials: { apiKey: 'mine' } } satisfies Partial<CoreCall>
const otherHolder = { credentials: { apiKey: 'theirs' } } satisfies Partial<CoreCall>
const lesserHolder = { credentials: { apiKey: 'of a lesser account' } } satisfies Partial<CoreCall>

/** A venue that shows more to whoever sends a key. */
function tiered() {
  const all = [market('OPEN-1'), market('OPEN-2'), market('HIDDEN')]
  return fakeVenue({
    sources: {
      listMarkets: (_listing, ctx) => ({
        sorted: true,
        paging: {
          kind: 'cursor',
          what: 'markets',
          idOf: (row) => row.market.marketId,
          fetch: async () => ({ rows: ctx.secrets.values.apiKey === undefined ? all.slice(0, 2) : all }),
        },
      }),
    },
  })
}

describe('what credentials brought is shown to those who have them', () => {
  test('by loadMarkets', async () => {
    const core = coreOver(tiered(), { held })
    const ids = async (call: Partial<CoreCall>) =>
      Object.keys(Object((await core.answer('loadMarkets', [], { call })).data)).length
    expect([await ids(owner), await ids(stranger), await ids(keyHolder), await ids(stranger)]).toEqual([
      3, 2, 3, 2,
    ])
  })

  test('by a cursor', async () => {
    const core = coreOver(tiered(), { held })
    const page = async (call: Partial<CoreCall>, cursor?: string) => {
      const params = { limit: 2, ...(cursor === undefined ? {} : { cursor }) }
      const { data } = await core.answer('fetchMarketsPaginated', [params], { call })
      return z.object({ data: z.array(z.unknown()), nextCursor: z.string().optional() }).parse(data)
    }
    const { nextCursor } = await page(owner)
    for (const call of [stranger, keyHolder, otherHolder])
      await expect(page(call, nextCursor)).rejects.toMatchObject({ message: 'Cursor has expired' })
    expect(idsIn((await page(owner, nextCursor)).data)).toEqual(['HIDDEN'])
  })

  test('by what an adapter remembers', async () => {
    const seen = defineMemoKey<string>('seen', 60_000)
    const venue = fakeVenue({
      sources: {
        getMarket: async (id, ctx) => {
          const title = await remember(ctx.memo, seen, id, async () => `as ${ctx.secrets.values.apiKey}`)
          return market(id, { title })
        },
      },
    })
    const core = coreOver(venue, { held })
    const title = async (call: Partial<CoreCall>) =>
      (await core.answer('fetchMarket', [{ marketId: 'A' }], { call })).data
    expect(await title(owner)).toMatchObject({ title: "as the daemon's" })
    expect(await title(stranger)).toMatchObject({ title: 'as undefined' })
    expect(await title(keyHolder)).toMatchObject({ title: 'as mine' })
    expect(await title(owner)).toMatchObject({ title: "as the daemon's" })
  })
})

describe('candles that credentials brought', () => {
  function setUp() {
    const clock = fakeClock()
    const world = candleWorld({ clock, listedAt: clock.now() - 50 * 3_600_000 })
    const { candles, outcomes } = world.venue
    if (candles === undefined || outcomes === undefined) throw new Error('the world has candles')
    const venue = {
      ...fakeVenue(),
      ...world.venue,
      outcomes: {
        ...outcomes,
        locate: async (...[id, ctx]: Parameters<typeof outcomes.locate>) => {
          const key = requireSecret(ctx.secrets, 'apiKey', 'kalshi', 'send one')
          if (key === 'theirs') throw new Error('the venue refuses this key')
          return outcomes.locate(id, ctx)
        },
      },
      candles: {
        ...candles,
        fetch: async (...[series, step, span, ctx]: Parameters<typeof candles.fetch>) => {
          if (ctx.secrets.values.apiKey === 'of a lesser account') throw new Error('the venue withholds this')
          return candles.fetch(series, step, span, ctx)
        },
      },
    }
    return { clock, venue }
  }
  const ask = (core: ReturnType<typeof coreOver>, call: Partial<CoreCall>) =>
    core.answer('fetchOHLCV', ['yes', { limit: 3 }], { call })

  test('of a venue without public data are not read from the store for callers the venue would refuse', async () => {
    const { clock, venue } = setUp()
    const core = coreOver({ ...venue, isPrivate: true }, { clock, held })
    const { data, reuse } = await ask(core, owner)
    expect(reuse?.seenBy).toBe('owner')
    await expect(ask(core, stranger)).rejects.toMatchObject({ code: 'AUTHENTICATION_ERROR' })
    await expect(ask(core, otherHolder)).rejects.toThrow('refuses this key')
    await expect(ask(core, lesserHolder)).rejects.toThrow('withholds this')
    const others = await ask(core, keyHolder)
    expect(others.data).toEqual(data)
    expect(others.headers['x-pmx-cache']).toBe('hit')
    expect(others.reuse).toBeUndefined()
  })

  test('of a public venue may be kept ready for the owner, for others only without any', async () => {
    const clock = fakeClock()
    const { venue } = candleWorld({ clock, listedAt: clock.now() - 50 * 3_600_000 })
    const core = coreOver({ ...fakeVenue(), ...venue }, { clock, held })
    const seenBy = async (call: Partial<CoreCall>) => (await ask(core, call)).reuse?.seenBy
    expect([await seenBy(owner), await seenBy(keyHolder), await seenBy(stranger)]).toEqual([
      'owner',
      undefined,
      'anyone',
    ])
  })
})
