import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Order } from '../../src/api/models/models.js'
import { decimalOf, toNumber } from '../../src/api/values/decimal.js'
import { boundPosition, type Holdings } from '../../src/orders/holdings.js'
import type { JournalRow } from '../../src/orders/journal.js'
import type { OrderSide } from '../../src/venue-kit/contract/trading.js'

interface Pending {
  readonly outcomeId: string
  readonly side: OrderSide
  readonly left: number
}

const outcome = fc.constantFrom('YES', 'NO')
const side = fc.constantFrom<OrderSide>('buy', 'sell')
const contracts = fc.integer({ min: 1, max: 20 })
const pendings = fc.array(fc.record({ outcomeId: outcome, side, left: contracts }), { maxLength: 6 })

function holdingsOf(
  sizes: Readonly<Record<string, number>>,
  open: readonly Pending[],
  sellsHeldOnly: boolean,
): Holdings {
  return {
    at: 1_000_000,
    positions: Object.entries(sizes).map(([outcomeId, size]) => ({ outcomeId, size: decimalOf(size) })),
    open: open.map((one, index) => ({ ...one, names: [`open-${index}`], left: decimalOf(one.left) })),
    sellsHeldOnly,
  }
}

function reachOf(
  order: { readonly outcomeId: string; readonly side: OrderSide; readonly amount: number },
  holdings: Holdings,
  rows: readonly JournalRow[] = [],
): number | undefined {
  const reach = boundPosition({ ...order, amount: String(order.amount) }, holdings, rows)
  return reach && [reach.held, reach.pending, reach.added].map(toNumber).reduce((sum, part) => sum + part, 0)
}

const sumOf = (orders: readonly Pending[], outcomeId: string, which: OrderSide): number =>
  orders
    .filter((one) => one.outcomeId === outcomeId && one.side === which)
    .reduce((sum, { left }) => sum + left, 0)

const otherOf = (outcomeId: string): string => (outcomeId === 'YES' ? 'NO' : 'YES')

describe('the largest position that an order may lead to', () => {
  test('where contracts are tokens, is what is held, all purchases and the order', () => {
    fc.assert(
      fc.property(
        fc.nat(20),
        fc.nat(20),
        pendings,
        outcome,
        contracts,
        (YES, NO, open, outcomeId, amount) => {
          const sizes: Record<string, number> = { YES, NO }
          const holdings = holdingsOf(sizes, open, true)
          expect(reachOf({ outcomeId, side: 'buy', amount }, holdings)).toBe(
            (sizes[outcomeId] ?? 0) + sumOf(open, outcomeId, 'buy') + amount,
          )
          expect(reachOf({ outcomeId, side: 'sell', amount }, holdings)).toBeUndefined()
        },
      ),
    )
  })

  test('where a venue nets, is never less than what any fills lead to', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -20, max: 20 }),
        fc.boolean(),
        pendings,
        outcome,
        side,
        contracts,
        (net, isSigned, open, outcomeId, which, amount) => {
          // The same position as two sides or as a number with a sign.
          const sizes = isSigned ? { YES: net } : { YES: Math.max(net, 0), NO: Math.max(-net, 0) }
          const grows = which === 'buy' ? outcomeId : otherOf(outcomeId)
          const own = grows === 'YES' ? net : -net
          const most = own + sumOf(open, grows, 'buy') + sumOf(open, otherOf(grows), 'sell') + amount
          const reach = reachOf({ outcomeId, side: which, amount }, holdingsOf(sizes, open, false))
          // An order that is known to be covered by what is held opens nothing.
          const covered = which === 'sell' && sumOf(open, outcomeId, 'sell') + amount <= Math.max(-own, 0)
          if (covered) expect(reach).toBeUndefined()
          else expect(reach).toBeGreaterThanOrEqual(Math.max(most, 0))
          if (which === 'buy' && own >= 0) expect(reach).toBe(most)
        },
      ),
    )
  })

  test('is not limited for an order that only reduces', () => {
    const order = { outcomeId: 'YES', side: 'buy', amount: '5', reduceOnly: true } as const
    expect(boundPosition(order, holdingsOf({}, [], false), [])).toBeUndefined()
  })
})

describe('orders that the venue may not show yet', () => {
  function rowOf(id: string, changes: Partial<JournalRow> = {}): JournalRow {
    return {
      id,
      at: 1,
      venue: 'kalshi',
      account: 'a',
      requestId: 'r',
      fingerprint: 'f',
      cost: '1',
      terms: {
        marketId: 'M',
        outcomeId: 'YES',
        side: 'buy',
        type: 'limit',
        amount: '7',
        price: '0.5',
        clientOrderId: `client-${id}`,
      },
      outcome: { state: 'sending' },
      isAnswered: false,
      ...changes,
    }
  }

  const placed = (id: string, status: Order['status'], filled: number): JournalRow['outcome'] => ({
    state: 'placed',
    order: {
      id,
      marketId: 'M',
      outcomeId: 'YES',
      side: 'buy',
      type: 'limit',
      amount: 7,
      filled,
      remaining: 7 - filled,
      status,
      timestamp: 1,
    },
  })
  const buy = { outcomeId: 'YES', side: 'buy', amount: 10 } as const
  const none = holdingsOf({}, [], true)

  test.each<[string, Partial<JournalRow>, number]>([
    ['in doubt', {}, 17],
    ['filled', { outcome: placed('V', 'filled', 7) }, 17],
    ['open', { outcome: placed('V', 'open', 3) }, 17],
    ['canceled', { outcome: placed('V', 'canceled', 3) }, 13],
    ['refused', { outcome: { state: 'refused', error: { code: 'INVALID_ORDER', message: 'no' } } }, 10],
  ])('%s count as far as they may have filled', (_state, changes, expected) => {
    expect(reachOf(buy, none, [rowOf('1', changes)])).toBe(expected)
  })

  test('count once where the venue lists them, by its id, the name or the handle', () => {
    const rows = [
      rowOf('1', { outcome: placed('open-0', 'open', 0) }),
      rowOf('2', { terms: { ...rowOf('2').terms, clientOrderId: 'open-1' } }),
      rowOf('3', { handle: { by: 'orderId', value: 'open-2' } }),
    ]
    const open = rows.map(() => ({ outcomeId: 'YES', side: 'buy', left: 7 }) as const)
    expect(reachOf(buy, holdingsOf({}, open, true), rows)).toBe(3 * 7 + 10)
  })
})
