import { expect, test } from 'vitest'
import {
  type CompactionPosition,
  type CompactionSlice,
  createChunkCompactor,
} from '../../../src/candles/database/compaction-schedule.js'
import { fakeClock } from '../../support/clock.js'
import { atOnce } from '../../support/engine.js'

const DAY = 86_400_000

/** Two series: two chunks to seal in the first, none in the second. */
function twoSeries() {
  const asked: { place: CompactionPosition | undefined; before: number }[] = []
  const slices: readonly CompactionSlice[] = [
    { count: 512, passed: 0, next: { series: 1, from: 7 } },
    { count: 512, passed: 0, next: { series: 1, from: 9 } },
    { count: 0, passed: 2, next: undefined },
  ]
  const compact = (place: CompactionPosition | undefined, before: number): CompactionSlice => {
    asked.push({ place, before })
    return slices[(asked.length - 1) % slices.length] as CompactionSlice
  }
  return { asked, store: { compact, seriesCount: () => 2 } }
}

test('old candles are sealed slice by slice, with time between them, and told meanwhile', async () => {
  const clock = fakeClock()
  const { asked, store } = twoSeries()
  const sealer = createChunkCompactor({ store, clock, turn: atOnce, compactAfterMs: 30 * DAY, onError: fail })
  await clock.advance(5_000)
  expect(asked).toEqual([{ place: undefined, before: clock.now() - 30 * DAY }])
  expect(sealer.progress).toEqual({ candles: 512, series: 0, ofSeries: 2 })
  await clock.advance(10)
  expect(asked.at(-1)?.place).toEqual({ series: 1, from: 7 })
  await clock.advance(10)
  expect([asked.length, sealer.progress]).toEqual([3, undefined])
  await clock.advance(600_000)
  expect(asked.length).toBe(4)
  sealer.close()
  await clock.advance(3_600_000)
  expect(asked.length).toBe(4)
})

test('what stands in the way is told, and the next round tries again', async () => {
  const clock = fakeClock()
  const errors: unknown[] = []
  let rounds = 0
  const store = {
    compact: () => {
      rounds++
      throw new Error('no')
    },
    seriesCount: () => 1,
  }
  const sealer = createChunkCompactor({
    store,
    clock,
    turn: atOnce,
    compactAfterMs: DAY,
    onError: (error) => errors.push(error),
  })
  await clock.advance(5_000)
  await clock.advance(600_000)
  expect([rounds, errors.length]).toEqual([2, 2])
  sealer.close()
})

test('a slice waits for its turn', async () => {
  const clock = fakeClock()
  const { asked, store } = twoSeries()
  let go = (): void => undefined
  const turn = () => new Promise<void>((resolve) => (go = resolve))
  const sealer = createChunkCompactor({ store, clock, turn, compactAfterMs: DAY, onError: fail })
  await clock.advance(5_000)
  expect(asked).toEqual([])
  go()
  await clock.advance(0)
  expect(asked.length).toBe(1)
  sealer.close()
})

function fail(error: unknown): void {
  throw error
}
