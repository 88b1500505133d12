import { expect, test } from 'vitest'
import { makeStaggeredCalls } from '../../../../src/candles/shared/outages/staggered-calls.js'
import { fakeClock } from '../../../support/clock.js'

const never = () => new Promise<void>(() => undefined)
const broken = new Error('the database connection is not open')

/** Makes calls that note their place, and returns the result and the time that it took, ms. */
async function make(calls: readonly (() => Promise<void>)[], isEnough: () => boolean = () => false) {
  const clock = fakeClock()
  const made: number[] = []
  const begunAt = clock.monotonic()
  const noted = calls.map((call, place) => () => {
    made.push(place)
    return call()
  })
  let tookMs: number | undefined
  const work = makeStaggeredCalls(noted, {
    ...{ clock, nextAfterMs: 50, checkAfterMs: 100, endAfterMs: 150, isEnough },
  }).then(
    () => 'over',
    (error: unknown) => error,
  )
  const result = work.finally(() => {
    tookMs = clock.monotonic() - begunAt
  })
  for (let ms = 0; ms < 200; ms++) await clock.advance(1)
  return { result: await result, tookMs, made, pendingTimers: clock.pendingTimers }
}

test('a call that hangs keeps the next one from being made for 50 ms, and the result for 150 ms', async () => {
  expect(await make([never, async () => undefined, never, async () => undefined])).toEqual({
    ...{ result: 'over', made: [0, 1, 2, 3], pendingTimers: 0 },
    tookMs: 150,
  })
})

test('a call that ends is followed by the next one, until there is enough', async () => {
  let results = 0
  const call = async () => void results++
  expect(await make([call, call, call], () => results === 2)).toMatchObject({ made: [0, 1], tookMs: 0 })
})

test('an error of a check or of a call is the result, wherever it happens', async () => {
  const failing = () => {
    throw broken
  }
  expect(await make([never], failing)).toMatchObject({ result: broken, tookMs: 100, pendingTimers: 0 })
  expect(await make([async () => undefined], failing)).toMatchObject({ result: broken, tookMs: 0 })
  expect(await make([() => Promise.reject(broken), never])).toMatchObject({ result: broken, made: [0] })
})
