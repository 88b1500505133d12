import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PmxError } from '../../src/api/envelope/errors.js'
import { createOrderJournal } from '../../src/daemon/state/order-journal-file.js'
import { silentLogger } from '../../src/observe/logger.js'
import type { OrderJournal } from '../../src/orders/journal.js'
import { fakeExchange, type TradingOptions, tradingWorld } from '../core/trading/trading-world.js'
import { fakeClock, settle } from '../support/clock.js'

/** A venue that takes any number of orders of one name and finds none by it: it helps nobody to place an order once. */
const helpless = { isUnique: false, finds: false }

/** Programs over one journal file and one venue: each has a connection and a memory of its own, as processes have. */
async function processesOver(
  count: number,
  options: Pick<TradingOptions, 'rails'>,
  held?: TradingOptions['held'],
) {
  const folder = mkdtempSync(join(tmpdir(), 'pmx-shared-'))
  const file = join(folder, 'orders.db')
  const clock = fakeClock()
  const over = fakeExchange(helpless)
  const journals: OrderJournal[] = Array.from({ length: count }, () =>
    createOrderJournal({ file, clock, log: silentLogger }),
  )
  const worlds = journals.map((journal, index) =>
    tradingWorld({
      ...options,
      journal,
      clock,
      over,
      secret: `process ${index}`,
      ...(held === undefined ? {} : { held }),
    }),
  )
  return {
    worlds,
    clock,
    exchange: over,
    close() {
      for (const journal of journals) journal.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const outcomeOf = (work: Promise<{ order: { id: string } }>): Promise<string> =>
  work.then(
    ({ order }) => order.id,
    (error: unknown) => (error instanceof PmxError ? error.code : String(error)),
  )

test('processes that share a folder place one order under a name, and all report it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 2, max: 5 }), fc.boolean(), async (count, isByKey) => {
      const { worlds, clock, exchange, close } = await processesOver(count, {})
      try {
        exchange.hold()
        const asked = worlds.map((world) =>
          outcomeOf(
            isByKey ? world.create({}, { idempotencyKey: 'k' }) : world.create({ clientOrderId: 'c1' }),
          ),
        )
        await expect.poll(() => worlds.reduce((sum, world) => sum + world.sent(), 0)).toBeGreaterThan(0)
        exchange.letGo()
        await clock.advance(1_000)
        expect(new Set(await Promise.all(asked))).toEqual(new Set(['V1']))
        expect(exchange.placed).toHaveLength(1)
      } finally {
        close()
      }
    }),
    { numRuns: 20 },
  )
})

test.each<[string, (allowed: number) => TradingOptions['rails']]>([
  // An order of ten contracts at 0.5 costs 5.
  ['of the day', (allowed) => ({ maxDailyNotional: 5 * allowed + 1 })],
  ['of open orders', (allowed) => ({ maxOpenNotional: 5 * allowed + 1 })],
  ['of a position', (allowed) => ({ maxPosition: 10 * allowed + 1 })],
])('processes that share a folder keep the limit %s together', async (_of, railsOf) => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 5 }),
      fc.integer({ min: 1, max: 3 }),
      async (count, allowed) => {
        const rails = railsOf(allowed) ?? {}
        const { worlds, exchange, close } = await processesOver(count, { rails })
        try {
          const asked = worlds.flatMap((world, index) =>
            [1, 2].map((turn) => outcomeOf(world.create({ clientOrderId: `c${index}-${turn}` }))),
          )
          const told = await Promise.all(asked)
          expect(exchange.placed).toHaveLength(Math.min(allowed, asked.length))
          expect(told.filter((outcome) => outcome === 'PERMISSION_DENIED')).toHaveLength(
            asked.length - Math.min(allowed, asked.length),
          )
        } finally {
          close()
        }
      },
    ),
    { numRuns: 20 },
  )
})

/** Two processes that want the same order without a name, of which the first has begun or not when the second asks. */
async function likeOrders(isAtOnce: boolean, seesFirst: (hangUp: () => void) => void) {
  const { worlds, clock, exchange, close } = await processesOver(2, {})
  const [first, second] = worlds
  if (first === undefined || second === undefined) throw new Error('no process')
  try {
    exchange.hold()
    const { call, hangUp } = first.caller()
    const one = first.create({}, call)
    if (!isAtOnce) await expect.poll(() => first.sent()).toBe(1)
    const other = second.create()
    await expect.poll(() => first.sent() + second.sent()).toBeGreaterThan(0)
    await settle()
    seesFirst(hangUp)
    exchange.letGo()
    const { order, delivered } = await one
    delivered?.(!call.signal.aborted)
    await clock.advance(6_000)
    return { told: [order.id, (await other).order.id], placed: exchange.placed.length }
  } finally {
    close()
  }
}

test.each([true, false])(
  'two who want the same of two processes want two (at once: %s)',
  async (isAtOnce) => {
    const { told, placed } = await likeOrders(isAtOnce, () => undefined)
    expect([new Set(told), placed]).toEqual([new Set(['V1', 'V2']), 2])
  },
)

test.each([true, false])(
  'the same order without a name of a caller who hung up on another process is that order (at once: %s)',
  async (isAtOnce) => {
    const { told, placed } = await likeOrders(isAtOnce, (hangUp) => hangUp())
    expect([told, placed]).toEqual([['V1', 'V1'], 1])
  },
)

test('an order that another process cancels before its answer has come is canceled', async () => {
  const { worlds, exchange, close } = await processesOver(2, {})
  const [placing, canceling] = worlds
  if (placing === undefined || canceling === undefined) throw new Error('no process')
  try {
    let answer = (_told: unknown): void => undefined
    // The venue places it, and its answer is on its way.
    exchange.next({
      placed: true,
      answer: new Promise((resolve) => {
        answer = resolve
      }),
    })
    const asked = placing.create({ clientOrderId: 'c1' })
    await expect.poll(() => exchange.placed.length).toBe(1)
    expect((await canceling.ask('cancelOrder', 'V1')).order.status).toBe('canceled')
    await settle()
    answer({ id: 'V1' })
    expect((await asked).order).toMatchObject({ id: 'V1', status: 'canceled' })
    expect(canceling.journal.openOrders()).toEqual([])
    expect(placing.journal.list({ limit: 9 })[0]?.outcome).toMatchObject({ order: { status: 'canceled' } })
  } finally {
    close()
  }
})

test('after a stop no process that shares the folder places an order, and none stays open', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 5 }),
      fc.integer({ min: 0, max: 8 }),
      fc.nat(),
      async (count, before, chosen) => {
        const { worlds, clock, exchange, close } = await processesOver(count, {}, { apiKey: 'mine' })
        const of = (turn: number) => worlds[turn % worlds.length] ?? worlds[0]
        const ask = (name: string, turn: number) =>
          outcomeOf(of(turn)?.create({ clientOrderId: name }) ?? Promise.reject(new Error('no process')))
        try {
          for (let turn = 0; turn < before; turn++) await ask(`before-${turn}`, turn)
          exchange.hold()
          const underWay = worlds.map((_, turn) => ask(`under-way-${turn}`, turn))
          await expect.poll(() => worlds.reduce((sum, world) => sum + world.sent(), 0)).toBe(before + count)
          const stopping = of(chosen)?.dispatcher.stopOrders('ann')
          // The row is there when the journal has been opened, which these processes have done.
          await settle()
          const late = await Promise.all(worlds.map((_, turn) => ask(`late-${turn}`, turn)))
          expect(new Set(late)).toEqual(new Set(['PERMISSION_DENIED']))
          exchange.letGo()
          expect(await Promise.all(underWay)).toHaveLength(count)
          await clock.advance(1_000)
          const report = await stopping
          expect(report?.left).toEqual([])
          expect(report?.canceled).toHaveLength(before + count)
          expect([exchange.placed.length, exchange.open()]).toEqual([before + count, []])
          expect(new Set(await Promise.all(worlds.map((_, turn) => ask(`after-${turn}`, turn))))).toEqual(
            new Set(['PERMISSION_DENIED']),
          )
          await of(chosen + 1)?.dispatcher.resumeOrders('bob')
          expect(await ask('again', chosen)).toBe(`V${before + count + 1}`)
        } finally {
          close()
        }
      },
    ),
    { numRuns: 20 },
  )
})
