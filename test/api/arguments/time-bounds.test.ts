import { describe, expect, test } from 'vitest'
import { readArguments } from '../../../src/api/arguments/arguments.js'
import type { MethodName } from '../../../src/api/arguments/methods.js'

const AT = 1_795_816_748_176
const argsOf = (method: MethodName, ...raw: unknown[]) =>
  readArguments(method, raw).args as readonly unknown[]

describe('watchTrades takes its bounds from clients that leave out holes', () => {
  test.each([
    ['nothing', ['id'], [undefined, undefined, undefined]],
    ['limit alone', ['id', 5], [undefined, undefined, 5]],
    ['since alone', ['id', AT], [undefined, AT, undefined]],
    ['since and limit', ['id', AT, 5], [undefined, AT, 5]],
    ['since in seconds', ['id', AT / 1_000], [undefined, AT, undefined]],
    ['since as text', ['id', '2026-11-28T00:00:00Z', 5], [undefined, Date.UTC(2026, 10, 28), 5]],
    ['an address', ['id', '0xab'], ['0xab', undefined, undefined]],
    ['an address and a limit', ['id', '0xab', 5], ['0xab', undefined, 5]],
    ['an address and since', ['id', '0xab', AT], ['0xab', AT, undefined]],
    ['all of them', ['id', '0xab', AT, 5], ['0xab', AT, 5]],
    ['holes', ['id', null, null, 5], [undefined, undefined, 5]],
    ['a hole', ['id', null, AT], [undefined, AT, undefined]],
  ])('%s', (_what, raw, read) => {
    expect(argsOf('watchTrades', ...raw)).toEqual(['id', ...read])
  })

  test.each([[['id', '0xab', 'soon']], [['id', null, 5, 3]]])('and refuses %j', (raw) => {
    expect(() => argsOf('watchTrades', ...raw)).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR' }))
  })
})

describe('a time window', () => {
  test.each(['fetchOHLCV', 'fetchTrades'] as const)('of %s may be named since and until', (method) => {
    const [, read] = argsOf(method, 'id', { since: AT, until: AT + 1 })
    expect(read).toMatchObject({ start: AT, end: AT + 1 })
  })

  test('of candles of an event as well, and timeframe and interval are their resolution', () => {
    expect(argsOf('fetchEventOHLCV', { eventId: 'e', since: AT, timeframe: '1d' })[0]).toMatchObject({
      start: AT,
      resolution: '1d',
    })
    expect(argsOf('fetchOHLCV', 'id', { interval: '1d' })[1]).toMatchObject({ resolution: '1d' })
  })

  test('that is given under both names must be one', () => {
    expect(argsOf('fetchTrades', 'id', { start: AT, since: AT / 1_000 })[1]).toMatchObject({ start: AT })
    const differing = { start: AT, since: AT + 1 }
    expect(() => argsOf('fetchTrades', 'id', differing)).toThrow(expect.objectContaining({ field: 'since' }))
  })

  test.each([
    ['fetchOHLCV', ['id', { from: AT }], 'from'],
    ['fetchTrades', ['id', { start_time: AT }], 'start_time'],
    ['fetchMarkets', [{ since: AT }], 'since'],
    ['fetchMyTrades', [{ start: AT }], 'start'],
  ] as const)('that %s does not read is refused, never dropped', (method, raw, field) => {
    expect(() => argsOf(method, ...raw)).toThrow(
      expect.objectContaining({ code: 'VALIDATION_ERROR', field, message: expect.stringContaining(method) }),
    )
  })

  test('that is empty is none', () => {
    expect(argsOf('fetchMarkets', { since: null, limit: 3 })[0]).toEqual({ limit: 3 })
  })
})
