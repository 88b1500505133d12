import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrderBook, PriceCandle, UnifiedEvent, UnifiedMarket } from '../../src/api/models/models.js'
import { type CheckName, Failed, type Outcome, runChecks } from '../../src/cli/selftest/checks.js'
import { configSchema } from '../../src/config/schema.js'
import { type FakeClock, fakeClock } from '../support/clock.js'

/**
 * A venue is a folder, a line of the registry and a face with its line. A copy of the sources gets a made-up one, and
 * nothing else of it is touched: what the core would know of single venues by their ids is missed there.
 */

const root = fileURLToPath(new URL('../../', import.meta.url))
const stub = join(root, 'test/stubs/seventeenth')
const HOUR = 3_600_000

/** The one line that each table gets, behind the line that opens it. */
const lines: readonly (readonly [file: string, behind: string, line: string])[] = [
  ['api/envelope/venue-ids.ts', 'export const venueNames = {', "seventeenth: 'Seventeenth',"],
  [
    'venues/registry.ts',
    'const lines: Partial<Record<VenueId, Line>> = {',
    "seventeenth: [(await import('./seventeenth/declared.js')).declared, async () => (await import('./seventeenth/index.js')).seventeenth],",
  ],
  [
    'simulator/mock-venues/registry.ts',
    'const loaders: Partial<Record<SourceId, () => Promise<MockVenue>>> = {',
    "seventeenth: () => import('./seventeenth/index.js').then((module) => module.seventeenthMock),",
  ],
]

let copy: string
let clock: FakeClock
let address: string
const cleanups: (() => unknown)[] = []

/** Puts the files of a folder of the stub where a venue has them; only the way to the sources is another there. */
function place(from: string, to: string, up: string): void {
  mkdirSync(join(copy, 'src', to))
  for (const file of readdirSync(from).filter((name) => name.endsWith('.ts'))) {
    const text = readFileSync(join(from, file), 'utf8')
    writeFileSync(join(copy, 'src', to, file), text.replaceAll(/'(?:\.\.\/)+src\//g, `'${up}`))
  }
}

function addLine(file: string, behind: string, line: string): void {
  const path = join(copy, 'src', file)
  const parts = readFileSync(path, 'utf8').split(`${behind}\n`)
  if (parts.length !== 2) throw new Error(`src/${file} has not one line '${behind}'`)
  writeFileSync(path, parts.join(`${behind}\n  ${line}\n`))
}

const load = (file: string) => import(/* @vite-ignore */ join(copy, 'src', file))

beforeAll(async () => {
  copy = realpathSync(mkdtempSync(join(tmpdir(), 'pmx-seventeenth-')))
  cleanups.push(() => rmSync(copy, { recursive: true, force: true }))
  cpSync(join(root, 'src'), join(copy, 'src'), { recursive: true })
  cpSync(join(root, 'package.json'), join(copy, 'package.json'))
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction')
  place(stub, 'venues/seventeenth', '../../')
  place(join(stub, 'mock'), 'simulator/mock-venues/seventeenth', '../../../')
  for (const line of lines) addLine(...line)

  clock = fakeClock(Date.UTC(2026, 10, 21, 12, 3, 20))
  const { startSimulator }: typeof import('../../src/simulator/server/start.js') =
    await load('simulator/server/start.ts')
  const { startDaemon }: typeof import('../../src/daemon/start.js') = await load('daemon/start.ts')
  const { worldOf }: typeof import('../../src/daemon/sources/source-set.js') = await load(
    'daemon/sources/source-set.ts',
  )
  const { createSystemIds }: typeof import('../../src/effects/ids.js') = await load('effects/ids.ts')
  const { silentLogger }: typeof import('../../src/observe/logger.js') = await load('observe/logger.ts')
  const { createSecretSet }: typeof import('../../src/policy/secrets/secret-set.js') = await load(
    'policy/secrets/secret-set.ts',
  )
  const { mockVenueIds }: typeof import('../../src/simulator/mock-venues/registry.js') = await load(
    'simulator/mock-venues/registry.ts',
  )
  const simulator = await startSimulator({
    seed: 7,
    clock,
    venues: mockVenueIds.filter((id) => String(id) === 'seventeenth'),
  })
  cleanups.push(() => simulator.close())
  simulator.switches.limits = 'off'
  const config = configSchema.parse({ server: { port: 0 }, cache: { enabled: false } })
  const startDemo = async () => ({ urls: simulator.urls, close: async () => undefined })
  const daemon = await startDaemon({
    config,
    world: worldOf({ kind: 'demo' }, config, { environment: {}, startDemo }),
    paths: { stateDir: join(copy, 'state'), sdkDir: join(copy, 'state') },
    effects: { clock, random: () => 0, ids: createSystemIds() },
    log: silentLogger,
    secrets: createSecretSet(),
    folder: copy,
    sdkLock: 'no',
  })
  cleanups.push(() => daemon.stop())
  address = daemon.address
  // Every module of the copy is read anew, which takes a while on a busy machine.
})
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup()
})

interface Answer {
  readonly status: number
  readonly data: unknown
  readonly error?: { readonly code: string; readonly message: string; readonly exchange?: string }
}

async function post(method: string, ...args: readonly unknown[]): Promise<Answer> {
  const reply = await fetch(`${address}/api/seventeenth/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ args }),
  })
  return { status: reply.status, ...((await reply.json()) as Omit<Answer, 'status'>) }
}

async function ask<Data = unknown>(method: string, ...args: readonly unknown[]): Promise<Data> {
  const { data, error } = await post(method, ...args)
  if (error !== undefined) throw new Failed(error.code, error.message)
  return data as Data
}

async function get(path: string): Promise<unknown> {
  const reply = await fetch(`${address}${path}`, { headers: { connection: 'close' } })
  expect(reply.status).toBe(200)
  return reply.json()
}

describe('a seventeenth venue', () => {
  test('has the capabilities of its sources', async () => {
    expect(await get('/api/seventeenth/has')).toMatchObject({
      data: {
        fetchMarkets: true,
        fetchEvents: true,
        fetchOHLCV: true,
        fetchOrderBook: true,
        fetchTrades: false,
      },
    })
  })

  test('lists markets and events, and finds them by their ids', async () => {
    const [market] = await ask<UnifiedMarket[]>('fetchMarkets', { limit: 5 })
    const [event] = await ask<UnifiedEvent[]>('fetchEvents', { limit: 5 })
    expect(market?.sourceExchange).toBe('seventeenth')
    expect(event?.markets[0]?.eventId).toBe(event?.id)
    const { marketId, outcomes } = market as UnifiedMarket
    expect(await ask('fetchMarket', { marketId })).toMatchObject({ marketId })
    expect(await ask('fetchMarket', { outcomeId: outcomes[1]?.outcomeId })).toMatchObject({ marketId })
    expect(await ask('fetchEvent', { eventId: event?.id })).toMatchObject({ id: event?.id })
    expect(await post('fetchMarket', { marketId: '17-1' })).toMatchObject({ status: 404 })
  })

  test('has a book and candles of each side', async () => {
    const [market] = await ask<UnifiedMarket[]>('fetchMarkets', { limit: 1, sort: 'volume' })
    const [yes = '', no = ''] = (market?.outcomes ?? []).map(({ outcomeId }) => outcomeId)
    const book = await ask<OrderBook>('fetchOrderBook', yes)
    expect(book.bids.length + book.asks.length).toBeGreaterThan(0)
    const query = { resolution: '1h', limit: 24 }
    const candles = await ask<PriceCandle[]>('fetchOHLCV', yes, query)
    expect(candles.length).toBeGreaterThan(3)
    expect(candles.every(({ timestamp }) => timestamp % HOUR === 0)).toBe(true)
    const others = await ask<PriceCandle[]>('fetchOHLCV', no, query)
    expect(others.map(({ high }) => high)).toEqual(candles.map(({ low }) => expect.closeTo(1 - low, 9)))
  })

  test('refuses what it has not, by its display name', async () => {
    expect(await post('fetchTrades', '17-1-y')).toMatchObject({
      status: 501,
      error: { code: 'NOT_SUPPORTED', exchange: 'Seventeenth' },
    })
  })

  test('is told of in the long form of health', async () => {
    await ask('fetchMarkets', { limit: 1 })
    const { venues } = (await get('/health?verbose')) as { venues: object }
    expect(Object.keys(venues)).toEqual(['seventeenth'])
  })

  test('passes the checks of selftest', async () => {
    const told = new Map<CheckName, Outcome['state']>()
    const failures: unknown[] = []
    const tell = (name: CheckName, { state, reason }: Outcome) => {
      told.set(name, state)
      if (state === 'failed') failures.push(reason)
    }
    await runChecks(ask, clock.now, () => false, tell)
    expect(failures).toEqual([])
    expect([...told].filter(([, state]) => state === 'none')).toEqual([['trades', 'none']])
  })
})
