import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import { alignDown, DAY_MS, HOUR_MS } from '../../../src/api/times/resolution.js'
import { NOON } from '../venues/house.js'
import { candlesOf } from '../venues/rows.js'
import { passAwakeTime, passTime } from './clockwork.js'
import { type LiarHouse, openLiarHouse } from './house.js'
import type { Finding } from './judge.js'
import { type Series, seriesOf } from './series.js'

const AT_ONCE = 50
/** Calls for prices of a question whose pages are blank. */
const MAX_BLANK_CALLS = 10
/** A day of candles that ended two hours ago. */
const END = alignDown(NOON, HOUR_MS) - 3 * HOUR_MS
const day = { resolution: '1h', start: END - DAY_MS, end: END, limit: 500 }
const part = { ...day, start: day.start + 5 * HOUR_MS, end: END - 4 * HOUR_MS }
/** Pauses between repetitions of a question about an empty range, together less than a day. */
const PAUSES_MS = [0, HOUR_MS / 6, 2 * HOUR_MS, 6 * HOUR_MS, 14 * HOUR_MS]

/**
 * What questions cost on an honest venue: the same again nothing, a part nothing, many at the same time as much as one,
 * an empty range one more call within a day, or more if it is asked for again. A question whose pages are blank ends after some calls.
 */
export async function judgeBudgets(venue: VenueId): Promise<readonly Finding[]> {
  const all = (await seriesOf(venue)).filter(({ isNo }) => !isNo)
  const findings: Finding[] = []
  const check = (rule: Finding['rule'], calls: number, most: number): void => {
    if (calls > most) findings.push({ rule, candles: 1, text: `${calls} calls instead of at most ${most}` })
  }
  const quiet = all.find(({ market }) => market.activity === 'quiet')
  if (quiet !== undefined) {
    const costs = await costOfRepeats(venue, quiet)
    check('budget repeat', costs.again, 0)
    check('budget part', costs.part, 0)
    check('budget together', costs.together, costs.alone)
  }
  const never = all.find(({ market }) => market.activity === 'never')
  if (never !== undefined) {
    const { first, later } = await costOfEmptiness(venue, never)
    // Each look doubles the pause, since an indexer may stand still: three of them within a day.
    check('budget empty', later, 3 * first)
    const unasked = await costOfSilentDays(venue, never)
    check('budget background', unasked.later, unasked.first)
  }
  const steady = all.find(({ market }) => market.activity === 'steady')
  if (steady !== undefined) check('budget blank', await costOfBlanks(venue, steady), MAX_BLANK_CALLS)
  return findings
}

async function costOfRepeats(venue: VenueId, { outcomeId }: Series) {
  const alone = await withHouse(venue, async ({ ask, wire }) => {
    await ask('fetchOHLCV', [outcomeId, day])
    const first = wire.calls
    await ask('fetchOHLCV', [outcomeId, day])
    const again = wire.calls - first
    await ask('fetchOHLCV', [outcomeId, part])
    return { alone: first, again, part: wire.calls - first - again }
  })
  const together = await withHouse(venue, async ({ askTogether, wire }) => {
    await askTogether(AT_ONCE, 'fetchOHLCV', [outcomeId, day])
    return wire.calls
  })
  return { ...alone, together }
}

/** Calls for prices of the first question, and of all later ones; where it is not empty they cost nothing. */
function costOfEmptiness(venue: VenueId, { outcomeId }: Series): Promise<{ first: number; later: number }> {
  return withHouse(venue, async ({ ask, wire, clock }) => {
    const { data } = await ask('fetchOHLCV', [outcomeId, day])
    if (candlesOf(data).length > 0) return { first: 0, later: 0 }
    const first = wire.historyCalls
    for (const pauseMs of PAUSES_MS) {
      await passTime(clock, pauseMs)
      await ask('fetchOHLCV', [outcomeId, day])
    }
    return { first, later: wire.historyCalls - first }
  })
}

/** Calls for prices of one question about an empty range, and those that the daemon makes in the two days after it. */
function costOfSilentDays(venue: VenueId, { outcomeId }: Series): Promise<{ first: number; later: number }> {
  return withHouse(venue, async ({ ask, wire, clock }) => {
    await ask('fetchOHLCV', [outcomeId, day])
    const first = wire.historyCalls
    await passAwakeTime(clock, 2 * DAY_MS)
    return { first, later: wire.historyCalls - first }
  })
}

function costOfBlanks(venue: VenueId, { outcomeId }: Series): Promise<number> {
  return withHouse(venue, async ({ ask, wire }) => {
    wire.begin({ kind: 'blank', target: 'history', from: 0, skips: 0, lastsMs: HOUR_MS })
    // An error is an answer here too.
    await ask('fetchOHLCV', [outcomeId, { resolution: '1h', limit: 200 }]).catch(() => undefined)
    return wire.historyCalls
  })
}

async function withHouse<Result>(
  venue: VenueId,
  work: (house: LiarHouse) => Promise<Result>,
): Promise<Result> {
  const house = await openLiarHouse(venue, { startsAt: NOON, seed: 1, lagMs: 0 })
  try {
    return await work(house)
  } finally {
    await house.close()
  }
}
