import { copyFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Credentials, Order, UnifiedMarket } from '../../src/api/models/models.js'
import { openKey, parseKeys } from '../../src/cassette/format/value-key.js'
import type { CassetteSession } from '../../src/cassette/replay/cassette-session.js'
import type { ReplayOptions } from '../../src/cassette/replay/replay-session.js'
import { loadConfig } from '../../src/config/load.js'
import { createCore } from '../../src/daemon/compose-core.js'
import { createSystemIds } from '../../src/effects/ids.js'
import { silentLogger } from '../../src/observe/logger.js'
import { type Simulator, startSimulator } from '../../src/simulator/server/start.js'
import { fakeClock } from '../support/clock.js'
import { openedWorld } from '../support/worlds.js'
import { NOON, recording, replaying, temporaryFolder } from './support/cassettes.js'

/** Venues whose orders need no login, which no recording holds. */
const venues = [
  'gemini-titan',
  'hyperliquid',
  'kalshi',
  'limitless',
  'metaculus',
  'opinion',
  'polymarket_us',
  'probable',
] as const
type Asked = (typeof venues)[number]

const clock = fakeClock(NOON)
let simulator: Simulator
beforeAll(async () => {
  simulator = await startSimulator({ seed: 1, clock, venues: [...venues] })
  simulator.switches.limits = 'off'
})
afterAll(() => simulator.close())

async function over(session: CassetteSession, venue: Asked, others: Credentials = {}) {
  const core = await createCore({
    config: loadConfig({ flags: {}, environment: {}, file: undefined }),
    effects: { clock, random: () => 0, ids: createSystemIds() },
    log: silentLogger,
    world: openedWorld(session.kind === 'replay' ? undefined : simulator.urls, session),
    candleFile: undefined,
  })
  return {
    async run<Data>(method: string, ...args: unknown[]): Promise<Data> {
      const { signal } = new AbortController()
      const call = {
        venue,
        signal,
        credentials: { ...simulator.paper[venue], ...others } as Credentials,
        trusted: true,
      }
      const { data } = await core.dispatcher.run(method as never, args as never, call)
      return JSON.parse(JSON.stringify(data))
    },
    async close() {
      await core.close()
      await session.close()
    },
  }
}

interface Recorded {
  readonly file: string
  readonly order: { readonly amount: number; readonly price: number }
  readonly placed: Order
  /** Undefined where an order cannot be canceled any more. */
  readonly canceled: Order | undefined
}

/** A resting order of a new market, and its cancellation; its name is ours, as clients leave it. */
async function record(venue: Asked, options: Parameters<typeof recording>[0] = {}): Promise<Recorded> {
  // A venue that counts up takes no second order of one moment.
  clock.passTo(clock.now() + 1_000)
  const file = join(temporaryFolder(), 'orders.jsonl')
  const core = await over(recording({ file, clock, recordsPrivate: true, ...options }).session, venue)
  const markets = await core.run<UnifiedMarket[]>('fetchMarkets', { limit: 5 })
  const [price, amount] = venue === 'metaculus' ? [0.3, 1] : [0.05, 400]
  // Some may take no orders at the moment.
  for (const { marketId, outcomes } of markets) {
    const order = { marketId, outcomeId: outcomes[0]?.outcomeId, side: 'buy', type: 'limit', amount, price }
    const placed = await core.run<Order>('createOrder', order).catch(() => undefined)
    if (placed === undefined) continue
    const canceled = await core.run<Order>('cancelOrder', placed.id).catch(() => undefined)
    await core.close()
    return { file, order, placed, canceled }
  }
  throw new Error(`no market of ${venue} takes an order`)
}

async function replay(file: string, venue: Asked, options: Partial<ReplayOptions> = {}) {
  return over(replaying(file, options), venue)
}

const miss = { code: 'NOT_FOUND', detail: { kind: 'cassette_miss' } }
const missedFor = (reason: string) => ({ code: 'NOT_FOUND', detail: { kind: 'cassette_miss', reason } })

describe.each(venues)('a recorded order of %s', (venue) => {
  test('is replayed for its own price, size and id, and for no other', async () => {
    const { file, order, placed, canceled } = await record(venue)
    const core = await replay(file, venue)
    for (const other of [{ price: order.price === 0.05 ? 0.06 : 0.4 }, { amount: order.amount + 1 }])
      if (venue !== 'metaculus' || 'price' in other)
        await expect(core.run('createOrder', { ...order, ...other })).rejects.toMatchObject(miss)
    expect(await core.run('createOrder', order)).toEqual(placed)
    const id = /^0x/.test(placed.id) ? `0x${'7'.repeat(64)}` : placed.id.replace(/[1-8]/g, '9')
    await expect(core.run('cancelOrder', id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    if (canceled !== undefined) expect(await core.run('cancelOrder', placed.id)).toEqual(canceled)
    await core.close()
  })
})

describe('the hashes of what a cassette does not hold', () => {
  test('are made with a key that is not in it, and no hash is without that key', async () => {
    const { file, order } = await record('kalshi')
    const [text, key] = [readFileSync(file, 'utf8'), readFileSync(`${file}.key`, 'utf8')]
    const [secret = ''] = /^[0-9a-f]{64}$/m.exec(key) ?? []
    expect(text).not.toContain(secret)
    expect(statSync(`${file}.key`).mode & 0o777).toBe(0o600)
    expect(text).toMatch(/"pmxCassette":4/)
    expect(text).toMatch(/"method":"POST".*"withheld":"[0-9a-f]{8}\.[\w-]{22}"/)
    // Not even the arguments of the request can be guessed by hashing each possible price.
    const asks = text.split('\n').filter((line) => line.startsWith('{"ask":') && /createOrder/.test(line))
    expect(asks).toHaveLength(1)
    expect(asks[0]).toMatch(/"hash":"[0-9a-f]{8}\.[\w-]{22}"/)
    expect(text).not.toContain(`"price":${order.price}`)
  })

  test('need the key: without it an order is missed by that name, and all else is replayed', async () => {
    const { file, order, placed } = await record('kalshi')
    const key = readFileSync(`${file}.key`, 'utf8')
    rmSync(`${file}.key`)
    const core = await replay(file, 'kalshi')
    expect(await core.run('fetchMarkets', { limit: 5 })).toHaveLength(5)
    await expect(core.run('createOrder', order)).rejects.toMatchObject({
      ...missedFor('no_key'),
      message: expect.stringContaining('PMX_LOCAL_CASSETTE_KEY'),
    })
    await core.close()
    const given = await replay(file, 'kalshi', { keys: parseKeys(key, 'test') })
    expect(await given.run('createOrder', order)).toEqual(placed)
    await given.close()
  })

  test('are made with a public key where nothing is real, and then need no file', async () => {
    const { file, order, placed } = await record('kalshi', { key: openKey })
    const copied = join(temporaryFolder(), 'copied.jsonl')
    copyFileSync(file, copied)
    const core = await replay(copied, 'kalshi')
    expect(await core.run('createOrder', order)).toEqual(placed)
    await expect(core.run('createOrder', { ...order, price: 0.06 })).rejects.toMatchObject(
      missedFor('other_values'),
    )
    await core.close()
  })

  test('are missing in older cassettes, which are read, and whose orders are to be recorded again', async () => {
    const { file, order } = await record('kalshi')
    const lines = readFileSync(file, 'utf8').split('\n')
    const older = lines.map((line) =>
      line.replace(/"withheld":"[^"]*",/, '').replace('"pmxCassette":4', '"pmxCassette":2'),
    )
    writeFileSync(file, older.join('\n'))
    const core = await replay(file, 'kalshi')
    expect(await core.run('fetchMarkets', { limit: 5 })).toHaveLength(5)
    await expect(core.run('createOrder', order)).rejects.toMatchObject({
      ...missedFor('no_hash'),
      message: expect.stringContaining('Record it again'),
    })
    await core.close()
  })
})

test.each(['hyperliquid', 'limitless', 'probable'] as const)(
  'an order of %s is replayed to a caller with another key of the same kind',
  async (venue) => {
    const { file, order, placed } = await record(venue)
    const core = await over(replaying(file), venue, { privateKey: `0x${'5'.repeat(64)}` })
    expect(await core.run('createOrder', order)).toMatchObject({ id: placed.id, price: placed.price })
    await core.close()
  },
)

test('an order that is placed more often than it was recorded gets its own last answer', async () => {
  const { file, order, placed } = await record('kalshi')
  const core = await replay(file, 'kalshi')
  expect(await core.run('createOrder', order)).toEqual(placed)
  expect(await core.run('createOrder', order)).toEqual(placed)
  await core.close()
})
