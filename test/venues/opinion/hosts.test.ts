import { expect, test } from 'vitest'
import { startDeadline } from '../../../src/policy/abort.js'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { createTransport } from '../../../src/transport/transport.js'
import { noSecrets } from '../../../src/venue-kit/contract/account-secrets.js'
import type { VenueContext } from '../../../src/venue-kit/contract/venue.js'
import { opinion } from '../../../src/venues/opinion/index.js'
import { sendKeyed } from '../../../src/venues/opinion/native/request.js'
import { fakeClock } from '../../support/clock.js'
import { setUp } from './set-up.js'

/** When calls leave under the limits that the venue's hosts have, ms from the first. */
async function leaving(count: number, apiKey: string | undefined): Promise<readonly number[]> {
  const clock = fakeClock()
  const begun = clock.now()
  const calls: { readonly call: VenueCall; readonly at: number }[] = []
  const transport = createTransport({
    wire: {
      async send(call) {
        calls.push({ call, at: clock.now() - begun })
        return { status: 200, text: '{}', headers: {} }
      },
      async close() {},
    },
    clock,
    random: () => 0,
    wiringOf: () => ({ hosts: opinion.hosts }),
    maxBytes: 1_000,
    attemptTimeoutMs: 60_000,
  })
  const http = transport.bind('opinion', startDeadline(clock, 60_000), 'interactive')
  const secrets = apiKey === undefined ? noSecrets : { values: { apiKey }, withheld: false }
  const ctx: VenueContext = { ...setUp({}).ctx, http, secrets }
  const sent = Array.from({ length: count }, (_none, index) =>
    sendKeyed({ host: 'api', path: '/market', query: { index } }, ctx),
  )
  for (let passed = 0; passed < 30_000; passed += 50) await clock.advance(50)
  await Promise.all(sent)
  return calls.map(({ at }) => at)
}

const mostInASecond = (times: readonly number[]) =>
  Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length))

test.each([
  ['without a key five a second and address', undefined, 5, 10_000],
  ['with a key fifteen a second and key', 'k-1', 15, 4_000],
])('%s are sent at most, and not many fewer', async (_what, apiKey, most, withinMs) => {
  const times = await leaving(40, apiKey)
  expect(times).toHaveLength(40)
  expect(mostInASecond(times)).toBeLessThanOrEqual(most)
  expect(times.at(-1)).toBeLessThanOrEqual(withinMs)
})
