import { beforeEach, describe, expect, test } from 'vitest'
import type { ListSource, SharedLists } from '../../../src/catalog/shared/shared-lists.js'
import { fakeClock, settle } from '../../support/clock.js'
import { type ListHub, listHub } from '../support/list-hub.js'

const list = { venue: 'kalshi', status: 'active' } as const
const request = { host: 'api', path: '/events' }
const response = { reply: { status: 200, headers: {}, json: undefined, bytes: new Uint8Array([1, 2]) } }
const { signal } = new AbortController()

let clock: ReturnType<typeof fakeClock>
let hub: ListHub
let one: SharedLists
let two: SharedLists

beforeEach(() => {
  clock = fakeClock()
  hub = listHub(clock)
  one = hub.open(1)
  two = hub.open(2)
})

const terms = (after = 0, maxAgeMs = 60_000) => ({ after, maxAgeMs })

/** The first daemon reads a list of one response to its end. */
async function giveList(): Promise<void> {
  const source = await one.open(list, terms(clock.now()), signal)
  if (source?.kind !== 'given') throw new Error('it does not read the list itself')
  source.note(request, response)
  source.publish()
  await passUntil(() => hub.leases.size === 0)
}

/** Responses are compressed in threads of Node, so that no number of steps is enough. */
async function passUntil(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise(setImmediate)
}

describe('a daemon', () => {
  test('takes what another one read to its end, without its own request', async () => {
    await giveList()
    const beganAt = clock.now()
    await clock.advance(5_000)
    const source = await two.open(list, terms(), signal)
    expect(source).toMatchObject({ kind: 'taken', beganAt })
    if (source?.kind !== 'taken') return
    expect(await source.respond(request)).toEqual(response)
    expect(await source.respond({ ...request, path: '/markets' })).toBeUndefined()
    hub.isUp = false
    await expect(source.respond(request)).rejects.toThrow(/does not respond/)
    expect(hub.leases.size).toBe(0)
  })

  test('gives responses that wait for their turn after their bytes have left for another thread', async () => {
    const source = await one.open(list, terms(clock.now()), signal)
    if (source?.kind !== 'given') throw new Error('it does not read the list itself')
    for (const path of ['/events', '/series']) {
      // As the network has them: a `Buffer`, whose `slice` is no copy.
      const bytes = Buffer.from(new TextEncoder().encode(path).buffer)
      source.note({ ...request, path }, { reply: { ...response.reply, bytes } })
      structuredClone(bytes.buffer, { transfer: [bytes.buffer] })
    }
    source.publish()
    await passUntil(() => hub.leases.size === 0)
    const taken = await two.open(list, terms(), signal)
    if (taken?.kind !== 'taken') throw new Error('it was not given')
    const { bytes } = (await taken.respond({ ...request, path: '/series' }))?.reply ?? expect.unreachable()
    expect(new TextDecoder().decode(bytes)).toBe('/series')
  })

  test('waits while another one reads, and takes it then', async () => {
    const reading = await one.open(list, terms(), signal)
    const waiting = two.open(list, terms(), signal)
    await clock.advance(10_000)
    if (reading?.kind !== 'given') throw new Error('it does not read')
    reading.note(request, response)
    reading.publish()
    await passUntil(() => hub.leases.size === 0)
    await clock.advance(2_000)
    expect(await waiting).toMatchObject({ kind: 'taken' })
  })

  test('reads itself as soon as the other one gives up', async () => {
    const reading = await one.open(list, terms(), signal)
    const waiting = two.open(list, terms(), signal)
    await clock.advance(10_000)
    if (reading?.kind === 'given') reading.drop()
    await clock.advance(2_000)
    expect(await waiting).toMatchObject({ kind: 'given' })
  })

  test('waits two minutes at most', async () => {
    await one.open(list, terms(), signal)
    let opened: { source: ListSource | undefined } | undefined
    void two.open(list, terms(), signal).then((source) => {
      opened = { source }
    })
    await clock.advance(118_000)
    await settle()
    expect(opened).toBeUndefined()
    await clock.advance(4_000)
    await settle()
    expect(opened).toEqual({ source: undefined })
  })

  test.each([
    ['is older than the caller accepts', 60_001, terms()],
    ['began before the list that it would replace', 10_000, terms(Number.MAX_SAFE_INTEGER)],
    ['is not asked for, since the venue itself has to answer', 0, terms(0, 0)],
  ])('does not take a list that %s', async (_what, ageMs, asked) => {
    await giveList()
    await clock.advance(ageMs)
    expect(await two.open(list, asked, signal)).toMatchObject({ kind: 'given' })
  })

  test('takes each list once: a second look at the same responses confirms nothing', async () => {
    await giveList()
    expect(await two.open(list, terms(), signal)).toMatchObject({ kind: 'taken' })
    expect(await two.open(list, terms(), signal)).toMatchObject({ kind: 'given' })
  })

  test('does not take a list of the future', async () => {
    hub.lists.push({ ...list, id: 'early', beganAt: clock.now() + 600_000 })
    expect(await two.open(list, terms(), signal)).toMatchObject({ kind: 'given' })
  })

  test('reads by itself while the server is away, without a wait', async () => {
    await giveList()
    hub.isUp = false
    expect(await two.open(list, terms(), signal)).toBeUndefined()
  })

  test('reads by itself while the server gives no leases, without a wait', async () => {
    hub.hasLeases = false
    expect(await two.open(list, terms(), signal)).toBeUndefined()
    hub.hasLeases = true
    await giveList()
    hub.hasLeases = false
    expect(await two.open(list, terms(), signal)).toMatchObject({ kind: 'taken' })
  })

  test('shares no list of another address', async () => {
    const moved = hub.open(3, { isShared: () => false })
    expect(await moved.open(list, terms(), signal)).toBeUndefined()
    expect(hub.leases.size).toBe(0)
  })
})

describe('a list is not shared', () => {
  const reading = async (): Promise<Extract<ListSource, { kind: 'given' }>> => {
    const source = await one.open(list, terms(), signal)
    if (source?.kind !== 'given') throw new Error('it does not read')
    return source
  }

  test('with a request that has a credential', async () => {
    const source = await reading()
    source.note({ ...request, secretHeaders: { authorization: 'key' } }, response)
    source.note(request, response)
    source.publish()
    await passUntil(() => hub.leases.size === 0)
    expect([hub.lists.length, hub.responses.size]).toEqual([0, 0])
  })

  test('with a response that was lost on the way', async () => {
    const source = await reading()
    hub.isUp = false
    source.note(request, response)
    await passUntil(() => hub.lost > 0)
    hub.isUp = true
    source.publish()
    await passUntil(() => hub.leases.size === 0)
    expect(hub.lists).toEqual([])
  })

  test('where the tier is slower than the venue by more than the memory for it', async () => {
    const source = await reading()
    const large = { reply: { ...response.reply, bytes: new Uint8Array(40 * 1024 * 1024) } }
    source.note(request, large)
    source.note({ ...request, path: '/2' }, large)
    source.publish()
    await passUntil(() => hub.leases.size === 0)
    expect(hub.lists).toEqual([])
  })
})
