import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import type { Position } from '../../../src/api/models/models.js'
import type { Wire } from '../../../src/transport/call-types.js'
import { openOrderWorld } from './order-world.js'

const rests = { type: 'limit', price: 0.85 } as const
const immediate = { type: 'market', price: 0.9 } as const

/**
 * A server in between delivers the order, and delivers it again once its signature or its login has expired. The venue refuses
 * the second copy (401). The first one is there.
 */
test.each([
  ['polymarket_us', 40_000, rests, 'unknown'],
  ['probable', 40_000_000, rests, 'unknown'],
  ['limitless', 400_000, rests, 'placed'],
  ['smarkets', 4_000_000, { type: 'limit', price: 0.5 }, 'placed'],
  ['smarkets', 4_000_000, immediate, 'placed'],
] as const)(
  '%s: an order whose second copy came too late is placed once',
  async (venue, lateMs, kind, state) => {
    const folder = mkdtempSync(join(tmpdir(), 'pmx-copies-'))
    const world = await openOrderWorld(venue satisfies VenueId)
    try {
      let isFirst = true
      let refused = 0
      let posts = 0
      const deliverTwice = (wire: Wire): Wire => ({
        ...wire,
        async send(call, url, options) {
          const isOrder = call.method === 'POST' && /\/orders?(\/\d*)?$/.test(url.pathname)
          if (isOrder) posts++
          if (!isOrder || !isFirst) return wire.send(call, url, options)
          isFirst = false
          await wire.send(call, url, options)
          world.clock.passTo(world.clock.now() + lateMs)
          const second = await wire.send(call, url, options)
          refused = second.status
          return second
        },
      })
      const { ask, codeOf } = await world.open({
        orderFile: join(folder, 'orders.db'),
        limits: { enabled: true, maxDailyNotional: 30 },
        changeWire: deliverTwice,
      })
      const { marketId, yes: outcomeId } = world.market
      const order = { marketId, outcomeId, side: 'buy', amount: 20, clientOrderId: 'once-1', ...kind }
      const first = await codeOf('createOrder', [order])
      const again = await codeOf('createOrder', [order])
      expect([first, again].map((told) => told.state)).toEqual([state, state])
      const held = (await ask('fetchPositions', [])) as readonly Position[]
      expect(held.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(20)
      expect([posts, refused]).toEqual([1, 401])
    } finally {
      await world.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
  60_000,
)
