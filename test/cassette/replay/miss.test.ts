import { describe, expect, test } from 'vitest'
import type { EntryHead } from '../../../src/cassette/format/format.js'
import { missOf } from '../../../src/cassette/replay/miss.js'
import type { CallIdentity } from '../../../src/transport/call-types.js'
import { identity } from '../support/cassettes.js'

const missed = (call: CallIdentity, ...recorded: CallIdentity[]) =>
  missOf(call, {
    times: 0,
    why: undefined,
    entries: recorded.map((one) => ({ n: 0, call: one })) as unknown as EntryHead[],
  })
const window = (from: string, to: string, period = '60') =>
  identity('/candles', { start_ts: from, end_ts: to, period })

const OWN_CLOCK = /Your test used its own clock\. Use PMX_LOCAL_NOW, or replay\.now/

describe('a call that the cassette does not hold', () => {
  test('names the one parameter that differs', () => {
    const { message } = missed(window('1', '2', '60'), window('1', '2', '3600'))
    expect(message).toContain('which differs in one parameter: query.period: recorded 3600, requested 60.')
    expect(message).not.toMatch(OWN_CLOCK)
  })

  test.each([
    ['seconds', window('1795262400', '1795266000'), window('1763726400', '1763730000')],
    ['one time', window('1795262400', '1795266000'), window('1795262400', '1795269600')],
    ['text', window('2026-11-21T12:00:00Z', '1'), window('2025-11-21T12:00:00Z', '1')],
  ])('says that the test used its own clock if only times differ: %s', (_name, call, recorded) => {
    const miss = missed(call, recorded)
    expect(miss.message).toMatch(OWN_CLOCK)
    expect(Object.keys((miss.detail as { nearest: object[] }).nearest[0] ?? {})).toEqual([
      'call',
      'differences',
    ])
  })

  test('does not blame the clock for another market or a missing bound', () => {
    const other = identity('/books/B', { at: '1795262400' })
    expect(missed(other, identity('/books/A', { at: '1763726400' })).message).not.toMatch(OWN_CLOCK)
    const open = identity('/candles', { start_ts: '1795262400' })
    expect(missed(open, window('1795262400', '1795266000')).message).not.toMatch(OWN_CLOCK)
  })
})
