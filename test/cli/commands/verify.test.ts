import { beforeAll, expect, test } from 'vitest'
import type { RecordedEntry } from '../../../src/cassette/format/format.js'
import { createVerifyCaller } from '../../../src/cli/commands/verify.js'
import { configSchema } from '../../../src/config/schema.js'
import { noProxies } from '../../../src/daemon/network/proxies.js'
import { connectSources } from '../../../src/daemon/sources/connect-sources.js'
import { loadVenue } from '../../../src/venues/registry.js'
import { entry, identity } from '../../cassette/support/cassettes.js'
import { fakeClock } from '../../support/clock.js'
import { fakeWire } from '../../support/wire.js'

// Loaded before the clock counts: reading a module takes real time.
beforeAll(async () => void (await loadVenue('smarkets')))

/** Asks for all of them at once. @returns how many were sent at once, and after so many seconds more */
async function sentAfter(entries: readonly RecordedEntry[], seconds: number): Promise<readonly number[]> {
  const clock = fakeClock()
  const wire = fakeWire({ 'GET api/quotes': {}, 'GET api/events': {} })
  const config = configSchema.parse({})
  const ask = createVerifyCaller(
    connectSources(config, { urls: undefined, cassette: undefined, proxies: noProxies }, clock),
    wire,
    config,
  )
  const answers = Promise.all(entries.map((each) => ask(each)))
  await clock.advance(0)
  const atOnce = wire.calls.length
  await clock.advance(seconds * 1_000)
  const later = wire.calls.length
  await clock.advance(60_000)
  await answers
  return [atOnce, later]
}

const times = (count: number, each: RecordedEntry): RecordedEntry[] =>
  Array.from({ length: count }, () => each)
const on = (path: string): RecordedEntry['call'] => ({ ...identity(path), venue: 'smarkets' })

test('a call that is verified spends the limit of its group, as it did when it was recorded', async () => {
  const quotes = entry('/quotes', {}, { call: on('/quotes'), group: 'quotes' })
  expect(await sentAfter(times(7, quotes), 4)).toEqual([5, 6])
})

test('a call that is verified costs what it cost when it was recorded', async () => {
  const heavy = entry('/events', {}, { call: on('/events'), cost: 5 })
  expect(await sentAfter(times(14, heavy), 0.5)).toEqual([12, 13])
})

test('a call of which nothing is recorded costs one token of its host', async () => {
  const plain = entry('/events', {}, { call: on('/events') })
  expect(await sentAfter(times(62, plain), 0.1)).toEqual([60, 61])
})
