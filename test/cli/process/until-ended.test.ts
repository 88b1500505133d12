import { expect, test, vi } from 'vitest'
import { END_TIMEOUT_MS, MERGE_TIMEOUT_MS, waitUntilEnded } from '../../../src/cli/process/until-ended.js'

/** A process that ends after so long, as far with its merge as is told. */
function ending(endsMs: number, mergedAt: (ms: number) => number | undefined) {
  let nowMs = 0
  return {
    now: () => nowMs,
    isRunning: () => nowMs < endsMs,
    merged: () => mergedAt(nowMs),
    async sleep(ms: number) {
      nowMs += ms
    },
  }
}

test('a process that merges is waited for as long as it comes on', async () => {
  const slow = ending(20 * MERGE_TIMEOUT_MS, (ms) => (ms < 500 ? undefined : Math.floor(ms / 10_000)))
  const onMerge = vi.fn()
  expect(await waitUntilEnded(slow, onMerge)).toBe(true)
  expect(onMerge).toHaveBeenCalledTimes(1)
})

test('a merge that comes to a halt is not waited for, nor is a process that does nothing', async () => {
  const stuck = ending(Number.POSITIVE_INFINITY, () => 4711)
  expect(await waitUntilEnded(stuck)).toBe(false)
  expect(stuck.now()).toBe(MERGE_TIMEOUT_MS)
  const hung = ending(Number.POSITIVE_INFINITY, () => undefined)
  expect(await waitUntilEnded(hung)).toBe(false)
  expect(hung.now()).toBe(END_TIMEOUT_MS)
})
