import { expect, test } from 'vitest'
import { later } from '../../src/effects/clock.js'
import { createTurns } from '../../src/policy/turns.js'

test('heavy pieces go one by one, with everybody else in between; a piece alone goes at once', async () => {
  const turn = createTurns(later)
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
  const turn = createTurns(later)
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
