import { suibets } from '../../../src/venues/suibets/index.js'
import type { FakeClock } from '../../support/clock.js'
import { setUpVenue } from '../../support/venue.js'
import type { Answers } from '../../support/wire.js'

/** Payloads after the documented shapes (src/venues/suibets/README.md), with invented teams and people. */

export const objectId = `0x${'5a'.repeat(32)}`

/** The offer's object on the chain: 5 SUI at odds of 2.4, nothing taken. */
export const chainState = (overrides: Record<string, unknown> = {}) => ({
  objectId,
  makerStakeTotal: 5_000_000_000,
  makerRemaining: 5_000_000_000,
  filledAmount: 0,
  filledTaker: 0,
  matchCount: 0,
  status: 0,
  statusLabel: 'OPEN',
  oddsBps: 24_000,
  expiresAt: Date.UTC(2026, 10, 23),
  isOpen: true,
  ...overrides,
})

/** An open offer of 5 SUI on the home side at odds of 2.4, as lists show it. */
export const nativeOffer = (overrides: Record<string, unknown> = {}) => ({
  id: 421,
  creatorWallet: `0x${'ab'.repeat(32)}`,
  eventId: '760454',
  eventName: 'Lanterns at Kestrels',
  homeTeam: 'Kestrels',
  awayTeam: 'Lanterns',
  leagueName: 'Harbour Cup',
  sportName: 'football',
  matchDate: '2026-11-23T00:00:00.000Z',
  prediction: 'home',
  marketType: 'match_winner',
  odds: 2.4000000953,
  creatorStake: 5,
  takerStake: 7,
  currency: 'SUI',
  filledStake: 0,
  status: 'open',
  creatorTxHash: 'h1',
  expiresAt: '2026-11-23T00:00:00.000Z',
  createdAt: '2026-11-20T10:00:00.000Z',
  settledAt: null,
  winner: null,
  platformFee: null,
  settlementTxHash: null,
  onchainOfferId: objectId,
  onchainConfigId: null,
  refundTxHash: null,
  shareToken: null,
  suinsGated: false,
  liveOdds: false,
  scoreSnapshot: null,
  matchMinute: null,
  onchainState: chainState(),
  ...overrides,
})

/** One whose money the venue keeps itself, 5 USDC at odds of 3; 4 of the takers' 10 are in. */
export const keptOffer = (overrides: Record<string, unknown> = {}) => {
  const { onchainState: _none, ...rest } = nativeOffer()
  return {
    ...rest,
    id: 422,
    onchainOfferId: null,
    currency: 'USDC',
    odds: 3,
    takerStake: 10,
    filledStake: 4,
    status: 'partial',
    ...overrides,
  }
}

/** The venue over canned answers, with what was asked of it. */
export function setUp(answers: Answers, clock?: FakeClock) {
  return setUpVenue(suibets, answers, clock)
}
