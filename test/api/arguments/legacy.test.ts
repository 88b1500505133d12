import { describe, expect, test } from 'vitest'
import { readArguments } from '../../../src/api/arguments/arguments.js'
import { modernizeArguments } from '../../../src/api/arguments/legacy.js'

describe('fetchOrderBook of clients up to 2.42', () => {
  test.each([
    ['yes', { side: 'yes' }],
    ['no', { side: 'no' }],
    ['NO', { side: 'no' }],
  ])('a second text %j is the side', (side, params) => {
    const modern = modernizeArguments('fetchOrderBook', ['FOO-26', side])
    expect(readArguments('fetchOrderBook', modern).args).toEqual(['FOO-26', undefined, params])
  })

  test('keeps params that came beside it', () => {
    expect(modernizeArguments('fetchOrderBook', ['FOO-26', 'no', { limit: 5 }])).toEqual([
      'FOO-26',
      undefined,
      { limit: 5, side: 'no' },
    ])
  })

  test('another side in the params contradicts it, and the same one does not', () => {
    expect(() => modernizeArguments('fetchOrderBook', ['FOO-26', 'no', { side: 'yes' }])).toThrow(
      expect.objectContaining({ code: 'VALIDATION_ERROR', field: 'side' }),
    )
    const same = ['FOO-26', undefined, { side: 'no' }]
    expect(modernizeArguments('fetchOrderBook', ['FOO-26', 'no', { side: 'no' }])).toEqual(same)
  })

  test('a word that is no side is an error that names the side', () => {
    const modern = modernizeArguments('fetchOrderBook', ['FOO-26', 'maybe'])
    expect(() => readArguments('fetchOrderBook', modern)).toThrow(
      expect.objectContaining({ code: 'VALIDATION_ERROR', field: 'side' }),
    )
  })
})

test.each<[readonly unknown[]]>([
  [['FOO-26']],
  [['FOO-26', 5]],
  [['FOO-26', '5']],
  [['FOO-26', '5yes']],
  [['FOO-26', 'yes5']],
  [['FOO-26', 'yes', 'params']],
  [['FOO-26', null, { outcome: 'yes' }]],
  [['FOO-26', 10, { side: 'no' }]],
])("today's fetchOrderBook %j is left as it is", (raw) => {
  expect(modernizeArguments('fetchOrderBook', raw)).toEqual(raw)
})

test('other methods are left as they are', () => {
  expect(modernizeArguments('fetchTrades', ['FOO-26', 'yes'])).toEqual(['FOO-26', 'yes'])
})
