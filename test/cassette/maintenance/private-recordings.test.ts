import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Credentials, UnifiedMarket } from '../../../src/api/models/models.js'
import type { CassetteSession } from '../../../src/cassette/replay/cassette-session.js'
import { loadConfig } from '../../../src/config/load.js'
import { createCore } from '../../../src/daemon/compose-core.js'
import { createSystemIds } from '../../../src/effects/ids.js'
import { silentLogger } from '../../../src/observe/logger.js'
import { privateKeyOf } from '../../../src/signing/private-key.js'
import { type Simulator, startSimulator } from '../../../src/simulator/server/start.js'
import { fakeClock } from '../../support/clock.js'
import { openedWorld } from '../../support/worlds.js'
import { NOON, recording, replaying, temporaryFolder } from '../support/cassettes.js'

const venues = ['hyperliquid', 'kalshi', 'limitless', 'myriad', 'opinion', 'polymarket'] as const
type Asked = (typeof venues)[number]

const clock = fakeClock(NOON)
let simulator: Simulator
beforeAll(async () => {
  simulator = await startSimulator({ seed: 1, clock, venues })
  simulator.switches.limits = 'off'
})
afterAll(() => simulator.close())

/** The core as a daemon builds it over a session, where nothing is lent: whoever wants something gives credentials. */
async function over(session: CassetteSession) {
  const isReplay = session.kind === 'replay'
  const core = await createCore({
    config: loadConfig({ flags: {}, environment: {}, file: undefined }),
    effects: { clock, random: () => 0, ids: createSystemIds() },
    log: silentLogger,
    world: openedWorld(isReplay ? undefined : simulator.urls, session),
    candleFile: undefined,
  })
  return {
    async run(venue: Asked, method: string, args: unknown[], credentials?: Credentials): Promise<unknown> {
      const { signal } = new AbortController()
      const call = { venue, signal, credentials, trusted: true }
      const { data } = await core.dispatcher.run(method as never, args as never, call)
      return JSON.parse(JSON.stringify(data))
    },
    resolveOrders: () => core.dispatcher.resolveOrders(),
    async close() {
      await core.close()
      await session.close()
    },
  }
}
type Opened = Awaited<ReturnType<typeof over>>

const keysOf = (venue: Asked): Credentials => simulator.paper[venue] ?? {}
const newFile = (): string => join(temporaryFolder(), 'private.jsonl')

const refused = {
  code: 'PERMISSION_DENIED',
  message: expect.stringContaining('--record-private'),
  detail: { kind: 'private_recording' },
}

describe('a recording that may hold nothing private', () => {
  test('refuses accounts and orders before anything is sent, with and without credentials', async () => {
    const core = await over(recording({ file: newFile(), clock }).session)
    const before = simulator.requests.total
    const order = { marketId: 'x', outcomeId: 'x', side: 'buy', type: 'limit', amount: 1, price: 0.5 }
    for (const credentials of [undefined, keysOf('kalshi')]) {
      await expect(core.run('kalshi', 'createOrder', [order], credentials)).rejects.toMatchObject(refused)
      for (const method of ['fetchBalance', 'fetchPositions', 'fetchOpenOrders', 'cancelOrder'])
        await expect(core.run('kalshi', method, ['1'], credentials)).rejects.toMatchObject(refused)
    }
    await expect(core.resolveOrders()).rejects.toMatchObject(refused)
    expect(simulator.requests.total).toBe(before)
    await core.close()
  })

  test('refuses calls that carry what their caller gave, and makes those that carry nothing', async () => {
    const { session } = recording({ file: newFile(), clock })
    const core = await over(session)
    const before = simulator.requests.total
    const asked = core.run('opinion', 'fetchMarkets', [{ limit: 1 }], { apiKey: 'a-key-of-the-caller' })
    await expect(asked).rejects.toMatchObject(refused)
    expect(simulator.requests.total).toBe(before)
    expect(await core.run('kalshi', 'fetchMarkets', [{ limit: 1 }], keysOf('kalshi'))).toHaveLength(1)
    expect(session.report()).toMatchObject({ withheld: 0 })
    await core.close()
  })
})

/** All that can be asked of an account, after an order that rests. */
async function trade(core: Opened, venue: Asked, credentials: Credentials) {
  const markets = (await core.run(venue, 'fetchMarkets', [{ limit: 5 }])) as UnifiedMarket[]
  const [{ marketId, outcomes } = { marketId: '', outcomes: [] }] = markets
  const order = {
    marketId,
    outcomeId: outcomes[0]?.outcomeId,
    side: 'buy',
    type: 'limit',
    amount: 20,
    price: 0.01,
    clientOrderId: 'f82bd278-1984-4bac-a9c2-2a9a8d1c52f9',
  }
  const asks: readonly (readonly [string, unknown[]])[] = [
    ['createOrder', [order]],
    ['fetchOpenOrders', []],
    ['fetchPositions', []],
    ['fetchBalance', []],
  ]
  const answers: unknown[] = []
  for (const [method, args] of asks)
    answers.push(
      await core
        .run(venue, method, args, credentials)
        .catch(({ code, message }: { code: string; message: string }) => ({ code, message })),
    )
  return answers
}

describe.each(['hyperliquid', 'kalshi', 'limitless', 'polymarket'] as const)(
  'with --record-private, %s',
  (venue) => {
    test('is recorded without keys, signatures and the address of the owner, and replayed without sending', async () => {
      const file = newFile()
      const keys = keysOf(venue)
      const { session } = recording({ file, clock, recordsPrivate: true })
      const core = await over(session)
      const recorded = await trade(core, venue, keys)
      await core.close()
      const text = readFileSync(file, 'utf8').toLowerCase()
      const owner = /^0x/.test(String(keys.privateKey)) ? [privateKeyOf(String(keys.privateKey)).address] : []
      for (const secret of [keys.apiKey, keys.apiSecret, keys.privateKey, ...owner])
        if (secret !== undefined) expect(text).not.toContain(String(secret).toLowerCase().trim())
      expect(text).not.toMatch(/"(signature|passphrase|secret)":"(?!\[withheld\])/)
      const before = simulator.requests.total
      const again = await over(replaying(file))
      const replayed = await trade(again, venue, keys)
      // Polymarket's API key is derived by a login, which no recording holds.
      if (venue !== 'polymarket') expect(replayed).toEqual(recorded)
      else
        expect(replayed[0]).toMatchObject({
          code: 'NOT_FOUND',
          message: expect.stringContaining('does not have'),
        })
      await again.close()
      expect(simulator.requests.total).toBe(before)
    })
  },
)

test('with --record-private, what a wallet signs to sign in is no secret that later calls could hold', async () => {
  const file = newFile()
  const { session } = recording({ file, clock, recordsPrivate: true })
  const core = await over(session)
  const privateKey = String(keysOf('myriad').privateKey)
  for (const method of ['fetchOpenOrders', 'fetchPositions'])
    expect(await core.run('myriad', method, [], { privateKey })).toEqual([])
  expect(session.report()).toMatchObject({ entries: 2, withheld: 0 })
  await core.close()
  const text = readFileSync(file, 'utf8').toLowerCase()
  expect(text).toContain('/orders')
  for (const secret of [privateKey, privateKeyOf(privateKey).address, 'bearer', 'eyj'])
    expect(text).not.toContain(secret.toLowerCase().trim())
})
