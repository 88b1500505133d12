import { expect, test } from 'vitest'
import { runLater } from '../../src/effects/clock.js'
import { createEventLoopYield } from '../../src/policy/event-loop-yield.js'

test('heavy pieces go one by one, with everybody else in between; a piece alone goes at once', async () => {
  const turn = createEventLoopYield(runLater)
  const seen: string[] = []
  const piece = async (name: string): Promise<void> => {
    await turn()
    seen.push(name)
  }
  const alone = piece('1')
  await Promise.resolve()
  expect(seen).toEqual(['1'])
  const others = [alone, piece('2'), piece('3')]
  await new Promise<void>((resolve) => setImmediate(() => resolve(void seen.push('somebody else'))))
  await Promise.all(others)
  expect(seen).toEqual(['1', '2', 'somebody else', '3'])
  await piece('4')
  expect(seen.at(-1)).toBe('4')
})

test('who goes on comes before those who have not begun, so that what he holds is let go', async () => {
  const turn = createEventLoopYield(runLater)
  const seen: string[] = []
  const twoPieces = async (name: string): Promise<void> => {
    await turn()
    seen.push(`${name} begins`)
    await turn(true)
    seen.push(`${name} ends`)
  }
  await Promise.all(['1', '2', '3'].map(twoPieces))
  expect(seen).toEqual(['1', '2', '3'].flatMap((name) => [`${name} begins`, `${name} ends`]))
})

test('small pieces share a round of the event loop until they have taken their time', async () => {
  let now = 0
  const rounds: (() => void)[] = []
  const turn = createEventLoopYield((task) => rounds.push(task), { monotonic: () => now })
  const seen: number[] = []
  const pieces = [1, 2, 3, 4, 5].map(async (name) => {
    await turn()
    seen.push(name)
    now += name < 4 ? 0.5 : 5
  })
  await settled()
  expect(seen).toEqual([1, 2, 3, 4])
  while (rounds.length > 0) {
    rounds.shift()?.()
    await settled()
  }
  await Promise.all(pieces)
  expect(seen).toEqual([1, 2, 3, 4, 5])
})

test('a piece that comes late in a round has what is left of its time', async () => {
  let now = 0
  const rounds: (() => void)[] = []
  const turn = createEventLoopYield((task) => rounds.push(task), { monotonic: () => now })
  const seen: string[] = []
  const piece = (name: string) => turn().then(() => seen.push(name))
  await piece('1')
  now = 1
  await piece('2')
  now = 3
  const third = piece('3')
  await settled()
  expect(seen).toEqual(['1', '2'])
  rounds.shift()?.()
  await third
  expect(rounds).toHaveLength(1)
})

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
