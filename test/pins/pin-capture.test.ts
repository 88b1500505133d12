import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { PmxError } from '../../src/api/envelope/errors.js'
import { venueIds } from '../../src/api/envelope/venue-ids.js'
import type { CandleEngine } from '../../src/candles/engine.js'
import type { SharedLeases } from '../../src/candles/shared/shared-leases.js'
import type { CandleStore } from '../../src/candles/store/candle-store.js'
import { createMemoryStore } from '../../src/candles/store/memory-store.js'
import type { Logger } from '../../src/observe/logger.js'
import { type Capture, type Pin, PinsDamaged } from '../../src/pins/format.js'
import {
  createPinCapture,
  LOOK_EVERY_MS,
  OTHERS_FIRST_MS,
  type PinCapture,
} from '../../src/pins/pin-capture.js'
import { noSecrets } from '../../src/venue-kit/contract/account-secrets.js'
import { type FakeClock, fakeClock, settle } from '../support/clock.js'
import { engineOver, openStore, patientCall, temporaryFolder } from '../support/engine.js'
import { warningsOf } from '../support/warnings.js'
import { candleAt, type ForgetfulVenue, forgetfulVenue, HOUR, MINUTE } from './support/forgetful-venue.js'

const NOW = Date.UTC(2026, 5, 10, 9, 30, 20)
const down = new PmxError('NETWORK_ERROR', 'no way to the venue')

let clock: FakeClock
let played: ForgetfulVenue
let store: CandleStore
let engine: CandleEngine
let pins: readonly Pin[]
let readPins: () => readonly Pin[]
/** What stands in the file of captures; it outlives the keeper. */
let written: readonly Capture[]
let storeTrouble: string | undefined
let told: { level: string; message: string; [field: string]: unknown }[]

beforeEach(() => {
  clock = fakeClock(NOW)
  played = forgetfulVenue(clock)
  store = createMemoryStore()
  engine = engineOver(store, clock)
  pins = []
  readPins = () => pins
  written = []
  storeTrouble = undefined
  told = []
})

function keeper(leases?: Pick<SharedLeases, 'hold'>): PinCapture {
  return createPinCapture({
    ...(leases === undefined
      ? {}
      : { leases: { ...leases, release: async () => undefined, close: async () => undefined } }),
    clock,
    log,
    engine,
    loadVenue: () => Promise.resolve(played.venue),
    secretsOf: () => noSecrets,
    storeTrouble: () => storeTrouble,
    readPins: () => readPins(),
    readCaptures: () => written,
    writeCaptures: (captures) => {
      written = captures
    },
  })
}

const collect = (level: string) => (fields: Readonly<Record<string, unknown>>, message: string) =>
  void told.push({ level, message, ...fields })
const log: Logger = {
  debug: collect('debug'),
  info: collect('info'),
  warn: collect('warn'),
  error: collect('error'),
}

const pinOf = (...outcomeIds: string[]): Pin => ({
  venue: 'kalshi',
  id: outcomeIds.join('+'),
  outcomes: outcomeIds.map((outcomeId) => ({ outcomeId })),
  pinnedAt: NOW,
})

const recordOf = (outcomeId: string, resolution: string) =>
  written.find((capture) => capture.outcomeId === outcomeId && capture.resolution === resolution)

/** Lets a running keeper work for a time, as long as every look ends within the minute. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += MINUTE) await clock.advance(MINUTE)
}

/** Candles of minutes as a client gets them. */
const minutes = (outcomeId: string, start: number, end: number) =>
  engine.candles(played.venue, outcomeId, { resolution: '1m', start, end }, patientCall())

describe('what is pinned outlives the retention of the venue', () => {
  test('pinned candles are served from the store, unpinned ones are beyond retention', async () => {
    pins = [pinOf('known-a')]
    const kept = keeper()
    kept.start()
    await pass(30 * HOUR)
    await kept.stop()
    const [from, to] = [NOW - 7 * HOUR, NOW - 5 * HOUR]
    const before = played.asked.length
    const pinned = await minutes('known-a', from, to)
    expect(pinned.cache).toBe('hit')
    expect(pinned.bars).toHaveLength(121)
    expect(pinned.bars[0]).toEqual(candleAt(Math.floor(from / MINUTE) * MINUTE))
    expect(played.asked).toHaveLength(before)
    expect(await minutes('known-b', from, to)).toMatchObject({ bars: [], emptyReason: 'beyond_retention' })
  })

  test('without a hole from the first capture to the last, though the venue was down for a while', async () => {
    pins = [pinOf('known-a')]
    const kept = keeper()
    kept.start()
    await pass(5 * HOUR)
    played.trouble = () => down
    await pass(6 * HOUR)
    played.trouble = () => undefined
    await pass(30 * HOUR)
    await kept.stop()
    const asked = played.asked.length
    const [from, to] = [NOW - 7 * HOUR, NOW + 38 * HOUR]
    const { bars } = await minutes('known-a', from, to)
    expect(bars).toHaveLength((to - from) / MINUTE + 1)
    expect(played.asked).toHaveLength(asked)
  })

  test('every step is asked for only what is missing, at its own pace', async () => {
    pins = [pinOf('known-a')]
    const kept = keeper()
    kept.start()
    await pass(25 * HOUR)
    await kept.stop()
    const askedOf = (stepMs: number) => played.asked.filter((ask) => ask.stepMs === stepMs)
    for (const stepMs of [MINUTE, HOUR]) {
      // Nothing has come after the last candle of a capture, so it is asked for once more.
      const firstOf = (at: number) =>
        Math.min(...askedOf(stepMs).flatMap((ask) => (ask.at === at ? [ask.span.from] : [])))
      const lastOf = (at: number) =>
        Math.max(...askedOf(stepMs).flatMap((ask) => (ask.at === at ? [ask.span.to] : [])))
      const times = [...new Set(askedOf(stepMs).map(({ at }) => at))]
      expect(times.slice(1).map(firstOf)).toEqual(times.slice(0, -1).map((at) => lastOf(at) - stepMs))
    }
    const capturesOf = (stepMs: number) => new Set(askedOf(stepMs).map(({ at }) => at)).size
    expect([capturesOf(MINUTE), capturesOf(HOUR)]).toEqual([1 + 12, 1 + 4])
  })
})

describe('where several daemons share a history', () => {
  test('the one with the lease captures at once, and the others minutes later, whatever their pins', async () => {
    const holds: string[] = []
    let state: 'mine' | 'held' = 'held'
    const leases = {
      hold: async (name: string) => {
        holds.push(name)
        return state
      },
    }
    pins = [pinOf('known-a')]
    const kept = keeper(leases)
    await kept.look()
    expect(holds).toEqual(['capture kalshi'])
    expect(played.asked).toEqual([])
    await clock.advance(OTHERS_FIRST_MS - 1)
    await kept.look()
    expect(played.asked).toEqual([])
    await clock.advance(1)
    await kept.look()
    expect(played.asked.length).toBeGreaterThan(0)
    state = 'mine'
    pins = [pinOf('known-a'), pinOf('known-b')]
    const before = played.asked.length
    await kept.look()
    expect(played.asked.length).toBeGreaterThan(before)
    await kept.stop()
  })

  test('without a server each captures at once', async () => {
    pins = [pinOf('known-a')]
    const kept = keeper({ hold: () => Promise.reject(new Error('away')) })
    await kept.look()
    expect(played.asked.length).toBeGreaterThan(0)
    await kept.stop()
  })
})

describe('the pace', () => {
  test('the first look comes a minute after the start, then each minute', async () => {
    let looks = 0
    readPins = () => {
      looks++
      return []
    }
    const kept = keeper()
    kept.start()
    await clock.advance(LOOK_EVERY_MS - 1)
    expect(looks).toBe(0)
    await clock.advance(1)
    expect(looks).toBe(1)
    await pass(10 * MINUTE)
    expect(looks).toBe(11)
    await kept.stop()
  })

  test('after a restart it goes on from what was written down', async () => {
    pins = [pinOf('known-a')]
    await keeper().look()
    const asked = played.asked.length
    clock.passTo(NOW + HOUR)
    await keeper().look()
    expect(played.asked).toHaveLength(asked)
    clock.passTo(NOW + 7 * HOUR)
    await keeper().look()
    const hours = played.asked.slice(asked).filter(({ stepMs }) => stepMs === HOUR)
    expect(hours.map(({ span }) => (span.to - span.from) / HOUR)).toEqual([8])
  })

  test('what is unpinned is forgotten, and captured no more', async () => {
    pins = [pinOf('known-a'), pinOf('known-b')]
    const kept = keeper()
    await kept.look()
    pins = [pinOf('known-b')]
    clock.passTo(NOW + 7 * HOUR)
    const asked = played.asked.length
    await kept.look()
    expect(new Set(played.asked.slice(asked).map(({ outcomeId }) => outcomeId))).toEqual(new Set(['known-b']))
    expect(recordOf('known-a', '1m')).toBeUndefined()
    pins = []
    await kept.look()
    expect([written, kept.status()]).toEqual([[], undefined])
  })

  test('a venue that does not know an outcome for once ends no pin, and leaves no hole in what it keeps', async () => {
    const folder = temporaryFolder()
    store = openStore(join(folder.path, 'candles.db'))
    engine = engineOver(store, clock)
    pins = [pinOf('known-a')]
    await keeper().look()
    const afterwards = NOW + 20 * 24 * HOUR
    clock.passTo(afterwards)
    played.isBlank = true
    await keeper().look()
    expect(written.map(({ done }) => done)).toEqual([undefined, undefined])
    expect(written.map(({ problem }) => problem)).toEqual([
      expect.stringContaining('NOT_FOUND'),
      expect.stringContaining('NOT_FOUND'),
    ])
    played.isBlank = false
    clock.passTo(afterwards + 7 * HOUR)
    await keeper().look()
    played.isBlank = true
    const hours = { resolution: '1h', start: NOW, end: afterwards }
    const { bars } = await engine.candles(played.venue, 'known-a', hours, patientCall())
    expect(bars).toHaveLength(20 * 24 + 1)
    store.close()
    folder.remove()
  })

  test('a market that has closed is done when it is decided and its last candle stored, and costs nothing more', async () => {
    pins = [pinOf('known-a')]
    played.closedAt = NOW + 3 * HOUR
    played.settledAt = NOW + 40 * HOUR
    const kept = keeper()
    kept.start()
    await pass(36 * HOUR)
    expect(written.map(({ done }) => done)).toEqual([undefined, undefined])
    await pass(36 * HOUR)
    expect(written.map(({ done }) => done)).toEqual([true, true])
    const asked = played.asked.length
    await pass(24 * HOUR)
    await kept.stop()
    expect(played.asked).toHaveLength(asked)
    const { bars } = await minutes('known-a', NOW, NOW + 10 * HOUR)
    expect(bars.at(-1)?.timestamp).toBe(Math.floor(played.closedAt / MINUTE) * MINUTE)
  })
})

test('a market that is reopened after it has closed is captured on', async () => {
  pins = [pinOf('known-a')]
  played.closedAt = NOW + 3 * HOUR
  played.settledAt = Number.POSITIVE_INFINITY
  const kept = keeper()
  kept.start()
  await pass(10 * HOUR)
  played.closedAt = undefined
  await pass(20 * HOUR)
  await kept.stop()
  const asked = played.asked.length
  const { bars } = await minutes('known-a', NOW + 12 * HOUR, NOW + 24 * HOUR)
  expect(bars).toHaveLength(12 * 60 + 1)
  expect(played.asked).toHaveLength(asked)
})

describe('what stands in the way', () => {
  test('is noted, counted and told once, tried again after 15 minutes, and gone when it works', async () => {
    pins = [pinOf('known-a')]
    played.trouble = () => down
    const kept = keeper()
    await kept.look()
    expect(recordOf('known-a', '1m')).toMatchObject({
      problem: 'NETWORK_ERROR: no way to the venue',
      nextAt: NOW + 15 * MINUTE,
    })
    expect(kept.status()).toEqual({ pinned: 1, captured: 0, due: 0, problems: 1 })
    clock.passTo(NOW + 14 * MINUTE)
    const asked = played.asked.length
    await kept.look()
    expect(played.asked).toHaveLength(asked)
    clock.passTo(NOW + 15 * MINUTE)
    await kept.look()
    expect(played.asked.length).toBeGreaterThan(asked)
    expect(told.filter(({ resolution }) => resolution === '1m')).toMatchObject([
      { level: 'warn', outcomeId: 'known-a', message: 'a pinned outcome could not be captured' },
    ])
    played.trouble = () => undefined
    clock.passTo(NOW + 30 * MINUTE)
    await kept.look()
    expect(kept.status()).toEqual({ pinned: 1, captured: 1, due: 0, problems: 0 })
    expect(written.every(({ problem }) => problem === undefined)).toBe(true)
  })

  test('at a venue that is down, the rest of it is put off after three failures', async () => {
    const all = Array.from({ length: 20 }, (_, index) => `known-${index}`)
    pins = [pinOf(...all)]
    played.trouble = () => down
    await keeper().look()
    expect(new Set(played.asked.map(({ outcomeId }) => outcomeId)).size).toBeLessThanOrEqual(3)
    expect(written.filter(({ triedAt }) => triedAt !== undefined)).toHaveLength(3)
    expect(written.every(({ nextAt }) => nextAt === NOW + 15 * MINUTE)).toBe(true)
  })

  test('outcomes that always fail do not keep the others from being captured', async () => {
    const bad = Array.from({ length: 6 }, (_, index) => `known-bad-${index}`)
    pins = [pinOf(...bad, 'known-good')]
    played.trouble = (outcomeId) => (outcomeId.startsWith('known-bad') ? down : undefined)
    const kept = keeper()
    kept.start()
    await pass(2 * HOUR)
    await kept.stop()
    expect(recordOf('known-good', '1m')?.capturedTo).toBeGreaterThan(NOW)
    expect(recordOf('known-bad-0', '1m')?.at).toBeUndefined()
  })

  test('a rate limit puts the venue off at once, for as long as it asks', async () => {
    pins = [pinOf('known-a', 'known-b')]
    played.trouble = () => new PmxError('RATE_LIMIT_EXCEEDED', 'slow down', { retryAfter: 3_000 })
    await keeper().look()
    expect(played.asked).toHaveLength(1)
    expect(new Set(written.map(({ nextAt }) => nextAt))).toEqual(new Set([NOW + 3_000_000]))
  })

  test('an outcome that the venue does not know is no reason to put off the others', async () => {
    pins = [pinOf('gone-1', 'gone-2', 'known-a')]
    const kept = keeper()
    await kept.look()
    expect(recordOf('gone-1', '1m')).toMatchObject({
      problem: "NOT_FOUND: Kalshi has no outcome 'gone-1'. Ask for one that is played.",
      nextAt: NOW + 2 * HOUR,
    })
    expect(kept.status()).toEqual({ pinned: 3, captured: 1, due: 0, problems: 2 })
  })

  test('a capture that fails halfway goes on from there', async () => {
    pins = [pinOf('known-a')]
    played.trouble = () => (played.asked.length === 3 ? down : undefined)
    await keeper().look()
    // The newest part comes first.
    const first = played.asked[1]
    expect(recordOf('known-a', '1m')).toMatchObject({ capturedTo: first?.span.to })
    clock.passTo(NOW + 15 * MINUTE)
    await keeper().look()
    const again = played.asked.filter(
      ({ stepMs, span }) => stepMs === MINUTE && span.from === first?.span.from,
    )
    expect(again).toHaveLength(1)
  })

  test('candles that go into memory only are not captured: nothing claims that they are', async () => {
    pins = [pinOf('known-a', 'known-b')]
    storeTrouble = 'the disk is full'
    const kept = keeper()
    await kept.look()
    expect(written.every(({ at, capturedTo }) => at === undefined && capturedTo === undefined)).toBe(true)
    expect(written[0]?.problem).toBe('candles cannot be stored: the disk is full')
    expect(written.filter(({ triedAt }) => triedAt !== undefined)).toHaveLength(1)
    storeTrouble = undefined
    clock.passTo(NOW + 15 * MINUTE)
    await kept.look()
    expect(kept.status()).toMatchObject({ captured: 2, problems: 0 })
  })

  test('a bug is told with its stack and does not end the keeper', async () => {
    pins = [pinOf('known-a')]
    played.hold = () => Promise.reject(new TypeError('x is not a function'))
    const kept = keeper()
    kept.start()
    await pass(MINUTE)
    expect(told[0]).toMatchObject({ level: 'error', stack: expect.stringContaining('TypeError') })
    played.hold = async () => undefined
    await pass(7 * HOUR)
    await kept.stop()
    expect(kept.status()).toMatchObject({ captured: 1, problems: 0 })
  })

  test('a damaged file of pins keeps what was pinned before, and is told once', async () => {
    pins = [pinOf('known-a')]
    const kept = keeper()
    kept.start()
    await pass(MINUTE)
    readPins = () => {
      throw new PinsDamaged('/state/pins.json', 'it is not JSON')
    }
    await pass(8 * HOUR)
    await kept.stop()
    expect(recordOf('known-a', '1m')?.capturedTo).toBeGreaterThan(NOW + 5 * HOUR)
    expect(told).toHaveLength(1)
    expect(told[0]?.['reason']).toContain('/state/pins.json')
  })

  test('a damaged file of pins at the start loses no record of what was captured', async () => {
    pins = [pinOf('known-a')]
    await keeper().look()
    const before = written
    readPins = () => {
      throw new PinsDamaged('/state/pins.json', 'it is not JSON')
    }
    await keeper().look()
    expect(written).toBe(before)
  })
})

describe('a stop', () => {
  test('in the middle of a capture breaks it off at once, notes no problem, and leaves no timer', async () => {
    pins = [pinOf('known-a', 'known-b')]
    let aborted = 0
    played.hold = (signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          aborted++
          reject(signal.reason)
        })
      })
    const kept = keeper()
    kept.start()
    await pass(MINUTE)
    expect(played.asked).toHaveLength(1)
    await kept.stop()
    expect(written.map(({ problem, triedAt }) => [problem, triedAt])).toEqual(
      written.map(() => [undefined, undefined]),
    )
    expect(written).toHaveLength(4)
    await settle()
    expect([aborted, clock.pendingTimers, told]).toEqual([1, 0, []])
    await pass(5 * MINUTE)
    expect(played.asked).toHaveLength(1)
  })

  test('before the first look ends it without one', async () => {
    pins = [pinOf('known-a')]
    const kept = keeper()
    kept.start()
    await kept.stop()
    expect(clock.pendingTimers).toBe(0)
    await pass(5 * MINUTE)
    expect(played.asked).toEqual([])
  })
})

describe('a lane a venue', () => {
  test('a venue that hangs makes no other wait, at this look or a later one', async () => {
    const other = forgetfulVenue(clock)
    const slow = forgetfulVenue(clock)
    slow.hold = () => new Promise(() => undefined)
    const slowVenue = { ...slow.venue, id: 'myriad' as const }
    pins = [{ ...pinOf('known-slow'), venue: 'myriad' }, pinOf('known-a')]
    const kept = createPinCapture({
      clock,
      log,
      engine,
      loadVenue: (id) => Promise.resolve(id === 'myriad' ? slowVenue : other.venue),
      secretsOf: () => noSecrets,
      storeTrouble: () => undefined,
      readPins: () => pins,
      readCaptures: () => [],
      writeCaptures: (captures) => {
        written = captures
      },
    })
    kept.start()
    await pass(10 * HOUR)
    const capturesAt = new Set(other.asked.filter(({ stepMs }) => stepMs === MINUTE).map(({ at }) => at))
    expect(capturesAt.size).toBeGreaterThan(4)
  })

  test('all venues may be captured at once, and nothing takes that for a leak', async () => {
    pins = venueIds.map((venue) => ({ ...pinOf('known-a'), venue }))
    played.hold = (signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    const kept = createPinCapture({
      clock,
      log,
      engine,
      loadVenue: (id) => Promise.resolve({ ...played.venue, id }),
      secretsOf: () => noSecrets,
      storeTrouble: () => undefined,
      readPins: () => pins,
      readCaptures: () => [],
      writeCaptures() {},
    })
    const warnings = await warningsOf(async () => {
      kept.start()
      await clock.advance(LOOK_EVERY_MS)
    })
    expect(played.asked).toHaveLength(venueIds.length)
    expect(warnings).toEqual([])
    await kept.stop()
  })

  test('what is forgotten next is captured first, and what failed waits behind it', async () => {
    const record = (outcomeId: string, capturedTo: number, more: Partial<Capture> = {}): Capture => ({
      venue: 'kalshi',
      outcomeId,
      resolution: '1m',
      capturedTo,
      nextAt: NOW,
      triedAt: NOW - HOUR,
      ...more,
    })
    pins = ['known-late', 'known-soon', 'known-failing'].map((id) => pinOf(id))
    written = [
      record('known-late', NOW - 3 * HOUR),
      record('known-soon', NOW - 7 * HOUR),
      record('known-failing', NOW - 8 * HOUR, { problem: 'it failed' }),
    ]
    await keeper().look()
    const order = played.asked.filter(({ stepMs }) => stepMs === MINUTE).map(({ outcomeId }) => outcomeId)
    expect([...new Set(order)]).toEqual(['known-soon', 'known-late', 'known-failing'])
  })
})
