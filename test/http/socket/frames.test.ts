import { expect, test } from 'vitest'
import { readFrame } from '../../../src/http/socket/frames.js'

const MISSING = 'Missing required fields: id, action'
const subscribe = { id: 'a', action: 'subscribe', exchange: 'Kalshi', method: 'watchOrderBook', args: ['X'] }

test.each([
  ['', undefined, 'Invalid JSON'],
  ['null', undefined, 'Invalid JSON'],
  ['1', undefined, 'Invalid JSON'],
  ['"text"', undefined, 'Invalid JSON'],
  ['[{"id":"a","action":"subscribe"}]', undefined, 'Invalid JSON'],
  ['{}', undefined, MISSING],
  ['{"action":"subscribe"}', undefined, MISSING],
  ['{"id":"","action":"subscribe"}', undefined, MISSING],
  ['{"id":7,"action":"subscribe"}', undefined, MISSING],
  ['{"id":"a"}', 'a', MISSING],
  ['{"id":"a","action":""}', 'a', MISSING],
  ['{"id":"a","action":7}', 'a', MISSING],
  ['{"id":"a","action":"subscribe","exchange":"kalshi"}', 'a', 'Missing required field: method'],
  ['{"id":"a","action":"subscribe","exchange":"kalshi","method":""}', 'a', 'Missing required field: method'],
  ['{"id":"a","action":"unsubscribe","exchange":"kalshi","method":7}', 'a', 'Missing required field: method'],
])('%s is told as what it lacks', (text, id, message) => {
  expect(readFrame(text)).toEqual({ kind: 'mistake', id, message })
})

test('a subscription has its source, and its arguments as a text that tells them from others', () => {
  expect(readFrame(JSON.stringify(subscribe))).toEqual({
    kind: 'subscribe',
    id: 'a',
    source: { kind: 'venue', venue: 'kalshi', method: 'watchOrderBook' },
    target: 'kalshi',
    method: 'watchOrderBook',
    args: ['X'],
    key: '["X"]',
    body: subscribe,
  })
})

test.each([[undefined], ['X'], [{ 0: 'X' }]])('arguments that are no list (%j) are none', (args) => {
  const frame = { id: 'a', action: 'unsubscribe', exchange: 'kalshi', method: 'watchOrderBook', args }
  expect(readFrame(JSON.stringify(frame))).toMatchObject({ kind: 'unsubscribe', args: [], key: '[]' })
})

test('arguments that can be read and not be written again are refused', () => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
  const text = JSON.stringify(subscribe).replace('["X"]', deep)
  expect(readFrame(text)).toMatchObject({ kind: 'mistake', id: 'a' })
})
