import { describe, expect, test } from 'vitest'
import {
  renderBuiltSteps,
  renderNativeSteps,
  renderRequiredKeys,
  renderRetention,
  summarizeFacts,
} from '../../../src/core/capabilities/venue-summary.js'
import type { Venue } from '../../../src/venue-kit/contract/venue.js'
import { declaredOf, loadVenue, servedVenueIds } from '../../../src/venues/registry.js'
import { present } from '../../support/expect.js'

const MINUTE = 60_000
const declared = { credentials: { apiKey: ['A_KEY'], apiToken: ['A_TOKEN'] }, recordable: [] } as const

/** A venue with candles of these steps, or with a book only. */
function venueWith(steps: readonly { stepMs: number; retentionMs?: number }[] | undefined): Venue {
  const rest = { id: 'kalshi', hosts: {}, markets: {} }
  const source = { candles: { basis: 'trade', steps } }
  return { ...rest, ...(steps === undefined ? { book: {}, outcomes: {} } : source) } as unknown as Venue
}

describe('what is known of a venue', () => {
  test('its steps, finest first, and the common ones that are built from them', () => {
    const facts = summarizeFacts(venueWith([{ stepMs: 60 * MINUTE }, { stepMs: 15 * MINUTE }]), declared)
    expect(facts.native).toEqual(['15m', '1h'])
    expect(facts.built).toEqual(['30m', '4h', '6h', '12h', '1d', '1w'])
    expect([renderBuiltSteps(facts), renderRetention(facts), renderRequiredKeys(facts)]).toEqual([
      '30m to 1w',
      'all',
      undefined,
    ])
  })

  test('how long it keeps the finest step', () => {
    const facts = summarizeFacts(venueWith([{ stepMs: MINUTE, retentionMs: 5_000 * MINUTE }]), declared)
    expect(renderRetention(facts)).toBe('3.5 days of 1m')
  })

  test('that it forgets after a time that nobody knows', () => {
    const venue = venueWith([{ stepMs: MINUTE }])
    const forgetful = { ...venue, candles: { ...venue.candles, forgets: true } } as unknown as Venue
    expect(renderRetention(summarizeFacts(forgetful, declared))).toBe('not stated')
  })

  test('many native steps are told in short', () => {
    const steps = [1, 3, 5, 15].map((minutes) => ({ stepMs: minutes * MINUTE }))
    expect(renderNativeSteps(summarizeFacts(venueWith(steps), declared))).toBe('1m..15m (4)')
    expect(renderNativeSteps(summarizeFacts(venueWith(steps.slice(0, 3)), declared))).toBe('1m 3m 5m')
  })

  test('a book without candles is sampled; neither is nothing', () => {
    const sampled = summarizeFacts(venueWith(undefined), declared)
    expect([sampled.basis, renderRetention(sampled), renderBuiltSteps(sampled)]).toEqual([
      'sampled',
      'since pinned',
      'from its samples',
    ])
    const none = summarizeFacts({ id: 'kalshi', hosts: {}, markets: {} } as unknown as Venue, declared)
    expect([none.basis, renderRetention(none), renderBuiltSteps(none)]).toEqual([undefined, '-', '-'])
  })

  test('what needs a key, and which variable has it', () => {
    const needing = {
      ...declared,
      needs: ['apiToken'],
      needsFor: { candles: 'apiKey', trades: 'apiKey' },
    } as const
    expect(renderRequiredKeys(summarizeFacts(venueWith([]), needing))).toBe(
      'everything: A_TOKEN; candles, trades: A_KEY',
    )
  })

  test.each(servedVenueIds)('%s is told whole', async (id) => {
    const facts = summarizeFacts(present(await loadVenue(id)), present(declaredOf(id)))
    expect(facts.native.length > 0).toBe(!(facts.basis === undefined || facts.basis === 'sampled'))
  })
})
