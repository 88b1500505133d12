import { expect, test } from 'vitest'
import { listSummary, renderListState, renderSkippedRows } from '../../../src/cli/tables/list-state.js'

const NOON = Date.UTC(2026, 10, 21, 12)
const MINUTE = 60_000
const lastFailure = { at: NOON - 30_000, code: 'NETWORK_ERROR', message: 'No answer within 10 s.' }
const space = { now: NOON, columns: 100 }

const lists = {
  kalshi: [
    { status: 'active', rows: 583, readAt: NOON - 38_999, nextAt: NOON + 5_000 },
    { status: 'closed', rows: 1, readAt: NOON - 3 * 24 * 60 * MINUTE, reading: 200, lastFailure },
  ],
  myriad: [{ status: 'active', lastFailure }],
  rain: [
    {
      status: 'active',
      rows: 9,
      readAt: NOON - 2 * MINUTE,
      nextAt: NOON - 1,
      lastFailure: { ...lastFailure, at: 0 },
    },
  ],
}

test('lists are told in few words, with a failure only where nothing was read since', () => {
  expect(listSummary(lists, space)).toEqual([
    '  lists  kalshi 583 rows (38 s old)',
    '         kalshi closed 1 row (3 d old; sync in progress, 200 rows so far; last sync failed: NETWORK_ERROR)',
    '         myriad nothing yet (last sync failed: NETWORK_ERROR), rain 9 rows (2 min old)',
  ])
  expect(listSummary({}, space)).toEqual([])
})

test('each list has its line where more is asked for', () => {
  expect(renderListState(lists, space)).toEqual([
    '    kalshi         583 rows · read 2026-11-21 11:59, 38 s ago · next sync in 5 s at the earliest',
    '    kalshi closed  1 row · read 2026-11-18 12:00, 3 d ago · sync in progress, 200 rows so far',
    '                   last failure 2026-11-21 11:59 NETWORK_ERROR: No answer within 10 s.',
    '    myriad         never synced completely',
    '                   last failure 2026-11-21 11:59 NETWORK_ERROR: No answer within 10 s.',
    '    rain           9 rows · read 2026-11-21 11:58, 2 min ago',
    '                   last failure 1970-01-01 00:00 NETWORK_ERROR: No answer within 10 s.',
  ])
})

test('a long cause is cut at its spaces, and prints nothing that moves the cursor', () => {
  const message = 'the venue said\u001b[2J a great deal '.repeat(9).trim()
  const lines = renderListState(
    { kalshi: [{ status: 'active', lastFailure: { ...lastFailure, message } }] },
    space,
  )
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(space.columns)
  expect(lines.join('')).not.toContain('\u001b')
})

test('rows that were left out are counted, with the place that names them', () => {
  expect(renderSkippedRows({ kalshi: 3, rain: 1 }, 100)).toEqual([
    '  left out  kalshi 3 rows, rain 1 row',
    "            each with its cause in the log: 'pmx-local logs --level warn'",
  ])
  expect(renderSkippedRows({}, 100)).toEqual([])
})
