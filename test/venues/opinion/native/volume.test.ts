import { describe, expect, test } from 'vitest'
import { listFactor, roundAmount } from '../../../../src/venues/opinion/native/volume.js'
import { marketPage } from '../../../../src/venues/opinion/schemas.js'
import { answer, nativeChild, nativeEvent } from '../payloads.js'

describe('how a list counts turnover', () => {
  const row = (volume: number | undefined, ...children: (number | undefined)[]) =>
    nativeEvent(801, {
      volume: volume ?? '',
      childMarkets: children.map((child, n) => nativeChild(7000 + n, { volume: child ?? '' })),
    })
  test.each([
    ['once', [row(30, 10, 20)], 1],
    ['twice', [row(60.0000000001, 10, 20), row(999, 1)], 2],
    ['in no telling way', [row(45, 10, 20), row(undefined, 1), row(0, 0), row(5)], undefined],
    ['in contradicting ways', [row(30, 10, 20), row(60, 10, 20)], undefined],
  ])('%s', (_how, rows, factor) => {
    const page = marketPage.parse(answer({ total: rows.length, list: rows }))
    expect(listFactor(page.result.list)).toBe(factor)
  })

  test('amounts lose the dust of floating point', () => {
    expect(roundAmount(8_001_580.237000001)).toBe(8_001_580.237)
  })
})
