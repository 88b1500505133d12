import { afterEach, expect, test } from 'vitest'
import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import { toIso } from '../../../src/api/times/instant.js'
import { type Simulator, startSimulator } from '../../../src/simulator/server/start.js'
import { fakeClock } from '../../support/clock.js'
import { NOON } from '../support/stage.js'

let simulator: Simulator | undefined
afterEach(() => simulator?.close())

async function start(venue: VenueId, host: string) {
  const clock = fakeClock(NOON)
  simulator = await startSimulator({ seed: 1, clock, venues: [venue] })
  const { urls, switches } = simulator
  const base = urls[venue]?.[host] ?? ''
  return { clock, switches, ask: (path: string, init?: RequestInit) => fetch(base + path, init) }
}

const shownBy = ({ headers }: Response) =>
  ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`))

test('a quota counts down in every response, refuses at its end, and begins again', async () => {
  const { clock, switches, ask } = await start('smarkets', 'api')
  const path = '/markets/4/quotes/'
  expect(shownBy(await ask(path))).toEqual(['20', '19', '60'])
  clock.passTo(NOON + 10_500)
  for (let turn = 0; turn < 18; turn++) await ask(path)
  expect(shownBy(await ask(path))).toEqual(['20', '0', '50'])
  const refused = await ask(path)
  expect([refused.status, await refused.json()]).toEqual([
    429,
    { error_type: 'RATE_LIMIT_EXCEEDED', data: { count: 20, expiry: toIso(NOON + 60_000), limit: 20 } },
  ])
  expect(shownBy(refused)).toEqual(['20', '0', '50'])
  clock.passTo(NOON + 60_000)
  expect(shownBy(await ask(path))).toEqual(['20', '19', '60'])
  switches.limits = 'off'
  expect(shownBy(await ask(path))).toEqual([null, null, null])
})

test('a quota is by account, and the header is that of the limit that is nearer', async () => {
  const { ask } = await start('smarkets', 'api')
  const body = JSON.stringify({ username: 'a@b.example', password: 'x' })
  const login = await ask('/sessions/', { method: 'POST', body })
  expect(shownBy(login)).toEqual(['5', '4', '300'])
  const { token } = (await login.json()) as { token: string }
  const headers = { authorization: `Session-Token ${token}` }
  expect(shownBy(await ask('/accounts/', { headers }))).toEqual(['1200', '1199', '60'])
  expect(shownBy(await ask('/markets/4/quotes/', { headers }))).toEqual(['50', '49', '60'])
  expect(shownBy(await ask('/markets/4/quotes/'))).toEqual(['20', '19', '60'])
  expect(shownBy(await ask('/markets/4/'))).toEqual([null, null, null])
})

test('windows are over the paths below the base URL', async () => {
  const { ask } = await start('hunch', 'agent')
  const statuses: number[] = []
  for (let turn = 0; turn < 31; turn++) statuses.push((await ask('/quote')).status)
  expect(statuses.slice(29)).toEqual([400, 429])
  expect((await ask('/health')).status).toBe(200)
})

test('of two limits of a host a call meets the one that it is under: with and without a key', async () => {
  const { ask } = await start('opinion', 'api')
  const statusesOf = async (count: number, headers: Readonly<Record<string, string>>): Promise<number[]> => {
    const statuses: number[] = []
    for (let turn = 0; turn < count; turn++) statuses.push((await ask('/label', { headers })).status)
    return statuses
  }
  expect((await statusesOf(6, {})).slice(4)).toEqual([200, 429])
  expect((await statusesOf(16, { apikey: 'ann' })).slice(14)).toEqual([200, 429])
  expect(await statusesOf(1, { apikey: 'bob' })).toEqual([200])
})
