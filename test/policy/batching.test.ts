import { getEventListeners, setMaxListeners } from 'node:events'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createBatching, type Shared } from '../../src/policy/batching.js'
import { noClient } from '../../src/policy/fair-queue.js'
import { createSharedPriority, type Urgency } from '../../src/policy/urgency.js'
import { fakeClock, settle } from '../support/clock.js'

const never = new AbortController().signal
setMaxListeners(0, never)

class Bad extends Error {}

interface SetUp {
  readonly most?: number
  /** Items whose presence fails a call. */
  readonly bad?: readonly string[]
  /** Items that a call for many does not tell of. */
  readonly hidden?: readonly string[]
  readonly paceMs?: number
  readonly maxWaiting?: number
  /** Waits before a call is let go. */
  leave?(shared: Shared): Promise<void>
  /** Waits before a call ends. */
  call?(items: readonly string[], shared: Shared): Promise<void>
}

/** A batching over a venue that answers each item with itself; the kind of an item is its first letter. */
function setUp({
  most = 100,
  bad = [],
  hidden = [],
  paceMs = 0,
  maxWaiting = 1_000,
  leave = async () => {},
  call = async () => {},
}: SetUp = {}) {
  const clock = fakeClock()
  const calls: string[][] = []
  const held = { now: 0 }
  async function ask(items: readonly string[], shared: Shared): Promise<string[]> {
    calls.push([...items])
    await call(items, shared)
    if (items.some((item) => bad.includes(item))) throw new Bad(items.join())
    return items.filter((item) => items.length === 1 || !hidden.includes(item))
  }
  const batching = createBatching<string, string, { paceMs: number; release(): void }>({
    clock,
    maxWaiting,
    kindOf: (item) => item[0] ?? '',
    keyOf: (item) => item,
    fits: (chosen) => chosen.length < most,
    async admit(_first, shared) {
      await leave(shared)
      shared.signal.throwIfAborted()
      held.now++
      return { paceMs, release: () => void held.now-- }
    },
    one: async (item, _permit, shared) => `${(await ask([item], shared))[0]}!`,
    many: async (items, _permit, shared) =>
      new Map((await ask(items, shared)).map((item) => [item, `${item}!`])),
    isOffence: (error) => error instanceof Bad,
    tooMany: (item) => new Error(`too many before ${item}`),
  })
  const load = (item: string, terms: { signal?: AbortSignal; urgency?: Urgency; client?: string } = {}) =>
    batching.load(item, {
      signal: terms.signal ?? never,
      urgency: terms.urgency ?? 'interactive',
      caller: { ...noClient, client: terms.client ?? '' },
    })
  return { batching, calls, clock, held, load }
}

/** Work that waits until the test lets it go on. */
function held() {
  const waiting: (() => void)[] = []
  const wait = ({ signal }: Pick<Shared, 'signal'>): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push(resolve)
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  return { waiting, wait }
}

describe('what waits for leave to be sent', () => {
  test('goes in one call, and everybody gets his own answer', async () => {
    const gate = held()
    const { calls, load, held: permits } = setUp({ leave: gate.wait })
    const asked = ['a1', 'a2', 'a3', 'a1'].map((item) => load(item))
    await settle()
    const late = load('a4')
    gate.waiting[0]?.()
    expect(await Promise.all([...asked, late])).toEqual(['a1!', 'a2!', 'a3!', 'a1!', 'a4!'])
    expect(calls).toEqual([['a1', 'a2', 'a3', 'a4']])
    expect(permits.now).toBe(0)
  })

  test('goes alone where it is alone, and never with another kind', async () => {
    const { calls, load } = setUp()
    expect(await Promise.all([load('a1'), load('b1')])).toEqual(['a1!', 'b1!'])
    expect(calls).toEqual([['a1'], ['b1']])
  })

  test('gathers for the pace while a call is under way, however long or short that is', async () => {
    const lasts: Readonly<Record<string, number>> = { a1: 5_000, a4: 1 }
    const { calls, clock, load } = setUp({
      paceMs: 200,
      call: ([item = '']) => clock.sleep(lasts[item] ?? 50),
    })
    const first = load('a1')
    await settle()
    const more = [load('a2'), load('a3')]
    await clock.advance(199)
    expect(calls).toEqual([['a1']])
    await clock.advance(1)
    expect(calls).toEqual([['a1'], ['a2', 'a3']])
    await clock.advance(200)
    const [short, late] = [load('a4'), load('a5')]
    await settle()
    const later = load('a6')
    await clock.advance(199)
    expect(calls.slice(2)).toEqual([['a4', 'a5']])
    await clock.advance(51)
    expect(await Promise.all([...more, short, late, later])).toEqual(['a2!', 'a3!', 'a4!', 'a5!', 'a6!'])
    await clock.advance(5_000)
    expect(await first).toBe('a1!')
    expect(clock.pendingTimers).toBe(0)
  })

  test('does not gather while an order waits, and goes as urgently as the order', async () => {
    const asked: Shared[] = []
    const { calls, clock, load } = setUp({
      paceMs: 200,
      leave: async (shared) => void asked.push(shared),
      call: () => clock.sleep(5_000),
    })
    const rising = createSharedPriority('background')
    const answers = [load('a1')]
    await settle()
    answers.push(load('a2', { urgency: rising }))
    await clock.advance(50)
    expect(calls).toEqual([['a1']])
    rising.follow('orderRead')
    await settle()
    expect(calls).toEqual([['a1'], ['a2']])
    answers.push(load('a3', { urgency: 'cancel' }))
    await settle()
    expect(calls).toEqual([['a1'], ['a2'], ['a3']])
    expect(asked.map(({ urgency }) => urgency.now)).toEqual(['interactive', 'orderRead', 'cancel'])
    await clock.advance(5_200)
    await Promise.all(answers)
    expect(clock.pendingTimers).toBe(0)
  })

  test('waits for nobody where one thing is asked for after the other, and never for long', async () => {
    const { calls, clock, load } = setUp({ paceMs: 4_000, call: () => clock.sleep(30) })
    for (const item of ['a1', 'a2', 'a3']) {
      const answer = load(item)
      await clock.advance(30)
      expect(await answer).toBe(`${item}!`)
    }
    const answers = [load('a4')]
    await settle()
    answers.push(load('a5'))
    await clock.advance(280)
    expect(calls).toHaveLength(5)
    await Promise.all(answers)
  })

  test('fails together where no leave can be had, and asks afresh then', async () => {
    let isFull = true
    const leave = async () => {
      if (isFull) throw new Error('no budget')
    }
    const { batching, calls, load } = setUp({ leave })
    const asked = await Promise.allSettled([load('a1'), load('a2')])
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect([batching.waiting, calls]).toEqual([0, []])
    isFull = false
    expect(await load('a1')).toBe('a1!')
  })

  test('is bounded; what is asked for already may be joined', async () => {
    const gate = held()
    const { load, batching } = setUp({ leave: gate.wait, maxWaiting: 2 })
    const asked = [load('a1'), load('a2'), load('a1')]
    await expect(load('b1')).rejects.toThrow('too many before b1')
    expect(batching.waiting).toBe(2)
    gate.waiting[0]?.()
    await Promise.all(asked)
  })
})

describe('who leaves', () => {
  test('takes what is not sent with him, and leave that nobody else waits for', async () => {
    const gate = held()
    const { calls, load, batching, held: permits } = setUp({ leave: gate.wait })
    const leaver = new AbortController()
    const left = load('a1', { signal: leaver.signal })
    const stays = load('a2')
    leaver.abort(new Error('bye'))
    await expect(left).rejects.toThrow('bye')
    gate.waiting[0]?.()
    expect(await stays).toBe('a2!')
    expect(calls).toEqual([['a2']])
    const lone = new AbortController()
    const alone = load('a3', { signal: lone.signal })
    await settle()
    lone.abort(new Error('bye'))
    await expect(alone).rejects.toThrow('bye')
    await settle()
    expect([batching.waiting, permits.now, calls.length]).toEqual([0, 0, 1])
  })

  test('leaves a call running while others wait for it, and ends it as the last one', async () => {
    const gate = held()
    const { load, held: permits } = setUp({ call: (_items, shared) => gate.wait(shared) })
    const [one, two] = [new AbortController(), new AbortController()]
    const answers = [load('a1', { signal: one.signal }), load('a2', { signal: two.signal }), load('a2')].map(
      (answer) => answer.catch(String),
    )
    await settle()
    one.abort(new Error('bye'))
    two.abort(new Error('bye'))
    await settle()
    gate.waiting[0]?.()
    expect(await Promise.all(answers)).toEqual(['Error: bye', 'Error: bye', 'a2!'])
    const last = new AbortController()
    const ended = load('a3', { signal: last.signal }).catch(String)
    await settle()
    last.abort(new Error('bye'))
    expect(await ended).toBe('Error: bye')
    await settle()
    expect(permits.now).toBe(0)
    expect(getEventListeners(never, 'abort')).toEqual([])
  })
})

describe('an item that spoils a call', () => {
  test('fails alone, after few calls, and goes alone from then on', async () => {
    const items = Array.from({ length: 100 }, (_, index) => `a${index}`)
    const { calls, clock, load } = setUp({ bad: ['a41'] })
    const answers = await Promise.all(items.map((item) => load(item).catch((error: Error) => error.message)))
    expect(answers).toEqual(items.map((item) => (item === 'a41' ? 'a41' : `${item}!`)))
    expect(calls.length).toBeLessThanOrEqual(17)
    calls.length = 0
    await Promise.all(items.map((item) => load(item).catch(() => undefined)))
    expect(calls.map(({ length }) => length).sort()).toEqual([1, 99])
    await clock.advance(10 * 60_000)
    calls.length = 0
    await Promise.all(items.map((item) => load(item).catch(() => undefined)))
    expect(calls[0]).toHaveLength(100)
  })

  test('or is not told of is asked for by itself', async () => {
    const { calls, load } = setUp({ hidden: ['a2'] })
    expect(await Promise.all(['a1', 'a2', 'a3'].map((item) => load(item)))).toEqual(['a1!', 'a2!', 'a3!'])
    expect(calls).toEqual([['a1', 'a2', 'a3'], ['a2']])
    await Promise.all(['a1', 'a2', 'a3'].map((item) => load(item)))
    expect(
      calls
        .slice(2)
        .map(({ length }) => length)
        .sort(),
    ).toEqual([1, 2])
  })

  test('another failure is everybody’s, and is not asked about again', async () => {
    const { calls, load } = setUp({ call: async () => Promise.reject(new Error('down')) })
    const answers = await Promise.all(['a1', 'a2'].map((item) => load(item).catch(String)))
    expect(answers).toEqual(['Error: down', 'Error: down'])
    expect(calls).toEqual([['a1', 'a2']])
  })
})

describe('the order', () => {
  test('gives each client a turn in a call, and people before background work', async () => {
    const gate = held()
    const { calls, load } = setUp({ most: 4, leave: gate.wait })
    const many = Array.from({ length: 9 }, (_, index) => load(`a${index}`, { client: 'greedy' }))
    const background = load('a-backfill', { urgency: 'background' })
    const single = load('a-single', { client: 'modest' })
    for (let round = 0; round < 3; round++) {
      await settle()
      gate.waiting.shift()?.()
    }
    await Promise.all([...many, single, background])
    expect(calls[0]).toEqual(['a0', 'a-single', 'a1', 'a2'])
    expect(calls.at(-1)?.at(-1)).toBe('a-backfill')
  })

  test('leave is waited for as urgently as the most urgent of those who wait', async () => {
    const asked: Shared[] = []
    const gate = held()
    const { load } = setUp({
      leave: (shared) => {
        asked.push(shared)
        return gate.wait(shared)
      },
    })
    const rising = createSharedPriority('background')
    const answers = [load('a1', { urgency: rising }), load('a2', { urgency: 'background' })]
    await settle()
    expect(asked.map(({ urgency }) => urgency.now)).toEqual(['background'])
    rising.follow('interactive')
    expect(asked.map(({ urgency }) => urgency.now)).toEqual(['interactive'])
    gate.waiting[0]?.()
    await Promise.all(answers)
  })
})

test('whatever comes when, and whoever leaves: each gets his own answer, in calls that are never too large', async () => {
  const ask = fc.record({
    item: fc.constantFrom('a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2'),
    leaves: fc.boolean(),
    client: fc.constantFrom('x', 'y'),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(ask, { maxLength: 25 }),
      fc.integer({ min: 1, max: 4 }),
      fc.subarray(['a1', 'a3', 'b2']),
      fc.subarray(['a2', 'b1']),
      fc.scheduler(),
      async (asks, most, bad, hidden, scheduler) => {
        const {
          calls,
          load,
          held: permits,
          batching,
        } = setUp({
          most,
          bad,
          hidden,
          leave: () => scheduler.schedule(Promise.resolve()),
          call: () => scheduler.schedule(Promise.resolve()),
        })
        const ends = asks.map(async ({ item, leaves, client }) => {
          const leaver = new AbortController()
          await scheduler.schedule(Promise.resolve())
          const answer = load(item, { client, ...(leaves ? { signal: leaver.signal } : {}) }).then(
            (value) => value,
            (error: Error) => error.message,
          )
          if (leaves) void scheduler.schedule(Promise.resolve()).then(() => leaver.abort(new Error('left')))
          return answer
        })
        const answers = await scheduler.waitFor(Promise.all(ends))
        for (const [index, { item, leaves }] of asks.entries()) {
          const expected = bad.includes(item) ? item : `${item}!`
          expect([expected, ...(leaves ? ['left'] : [])]).toContain(answers[index])
        }
        await scheduler.waitIdle()
        await settle()
        expect([batching.waiting, permits.now]).toEqual([0, 0])
        for (const items of calls) {
          expect(items.length).toBeLessThanOrEqual(most)
          expect(new Set(items.map(([kind]) => kind)).size).toBe(1)
        }
      },
    ),
    { numRuns: 150 },
  )
})
