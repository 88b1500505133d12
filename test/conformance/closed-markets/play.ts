import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toFailure } from '../../../src/api/envelope/envelope.js'
import { PmxError } from '../../../src/api/envelope/errors.js'
import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import type { PriceCandle } from '../../../src/api/models/models.js'
import { DAY_MS, HOUR_MS } from '../../../src/api/times/resolution.js'
import { intersect, type Span } from '../../../src/api/times/span.js'
import {
  listSeries,
  readSeriesCandles,
  readSeriesCoverage,
} from '../../../src/candles/maintenance/series-reader.js'
import { aggregateBars } from '../../../src/candles/series/aggregate.js'
import { createContact } from '../../../src/cli/backfill/contact.js'
import { createBackfillProgress, type FilledId, fillMany } from '../../../src/cli/backfill/fill-many.js'
import { summarizeSeries } from '../../../src/cli/backfill/fill-series.js'
import type { ApiCaller } from '../../../src/cli/client/caller.js'
import type { WorldMarket } from '../../../src/simulator/world/common/types.js'
import { createWorld, quotedBy, type SimulatedWorld } from '../../../src/simulator/world/world.js'
import { loadDriver } from '../../../src/storage/load-driver.js'
import { passTime } from '../lies/clockwork.js'
import { quirksOf } from '../lies/exceptions.js'
import { type LiarHouse, openLiarHouse, readCandles } from '../lies/house.js'
import { compareCandles, toleranceOf } from '../lies/judge.js'
import { NOON } from '../venues/house.js'
import { twinsOf } from '../venues/rows.js'

const driver = await loadDriver()
const RESOLUTION = '1h'
/** After the last close: a market of 15 minutes that closed an hour ago has its candle. */
const ASKED_AFTER_MS = 65 * 60_000
/** Markets of events that began longer ago are left out: their trades are too many to be read one by one. */
const MAX_LIFE_MS = 8 * DAY_MS

/** A closed market of a venue, with its outcome. */
interface ClosedMarket {
  readonly outcomeId: string
  readonly truth: WorldMarket
}

/** What a run counted, by outcome. */
interface Counted {
  readonly outcomeId: string
  readonly backfill: number
  readonly exported: readonly PriceCandle[]
  readonly sql: number
  /** What the venue does not show. */
  readonly unkept: readonly Span[]
  readonly api: number
}

/** Differences that were found, as texts, and the number of markets and candles that were compared. */
interface Played {
  readonly findings: readonly string[]
  readonly markets: number
  readonly candles: number
  readonly quarterHours: number
}

/** Stores markets of a venue that have closed, twice, a day apart, and compares what every reader has of them. */
export async function playClosedMarkets(venue: VenueId, most: number): Promise<Played> {
  const world = withShortSeries(createWorld({ seed: 7, rhythm: quirksOf(venue).rhythm?.kind ?? 'natural' }))
  const folder = mkdtempSync(join(tmpdir(), 'pmx-closed-'))
  const candleFile = join(folder, 'candles.db')
  const house = await openLiarHouse(venue, { startsAt: NOON, seed: 1, lagMs: 0, candleFile, world })
  try {
    const markets = await findClosing(house, venue, most)
    const lastClose = Math.max(NOON, ...markets.map(({ truth }) => endOf(venue, truth)))
    await passTime(house.clock, lastClose + ASKED_AFTER_MS - house.clock.now())
    const first = await store(house, venue, markets, candleFile)
    await passTime(house.clock, DAY_MS)
    const second = await store(house, venue, markets, candleFile)
    return {
      findings: [...compareRuns(first, second), ...compareTruth(venue, world, markets, first)],
      markets: markets.length,
      candles: first.reduce((sum, { exported }) => sum + exported.length, 0),
      quarterHours: markets.filter(({ truth }) => truth.closesAt - truth.opensAt <= HOUR_MS).length,
    }
  } finally {
    await house.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const SHORT_SERIES: ReadonlySet<string> = new Set([
  'quorra-updown-15m',
  'ondal-updown-1h',
  'tessel-updown-1d',
  'quorra-above',
  'weekend-box-office',
])

function withShortSeries(world: SimulatedWorld): SimulatedWorld {
  return {
    ...world,
    eventsAt: (now) =>
      world.eventsAt(now).filter(({ series, closesAt }) => SHORT_SERIES.has(series.key) && closesAt > NOON),
  }
}

/** Returns the end of a market as its venue reports it. */
function endOf(venue: VenueId, { closesAt, resolvesAt }: WorldMarket): number {
  return quirksOf(venue).endsWhenResolved === undefined ? closesAt : resolvesAt
}

/** Venues that find a closed market in their lists only. Mock venues list it for two days. */
const FOUND_IN_LISTS: ReadonlySet<VenueId> = new Set(['probable'])

/** Between the first and the last close of these: the second run is a day and two hours after the last one. */
const LISTED_SPAN_MS = 20 * HOUR_MS

/** Returns the markets that are still listed in the second run: so many that close first, or the most that there are. */
function whileListed(
  venue: VenueId,
  twins: readonly { readonly truth: WorldMarket }[],
  most: number,
): (truth: WorldMarket) => boolean {
  if (!FOUND_IN_LISTS.has(venue)) return () => true
  const ends = twins.map(({ truth }) => endOf(venue, truth))
  const isIn = (first: number) => (end: number) => end >= first && end - first <= LISTED_SPAN_MS
  const countFrom = (first: number): number => Math.min(most, ends.filter(isIn(first)).length)
  const [best = 0] = [...ends].sort((a, b) => countFrom(b) - countFrom(a) || a - b)
  return (truth) => isIn(best)(endOf(venue, truth))
}

/** Returns how long after the start markets may end, ms: a venue that lists no closed ones for long must still know the first. */
function spanOf(venue: VenueId): number {
  return (quirksOf(venue).endsWhenResolved === undefined ? 3 : 1) * DAY_MS
}

/** Open markets that close first, as long as the daemon knows them: some venues do not find closed ones. */
async function findClosing(house: LiarHouse, venue: VenueId, most: number): Promise<readonly ClosedMarket[]> {
  const twins = await twinsOf(
    {
      simulator: house.simulator,
      ask: async (_venue, method, args) => (await house.ask(method, args)).data,
    },
    venue,
    0,
    { byLabel: true },
  )
  const closing = twins.filter(
    ({ truth }) =>
      truth.closesAt - truth.opensAt <= MAX_LIFE_MS && endOf(venue, truth) < NOON + spanOf(venue),
  )
  const isListed = whileListed(venue, closing, most)
  return closing
    .filter(({ truth }) => isListed(truth))
    .sort((a, b) => endOf(venue, a.truth) - endOf(venue, b.truth))
    .slice(0, most)
    .map(({ yes: outcomeId, truth }) => ({ outcomeId, truth }))
}

/** Runs `backfill --wait`, and reads the result as the API, the export and SQL have it. */
async function store(
  house: LiarHouse,
  venue: VenueId,
  markets: readonly ClosedMarket[],
  candleFile: string,
): Promise<readonly Counted[]> {
  const { clock } = house
  const window = {
    resolution: RESOLUTION,
    stepMs: HOUR_MS,
    start: NOON - MAX_LIFE_MS,
    end: NOON + 4 * DAY_MS,
  }
  const deps = {
    caller: callerOf(house),
    clock: { ...clock, sleep: (ms: number) => passTime(clock, ms) },
    signal: new AbortController().signal,
    json: false,
    contact: createContact(),
    onWait: () => undefined,
  }
  const ids = markets.map(({ outcomeId: id }) => ({ venue, id }))
  const filled: FilledId[] = []
  const progress = createBackfillProgress(ids, window)
  await fillMany(ids, { window, waits: true, deps, progress, onId: () => undefined }, filled)
  const failed = filled.find(({ failure }) => failure !== undefined)
  if (failed !== undefined) throw failed.failure?.error
  const counted: Counted[] = []
  for (const { id, outcomes } of filled) {
    const { start, end } = window
    const { data } = await house.ask('fetchOHLCV', [id, { resolution: RESOLUTION, start, end, limit: 5_000 }])
    const [first] = outcomes
    const backfill = first === undefined ? 0 : summarizeSeries(first.fill).candles
    counted.push({
      outcomeId: id,
      backfill,
      api: readCandles(data).length,
      ...readStored(candleFile, venue, id),
    })
  }
  return counted
}

/** Reads an outcome from the database, beside the daemon. */
function readStored(
  candleFile: string,
  venue: VenueId,
  id: string,
): Pick<Counted, 'exported' | 'sql' | 'unkept'> {
  const database = driver(candleFile, { readOnly: true })
  try {
    const [located] = database
      .prepare(
        "SELECT json_extract(located, '$.seriesKey'), json_extract(located, '$.mirrored') FROM outcomes WHERE outcome_id = ?",
      )
      .rows(id)
    const seriesKey = String(located?.[0])
    const all = listSeries(database, { venue, seriesKey })
    // Exports have native resolutions only: an hour of some venues is made of its minutes.
    const native = all.find(({ stepMs }) => stepMs === HOUR_MS) ?? all[0]
    if (native === undefined) return { exported: [], sql: 0, unkept: [] }
    const span = { from: 0, to: Number.MAX_SAFE_INTEGER }
    const bars = [...readSeriesCandles(database, native.id, span)].map(({ bar }) => bar)
    const hours = native.stepMs === HOUR_MS ? bars : aggregateBars(bars, HOUR_MS)
    const opened = database
      .prepare('SELECT DISTINCT open_time / 3600000 * 3600000 FROM loose_candles WHERE series_id = ?')
      .rows(native.id)
      .map(([at]) => Number(at))
    // An hour of which the venue does not show all minutes is none.
    const unkept = readSeriesCoverage(database, native.id).filter(({ kind }) => kind === 'beyond_retention')
    const isWhole = (at: number): boolean => unkept.every(({ from, to }) => at + HOUR_MS <= from || at >= to)
    return {
      exported: hours.filter(({ timestamp }) => isWhole(timestamp)),
      sql: opened.filter(isWhole).length,
      unkept,
    }
  } finally {
    database.close()
  }
}

/** A caller over the daemon; calls follow each other, since virtual time passes while one waits. */
function callerOf(house: LiarHouse): ApiCaller {
  let last: Promise<unknown> = Promise.resolve()
  return {
    where: 'here',
    venueCalls: () => undefined,
    lists: async () => [],
    watch: async () => undefined,
    storeTrouble: async () => undefined,
    close: async () => undefined,
    call(_venue, method, args) {
      const reply = last.then(async () => {
        try {
          const { data, headers } = await house.ask(method, args)
          return { status: 200, headers, body: { success: true, data } }
        } catch (error) {
          if (!(error instanceof PmxError)) throw error
          const { status, body } = toFailure(error)
          return { status, headers: {}, body }
        }
      })
      last = reply.catch(() => undefined)
      return reply
    },
  }
}

function compareRuns(first: readonly Counted[], second: readonly Counted[]): string[] {
  return first.flatMap(({ outcomeId, backfill, exported, sql, api }, index) => {
    const counts = [backfill, exported.length, sql, api]
    const isSame = JSON.stringify(exported) === JSON.stringify(second[index]?.exported)
    return [
      ...(new Set(counts).size === 1
        ? []
        : [`${outcomeId}: backfill, export, sql, API have ${counts.join(', ')}`]),
      ...(isSame
        ? []
        : [`${outcomeId}: ${exported.length} candles, ${second[index]?.exported.length} a day later`]),
    ]
  })
}

/** Hunch shows whole percent from 1 to 99. */
function toShownPrices<Bar extends Omit<PriceCandle, 'timestamp'>>(venue: VenueId, bar: Bar): Bar {
  if (venue !== 'hunch') return bar
  const shown = (price: number): number => Math.min(0.99, Math.max(0.01, price))
  const { open, high, low, close } = bar
  return { ...bar, open: shown(open), high: shown(high), low: shown(low), close: shown(close) }
}

/** Compares with the trades of the world, where candles of the venue are made of them. */
function compareTruth(
  venue: VenueId,
  world: SimulatedWorld,
  markets: readonly ClosedMarket[],
  counted: readonly Counted[],
): string[] {
  if (quirksOf(venue).notTrades !== undefined) return []
  const quoted = quotedBy(world, venue)
  return markets.flatMap(({ outcomeId, truth }) => {
    const { exported: ours = [], unkept = [] } = counted.find((one) => one.outcomeId === outcomeId) ?? {}
    const isShown = ({ openAt }: { readonly openAt: number }): boolean =>
      unkept.every((part) => intersect(part, { from: openAt, to: openAt + HOUR_MS }) === undefined)
    const bars = quoted
      .bars(truth.key, HOUR_MS, truth.opensAt - DAY_MS, truth.closesAt + DAY_MS)
      .filter(isShown)
      .map(({ openAt: timestamp, ...bar }) => ({ timestamp, ...toShownPrices(venue, bar) }))
    return compareCandles(ours, bars, toleranceOf(venue)).map(
      ({ kind, times }) =>
        `${outcomeId}: ${times.length} ${kind} of ${bars.length}, first ${new Date(times[0] ?? 0).toISOString()}`,
    )
  })
}
