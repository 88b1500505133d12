import { expect, test } from 'vitest'
import { createLeases } from '../../../src/candles/shared/leases.js'
import { createTierSession } from '../../../src/candles/shared/tier-session.js'
import { silentLogger } from '../../../src/observe/logger.js'
import { fakeClock } from '../../support/clock.js'

const identity = { venue: 'kalshi', seriesKey: 'yes', stepMs: 60_000, basis: 'trade' } as const

test('a server that refuses claims, as one with a full disk does, is still read', async () => {
  const clock = fakeClock()
  const nothing = { bars: [], coverage: [], receipts: [], provisional: [] }
  let claims = 0
  const tier = {
    name: 'full',
    take: async () => nothing,
    async claim() {
      claims++
      throw new Error('could not extend file: No space left on device')
    },
    now: async () => clock.now(),
    close: async () => undefined,
  }
  const session = createTierSession(tier, { clock, log: silentLogger })
  const leases = createLeases(session)
  await clock.advance(10)
  for (let from = 0; from < 6; from++)
    expect(await leases.acquire(identity, { from, to: from + 1 }, 2_000)).toBeUndefined()
  expect(claims).toBe(3)
  expect(await session.read(150, tier.take)).toEqual({ value: nothing })
  await session.close()
})
