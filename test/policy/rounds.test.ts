import { expect, test } from 'vitest'
import { repeatRounds } from '../../src/policy/rounds.js'
import { fakeClock } from '../support/clock.js'

test('rounds follow each other, also after one that fails, until they are ended', async () => {
  const clock = fakeClock(0)
  const end = new AbortController()
  const began: number[] = []
  const failures: unknown[] = []
  const round = async (): Promise<void> => {
    began.push(clock.now())
    if (began.length === 1) throw new Error('first')
  }
  const terms = { clock, firstMs: 10, everyMs: 100, signal: end.signal }
  const cancel = repeatRounds(round, { ...terms, onError: (error) => failures.push(String(error)) })
  await clock.advance(9)
  expect(began).toEqual([])
  await clock.advance(101)
  expect({ began, failures }).toEqual({ began: [10, 110], failures: ['Error: first'] })
  cancel()
  end.abort()
  await clock.advance(1_000)
  expect(began).toEqual([10, 110])
})
