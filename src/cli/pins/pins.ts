import { existsSync } from 'node:fs'
import { toIso } from '../../api/times/instant.js'
import type { AddressOf } from '../../candles/database/sqlite-store.js'
import { listSeries, locateSeries, type StoredSeries } from '../../candles/maintenance/series-reader.js'
import { readCaptures, readPins } from '../../daemon/state/pins-file.js'
import { systemClock } from '../../effects/clock.js'
import type { Capture, Pin } from '../../pins/format.js'
import { type Overload, overloadsOf } from '../../pins/plan.js'
import { renderPace } from '../../pins/sample-plan.js'
import { isDue } from '../../pins/schedule.js'
import type { Database } from '../../storage/driver.js'
import { loadVenue } from '../../venues/registry.js'
import { candlePathOf, filesOf, type StoreFlags, withDatabaseReader } from '../import-export/open-database.js'
import { addDatabaseFlags, type Register } from '../options/command.js'
import { readSettings } from '../options/settings.js'
import { toPrintable } from '../output/display-width.js'
import type { Output } from '../output/output.js'
import { formatMinute } from '../output/times.js'
import { renderTable } from '../tables/table.js'
import { asCommand, type Capturer, findCapturer, renderIdlePins } from './pin.js'

/** A pin with its captures and stored candles. */
interface PinStory {
  readonly pin: Pin
  readonly captures: readonly Capture[]
  readonly stored: Stored
}

/** The stored candles of a pin's outcomes in all resolutions. The two sides of one series count once. */
interface Stored {
  readonly candles: number
  /** Open times, epoch ms. */
  readonly first: number | undefined
  readonly last: number | undefined
}

export const pinsCommand: Register = (program, output) => {
  addDatabaseFlags(program.command('pins').description('List the pinned series and their progress')).action(
    (flags) => pins(flags, output),
  )
}

/** `pmx-local pins`: lists pinned series with their capture progress. */
async function pins(flags: StoreFlags, output: Output): Promise<void> {
  const settings = readSettings(flags)
  const files = filesOf(settings, flags)
  const pinned = asCommand(() => readPins(files.pins))
  const captures = [...readCaptures(files.captures), ...readCaptures(files.samples)]
  const capturing = await findCapturer(settings, flags)
  const stored = await storedOf(pinned, flags)
  const overloads = await overloadsIn(captures)
  const stories = pinned.map((pin, index) => ({
    pin,
    captures: captures.filter((capture) => isOf(pin, capture)),
    stored: stored[index] ?? nothing,
  }))
  if (flags.json === true) {
    const capturedBy = capturing.kind === 'daemon' ? capturing.address : null
    return output.json({ capturedBy, overloads, pins: stories.map(toJson) })
  }
  if (stories.length === 0) {
    return output.line(
      "Nothing is pinned. 'pmx-local pin <venue> <id>' pins an outcome, a market or an event.",
    )
  }
  for (const line of table(stories, capturing, systemClock.now(), output)) output.line(line)
  for (const line of stories.flatMap(problemLines)) output.line(line)
  for (const overload of overloads) output.line(overloadLine(overload))
  const idle = renderIdlePins(capturing, flags)
  if (idle !== undefined) output.note(idle)
}

/** Finds venues with more pinned series than can be captured in time. */
async function overloadsIn(captures: readonly Capture[]): Promise<readonly Overload[]> {
  const venues = [...new Set(captures.map(({ venue }) => venue))]
  const steps = new Map(
    await Promise.all(
      venues.map(async (venue) => [venue, (await loadVenue(venue))?.candles?.steps ?? []] as const),
    ),
  )
  return overloadsOf(captures, (venue) => steps.get(venue) ?? [])
}

function overloadLine({ venue, series, load }: Overload): string {
  return (
    `${venue}: too many series are pinned. Fetching its ${series} series takes ${load.toFixed(1)} times as long as ` +
    "the venue retains candles, so some candles are deleted before they are stored. Remove some pins with 'pmx-local unpin'."
  )
}

const nothing: Stored = { candles: 0, first: undefined, last: undefined }

function isOf({ venue, outcomes }: Pin, capture: Capture): boolean {
  return capture.venue === venue && outcomes.some(({ outcomeId }) => outcomeId === capture.outcomeId)
}

/** Returns the stored candles of each pin, in order. Empty before the first candle is stored. */
async function storedOf(pinned: readonly Pin[], flags: StoreFlags): Promise<readonly Stored[]> {
  if (pinned.length === 0 || !existsSync(candlePathOf(flags))) return []
  return withDatabaseReader(flags, ({ database, addressOf }) => {
    const all = listSeries(database, { addressOf })
    return pinned.map((pin) => sumOf(seriesOf(pin, database, all, addressOf)))
  })
}

function seriesOf(
  { venue, outcomes }: Pin,
  database: Database,
  all: readonly StoredSeries[],
  addressOf: AddressOf,
) {
  const keys = new Set(
    outcomes.map(
      ({ outcomeId }) => locateSeries(database, venue, outcomeId, addressOf)?.seriesKey ?? outcomeId,
    ),
  )
  return all.filter((series) => series.venue === venue && keys.has(series.seriesKey) && series.candles > 0)
}

function sumOf(series: readonly StoredSeries[]): Stored {
  if (series.length === 0) return nothing
  return {
    candles: series.reduce((sum, { candles }) => sum + candles, 0),
    first: Math.min(...series.flatMap(({ first }) => first ?? [])),
    last: Math.max(...series.flatMap(({ last }) => last ?? [])),
  }
}

/** Returns the time since which every part has been captured, or undefined if a part never was. */
function lastCapture({ captures }: PinStory): number | undefined {
  const times = captures.map(({ at }) => at)
  return times.length === 0 || times.includes(undefined)
    ? undefined
    : Math.min(...times.flatMap((at) => at ?? []))
}

/** Returns the time of the next capture, or undefined if all captures are complete or none has been made. */
function nextCapture({ captures }: PinStory): number | undefined {
  const open = captures.filter(({ done }) => done !== true)
  return open.length === 0 ? undefined : Math.min(...open.map(({ nextAt }) => nextAt))
}

function isDone({ captures }: PinStory): boolean {
  return captures.length > 0 && captures.every(({ done }) => done === true)
}

function toJson(story: PinStory) {
  const { pin, captures, stored } = story
  const { sampleMs, ...named } = pin
  return {
    ...named,
    ...(sampleMs === undefined ? {} : { sample: renderPace(sampleMs) }),
    pinnedAt: toIso(pin.pinnedAt),
    candles: stored.candles,
    ...timesIn({ first: stored.first, last: stored.last }),
    done: isDone(story),
    ...timesIn({ lastCaptureAt: lastCapture(story), nextCaptureAt: nextCapture(story) }),
    captures: captures.map(({ venue: _venue, capturedTo, at, triedAt, nextAt, ...capture }) => ({
      ...capture,
      ...timesIn({ capturedTo, at, triedAt, nextAt }),
    })),
  }
}

/** Converts known times into ISO text, and leaves out unknown ones. */
function timesIn(times: Readonly<Record<string, number | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(times).flatMap(([name, at]) => (at === undefined ? [] : [[name, toIso(at)] as const])),
  )
}

function table(stories: readonly PinStory[], capturing: Capturer, now: number, output: Output): string[] {
  const columns = [
    { title: 'venue' },
    { title: 'id' },
    { title: 'outcomes', align: 'right' },
    { title: 'candles', align: 'right' },
    { title: 'first (UTC)' },
    { title: 'last capture' },
    { title: 'next capture' },
    ...(stories.some(({ pin }) => pin.sampleMs !== undefined) ? [{ title: 'sampled' }] : []),
  ] as const
  const rows = stories.map((story) => {
    const { pin, stored } = story
    const last = lastCapture(story)
    return [
      pin.venue,
      toPrintable(pin.id),
      String(pin.outcomes.length),
      String(stored.candles),
      stored.first === undefined ? '' : formatMinute(stored.first),
      last === undefined ? 'not yet' : formatMinute(last),
      nextWords(story, capturing, now),
      ...(columns.length === 7
        ? []
        : [pin.sampleMs === undefined ? '' : `every ${renderPace(pin.sampleMs)}`]),
    ]
  })
  return renderTable(columns, rows, output.style)
}

function nextWords(story: PinStory, capturing: Capturer, now: number): string {
  if (isDone(story)) return 'done: closed'
  if (capturing.kind !== 'daemon') return capturing.kind
  const next = nextCapture(story)
  return next === undefined || isDue({ nextAt: next }, now) ? 'soon' : formatMinute(next)
}

/** Renders one line per problem, regardless of the number of its resolutions and outcomes. */
function problemLines({ pin, captures }: PinStory): string[] {
  const parts = new Map<string, number>()
  for (const { problem } of captures)
    if (problem !== undefined) parts.set(problem, (parts.get(problem) ?? 0) + 1)
  return [...parts].map(
    ([problem, count]) =>
      `${pin.venue} ${toPrintable(pin.id)}: ${count} of ${captures.length} series failed in the last round: ${toPrintable(problem)}`,
  )
}
