import { expect, test } from 'vitest'
import { PmxError } from '../../../src/api/envelope/errors.js'
import type { CancelAllResult, CancelResult, Order, OrderResult } from '../../../src/api/models/models.js'
import { DAY_MS } from '../../../src/api/times/resolution.js'
import { createOrderTime } from '../../../src/core/trading/records/order-time.js'
import type { StopReport } from '../../../src/core/trading/stop-orders.js'
import { createSeededRandom } from '../../../src/effects/random.js'
import { fakeClock } from '../../support/clock.js'
import { batchesOf } from './lagging-batches.js'
import { laggingExchange, type TrueOrder } from './lagging-exchange.js'
import { mine, tradingWorld } from './trading-world.js'

const STEPS = 45
const TROUBLES = ['lost and done', 'lost and not done', 'refused'] as const
/** Rounding of numbers that are no decimals. */
const SLACK = 1e-6

interface Wish {
  readonly outcomeId: string
  readonly side: string
}

const isDoubt = (error: unknown): boolean =>
  error instanceof PmxError && error.detail?.['state'] === 'unknown'
const isOver = ({ state }: CancelResult): boolean => state === 'canceled' || state === 'ended'

/** Two processes over midnight, with clocks that are set back and forth: what callers are told is held against the truth. */
test.each(Array.from({ length: 12 }, (_, index) => index + 1))(
  'callers are told the truth over a random sequence of batches, around midnight, with wrong clocks (seed %i)',
  async (seed) => {
    const random = createSeededRandom(seed)
    const isChance = (share: number): boolean => random() < share
    const number = (most: number): number => Math.floor(random() * most)
    const pick = <One>(list: readonly One[]): One => list[number(list.length)] as One
    const maxDailyNotional = pick([25, 40, 1e6])
    const clock = fakeClock(Date.UTC(2026, 10, 21, 23, 40))
    const kind = { finds: isChance(0.7), isUnique: isChance(0.7), lags: isChance(0.6) }
    const venue = laggingExchange({ clock, random, ...kind })
    const { orders, exchange } = venue
    if (isChance(0.7)) batchesOf(venue, isChance)
    const times = [createOrderTime(clock), createOrderTime(clock)]
    /** Each response of the venue says what the time is. */
    const hear = (): void => {
      for (const time of times) time.noteVenueTime(clock.trueNow())
    }
    const { openOrders } = exchange.account
    Object.assign(exchange.account, {
      openOrders(...asked: Parameters<NonNullable<typeof openOrders>>) {
        hear()
        return openOrders?.(...asked)
      },
    })
    const first = tradingWorld({
      rails: { maxDailyNotional },
      over: exchange,
      clock,
      held: mine,
      time: times[0],
    })
    const processes = [first, first.next({ time: times[1] })]
    const own = { call: { credentials: mine } }
    const log: string[] = [JSON.stringify({ maxDailyNotional, ...kind })]
    const faults: string[] = []
    const days = new Map<string, number>()

    const opens = (): readonly string[] =>
      [...orders.values()].filter(({ status }) => status === 'open').map(({ id }) => id)
    const isOpen = (id: string): boolean => orders.get(id)?.status === 'open'
    const isOf = (id: string, { outcomeId, side }: Wish): boolean =>
      orders.get(id)?.outcomeId === outcomeId && orders.get(id)?.side === side
    const demand = (isTrue: boolean, fault: string): void => void (isTrue || faults.push(fault))
    const key = () => (isChance(0.3) ? { idempotencyKey: pick(['k', 'l', 'm']) } : {})
    const wish = () => ({
      marketId: 'M',
      outcomeId: pick(['M-YES', 'M-YES', 'M-NO']),
      side: 'buy',
      type: 'limit',
      amount: 1 + number(14),
      price: (1 + number(9)) / 10,
      ...(isChance(0.5) ? { clientOrderId: `${pick(['a', 'b', 'c'])}${number(6)}` } : {}),
    })

    /** Lets time pass until a call has ended. @returns what it fails with as `error` */
    async function ended<Value>(what: string, work: Promise<Value>) {
      let isDone = false
      const outcome = work.then(
        (value) => ({ value, error: undefined }),
        (error: unknown) => ({ value: undefined, error }),
      )
      void outcome.then(() => {
        isDone = true
      })
      while (!isDone) {
        if (isChance(0.2)) hear()
        await clock.advance(200)
      }
      const { error } = await outcome
      log.push(`${what}: ${error instanceof PmxError ? `${error.code} ${error.message}` : 'done'}`)
      return outcome
    }

    async function createOne(): Promise<void> {
      const [wanted, before] = [wish(), orders.size]
      const { value, error } = await ended('create', pick(processes).ask('createOrder', wanted, key()))
      demand(
        value !== undefined || isDoubt(error) || orders.size === before,
        'it was told as refused, and placed',
      )
      demand(value === undefined || isOf(value.order.id, wanted), 'another order was told')
      demand(
        (value?.order.filled ?? 0) <= (orders.get(value?.order.id ?? '')?.filled ?? 0),
        'fills were invented',
      )
    }

    async function createSome(): Promise<void> {
      const [wanted, before] = [[wish(), wish(), wish()], orders.size]
      if (isChance(0.3)) wanted.push({ ...(wanted[0] ?? wish()) })
      const { value, error } = await ended('batch', pick(processes).ask('createOrders', wanted, key()))
      const rows = (value?.data ?? []) as readonly OrderResult[]
      const placed = rows.filter(({ order, repeated }) => order !== undefined && repeated !== true).length
      const unsure = rows.filter(
        ({ repeated, error: one }) => repeated === true || one?.detail?.['state'] === 'unknown',
      )
      const most = error === undefined ? placed + unsure.length : isDoubt(error) ? wanted.length : 0
      const real = orders.size - before
      demand(real >= placed && real <= most, `${placed} of a batch were told as placed, and ${real} were`)
      for (const [index, { order }] of rows.entries())
        demand(order === undefined || isOf(order.id, wanted[index] ?? wish()), 'a batch told another order')
    }

    async function cancelOne(): Promise<void> {
      const id = opens()[0] ?? 'V1'
      const { value } = await ended(`cancel ${id}`, pick(processes).ask('cancelOrder', id))
      const status = (value?.data as Order | undefined)?.status
      demand(status === undefined || status === 'open' || !isOpen(id), 'an open order was told as canceled')
    }

    async function cancelSome(): Promise<void> {
      const { value } = await ended(
        'cancel some',
        pick(processes).answer('cancelOrders', [[...opens()]], own),
      )
      for (const row of (value?.data ?? []) as readonly CancelResult[])
        demand(!isOver(row) || !isOpen(row.orderId), `${row.orderId} was told as ${row.state}`)
    }

    async function cancelAll(): Promise<void> {
      const { value } = await ended('cancel all', pick(processes).answer('cancelAllOrders', [], own))
      const result = value?.data as CancelAllResult | undefined
      demand(
        result?.allCanceled !== true || opens().length === 0,
        `all were told as canceled, not ${opens()}`,
      )
      for (const row of result?.orders ?? [])
        demand(!isOver(row) || !isOpen(row.orderId), `${row.orderId} was told as ${row.state}`)
    }

    async function stop(): Promise<void> {
      const { value } = await ended('stop', pick(processes).dispatcher.stopOrders('ann'))
      const report: StopReport | undefined = value
      demand(report === undefined || report.left.length > 0 || opens().length === 0, `a stop left ${opens()}`)
      await pick(processes).dispatcher.resumeOrders('ann')
    }

    const steps: readonly (readonly [share: number, step: () => unknown])[] = [
      [30, createOne],
      [14, createSome],
      [8, cancelOne],
      [5, cancelSome],
      [6, cancelAll],
      [3, stop],
      [3, () => ended('resolve', pick(processes).dispatcher.resolveOrders())],
      [
        3,
        () => {
          const index = number(2)
          times[index] = createOrderTime(clock)
          processes[index] = first.next({ time: times[index] })
        },
      ],
      [
        8,
        () => {
          const order = orders.get(opens()[0] ?? '')
          if (order !== undefined) venue.fill(order, isChance(0.5) ? 100 : 1 + number(5))
        },
      ],
      [4, () => clock.jump(pick([-DAY_MS, -3_600_000, -600_000, 600_000, 3_600_000, DAY_MS]))],
      [10, () => clock.advance(pick([1_000, 10_000, 61_000, 300_000, 900_000])).then(hear)],
    ]
    const shares = steps.flatMap(([share, step]) => Array.from({ length: share }, () => step))

    for (let count = 0; count < STEPS && faults.length === 0; count++) {
      venue.next(isChance(0.25) ? pick(TROUBLES) : 'none')
      await pick(shares)()
      const day = Math.floor(clock.trueNow() / DAY_MS)
      for (const { id } of orders.values()) if (!days.has(id)) days.set(id, day)
      for (const one of new Set(days.values())) {
        const ofDay = [...orders.values()].filter(({ id }) => days.get(id) === one)
        const spent = ofDay.reduce((sum, order) => sum + costOf(order), 0)
        demand(spent <= maxDailyNotional + SLACK, `the orders of a day cost ${spent}`)
      }
      const names = new Set([...orders.values()].map(({ clientOrderId }) => clientOrderId))
      demand(names.size === orders.size, 'there are two orders of one name')
    }
    if (faults.length > 0) expect.fail([...faults, ...log].join('\n'))
  },
)

function costOf({ spent, status, amount, filled, price }: TrueOrder): number {
  return spent + (status === 'open' ? (amount - filled) * price : 0)
}
