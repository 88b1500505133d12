import { afterEach, expect, test } from 'vitest'
import { candleWorld } from '../support/candle-world.js'
import { fakeClock } from '../support/clock.js'
import { engineOver, openStore, patientCall, temporaryFolder } from '../support/engine.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const START = Date.UTC(2026, 5, 10, 9, 30)
/** Minutes after the start at which the same is asked, for two days. */
const ASKED_AT = [0, 1, 5, 11, 20, 31, 45, 70, 120, 300, 600, 1200, 1439, 1500, 2000, 3000]

const folders: { remove(): void }[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove()
})

interface Quiet {
  /** Minutes before the start. */
  readonly from: number
  readonly to: number
}

/** What the venue is asked when the candles of a past hour are asked for again and again for two days. */
async function fetchesFor(hour: Quiet, quiet: Quiet, closedAt?: number) {
  const folder = temporaryFolder()
  folders.push(folder)
  const clock = fakeClock(START)
  const before = (minutes: number) => START - minutes * MINUTE
  const world = candleWorld({
    clock,
    listedAt: START - 40 * HOUR,
    ...(closedAt === undefined ? {} : { closedAt }),
    isQuiet: (at) => at >= before(quiet.from) && at < before(quiet.to),
  })
  const store = openStore(`${folder.path}/candles.db`)
  const engine = engineOver(store, clock)
  for (const minutes of ASKED_AT) {
    clock.passTo(START + minutes * MINUTE)
    const query = { resolution: '1m', start: before(hour.from), end: before(hour.to) }
    await engine.candles(world.venue, 'yes', query, patientCall())
  }
  store.close()
  return world.asked.map(({ at, span }) => ({
    at: (at - START) / MINUTE,
    to: (span.to - START) / MINUTE,
  }))
}

const PAST = { from: 300, to: 240 }
const NEVER = { from: 0, to: 0 }

test.each([
  // A response without a row is believed for half an hour.
  ['an empty hour', { from: 300, to: 239 }, 31],
  ['an hour that is half empty', { from: 270, to: 240 }, 11],
  ['an hour with trades', NEVER, 11],
])('%s is confirmed in one call, which proves its last candle too', async (_, quiet, confirmedAt) => {
  expect(await fetchesFor(PAST, quiet)).toEqual([
    { at: 0, to: -239 },
    // The steps after it show that the venue has told the last candle whole.
    { at: confirmedAt, to: -227 },
  ])
})

test('what follows is read no further than now', async () => {
  const fetches = await fetchesFor({ from: 60, to: 0 }, NEVER)
  for (const { at, to } of fetches) expect(to).toBeLessThanOrEqual(at + 1)
  expect(fetches.length).toBeLessThanOrEqual(5)
})

test('steps that are read with a silent end do not make it be asked for oftener', async () => {
  const fetches = await fetchesFor(PAST, { from: 600, to: -48 * 60 })
  // After half an hour, and when its last responses are too young for its age.
  expect(fetches.map(({ at }) => at)).toEqual([0, 31, 600, 1439, 1500])
})

test('nothing is asked for beyond the close of a market', async () => {
  const fetches = await fetchesFor(PAST, NEVER, START - 230 * MINUTE)
  expect(fetches.map(({ to }) => to)).toEqual([-239, -230])
})
