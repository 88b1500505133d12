import { setTimeout as pass } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createAbort } from '../../src/policy/abort.js'

type Step = { readonly what: 'add' | 'remove' | 'abort'; readonly who: number }

/** What listeners hear of steps, and how the signal stands after each. */
function played({ signal, abort }: Pick<AbortController, 'signal' | 'abort'>, steps: readonly Step[]) {
  const told: unknown[] = []
  const listeners = Array.from({ length: 3 }, (_, who) => () => told.push(who))
  for (const { what, who } of steps) {
    const listener = listeners[who] ?? (() => undefined)
    if (what === 'add') signal.addEventListener('abort', listener, { once: true })
    else if (what === 'remove') signal.removeEventListener('abort', listener)
    else abort(`reason ${who}`)
    told.push([signal.aborted, signal.reason])
  }
  return told
}

describe('a light abort', () => {
  test('tells whom, when and what the platform would', () => {
    const step = fc.record({
      what: fc.constantFrom<Step['what']>('add', 'add', 'remove', 'abort'),
      who: fc.nat(2),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const platform = new AbortController()
        const abort = (reason: unknown) => platform.abort(reason)
        expect(played(createAbort(), steps)).toEqual(played({ signal: platform.signal, abort }, steps))
      }),
    )
  })

  test('is an AbortError without a reason, and does for what the platform waits with', async () => {
    const { signal, abort } = createAbort()
    signal.throwIfAborted()
    const waiting = pass(60_000, undefined, { signal })
    abort()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    expect(() => signal.throwIfAborted()).toThrow(expect.objectContaining({ name: 'AbortError' }))
  })
})
