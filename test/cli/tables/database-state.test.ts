import { expect, test } from 'vitest'
import { renderDatabaseState } from '../../../src/cli/tables/database-state.js'

test('a file that cannot be used has a line that says why, and what of it is not on disk', () => {
  const full = 'database or disk is full'
  const ok = { kind: 'ok' }
  const full1 = { kind: 'read_only', reason: full, unsaved: 1 }
  expect(renderDatabaseState({ candles: full1, lists: ok })).toEqual([
    `  new candles are in memory only: ${full}; 1 candle not on disk`,
  ])
  expect(
    renderDatabaseState({ candles: { kind: 'memory_only' }, lists: { kind: 'unusable', reason: full } }),
  ).toEqual(['  new candles are in memory only: memory_only', `  lists cannot be stored: ${full}`])
  expect(renderDatabaseState({ candles: ok, lists: undefined })).toEqual([])
})
