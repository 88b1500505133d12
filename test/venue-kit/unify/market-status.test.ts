import { describe, expect, test } from 'vitest'
import { listEnumerations } from '../../../src/venue-kit/payload/native-enums.js'
import { toShownStatus } from '../../../src/venue-kit/unify/market-status.js'
import { states as rainStates } from '../../../src/venues/rain/native/states.js'
import { loadVenue, servedVenueIds } from '../../../src/venues/registry.js'

/** What each word of a market's status says, by the documents that the READMEs of the venues name. */
const words: Readonly<Record<string, { readonly active: string; readonly closed: string }>> = {
  'kalshi market.status': {
    active: 'initialized active inactive unopened open paused',
    closed: 'closed determined disputed amended finalized settled',
  },
  'limitless market.status': { active: 'FUNDED CREATED DRAFT DRAFTED LOCKED', closed: 'RESOLVED CLOSED' },
  'metaculus question.status': {
    active: 'upcoming approved open draft pending',
    closed: 'closed resolved rejected deleted',
  },
  'polymarket_us market.ep3Status': {
    active: 'PENDING PREOPEN OPEN SUSPENDED HALTED MATCH_AND_CLOSE_AUCTION',
    closed: 'CLOSED RESOLVING RESOLVED EXPIRED TERMINATED',
  },
  'rain pool.status': {
    active: 'New Live Closing_Soon',
    closed:
      'Pending_Finalization Waiting_for_Result Dispute_Window_Open Under_Dispute Appeal_Window_Open Under_Appeal Closed',
  },
  'smarkets market.state': { active: 'new open live halted', closed: 'settled voided unavailable' },
  'myriad market.state': { active: 'open', closed: 'closed resolved voided' },
  'hunch market.status': { active: 'open', closed: 'closed resolved voided' },
  'baozi market.status': {
    active: 'Active Paused',
    closed: 'Closed Resolved Cancelled ResolvedPending Disputed',
  },
  'suibets offer.status': {
    active: 'open partial',
    closed: 'filled settling settled cancelled expired refund_pending refunded void',
  },
  'gemini-titan contract.status': {
    active: 'approved active',
    closed: 'closed under_review settled invalid',
  },
  'opinion market.statusEnum': {
    active: 'None Created Activated',
    closed: 'Resolving Resolved Failed Deleted',
  },
}

describe.each(Object.entries(words))('%s', (_name, { active, closed }) => {
  test.each([
    ...active.split(' ').map((word) => [word, 'active']),
    ...closed.split(' ').map((word) => [word, 'closed']),
  ])('%s is %s', (word, status) => {
    expect(toShownStatus(word)).toBe(status)
  })
})

test('words that adapters have for what their venue has no word for', () => {
  // Polymarket and Probable say it by flags, Hyperliquid by lists.
  expect(['active', 'inactive'].map(toShownStatus)).toEqual(['active', 'active'])
  expect(['closed', 'archived', 'resolved', 'settled'].map(toShownStatus)).toEqual(Array(4).fill('closed'))
})

test('every word of a status of a market that an adapter reads is here', async () => {
  await Promise.all(servedVenueIds.map((id) => loadVenue(id)))
  const isStatus = (name: string): boolean =>
    /^(market|pool|question|contract|offer)\.(status|state|statusEnum|ep3Status)$/.test(name)
  const read = listEnumerations()
    // Decided with the flags beside it (venues/polymarket_us/native/states.ts).
    .filter(({ venue, name }) => isStatus(name) && `${venue} ${name}` !== 'polymarket_us market.status')
    .map(({ venue, name, words: own }) => [`${venue} ${name}`, own] as const)
  for (const [name, own] of read) {
    const known = words[name] ?? { active: '', closed: '' }
    const named = `${known.active} ${known.closed}`.split(' ')
    // Codes of numbers stand beside their words.
    expect(named, name).toEqual(expect.arrayContaining(own.filter((word) => !/^\d+$/.test(word))))
  }
  expect(Object.keys(rainStates).filter((word) => toShownStatus(word) !== rainStates[word as never])).toEqual(
    [],
  )
})
