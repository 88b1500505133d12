import { expect, test } from 'vitest'
import { renderVenueState, renderVenueTrouble } from '../../../src/cli/tables/venue-state.js'

const NOON = Date.UTC(2026, 10, 21, 12)
const lastError = { at: NOON, code: 'NETWORK_ERROR', message: 'No answer within 10 s.' }
const full = { capacity: 20, left: 20, waiting: 0, pausedMs: 0 }

test('a venue that was asked has its lines; a failure is told until a success comes after it', () => {
  const states = {
    venues: {
      kalshi: { sent: 3, lastOkAt: NOON - 60_000, lastError },
      myriad: { sent: 1, lastOkAt: NOON + 60_000, lastError },
      opinion: { sent: 0, lastError },
      rain: { sent: 0 },
    },
    breakers: { 'kalshi api': {} },
    budgets: {
      'kalshi api': full,
      'kalshi api books': { capacity: 5, left: 0, waiting: 2, pausedMs: 1_200 },
      'kalshi-demo api': { ...full, left: 7 },
      'myriad api': full,
    },
  }
  const lines = renderVenueState(states, 80)
  expect(lines).toEqual([
    '  kalshi   3 calls · last success 2026-11-21 11:59 · budget 0 of 5 left',
    '           2 waiting · paused for 2 s as the venue requested',
    '           last failure 2026-11-21 12:00 NETWORK_ERROR: No answer within 10 s.',
    '           breaker open for api',
    '  myriad   1 call · last success 2026-11-21 12:01 · budget 20 of 20 left',
    '  opinion  0 calls · no success yet',
    '           last failure 2026-11-21 12:00 NETWORK_ERROR: No answer within 10 s.',
  ])
})

test('venues without problems share one line in a short status', () => {
  const sent = { sent: 2, lastOkAt: NOON }
  const states = {
    venues: { baozi: sent, kalshi: { ...sent, lastError }, myriad: sent, opinion: sent, rain: { sent: 0 } },
    breakers: {},
    budgets: { 'baozi api': full, 'opinion api': { ...full, waiting: 1 } },
  }
  expect(renderVenueTrouble(states, 80)).toEqual([
    '  kalshi   2 calls · last success 2026-11-21 12:00',
    '           last failure 2026-11-21 12:00 NETWORK_ERROR: No answer within 10 s.',
    '  opinion  2 calls · last success 2026-11-21 12:00 · budget 20 of 20 left',
    '           1 waiting',
    '  2 simulated venues without problems, 4 calls: --verbose lists them',
  ])
  expect(renderVenueTrouble({ ...states, venues: {} }, 80)).toEqual([])
})

test('a long cause is cut at its spaces, to fit', () => {
  const message = 'the venue said a great deal about what it could not do '.repeat(4).trim()
  const states = {
    venues: { kalshi: { sent: 1, lastError: { ...lastError, message } } },
    breakers: {},
    budgets: {},
  }
  const lines = renderVenueState(states, 80)
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
  expect(lines.map((line) => line.trim()).join(' ')).toContain(message)
})
