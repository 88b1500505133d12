import { getEventListeners } from 'node:events'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSingleFlight } from '../../src/policy/single-flight.js'
import { settle } from '../support/clock.js'

const never = new AbortController().signal

/** Work that ends when the test says so, and remembers every run. */
function controlled() {
  const runs: { signal: AbortSignal; end(value: string): void; fail(error: Error): void }[] = []
  const work = (signal: AbortSignal): Promise<string> =>
    new Promise((resolve, reject) => {
      runs.push({ signal, end: resolve, fail: reject })
    })
  return { runs, work }
}

describe('concurrent callers', () => {
  test('share one run and get the same value', async () => {
    const flights = createSingleFlight<string>()
    const { runs, work } = controlled()
    const calls = [1, 2, 3].map(() => flights.run('k', never, work))
    expect(runs).toHaveLength(1)
    expect([flights.size, flights.has('k'), flights.has('other')]).toEqual([1, true, false])
    runs[0]?.end('x')
    expect(await Promise.all(calls)).toEqual(['x', 'x', 'x'])
    expect([flights.size, flights.has('k')]).toEqual([0, false])
  })

  test('of different keys run side by side', async () => {
    const flights = createSingleFlight<string>()
    const { runs, work } = controlled()
    const calls = ['a', 'b'].map((key) => flights.run(key, never, work))
    for (const [index, run] of runs.entries()) run.end(String(index))
    expect(await Promise.all(calls)).toEqual(['0', '1'])
  })

  test('a value is not kept: the next caller starts afresh', async () => {
    const flights = createSingleFlight<string>()
    expect(await flights.run('k', never, async () => 'old')).toBe('old')
    expect(await flights.run('k', never, async () => 'new')).toBe('new')
  })
})

describe('a failure', () => {
  test('reaches every caller, and is forgotten before they see it', async () => {
    const flights = createSingleFlight<string>()
    const { runs, work } = controlled()
    const seen: boolean[] = []
    const calls = [1, 2].map(() =>
      flights.run('k', never, work).catch((error: unknown) => {
        seen.push(flights.has('k'))
        return String(error)
      }),
    )
    runs[0]?.fail(new Error('down'))
    expect(await Promise.all(calls)).toEqual(['Error: down', 'Error: down'])
    expect(seen).toEqual([false, false])
  })

  test('thrown before the work began is a rejection like any other', async () => {
    const flights = createSingleFlight<string>()
    const broken = (): Promise<string> => {
      throw new Error('at once')
    }
    await expect(flights.run('k', never, broken)).rejects.toThrow('at once')
    expect(flights.size).toBe(0)
  })
})

describe('a caller that aborts', () => {
  test('leaves alone: the others get their value', async () => {
    const flights = createSingleFlight<string>()
    const { runs, work } = controlled()
    const leaver = new AbortController()
    const left = flights.run('k', leaver.signal, work)
    const stays = flights.run('k', never, work)
    leaver.abort(new Error('bye'))
    await expect(left).rejects.toThrow('bye')
    expect(runs[0]?.signal.aborted).toBe(false)
    runs[0]?.end('x')
    expect(await stays).toBe('x')
  })

  test('as the last one ends the run, with his reason', async () => {
    const flights = createSingleFlight<string>()
    const { runs, work } = controlled()
    const [first, second] = [new AbortController(), new AbortController()]
    const calls = [first, second].map(({ signal }) => flights.run('k', signal, work).catch(() => 'left'))
    first.abort(new Error('one'))
    second.abort(new Error('two'))
    await Promise.all(calls)
    await settle()
    expect(runs[0]?.signal.reason).toMatchObject({ message: 'two' })
    expect(flights.size).toBe(0)
  })

  test('does not hand his dying run to the next caller', async () => {
    const flights = createSingleFlight<string>()
    const { runs, work } = controlled()
    const leaver = new AbortController()
    const left = flights.run('k', leaver.signal, work).catch(() => 'left')
    leaver.abort()
    await left
    const next = flights.run('k', never, work)
    expect(runs).toHaveLength(2)
    runs[0]?.fail(new Error('torn down'))
    await settle()
    expect(flights.has('k')).toBe(true)
    runs[1]?.end('fresh')
    expect(await next).toBe('fresh')
  })

  test('before he called starts nothing', async () => {
    const flights = createSingleFlight<string>()
    const { runs, work } = controlled()
    await expect(flights.run('k', AbortSignal.abort(new Error('gone')), work)).rejects.toThrow('gone')
    expect(runs).toHaveLength(0)
  })
})

test("in any order of calls, aborts and endings nobody hangs, nobody gets a stranger's value, and no run leaks", async () => {
  const call = fc.record({
    key: fc.constantFrom('a', 'b'),
    aborts: fc.boolean(),
    fails: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(call, { minLength: 1, maxLength: 8 }),
      async (scheduler, calls) => {
        const flights = createSingleFlight<string>()
        const running = new Map<string, number>()
        const results = calls.map(async ({ key, aborts, fails }, index) => {
          await scheduler.schedule(Promise.resolve(), `call ${index}`)
          const controller = new AbortController()
          if (aborts)
            void scheduler
              .schedule(Promise.resolve(), `abort ${index}`)
              .then(() => controller.abort(new Error('left')))
          const run = flights.run(key, controller.signal, async (signal) => {
            const beside = [...running].filter(([name]) => name.startsWith(`${key} `)).length
            // Two runs of a key may overlap only while the older one is being torn down.
            expect(beside).toBe(0)
            const name = `${key} ${index}`
            running.set(name, index)
            signal.addEventListener('abort', () => running.delete(name))
            await scheduler.schedule(Promise.resolve(), `end ${index}`)
            running.delete(name)
            if (fails) throw new Error(`failed ${key}`)
            return `value ${key}`
          })
          const result = await run.catch((error: unknown) => (error instanceof Error ? error.message : 'odd'))
          const allowed = [`value ${key}`, `failed ${key}`, ...(aborts ? ['left'] : [])]
          expect(allowed).toContain(result)
        })
        await scheduler.waitAll()
        await Promise.all(results)
        expect([flights.size, running.size]).toEqual([0, 0])
      },
    ),
    { numRuns: 150 },
  )
})

describe('a run', () => {
  test('is as urgent as a person waits for it, unless it is said to be background work', async () => {
    const flights = createSingleFlight<string>()
    expect(await flights.run('k', never, async (_signal, { now }) => now)).toBe('interactive')
    expect(await flights.run('k', never, async (_signal, { now }) => now, 'background')).toBe('background')
  })

  test('that makes its caller leave as it begins lets him leave', async () => {
    const flights = createSingleFlight<string>()
    const leaver = new AbortController()
    const left = flights.run('k', leaver.signal, () => {
      leaver.abort(new Error('bye'))
      return new Promise<string>(() => undefined)
    })
    await expect(Promise.race([left, new Promise(setImmediate)])).rejects.toThrow('bye')
  })

  test('that has ended listens to nobody', async () => {
    const flights = createSingleFlight<string>()
    const { signal } = new AbortController()
    await flights.run('k', signal, async () => 'x')
    await settle()
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})
