import { expect, test } from 'vitest'
import { createMergeProgress } from '../../../src/daemon/recording/merge-progress.js'

test('a merge is told of now and then, with all that it has moved, and goes on when that fails', () => {
  let now = 0
  const told: number[] = []
  const tell = createMergeProgress({ monotonic: () => now }, (merged) => {
    told.push(merged)
    throw new Error('the disk is full')
  })
  for (now = 0; now <= 600; now += 100) tell(10)
  expect(told).toEqual([10, 40, 70])
})
