import { describe, expect, test } from 'vitest'
import type { Span } from '../../../src/api/times/span.js'
import type { FetchTarget } from '../../../src/candles/fetch/fetch-target.js'
import { findAvailableSpan } from '../../../src/candles/response/window.js'
import { createMemoryStore } from '../../../src/candles/store/memory-store.js'
import { ago, fetchBench } from '../support/fetch-bench.js'

const MINUTE = 60_000
const NOON = Date.UTC(2026, 5, 10, 12)

describe('the open times that a venue can tell of', () => {
  const { target } = fetchBench({ step: { maxWindowMs: 10 * MINUTE } })
  const keeping = { ...target, step: { ...target.step, retentionMs: 60 * MINUTE } }

  function from(span: Span, stepMs = MINUTE, of: FetchTarget = keeping, stored?: Span): number {
    const store = createMemoryStore()
    if (stored !== undefined) {
      const entry = { ...stored, kind: 'data', route: 'r', fetchedAt: 1 } as const
      store.commit(target.identity, { bars: [], coverage: [entry] })
    }
    const told = findAvailableSpan(store, of, span, stepMs, NOON)
    expect(told.to).toBe(Number.POSITIVE_INFINITY)
    return (NOON - told.from) / MINUTE
  }

  test('are all where it promises no less', () => {
    expect(from(ago(500, 0), MINUTE, target)).toBe(500)
  })

  test('are those of its promise and a window more', () => {
    expect([from(ago(60, 0)), from(ago(70, 0)), from(ago(71, 0)), from(ago(500, 0))]).toEqual([
      60, 70, 70, 70,
    ])
  })

  test('reach as far as what is stored, at whole candles', () => {
    expect(from(ago(500, 0), MINUTE, keeping, ago(300, 290))).toBe(300)
    expect(from(ago(295, 0), MINUTE, keeping, ago(300, 290))).toBe(300)
    expect(from(ago(200, 0), MINUTE, keeping, ago(300, 290))).toBe(70)
    expect(from(ago(500, 0), MINUTE, keeping, ago(65, 50))).toBe(70)
    expect(from(ago(500, 0), 60 * MINUTE, keeping, ago(301, 290))).toBe(360)
    expect(from(ago(500, 0), 60 * MINUTE)).toBe(120)
  })
})
