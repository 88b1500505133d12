import { beforeEach, expect, test } from 'vitest'
import { PmxError } from '../../../src/api/envelope/errors.js'
import { createRights, type Rights } from '../../../src/candles/fetch/access-check.js'
import type { FetchCall } from '../../../src/candles/fetch/fetch-target.js'
import { locateOutcome } from '../../../src/core/listings/outcome-resolver.js'
import type { CandleSource, Venue } from '../../../src/venue-kit/contract/venue.js'
import { type CandleWorld, candleWorld } from '../../support/candle-world.js'
import { type FakeClock, fakeClock } from '../../support/clock.js'
import { contextWithoutNetwork, patientCall } from '../../support/engine.js'

const MINUTE = 60_000
const NOON = Date.UTC(2026, 5, 10, 12)
const NOW = NOON + 30_000

let clock: FakeClock
let world: CandleWorld
let rights: Rights
let released: number
beforeEach(() => {
  clock = fakeClock(NOW)
  world = candleWorld({ clock, listedAt: NOW - 90 * MINUTE })
  released = 0
  rights = createRights({
    clock,
    locateOutcome,
    openContext: (_venue, terms) => ({
      ...contextWithoutNetwork(clock, terms),
      release: () => void released++,
    }),
  })
})

const of = (apiKey: string, more: Partial<FetchCall> = {}) => ({
  ...patientCall(),
  secrets: { values: { apiKey }, withheld: false },
  ...more,
})

function sourceOf({ candles }: Venue): CandleSource {
  if (candles === undefined) throw new Error('the venue has candles')
  return candles
}

const hidden = (): Venue => ({ ...world.venue, isPrivate: true })
const show = (call: FetchCall, outcome = 'yes', venue = hidden()) =>
  rights.assertShown(venue, sourceOf(venue), outcome, call)

test('what everybody may see, and what its owner brought, needs nothing to be shown', async () => {
  await show(of('a'), 'yes', world.venue)
  await show(of('a', { isOwner: true }))
  expect([world.asked, world.located]).toEqual([[], 0])
  expect(rights.isShown(world.venue, 'yes', of('a'))).toBe(true)
  expect(rights.isShown(hidden(), 'yes', of('a', { isOwner: true }))).toBe(true)
  expect(rights.isShown(hidden(), 'yes', of('a'))).toBe(false)
})

test('a caller has the venue show its newest candle of the finest step, which is told him as a call', async () => {
  const call = of('a')
  const sent: number[] = []
  await show({ ...call, onSent: (calls) => void sent.push(calls) })
  expect(world.asked.map(({ span, stepMs }) => [span.from, span.to, stepMs])).toEqual([
    [NOON, NOON + MINUTE, MINUTE],
  ])
  expect([sent, released]).toEqual([[1], 1])
})

test('what was shown is believed for ten minutes, of that outcome, for who has the same credentials', async () => {
  await show(of('a'))
  const isShown = (key: string, outcome = 'yes') => rights.isShown(hidden(), outcome, of(key))
  expect([isShown('a'), isShown('b'), isShown('a', 'no')]).toEqual([true, false, false])
  clock.passTo(NOW + 10 * MINUTE - 1)
  await show(of('a'))
  expect([isShown('a'), world.asked.length]).toEqual([true, 1])
  clock.passTo(NOW + 10 * MINUTE)
  expect(isShown('a')).toBe(false)
  await show(of('a'))
  expect([isShown('a'), world.asked.length]).toEqual([true, 2])
})

test('it counts from when the venue was asked, not from when it answered', async () => {
  world = candleWorld({
    clock,
    listedAt: NOW - 90 * MINUTE,
    hold: async () => clock.passTo(NOW + 9 * MINUTE),
  })
  await show(of('a'))
  clock.passTo(NOW + 10 * MINUTE)
  expect(rights.isShown(hidden(), 'yes', of('a'))).toBe(false)
})

test('a refusal is the caller’s answer, and shows nothing', async () => {
  world.failNext = 1
  await expect(show(of('a'))).rejects.toThrow('the venue is down')
  expect([rights.isShown(hidden(), 'yes', of('a')), released]).toEqual([false, 1])
})

test('who takes only what is stored asks nobody', async () => {
  const stored = { serves: true, unasked: 'offline' as const }
  await expect(show(of('a', { stored }))).rejects.toBeInstanceOf(PmxError)
  expect(world.located).toBe(0)
})

test('a venue without steps has nothing to show', async () => {
  const venue = { ...hidden(), candles: { ...sourceOf(world.venue), steps: [] } }
  await show(of('a'), 'yes', venue)
  expect(world.located).toBe(0)
})
