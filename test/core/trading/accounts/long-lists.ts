import type { Order } from '../../../../src/api/models/models.js'
import type { CursorPaging } from '../../../../src/venue-kit/contract/paging.js'
import type { HistoryQuery } from '../../../../src/venue-kit/contract/trading.js'
import { blindWorld } from '../own-account.js'
import type { TradingOptions } from '../trading-world.js'

/** A venue whose closed orders come in pages of a few rows, newest first unless a test says otherwise. */
export function longWorld(options: TradingOptions = {}, more: Partial<CursorPaging<Order>> = {}) {
  const world = blindWorld(options)
  const closed: Order[] = []
  const list = { pages: 0, perPage: 2, fails: undefined as Error | undefined }
  Object.assign(world.account, {
    closedOrders: (_query: HistoryQuery): CursorPaging<Order> => ({
      kind: 'cursor',
      what: 'closed orders',
      idOf: ({ id }) => id,
      async fetch(cursor) {
        list.pages++
        if (list.fails !== undefined) throw list.fails
        const from = Number(cursor ?? 0)
        const next = from + list.perPage
        return { rows: closed.slice(from, next), ...(next < closed.length ? { next: String(next) } : {}) }
      },
      ...more,
    }),
  })
  const bought = { status: 'filled', filled: 10, remaining: 0 } as const
  /** The venue lists a filled order of now first. */
  const close = (changes: Partial<Order>) => void closed.unshift(world.native({ ...bought, ...changes }))
  /** Another program trades this many orders of another size. */
  const trade = (count: number) => {
    for (let one = 0; one < count; one++) close({ id: `other ${closed.length}`, amount: 3, filled: 3 })
  }
  return { ...world, closed, list, close, trade }
}
