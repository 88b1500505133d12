import { afterAll, beforeAll, expect, test } from 'vitest'
import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import type { ApiCaller } from '../../../src/cli/client/caller.js'
import { startInProcess } from '../../../src/cli/client/in-process.js'
import { loadConfig } from '../../../src/config/load.js'

const callers: ApiCaller[] = []
let after: (isBrief: boolean, venue: VenueId, timeoutMs: unknown) => Promise<unknown>
beforeAll(async () => {
  const config = loadConfig({ flags: {}, environment: {} })
  for (const isBrief of [false, true])
    callers.push(await startInProcess(config, { kind: 'demo' }, { isBrief }))
  after = async (isBrief, ...[venue, timeoutMs]) =>
    (await callers[Number(isBrief)]?.call(venue, 'cancelAllOrdersAfter', [timeoutMs]))?.body
})
afterAll(() => Promise.all(callers.map((caller) => caller.close())))

test('a command that ends sets no timeout that only heartbeats keep from passing at once', async () => {
  for (const timeoutMs of [3_600_000, '3600000'])
    expect(await after(true, 'polymarket', timeoutMs)).toMatchObject({
      success: false,
      error: { code: 'NOT_SUPPORTED', message: expect.stringContaining('pmx-local start') },
    })
  expect(await after(true, 'polymarket', 0)).toMatchObject({ data: { timeoutMs: 0, heldBy: 'daemon' } })
})

test('an assistant, whose process stays, sets one', async () => {
  expect(await after(false, 'polymarket', 3_600_000)).toMatchObject({
    data: { timeoutMs: 3_600_000, heldBy: 'daemon' },
  })
})

test('what the venue times by itself is set by a command, too', async () => {
  expect(await after(true, 'hyperliquid', 3_600_000)).toMatchObject({
    data: { timeoutMs: 3_600_000, heldBy: 'venue' },
  })
})
