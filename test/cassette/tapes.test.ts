import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UnifiedMarket } from '../../src/api/models/models.js'
import { readCassette } from '../../src/cassette/format/cassette-file.js'
import { splitLines } from '../../src/cassette/format/line-file.js'
import { lintCassette } from '../../src/cassette/maintenance/lint.js'
import { overviewOf } from '../../src/cassette/maintenance/overview.js'
import type { CassetteSession } from '../../src/cassette/replay/cassette-session.js'
import { loadConfig } from '../../src/config/load.js'
import { dataOf, type WatchMethod } from '../../src/core/watch/subscriptions.js'
import { createCore } from '../../src/daemon/compose-core.js'
import { createSystemIds } from '../../src/effects/ids.js'
import { silentLogger } from '../../src/observe/logger.js'
import { createSecretSet } from '../../src/policy/secrets/secret-set.js'
import { type Simulator, startSimulator } from '../../src/simulator/server/start.js'
import { stateAt } from '../../src/simulator/world/common/types.js'
import { loadVenue } from '../../src/venues/registry.js'
import { fakeClock } from '../support/clock.js'
import { openedWorld } from '../support/worlds.js'
import { NOON, recordable, recording, replaying } from './support/cassettes.js'

/** Beside Kalshi and Polymarket those that have a socket. */
const others = [
  'gemini-titan',
  'hyperliquid',
  'limitless',
  'myriad',
  'opinion',
  'polymarket_us',
  'probable',
] as const
type Watched = 'kalshi' | 'polymarket' | (typeof others)[number]

const clock = fakeClock(NOON)
const folder = mkdtempSync(join(tmpdir(), 'pmx-tapes-'))
let simulator: Simulator

beforeAll(async () => {
  // What is loaded late takes real time, which the clock of these tests does not wait for.
  await Promise.all([import('ws'), ...others.map(loadVenue)])
  simulator = await startSimulator({ seed: 1, clock, venues: ['kalshi', 'polymarket', ...others] })
  simulator.switches.limits = 'off'
})
afterAll(async () => {
  await simulator.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Lets time pass, and what comes over sockets in this process come, until there is enough; fails with what there is. */
async function until(what: string, isEnough: () => boolean): Promise<void> {
  for (let steps = 0; !isEnough(); steps++) {
    if (steps > 4_000) throw new Error(`waited 200 s of the clock in vain for ${what}`)
    await clock.advance(50)
  }
}

/** Drives time while something is waited for. */
async function meanwhile<Result>(work: Promise<Result>): Promise<Result> {
  let isOver = false
  const done = work.finally(() => {
    isOver = true
  })
  await until('an answer', () => isOver)
  return done
}

/** What came of one watching, as texts. */
interface Seen {
  readonly news: string[]
  readonly errors: { readonly code: string; readonly message: string }[]
}

/** The core as a daemon builds it over a session; a recording asks the demo venues, a replay nobody. */
async function over(session: CassetteSession) {
  const isReplay = session.kind === 'replay'
  const core = await createCore({
    config: loadConfig({ flags: {}, environment: {}, file: undefined }),
    effects: { clock, random: () => 0, ids: createSystemIds() },
    log: silentLogger,
    world: {
      ...openedWorld(isReplay ? undefined : simulator.urls, session),
      paper: isReplay ? {} : simulator.paper,
    },
    candleFile: undefined,
  })
  const callTo = (venue: Watched) => {
    const { signal } = new AbortController()
    return { venue, signal, credentials: undefined, trusted: true } as const
  }
  return {
    async watch(venue: Watched, outcomeId: string, method: WatchMethod = 'watchOrderBook') {
      const seen: Seen = { news: [], errors: [] }
      const watching = await core.dispatcher.watch(method, [outcomeId] as never, callTo(venue), {
        update: (told) => void seen.news.push(JSON.stringify(dataOf(told))),
        ended: ({ code, message }) => void seen.errors.push({ code, message }),
      })
      return { seen, stop: () => watching.stop() }
    },
    /** Outcomes of a venue whose books move, each of a market of its own. Several venues return no volume of a day. */
    async outcomes(venue: Watched, count: number): Promise<readonly string[]> {
      const { data } = await core.dispatcher.run('fetchMarkets', [{ limit: 1_000 }] as never, callTo(venue))
      const busy = busyTitles()
      const ids = (data as UnifiedMarket[])
        .filter(({ title }) => busy.some((end) => title.endsWith(end)))
        .flatMap(({ outcomes: [first] }) => first?.outcomeId ?? [])
      // Pools of Myriad have no book.
      return ids.filter((id) => venue !== 'myriad' || id.includes(':ob')).slice(0, count)
    },
    async call(venue: Watched, outcomeId: string): Promise<string> {
      const { data } = await core.dispatcher.run('watchOrderBook', [outcomeId] as never, callTo(venue))
      return JSON.stringify(data)
    },
    async close() {
      await core.close()
      await session.close()
    },
  }
}

/** How titles of busy markets end: with the question, or with what YES stands for in the event. */
function busyTitles(): readonly string[] {
  return simulator.world
    .eventsAt(NOON)
    .flatMap((event) =>
      event.markets
        .filter((market) => market.activity === 'busy' && stateAt(market, NOON) === 'open')
        .flatMap(({ question, label }) => [question, label ?? question]),
    )
}

type Opened = Awaited<ReturnType<typeof over>>

async function get<Reply>(venue: Watched, host: string, path: string): Promise<Reply> {
  const reply = await fetch(`${simulator.urls[venue]?.[host]}${path}`)
  return (await reply.json()) as Reply
}

/** Outcomes whose books move. */
async function busiest(): Promise<readonly (readonly [Watched, string])[]> {
  const { markets } = await get<{ markets: { ticker: string; volume_fp: string }[] }>(
    'kalshi',
    'api',
    '/markets?status=open&mve_filter=exclude&limit=1000',
  )
  const tickers = markets.sort((a, b) => Number(b.volume_fp) - Number(a.volume_fp)).slice(0, 3)
  const most = '/markets?closed=false&order=volumeNum&ascending=false&limit=8'
  const tokens = await get<{ clobTokenIds: string }[]>('polymarket', 'gamma', most)
  return [
    ...tickers.map(({ ticker }) => ['kalshi', ticker] as const),
    ...tokens.map(({ clobTokenIds }) => ['polymarket', String(JSON.parse(clobTokenIds)[0])] as const),
  ]
}

/** Three of each venue that are watched, and some that are not. */
let watched: readonly (readonly [Watched, string])[]
let unwatched: string

/** Watches until enough has come of each, one asked for after the other. */
async function watchSome(core: Opened, isEnough: (seen: ReadonlyMap<string, Seen>) => boolean) {
  const seen = new Map<string, Seen>()
  for (const [venue, id] of watched) seen.set(id, (await core.watch(venue, id)).seen)
  await until('enough books', () => isEnough(seen))
  return seen
}

function newsOf(seen: ReadonlyMap<string, Seen>): Map<string, readonly string[]> {
  return new Map([...seen].map(([id, { news }]) => [id, news]))
}

const file = join(folder, 'watch.jsonl')
let told: ReadonlyMap<string, readonly string[]>

beforeAll(async () => {
  const all = await busiest()
  watched = all.slice(0, 6)
  unwatched = all.at(-1)?.[1] ?? ''
  const core = await over(recording({ file, clock, recordsPrivate: true }).session)
  const seen = await watchSome(core, (all) => {
    const books = [...all.values()].map(({ news }) => news.length)
    return Math.min(...books) > 0 && books.reduce((sum, count) => sum + count, 0) >= 14
  })
  told = newsOf(seen)
  await core.close()
})

const hasAll = (seen: ReadonlyMap<string, Seen>): boolean =>
  [...seen].every(([id, { news, errors }]) => errors.length > 0 || news.length >= (told.get(id)?.length ?? 0))

describe('what was watched while it was recorded', () => {
  test('comes on replay again, the same books in the same order at the same times, and nothing after them', async () => {
    for (let time = 0; time < 2; time++) {
      const core = await over(replaying(file, { clock }))
      const seen = await watchSome(core, hasAll)
      await clock.advance(30_000)
      expect([...seen.values()].flatMap(({ errors }) => errors)).toEqual([])
      expect(newsOf(seen)).toEqual(told)
      await core.close()
    }
  })

  test('comes as well for one thing of it, asked for alone', async () => {
    const [id = '', books] = [...told].at(-1) ?? []
    const session = replaying(file, { clock })
    const core = await over(session)
    const { seen } = await core.watch('polymarket', id)
    await until('all books', () => seen.news.length >= (books?.length ?? 0))
    expect(seen).toEqual({ news: books, errors: [] })
    await core.close()
    const report = session.report()
    expect(report.kind === 'replay' && report.unused.calls).toContain(
      'kalshi SOCKET stream/trade-api/ws/v2 #0',
    )
  })

  test('comes by calls that wait, too', async () => {
    const core = await over(replaying(file, { clock }))
    const [[id = '', books] = []] = told
    expect(books).toContain(await meanwhile(core.call('kalshi', id)))
    await core.close()
  })

  test('lacks what was not watched, and says what is there', async () => {
    const all = await over(recording({ file: join(folder, 'more.jsonl'), clock }).session)
    const { stop } = await all.watch('polymarket', unwatched)
    stop()
    await all.close()
    const core = await over(replaying(file, { files: [join(folder, 'more.jsonl'), file], clock }))
    const { seen } = await core.watch('polymarket', unwatched)
    await until('an error', () => seen.errors.length > 0)
    expect(seen.news).toEqual([])
    expect(seen.errors).toEqual([
      {
        code: 'NOT_FOUND',
        message: expect.stringMatching(
          /^The cassette does not have SOCKET stream .*Nearest: polymarket SOCKET stream\/ws\/market #0 \(asked \d+, recorded/,
        ),
      },
    ])
    await core.close()
  })
})

describe('a socket of each venue that has one', () => {
  const file = join(folder, 'venues.jsonl')
  const ids = new Map<Watched, readonly string[]>()
  const recorded = new Map<Watched, readonly Seen[]>()
  const replayed = new Map<Watched, readonly Seen[]>()

  /** Watches all at once, so that one core and one stretch of time do for every venue. */
  async function watchAll(core: Opened, into: Map<Watched, readonly Seen[]>) {
    for (const venue of others) {
      const watchings = (ids.get(venue) ?? []).map(async (id) => (await core.watch(venue, id)).seen)
      into.set(venue, await meanwhile(Promise.all(watchings)))
    }
  }
  const toldOf = (all: ReadonlyMap<Watched, readonly Seen[]>, venue: Watched) =>
    (all.get(venue) ?? []).map(({ news }) => news)
  const countOf = (all: ReadonlyMap<Watched, readonly Seen[]>, venue: Watched): number =>
    toldOf(all, venue).flat().length
  const hasFailed = (all: ReadonlyMap<Watched, readonly Seen[]>): boolean =>
    [...all.values()].flat().some(({ errors }) => errors.length > 0)

  /** What follows the first books of two outcomes shows the socket. */
  const enough = 3
  /** A book that begins as one that is read is read once more after a second, and the recording has to hold that. */
  const RECORDED_MS = 3_000

  beforeAll(async () => {
    const core = await over(recording({ file, clock, recordsPrivate: true }).session)
    for (const venue of others) ids.set(venue, await meanwhile(core.outcomes(venue, 2)))
    await watchAll(core, recorded)
    await clock.advance(RECORDED_MS)
    await until('some books of each', () => others.every((venue) => countOf(recorded, venue) >= enough))
    await core.close()
    const again = await over(replaying(file, { clock }))
    await watchAll(again, replayed)
    await until(
      'as many or an error',
      () =>
        hasFailed(replayed) || others.every((venue) => countOf(replayed, venue) >= countOf(recorded, venue)),
    )
    await again.close()
  })

  test.each(others)('%s brings the same books in the same order on replay', (venue) => {
    const seen = [recorded, replayed].flatMap((all) => all.get(venue) ?? [])
    expect(seen.flatMap(({ errors }) => errors)).toEqual([])
    expect(toldOf(replayed, venue)).toEqual(toldOf(recorded, venue))
    const rows = overviewOf(readCassette(file)).filter(
      (row) => row.method === 'SOCKET' && row.venue === venue,
    )
    expect(rows.reduce((sum, { answers }) => sum + answers, 0)).toBeGreaterThan(1)
  })

  test('is recorded with what was said on it, and no key', () => {
    const text = readFileSync(file, 'utf8')
    expect(lintCassette(splitLines(text), file, createSecretSet(), recordable)).toEqual([])
    const lines = text.split('\n')
    const openings = lines.filter((line) => line.startsWith('{"socket":') && line.includes('[withheld]'))
    expect(openings.map((line) => /"query":(.*?)},"n"/.exec(line)?.[1])).toEqual([
      '[["apikey","[withheld]"]]',
    ])
    const said = lines.filter((line) => line.startsWith('{"said":'))
    expect(said.filter((line) => line.includes('[withheld]'))).toEqual([])
    expect(said.length).toBeGreaterThan(others.length)
  })
})

describe('the file', () => {
  test('holds nothing that lint objects to, and our own frames as they were', () => {
    const text = readFileSync(file, 'utf8')
    expect(lintCassette(splitLines(text), file, createSecretSet(), recordable)).toEqual([])
    expect(text).not.toContain('[withheld]')
    expect(text.split('\n').filter((line) => line.startsWith('{"said":')).length).toBeGreaterThan(1)
  })

  test('tells of its sockets by place', () => {
    const rows = overviewOf(readCassette(file)).filter(({ method }) => method === 'SOCKET')
    expect(rows).toMatchObject([
      { venue: 'kalshi', host: 'stream', path: '/trade-api/ws/v2', calls: 1, failures: 0 },
      { venue: 'polymarket', host: 'stream', path: '/ws/market', calls: 1, failures: 0 },
    ])
    for (const { answers } of rows) expect(answers).toBeGreaterThan(5)
  })
})
