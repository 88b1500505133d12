import { describe, expect, test } from 'vitest'
import { PmxError } from '../../src/api/envelope/errors.js'
import { type AddressFailover, createAddressSelector } from '../../src/transport/address-failover.js'
import { fakeClock } from '../support/clock.js'

const place = { venue: 'kalshi', host: 'api' } as const
const addresses = ['https://first.test', 'https://second.test', 'https://third.test']
const MINUTE = 60_000

const shut = (why = 'first.test cannot be reached') =>
  new PmxError('NETWORK_ERROR', why, { detail: { kind: 'refused' } })

/** Doors over a host, and what each of its addresses does when it is tried. */
function setUp(count = 3) {
  const clock = fakeClock()
  const told: (Omit<AddressFailover, 'since'> & { readonly venue: string })[] = []
  const doors = createAddressSelector({
    clock,
    addressesOf: () => addresses.slice(0, count),
    onFailover: (detour) => told.push(detour),
  })
  const state: (PmxError | 'open')[] = ['open', 'open', 'open']
  const tried: number[] = []
  const ask = () =>
    doors.pass(place, new AbortController().signal, async (door) => {
      tried.push(door)
      const here = state[door]
      if (here instanceof PmxError) throw here
      return door
    })
  return { doors, clock, told, state, tried, ask }
}

describe('a host with several addresses', () => {
  test('is asked at its first while that lets somebody in', async () => {
    const { ask, told, doors } = setUp()
    expect(await ask()).toBe(0)
    expect([told, doors.failovers().size]).toEqual([[], 0])
  })

  test('is asked at the next when the first does not, and stays there', async () => {
    const { ask, told, tried, state, doors, clock } = setUp()
    state[0] = shut()
    expect([await ask(), await ask()]).toEqual([1, 1])
    expect(tried).toEqual([0, 1, 1])
    const detour = { address: 'https://second.test', because: 'first.test cannot be reached' }
    expect(told).toEqual([{ ...place, ...detour }])
    expect([...doors.failovers()]).toEqual([['kalshi api', { ...detour, since: clock.now() }]])
  })

  test('is tried at its first again after ten minutes, not before, and told when that answers', async () => {
    const { ask, told, tried, state, doors, clock } = setUp()
    state[0] = shut()
    await ask()
    await clock.advance(10 * MINUTE - 1)
    expect(await ask()).toBe(1)
    state[0] = 'open'
    await clock.advance(1)
    expect(await ask()).toBe(0)
    expect(tried).toEqual([0, 1, 1, 0])
    expect(told.at(-1)).toEqual({ ...place, address: 'https://first.test', because: 'it responds again' })
    expect(doors.failovers().size).toBe(0)
  })

  test('that still refuses at its first is left alone there for ten minutes more', async () => {
    const { ask, told, tried, state, clock } = setUp()
    state[0] = shut()
    await ask()
    await clock.advance(10 * MINUTE)
    expect([await ask(), await ask()]).toEqual([1, 1])
    expect(tried).toEqual([0, 1, 0, 1, 1])
    expect(told).toHaveLength(1)
  })

  test('says what the one in use said when none lets anybody in', async () => {
    const { ask, state, tried, doors } = setUp()
    for (const door of [0, 1, 2]) state[door] = shut(`door ${door}`)
    await expect(ask()).rejects.toMatchObject({ message: 'door 0' })
    expect(tried).toEqual([0, 1, 2])
    expect(doors.failovers().size).toBe(0)
  })

  test('goes on from an alternate to the next, round to the first', async () => {
    const { ask, state } = setUp()
    state[0] = shut()
    await ask()
    state[1] = shut()
    expect(await ask()).toBe(2)
    state[2] = shut()
    state[0] = 'open'
    expect(await ask()).toBe(0)
  })
})

describe('an address lets nobody in', () => {
  const by = (code: ConstructorParameters<typeof PmxError>[0], detail: Record<string, unknown>) =>
    new PmxError(code, 'no', { detail })

  test.each([
    ['its name has no address', by('NETWORK_ERROR', { kind: 'dns' })],
    ['it refuses connections', by('NETWORK_ERROR', { kind: 'refused' })],
    ['a wall of HTML', by('PERMISSION_DENIED', { kind: 'bot', body: 'html' })],
    ['the edge in front', by('PERMISSION_DENIED', { kind: 'bot', body: 'edge' })],
    ['a geo block', by('PERMISSION_DENIED', { kind: 'geo' })],
    [
      'it kept being out of reach',
      by('EXCHANGE_NOT_AVAILABLE', { kind: 'breaker_open', cause: { code: 'NETWORK_ERROR' } }),
    ],
  ])('%s', async (_what, failure) => {
    const { ask, state } = setUp()
    state[0] = failure
    expect(await ask()).toBe(1)
  })

  test.each([
    ['it was too slow: it may have done what was asked', by('NETWORK_ERROR', { kind: 'timeout' })],
    ['it hung up', by('NETWORK_ERROR', { kind: 'reset' })],
    ['the venue said no', by('PERMISSION_DENIED', { kind: 'unknown', upstreamStatus: 403 })],
    ['the venue knows no such market', by('MARKET_NOT_FOUND', { upstreamStatus: 404 })],
    ['calls come too fast', by('RATE_LIMIT_EXCEEDED', {})],
    ['our own limit is spent', by('RATE_LIMIT_EXCEEDED', { kind: 'local_budget' })],
    ['the host failed', by('EXCHANGE_NOT_AVAILABLE', { upstreamStatus: 503 })],
    [
      'the host kept failing',
      by('EXCHANGE_NOT_AVAILABLE', { kind: 'breaker_open', cause: { code: 'EXCHANGE_NOT_AVAILABLE' } }),
    ],
  ])('but not when %s', async (_what, failure) => {
    const { ask, state, tried } = setUp()
    state[0] = failure
    await expect(ask()).rejects.toBe(failure)
    expect(tried).toEqual([0])
  })
})

test('an alternate that answers with a no is in use as well: somebody got in', async () => {
  const { ask, state, tried } = setUp()
  state[0] = shut()
  state[1] = new PmxError('MARKET_NOT_FOUND', 'none', { detail: { upstreamStatus: 404 } })
  await expect(ask()).rejects.toMatchObject({ code: 'MARKET_NOT_FOUND' })
  await expect(ask()).rejects.toMatchObject({ code: 'MARKET_NOT_FOUND' })
  expect(tried).toEqual([0, 1, 1])
})

test.each([
  ['whose budget is spent', new PmxError('RATE_LIMIT_EXCEEDED', 'no', { detail: { kind: 'local_budget' } })],
  ['that is too slow', new PmxError('NETWORK_ERROR', 'no', { detail: { kind: 'timeout' } })],
  ['that fails', new PmxError('EXCHANGE_NOT_AVAILABLE', 'no', { detail: { upstreamStatus: 502 } })],
])('an alternate %s is not in use for that', async (_what, failure) => {
  const { ask, state, doors } = setUp()
  state[0] = shut()
  state[1] = failure
  await expect(ask()).rejects.toBe(failure)
  expect(doors.failovers().size).toBe(0)
})

test('nobody waits for other addresses who has left', async () => {
  const { doors } = setUp()
  const caller = new AbortController()
  const tried: number[] = []
  const asked = doors.pass(place, caller.signal, async (door) => {
    tried.push(door)
    caller.abort()
    throw shut()
  })
  await expect(asked).rejects.toMatchObject({ code: 'NETWORK_ERROR' })
  expect(tried).toEqual([0])
})

test('a host with one address is asked there, whatever it says', async () => {
  const { ask, state, tried, told } = setUp(1)
  state[0] = shut()
  await expect(ask()).rejects.toMatchObject({ code: 'NETWORK_ERROR' })
  expect([tried, told]).toEqual([[0], []])
})

describe('a write', () => {
  const ask = (error: PmxError, isWrite: boolean) => {
    const doors = createAddressSelector({ clock: fakeClock(), addressesOf: () => addresses })
    const tried: number[] = []
    const asked = doors.pass(
      place,
      new AbortController().signal,
      async (door) => {
        tried.push(door)
        throw error
      },
      isWrite,
    )
    return asked.catch(() => tried)
  }
  const wall = new PmxError('PERMISSION_DENIED', 'a page', { detail: { body: 'html', upstreamStatus: 403 } })

  test('goes to another address only where nothing can have passed the first', async () => {
    expect(await ask(wall, false)).toEqual([0, 1, 2])
    expect(await ask(wall, true)).toEqual([0])
    expect(await ask(shut(), true)).toEqual([0, 1, 2])
  })
})
