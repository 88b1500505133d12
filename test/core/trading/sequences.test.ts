import { expect, test } from 'vitest'
import type { PmxError } from '../../../src/api/envelope/errors.js'
import { listUnknownMembers } from '../../../src/api/values/unknown-members.js'
import { createSeededRandom } from '../../../src/effects/random.js'
import { isKnownNotPlaced, type OrderJournal } from '../../../src/orders/journal.js'
import { fakeClock } from '../../support/clock.js'
import { laggingExchange, type TrueOrder } from './lagging-exchange.js'
import { mine, tradingWorld } from './trading-world.js'

const STEPS = 45
const NAMES = ['a', 'b', 'c', 'd', 'e'] as const
const TROUBLES = ['lost and done', 'lost and not done', 'refused'] as const
/** Rounding of numbers that are no decimals. */
const SLACK = 1e-6

const restOf = ({ status, amount, filled }: TrueOrder): number => (status === 'open' ? amount - filled : 0)
const costOf = (order: TrueOrder): number => order.spent + restOf(order) * order.price
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

interface Limits {
  readonly maxOrderNotional?: number
  readonly maxDailyNotional?: number
  readonly maxOpenNotional?: number
  readonly maxPosition?: number
}

/** What must hold after each step, by the truth of the exchange. @returns what does not */
function broken(
  { orders, held }: ReturnType<typeof laggingExchange>,
  journal: OrderJournal,
  limits: Limits,
): readonly string[] {
  const all = [...orders.values()]
  const bought = all.filter(({ side }) => side === 'buy')
  const reached = {
    maxOrderNotional: Math.max(0, ...bought.map(costOf)),
    maxDailyNotional: sum(bought.map(costOf)),
    maxOpenNotional: sum(bought.map((order) => restOf(order) * order.price)),
    maxPosition: Math.max(
      ...['M-YES', 'M-NO'].map(
        (id) => held(id) + sum(bought.filter(({ outcomeId }) => outcomeId === id).map(restOf)),
      ),
    ),
  }
  const rows = journal.list({ limit: 1_000 })
  const names = new Set(all.map(({ clientOrderId }) => clientOrderId))
  const isWritten = ({ clientOrderId }: TrueOrder): boolean =>
    rows.some(
      (row) => row.terms.clientOrderId === clientOrderId && row.edits === undefined && !isKnownNotPlaced(row),
    )
  const wrong = rows.filter(({ outcome }) => {
    if (outcome.state !== 'placed') return false
    const { id, status, filled } = outcome.order
    const order = orders.get(id)
    const isTold = !listUnknownMembers(outcome.order).includes('filled')
    if (order === undefined || (isTold && filled > order.filled)) return true
    return status !== 'open' && (order.status === 'open' || (isTold && filled !== order.filled))
  })
  return [
    ...Object.entries(reached)
      .filter(([name, value]) => value > (limits[name as keyof Limits] ?? value) + SLACK)
      .map(([name, value]) => `${name}: ${value}`),
    ...(names.size < all.length ? ['two orders of one name'] : []),
    ...all.filter((order) => !isWritten(order)).map(({ id }) => `the journal lacks ${id}`),
    ...wrong.map(({ id }) => `the journal is wrong about the order of the row ${id}`),
  ]
}

test.each(Array.from({ length: 12 }, (_, index) => index + 1))(
  'limits, names and the journal hold over a random sequence (seed %i)',
  async (seed) => {
    const random = createSeededRandom(seed)
    const isChance = (share: number): boolean => random() < share
    const number = (most: number): number => Math.floor(random() * most)
    const pick = <One>(list: readonly One[]): One => list[number(list.length)] as One
    // One at a time is reached more often than all of them.
    const limits: Limits = pick([
      { maxOrderNotional: 7 },
      { maxDailyNotional: 25 },
      { maxOpenNotional: 10 },
      { maxPosition: 20 },
      { maxPosition: 30 },
      { maxOrderNotional: 7, maxDailyNotional: 40, maxOpenNotional: 15, maxPosition: 40 },
    ])
    const clock = fakeClock()
    const [finds, isUnique, lags] = [isChance(0.7), isChance(0.7), isChance(0.8)]
    const venue = laggingExchange({ clock, random, finds, isUnique, lags })
    const { orders } = venue
    const first = tradingWorld({ rails: limits, over: venue.exchange, clock, held: mine })
    const processes = [first, first.next()]
    let stoppedAt: number | undefined
    const log: string[] = [JSON.stringify({ limits, finds, isUnique, lags })]

    /** Lets time pass until a call has ended. */
    async function ended(what: string, work: Promise<unknown>): Promise<unknown> {
      let isOver = false
      const result = await Promise.all([
        work.then(
          (value) => ({ value, text: 'done' }),
          (error: PmxError) => ({ value: undefined, text: `${error.code} ${error.message}` }),
        ),
        (async () => {
          void work.catch(() => undefined).finally(() => (isOver = true))
          while (!isOver) await clock.advance(200)
        })(),
      ])
      log.push(`${what}: ${result[0].text}`)
      return result[0].value
    }

    const orderId = (): string => {
      const open = [...orders.values()].filter(({ status }) => status === 'open')
      return open.length > 0 && isChance(0.85) ? pick(open).id : `V${1 + number(orders.size + 1)}`
    }
    // Where orders are cheap, money limits few of them, and positions do.
    const dearest = pick([9, 2])
    const price = (): number => (1 + number(dearest)) / 10
    const wish = () => ({
      marketId: 'M',
      outcomeId: pick(['M-YES', 'M-YES', 'M-NO']),
      side: isChance(0.85) ? 'buy' : 'sell',
      type: 'limit',
      amount: 1 + number(14),
      price: price(),
      ...(isChance(0.5) ? { clientOrderId: `${pick(NAMES)}${number(6)}` } : {}),
    })
    const process = () => pick(processes)
    const own = { call: { credentials: mine } }

    const steps: readonly (readonly [share: number, step: () => Promise<unknown>])[] = [
      [30, () => process().ask('createOrder', wish(), isChance(0.3) ? { idempotencyKey: pick(NAMES) } : {})],
      [8, () => process().ask('createOrders', [wish(), wish(), wish()])],
      [6, () => Promise.allSettled(processes.map((one) => one.ask('createOrder', wish())))],
      [
        20,
        () => {
          const amount = isChance(0.6) ? { amount: 1 + number(20) } : {}
          return process().answer('editOrder', [orderId(), { ...amount, price: price() }], own)
        },
      ],
      [8, () => process().ask('cancelOrder', orderId())],
      [2, () => process().answer('cancelAllOrders', [], own)],
      [
        5,
        async () => {
          const one = process()
          const { data } = await one.ask('buildOrder', wish())
          await one.ask('submitOrder', data).catch(() => undefined)
          return one.ask('submitOrder', data)
        },
      ],
      [3, () => process().ask('fetchOpenOrders', undefined)],
      [2, () => process().dispatcher.resolveOrders()],
      [
        2,
        async () => {
          await process().dispatcher.stopOrders('ann')
          stoppedAt ??= orders.size
        },
      ],
      [3, async () => processes.splice(number(2), 1, first.next())],
      [
        12,
        async () => {
          const order = orders.get(orderId())
          if (order === undefined) return
          // It rested for longer than lists may lag.
          if (isChance(0.5)) await clock.advance(61_000)
          venue.fill(order, isChance(0.5) ? 100 : 1 + number(5))
        },
      ],
      [10, async () => clock.advance(pick([1_000, 10_000, 61_000, 61_000, 300_000]))],
    ]
    const shares = steps.flatMap(([share, step], index) =>
      Array.from({ length: share }, () => [index, step] as const),
    )

    for (let count = 0; count < STEPS; count++) {
      if (stoppedAt !== undefined && isChance(0.3)) {
        await process().dispatcher.resumeOrders('ann')
        stoppedAt = undefined
      }
      const [index, step] = pick(shares)
      venue.next(isChance(0.25) ? pick(TROUBLES) : 'none')
      await ended(`${count}, step ${index}`, step())
      const faults = broken(venue, first.journal, limits)
      const isPlacedInStop = stoppedAt !== undefined && orders.size > stoppedAt
      if (faults.length > 0 || isPlacedInStop)
        expect.fail([...faults, isPlacedInStop ? 'placed in a stop' : '', ...log].join('\n'))
    }
  },
)
