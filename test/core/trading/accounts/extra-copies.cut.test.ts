import { expect, test } from 'vitest'
import type { Order } from '../../../../src/api/models/models.js'
import { blindWorld } from '../own-account.js'

const PAGE = 20

test('a copy beyond the pages of closed orders that are read is said to be possible', async () => {
  const world = blindWorld()
  const closed: Order[] = []
  Object.assign(world.account, {
    closedOrders: ({ since = 0 }: { readonly since?: number }) => ({
      kind: 'cursor',
      what: 'closed orders',
      idOf: ({ id }: Order) => id,
      async fetch(cursor?: string) {
        const rows = closed.filter(({ timestamp }) => timestamp >= since)
        const from = Number(cursor ?? 0)
        const next = from + PAGE < rows.length ? { next: String(from + PAGE) } : {}
        return { rows: rows.slice(from, from + PAGE), ...next }
      },
    }),
  })
  for (let count = 0; count < 3 * PAGE; count++) {
    const { order } = await world.create({ clientOrderId: `c${count}` })
    closed.unshift(world.native({ id: order.id, status: 'filled', filled: 10, remaining: 0 }))
    // The first one was placed twice.
    if (count === 0) closed.unshift(world.native({ id: 'V99', status: 'filled', filled: 10, remaining: 0 }))
    await world.clock.advance(60_000)
  }
  const [account] = await world.next().dispatcher.reconcileOrders()
  expect(account?.because).toMatch(/Not all second copies of \d+ orders could be found/)
})
