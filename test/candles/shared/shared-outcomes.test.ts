import { beforeEach, describe, expect, test } from 'vitest'
import { checkKnown, createSharedOutcomes } from '../../../src/candles/shared/shared-outcomes.js'
import { createTierSession, type TierSession } from '../../../src/candles/shared/tier-session.js'
import type { KnownSeries } from '../../../src/candles/store/candle-store.js'
import { silentLogger } from '../../../src/observe/logger.js'
import { fakeClock, settle } from '../../support/clock.js'
import { type MemoryHub, memoryHub } from '../../support/memory-tier.js'

const now = 1_790_000_000_000
const known: KnownSeries = {
  series: { outcomeId: 'FOO', seriesKey: 'FOO', mirrored: false, facts: { series: 'BAR' } },
  checkedAt: now - 1_000,
}

describe('where an outcome was located', () => {
  let clock: ReturnType<typeof fakeClock>
  let hub: MemoryHub
  let sessions: TierSession[]
  const open = (isShared = true) => {
    const session = createTierSession(hub.open(), { clock, log: silentLogger })
    sessions.push(session)
    return createSharedOutcomes([session], () => isShared)
  }
  beforeEach(async () => {
    clock = fakeClock(now)
    hub = memoryHub({ ...clock, trueNow: () => clock.now() })
    sessions = []
    await clock.advance(1)
  })

  test('is found by the next daemon', async () => {
    const [one, two] = [open(), open()]
    await clock.advance(1)
    one.share('kalshi', 'FOO', known)
    await settle()
    expect(await two.find('kalshi', 'FOO')).toEqual(known)
    expect(await two.find('kalshi', 'OTHER')).toBeUndefined()
  })

  test('is neither given nor taken for a venue at another address', async () => {
    const [one, moved] = [open(), open(false)]
    await clock.advance(1)
    moved.share('kalshi', 'FOO', known)
    await settle()
    expect(await one.find('kalshi', 'FOO')).toBeUndefined()
    one.share('kalshi', 'FOO', known)
    await settle()
    expect(await moved.find('kalshi', 'FOO')).toBeUndefined()
  })

  test('is not given by a daemon whose clock is off', async () => {
    hub.offsetMs = -600_000
    const [one, two] = [open(), open()]
    await clock.advance(1)
    one.share('kalshi', 'FOO', known)
    await settle()
    expect(await two.find('kalshi', 'FOO')).toBeUndefined()
  })

  test('is looked up at the venue while the tier is away', async () => {
    hub.health = 'down'
    expect(await open().find('kalshi', 'FOO')).toBeUndefined()
  })
})

test.each<[string, unknown]>([
  ['of another outcome', { ...known, series: { ...known.series, outcomeId: 'BAR' } }],
  ['without a series', { ...known, series: { ...known.series, seriesKey: undefined } }],
  ['with a time that is no number', { ...known, series: { ...known.series, closedAt: 'soon' } }],
  ['of the future', { ...known, checkedAt: now + 600_000 }],
  ['without a time', { ...known, checkedAt: Number.NaN }],
  ['that are nothing', undefined],
])('facts %s are not taken', (_what, facts) => {
  expect(checkKnown(facts as KnownSeries, 'FOO', now)).toBeUndefined()
})

test('facts of other programs are left out', () => {
  const more = { ...known, series: { ...known.series, address: 'elsewhere' } }
  expect(checkKnown(more, 'FOO', now)).toEqual(known)
})
