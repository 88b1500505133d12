import { expect, test } from 'vitest'
import { differences, learnShape } from './shape.js'

test('unknown members and other types are named, at any depth; missing members are not', () => {
  const shape = learnShape([{ a: 'text', b: [{ c: 1 }], d: null }])
  expect(differences({ b: [{ c: 2 }] }, shape)).toEqual([])
  expect(differences({ a: 1, b: [{ e: 2 }], f: {} }, shape)).toEqual([
    'a: number, recorded as string',
    'b[].e: not in any recording',
    'f: not in any recording',
  ])
})

test('open and documented paths are let through', () => {
  const shape = learnShape([{ a: {} }])
  expect(differences({ a: { any: 1 }, b: 2 }, shape, { open: ['a'], documented: ['b'] })).toEqual([])
})
