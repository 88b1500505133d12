import { expect, test } from 'vitest'
import { isOfLevel, renderLogLine } from '../../src/observe/log-line.js'

const line = JSON.stringify({
  level: 'warn',
  time: '2026-11-22T12:00:01.000Z',
  venue: 'kalshi',
  why: 'no answer',
  msg: 'request failed',
})

test('a line of the log is told to people; what is none stays as it is', () => {
  expect(renderLogLine(line)).toBe('12:00:01 warn  request failed venue=kalshi why="no answer"')
  expect(renderLogLine('cut {"lev')).toBe('cut {"lev')
})

test('lines below the level are left out, lines without one never', () => {
  expect((['info', 'warn', 'error'] as const).map((least) => isOfLevel(line, least))).toEqual([
    true,
    true,
    false,
  ])
  expect(isOfLevel('cut {"lev', 'error')).toBe(true)
})
