import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Credentials, UnifiedMarket } from '../../src/api/models/models.js'
import type { CassetteSession } from '../../src/cassette/replay/cassette-session.js'
import { loadConfig } from '../../src/config/load.js'
import { createCore } from '../../src/daemon/compose-core.js'
import { createSystemIds } from '../../src/effects/ids.js'
import { silentLogger } from '../../src/observe/logger.js'
import { type Simulator, startSimulator } from '../../src/simulator/server/start.js'
import type { Wire } from '../../src/transport/call-types.js'
import { fakeClock } from '../support/clock.js'
import { openedWorld } from '../support/worlds.js'
import { NOON, recording, replaying, temporaryFolder } from './support/cassettes.js'

/** Members whose values name the account or its owner; those of logins are recorded by nobody. */
const naming =
  /"(?:user_?id|owner_?id|account_?id|multiSignAddress|walletUsers|proxy_?wallet|maker(?:_?address)?|account|email|user_?name|pseudonym|56)"\s*:\s*("[^"]{6,}"|\d{5,})/gi

/** No wallet, the makers of the simulation, and the author of its markets. */
const OTHERS = [
  '0x0000000000000000000000000000000000000000',
  '0xda3cbc6eeb7d4888a78b16d364fb17a3da3cbc6e',
  'Demo Desk',
]

const venues = ['kalshi', 'limitless', 'opinion', 'polymarket', 'probable'] as const
type Asked = (typeof venues)[number]

const clock = fakeClock(NOON)
let simulator: Simulator
beforeAll(async () => {
  simulator = await startSimulator({ seed: 1, clock, venues: [...venues] })
  simulator.switches.limits = 'off'
})
afterAll(() => simulator.close())

/** What credentials leave open is asked of the venue, or follows from the key. */
function credentialsOf(venue: Asked): Credentials {
  const { funderAddress: _given, ...others } = simulator.paper[venue] ?? {}
  return venue === 'polymarket' ? { ...others, signatureType: 2 } : others
}

/** All that can be asked of an account, after an order; and every text that the venue answered with credentials. */
async function ask(session: CassetteSession, venue: Asked, wallet?: string) {
  const answers: string[] = []
  const listening = (inner: Wire): Wire => ({
    async send(call, url, options) {
      const reply = await inner.send(call, url, options)
      answers.push(reply.text)
      return reply
    },
    close: () => inner.close(),
  })
  const isReplay = session.kind === 'replay'
  const core = await createCore({
    config: loadConfig({ flags: {}, environment: {}, file: undefined }),
    effects: { clock, random: () => 0, ids: createSystemIds() },
    log: silentLogger,
    world: openedWorld(isReplay ? undefined : simulator.urls, {
      ...session,
      wire: (inner) => session.wire(() => listening(inner())),
    }),
    candleFile: undefined,
  })
  const run = async (method: string, ...args: unknown[]): Promise<unknown> => {
    const { signal } = new AbortController()
    const call = { venue, signal, credentials: credentialsOf(venue), trusted: true }
    const { data } = await core.dispatcher.run(method as never, args as never, call)
    return JSON.parse(JSON.stringify(data))
  }
  const [market] = (await run('fetchMarkets', { limit: 5 })) as UnifiedMarket[]
  const order = { marketId: market?.marketId, outcomeId: market?.outcomes[0]?.outcomeId, side: 'buy' }
  const told: unknown[] = []
  answers.splice(0)
  const rests = { ...order, type: 'limit', amount: 400, price: 0.05 }
  for (const [method, ...args] of [
    ['createOrder', { ...rests, clientOrderId: 'f82bd278-1984-4bac-a9c2-2a9a8d1c52f9' }],
    [
      'createOrder',
      { ...rests, amount: 20, price: 0.99, clientOrderId: '0b9a1f5c-1984-4bac-a9c2-2a9a8d1c52f9' },
    ],
    ['fetchOpenOrders'],
    ['fetchPositions'],
    ['fetchBalance'],
    ['fetchMyTrades'],
    ...(wallet === undefined ? [] : [['fetchPositions', wallet] as const]),
  ] as const)
    told.push(
      await run(method, ...args).catch(({ code, message }: Error & { code: string }) => ({ code, message })),
    )
  await core.close()
  await session.close()
  return { told, answers }
}

test.each(venues)(
  '%s: what answers tell of the account is in no recording, which replays all the same',
  async (venue) => {
    clock.passTo(clock.now() + 1_000)
    const file = join(temporaryFolder(), 'account.jsonl')
    const { told, answers } = await ask(recording({ file, clock, recordsPrivate: true }).session, venue)
    const own = new Set(
      answers.flatMap((text) =>
        [...text.matchAll(naming)].map(([, value = '']) => value.replaceAll('"', '')),
      ),
    )
    for (const others of OTHERS) own.delete(others)
    expect(own.size).toBeGreaterThan(0)
    const written = readFileSync(file, 'utf8').toLowerCase()
    expect([...own].filter((value) => written.includes(value.toLowerCase()))).toEqual([])
    // Logins are in no recording.
    if (venue === 'polymarket') return
    const replayed = await ask(replaying(file), venue)
    expect(replayed.told).toEqual(told)
  },
)

test('positions of a wallet that only answers named replay by its address', async () => {
  clock.passTo(clock.now() + 1_000)
  const { answers } = await ask(
    recording({ file: join(temporaryFolder(), 'before.jsonl'), clock, recordsPrivate: true }).session,
    'opinion',
  )
  const [, wallet = ''] = /"walletUsers":\{"56":"([^"]+)"/.exec(answers.join()) ?? []
  clock.passTo(clock.now() + 1_000)
  const file = join(temporaryFolder(), 'account.jsonl')
  const { told } = await ask(recording({ file, clock, recordsPrivate: true }).session, 'opinion', wallet)
  expect(told.at(-1)).toBeInstanceOf(Array)
  expect(readFileSync(file, 'utf8').toLowerCase()).not.toContain(wallet.toLowerCase())
  const replayed = await ask(replaying(file), 'opinion', wallet)
  expect(replayed.told).toEqual(told)
  const other = await ask(replaying(file), 'opinion', `0x${'7'.repeat(40)}`)
  expect(other.told.at(-1)).toMatchObject({ code: 'NOT_FOUND' })
})
