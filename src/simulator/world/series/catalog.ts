import { DAY_MS, HOUR_MS, WEEK_MS } from '../../../api/times/resolution.js'
import { MINUTE_MS } from '../../../api/times/span.js'
import { hashText } from '../../../effects/random.js'
import { mix, scaleBetween } from '../common/hash.js'
import type { Recurrence } from '../common/types.js'
import { createLongSeries } from './long-series.js'
import { recurringSeries } from './recurring-series.js'
import type { Schedule, SeriesFacts, SeriesPlan, Timetable } from './series.js'
import { similarSeries } from './similar-series.js'
import { venueSeries } from './venue-series.js'

/** Start of the world: a Monday. */
const WORLD_EPOCH = Date.UTC(2020, 0, 6)

/** Exclusive maximum of series indexes, so that an event's number contains its series. */
export const MAX_SERIES = 512

/** How long closed events stay in lists, except those of fast series. */
const LISTED_MS = 130 * DAY_MS

const NOON_MS = 12 * HOUR_MS

/** Creates the table of series for a seed. All seeds have the same series, but different times. */
export function createCatalogue(seed: number): readonly SeriesPlan[] {
  // New series must be last, since the index of a series determines its numbers and its random values.
  const facts = [...recurringSeries, ...createLongSeries(), ...similarSeries, ...venueSeries]
  return facts.map((entry, index): SeriesPlan => {
    const chance = mix(seed, hashText(entry.twinOf ?? entry.key))
    return {
      series: {
        key: entry.key,
        ticker: tickerOf(entry.key),
        title: entry.title,
        recurrence: recurrenceOf[entry.schedule],
        category: entry.category,
        tags: entry.tags,
        index,
        ...(entry.onlyOn === undefined ? {} : { onlyOn: entry.onlyOn }),
      },
      timetable: timetableOf(entry, chance),
      plan: entry.plan,
      flagship: entry.flagship === true,
      splits: entry.splits === true,
      ...(entry.source === undefined ? {} : { source: entry.source }),
      chances: entry.twinOf === undefined ? index : facts.findIndex(({ key }) => key === entry.twinOf),
      tradesSeparately: entry.tradesSeparately === true,
    }
  })
}

const recurrenceOf: Readonly<Record<Schedule, Recurrence>> = {
  '15m': '15m',
  hourly: 'hourly',
  daily: 'daily',
  'daily-ahead': 'daily',
  match: 'daily',
  weekly: 'weekly',
  'slow-weekly': 'weekly',
  monthly: 'monthly',
  long: 'annual',
}

function tickerOf(key: string): string {
  return key.replace(/-/g, '').toUpperCase()
}

function timetableOf({ schedule }: SeriesFacts, chance: number): Timetable {
  const minutes = (hash: number, low: number, high: number): number =>
    Math.floor(scaleBetween(hash, low, high) / MINUTE_MS) * MINUTE_MS
  const steady = (
    periodMs: number,
    tradingMs: number,
    resultDelayMs: number,
    firstOpensAt: number,
  ): Timetable => ({
    periodMs,
    tradingMs,
    resultDelayMs,
    firstOpensAt,
    listedMs: LISTED_MS,
  })
  switch (schedule) {
    // Listed for a short time, since a quarter of a year of them would be most of the world.
    case '15m':
      return { ...steady(15 * MINUTE_MS, 15 * MINUTE_MS, 2 * MINUTE_MS, WORLD_EPOCH), listedMs: 2 * DAY_MS }
    case 'hourly':
      return { ...steady(HOUR_MS, HOUR_MS, 5 * MINUTE_MS, WORLD_EPOCH), listedMs: 4 * DAY_MS }
    case 'daily':
      return steady(DAY_MS, DAY_MS, HOUR_MS, WORLD_EPOCH + NOON_MS)
    case 'daily-ahead':
      return steady(DAY_MS, 2 * DAY_MS, 3 * HOUR_MS, WORLD_EPOCH + minutes(chance, 0, DAY_MS))
    case 'match':
      return steady(DAY_MS, 4 * DAY_MS, 2 * HOUR_MS, WORLD_EPOCH + minutes(chance, 0, DAY_MS))
    case 'weekly':
      return steady(WEEK_MS, WEEK_MS + DAY_MS, 2 * DAY_MS, WORLD_EPOCH + minutes(chance, 0, WEEK_MS))
    case 'slow-weekly':
      return steady(WEEK_MS, WEEK_MS, WEEK_MS + 2 * DAY_MS, WORLD_EPOCH + minutes(chance, 0, WEEK_MS))
    case 'monthly':
      return steady(30 * DAY_MS, 40 * DAY_MS, DAY_MS, WORLD_EPOCH + minutes(chance, 0, 30 * DAY_MS))
    case 'long': {
      const lifeMs = minutes(mix(chance, 1), 140 * DAY_MS, 480 * DAY_MS)
      const periodMs = Math.floor((lifeMs * 0.95) / MINUTE_MS) * MINUTE_MS
      return steady(periodMs, lifeMs, 3 * DAY_MS, WORLD_EPOCH + minutes(mix(chance, 2), 0, periodMs))
    }
  }
}
