import { expect, test } from 'vitest'
import { memoize } from '../../../src/simulator/http/memoize.js'

test('each object is asked about once, even when nothing came of it', () => {
  const asked: string[] = []
  const half = memoize((of: { readonly name: string; readonly size: number }, part: number) => {
    asked.push(of.name)
    return of.size === 0 ? undefined : of.size * part
  })
  const [big, none, likeBig] = [
    { name: 'big', size: 4 },
    { name: 'none', size: 0 },
    { name: 'like big', size: 4 },
  ]
  expect([half(big, 0.5), half(none, 0.5), half(big, 0.5), half(none, 0.5), half(likeBig, 0.5)]).toEqual([
    2,
    undefined,
    2,
    undefined,
    2,
  ])
  expect(asked).toEqual(['big', 'none', 'like big'])
})
