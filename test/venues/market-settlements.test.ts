import { describe, expect, test } from 'vitest'
import { createMarketSettlement, type SettlementDraft } from '../../src/venue-kit/unify/market-settlement.js'
import { readMarketSettlement as readBaozi } from '../../src/venues/baozi/native/market-settlement.js'
import { readMarketSettlement as readGemini } from '../../src/venues/gemini-titan/native/market-settlement.js'
import { readMarketSettlement as readHunch } from '../../src/venues/hunch/native/market-settlement.js'
import { readMarketSettlement as readKalshi } from '../../src/venues/kalshi/native/market-settlement.js'
import { readMarketSettlement as readLimitless } from '../../src/venues/limitless/native/market-settlement.js'
import { readMarketSettlement as readMetaculus } from '../../src/venues/metaculus/native/market-settlement.js'
import { readMarketSettlement as readMyriad } from '../../src/venues/myriad/native/market-settlement.js'
import { readMarketSettlement as readPolymarket } from '../../src/venues/polymarket/native/market-settlement.js'
import { readMarketSettlement as readPolymarketUs } from '../../src/venues/polymarket_us/native/market-settlement.js'
import { readMarketSettlement as readProbable } from '../../src/venues/probable/native/market-settlement.js'
import { readMarketSettlement as readRain } from '../../src/venues/rain/native/market-settlement.js'
import { readMarketSettlement as readSmarkets } from '../../src/venues/smarkets/native/market-settlement.js'
import { readMarketSettlement as readSuibets } from '../../src/venues/suibets/native/market-settlement.js'

/** Every way in which a venue spells the end of a market. Rows hold the members that a result is read from, parsed. */

const now = Date.UTC(2026, 10, 27)
const closedAt = Date.UTC(2026, 7, 8, 22)
const at = Date.UTC(2026, 7, 9, 1)
const iso = { closedAt: '2026-08-08T22:00:00.000Z', at: '2026-08-09T01:00:00.000Z' }

type Members = Readonly<Record<string, unknown>>
/** Result, payouts of the outcomes in their order, stage; undefined for a market that trades. */
type Short =
  | readonly [result: string, payouts?: readonly (number | undefined)[] | undefined, stage?: string]
  | undefined
const undecided = (stage: string): Short => ['undecided', undefined, stage]

function shorten(draft: SettlementDraft | undefined, ids: readonly string[]): Short {
  if (draft === undefined) return undefined
  const { result, payout, stage, basis } = createMarketSettlement(ids, draft)
  expect(basis).toBe(result === 'unknown' ? 'absent' : 'reported')
  if (stage !== undefined) return [result, undefined, stage]
  return payout === undefined ? [result] : [result, ids.map((id) => payout[id])]
}

function table<Row>(
  read: (row: Row) => SettlementDraft | undefined,
  ids: readonly string[],
  cases: readonly (readonly [name: string, row: Members, expected: Short])[],
): void {
  test.each(cases)('%s', (_name, row, expected) => {
    expect(shorten(read(row as Row), ids)).toEqual(expected)
  })
}

describe('Kalshi', () => {
  const finalized = { ticker: 'K', status: 'finalized', close_time: closedAt, settlement_ts: at }
  table(
    (row: Parameters<typeof readKalshi>[0]) => readKalshi(row, now),
    ['K', 'K-NO'],
    [
      ['trades', { ticker: 'K', status: 'active', close_time: now + 1 }, undefined],
      ['a pause', { ticker: 'K', status: 'inactive', close_time: now + 1 }, undefined],
      ['its status lags', { ticker: 'K', status: 'active', close_time: now }, undecided('closed')],
      ['closed', { ...finalized, status: 'closed' }, undecided('closed')],
      [
        'determined is not final',
        { ...finalized, status: 'determined', result: 'yes' },
        undecided('determined'),
      ],
      ['disputed', { ...finalized, status: 'disputed', result: 'yes' }, undecided('disputed')],
      ['amended', { ...finalized, status: 'amended', result: 'no' }, undecided('amended')],
      ['yes', { ...finalized, result: 'yes', settlement_value_dollars: 1 }, ['won', [1, 0]]],
      ['no', { ...finalized, result: 'no', settlement_value_dollars: 0 }, ['won', [0, 1]]],
      ['yes without a value', { ...finalized, result: 'yes' }, ['won', [1, 0]]],
      ['yes of no value', { ...finalized, result: 'yes', settlement_value_dollars: 0 }, ['unknown']],
      ['no of a value', { ...finalized, result: 'no', settlement_value_dollars: 1 }, ['unknown']],
      [
        'no with a floor',
        { ...finalized, result: 'no', settlement_bounds_type: 'floor', settlement_floor_dollars: 0.2 },
        ['won', [0.2, 0.8]],
      ],
      [
        'no with bounds of an unknown kind',
        { ...finalized, result: 'no', settlement_bounds_type: 'ceiling' },
        ['unknown'],
      ],
      [
        'scalar',
        { ...finalized, result: 'scalar', settlement_value_dollars: 0.37 },
        ['scalar', [0.37, 0.63]],
      ],
      ['scalar without a value', { ...finalized, result: 'scalar' }, ['scalar']],
      ['void', { ...finalized, result: 'void' }, ['void']],
      [
        'void with a value',
        { ...finalized, result: 'void', settlement_value_dollars: 0.5 },
        ['void', [0.5, 0.5]],
      ],
      ['a word of older documents', { ...finalized, result: 'all_yes' }, ['unknown']],
      [
        'finalized without a result, whatever the last price',
        { ...finalized, last_price_dollars: 0.99 },
        ['unknown'],
      ],
    ],
  )

  test('times are those of the venue, and neither is the expiration', () => {
    const row = { ...finalized, result: 'yes', latest_expiration_time: now } as unknown as Parameters<
      typeof readKalshi
    >[0]
    expect(createMarketSettlement(['K', 'K-NO'], readKalshi(row, now) ?? { kind: 'absent' })).toMatchObject(
      iso,
    )
  })
})

describe('Polymarket', () => {
  const ids = ['1', '2']
  const resolved = {
    closed: true,
    closedTime: closedAt,
    umaEndDate: at,
    umaResolutionStatus: 'resolved',
    volume: 5,
  }
  table((row: Parameters<typeof readPolymarket>[0]) => readPolymarket(row, ids), ids, [
    ['yes', { ...resolved, outcomePrices: [1, 0] }, ['won', [1, 0]]],
    ['no', { ...resolved, outcomePrices: [0, 1] }, ['won', [0, 1]]],
    ['of v2', { closed: true, resolutionStatus: 'resolved', outcomePrices: [0, 1] }, ['won', [0, 1]]],
    ['halves', { ...resolved, outcomePrices: [0.5, 0.5] }, ['scalar', [0.5, 0.5]]],
    ['halves that may be a placeholder', { ...resolved, volume: 0, outcomePrices: [0.5, 0.5] }, ['unknown']],
    ['prices are not payouts', { ...resolved, outcomePrices: [0.9995, 0.0005] }, ['unknown']],
    ['no outcome pays', { ...resolved, outcomePrices: [0, 0] }, ['unknown']],
    ['every outcome pays', { ...resolved, outcomePrices: [1, 1] }, ['unknown']],
    ['no prices', resolved, ['unknown']],
    ['requested', { ...resolved, umaResolutionStatus: 'requested' }, undecided('closed')],
    [
      'proposed',
      { ...resolved, umaResolutionStatus: 'proposed', outcomePrices: [1, 0] },
      undecided('proposed'),
    ],
    ['disputed', { ...resolved, umaResolutionStatus: 'disputed' }, undecided('disputed')],
    ['settled by the oracle', { ...resolved, umaResolutionStatus: 'settled' }, undecided('determined')],
    [
      'of v2, not yet',
      { closed: true, resolutionStatus: 'active', outcomePrices: [1, 0] },
      undecided('closed'),
    ],
    ['closed without a status', { closed: true, outcomePrices: [1, 0] }, ['unknown']],
    ['a new word', { ...resolved, umaResolutionStatus: 'annulled', outcomePrices: [1, 0] }, ['unknown']],
  ])
})

describe('Limitless', () => {
  const tokens = { yes: '1', no: '2' }
  const resolved = { status: 'RESOLVED', expired: true, prices: [0.4995, 0.5005] }
  table(
    (row: Parameters<typeof readLimitless>[0]) => readLimitless(row, tokens),
    ['1', '2'],
    [
      ['trades', { status: 'FUNDED', expired: false }, undefined],
      ['not funded yet', { status: 'DRAFT', expired: false }, undefined],
      ['expired, no winner yet', { status: 'FUNDED', expired: true }, undecided('closed')],
      ['closed', { status: 'CLOSED', expired: true }, undecided('closed')],
      ['yes', { ...resolved, winningOutcomeIndex: 0 }, ['won', [1, 0]]],
      ['no', { ...resolved, winningOutcomeIndex: 1 }, ['won', [0, 1]]],
      ['a tie', { ...resolved, payoutNumerators: [1, 1] }, ['scalar', [0.5, 0.5]]],
      ['no winner', resolved, ['unknown']],
      ['three shares', { ...resolved, payoutNumerators: [1, 0, 0] }, ['unknown']],
      ['no share', { ...resolved, payoutNumerators: [0, 0] }, ['unknown']],
    ],
  )
})

describe('Myriad', () => {
  const market = { networkId: 2741, tradingModel: 'amm', id: 7, outcomes: [{ id: 0 }, { id: 1 }, { id: 2 }] }
  const ids = ['2741:7:0', '2741:7:1', '2741:7:2']
  table((row: Parameters<typeof readMyriad>[0]) => readMyriad(row, { kind: 'all' }), ids, [
    ['trades', { ...market, state: 'open', resolvedOutcomeId: -1 }, undefined],
    ['closed', { ...market, state: 'closed', resolvedOutcomeId: 1 }, undecided('closed')],
    ['won', { ...market, state: 'resolved', resolvedOutcomeId: 1 }, ['won', [0, 1, 0]]],
    ['void beside its state', { ...market, state: 'resolved', voided: true, resolvedOutcomeId: 1 }, ['void']],
    ['void', { ...market, state: 'voided' }, ['void']],
    ['none', { ...market, state: 'resolved', resolvedOutcomeId: -1 }, ['unknown']],
    ['a stranger', { ...market, state: 'resolved', resolvedOutcomeId: 9 }, ['unknown']],
  ])

  test.each([
    [1, '2741:7:1'],
    [2, '2741:7:-2'],
  ])('candidate %s of a larger market', (index, winner) => {
    const row = { ...market, state: 'resolved', resolvedOutcomeId: 1 } as unknown as Parameters<
      typeof readMyriad
    >[0]
    expect(readMyriad(row, { kind: 'candidate', index })).toMatchObject({
      winners: [winner],
    })
  })
})

describe('Probable', () => {
  type Row = Parameters<typeof readProbable>[0] & { readonly winners?: readonly (boolean | undefined)[] }
  const read = ({ winners = [], ...row }: Row) =>
    readProbable(row as Row, [
      { tokenId: '1', label: 'Yes', winner: winners[0] },
      { tokenId: '2', label: 'No', winner: winners[1] },
    ])
  const resolved = { resolved: true, closed: true, closedTime: closedAt }
  table(
    read,
    ['1', '2'],
    [
      ['closed', { ...resolved, resolved: false }, undecided('closed')],
      ['disputed', { ...resolved, resolved: false, disputed: true }, undecided('disputed')],
      ['a winner', { ...resolved, winners: [true, false] }, ['won', [1, 0]]],
      ['a label', { ...resolved, resolution_label: 'No' }, ['won', [0, 1]]],
      ['both', { ...resolved, winners: [false, true], resolution_label: 'no' }, ['won', [0, 1]]],
      [
        'both, and they disagree',
        { ...resolved, winners: [true, false], resolution_label: 'No' },
        ['unknown'],
      ],
      ['two winners', { ...resolved, winners: [true, true] }, ['unknown']],
      ['another label', { ...resolved, resolution_label: '50-50' }, ['unknown']],
      ['nothing', resolved, ['unknown']],
    ],
  )
})

describe('Metaculus', () => {
  const over = {
    id: 9,
    status: 'resolved',
    type: 'binary',
    actual_close_time: closedAt,
    actual_resolve_time: at,
  }
  table(
    (row: Parameters<typeof readMetaculus>[0]) => readMetaculus(row, 'GET'),
    ['9-YES', '9-NO'],
    [
      ['trades', { ...over, status: 'open' }, undefined],
      ['closed', { ...over, status: 'closed' }, undecided('closed')],
      ['yes', { ...over, resolution: 'yes' }, ['won', [1, 0]]],
      ['no', { ...over, resolution: 'no' }, ['won', [0, 1]]],
      ['annulled', { ...over, resolution: 'annulled' }, ['void']],
      ['ambiguous', { ...over, resolution: 'ambiguous' }, ['void']],
      ['a number', { ...over, type: 'numeric', resolution: '42.5' }, ['scalar']],
      ['above the range', { ...over, type: 'numeric', resolution: 'above_upper_bound' }, ['scalar']],
      ['none', over, ['unknown']],
    ],
  )
  const choice = { ...over, type: 'multiple_choice', options: ['Red', 'Blue'] }
  table(
    (row: Parameters<typeof readMetaculus>[0]) => readMetaculus(row, 'GET'),
    ['9-0', '9-1'],
    [
      ['an option', { ...choice, resolution: 'Blue' }, ['won', [0, 1]]],
      ['an option that is gone', { ...choice, resolution: 'Green' }, ['unknown']],
    ],
  )
})

describe('Gemini', () => {
  const settled = { instrumentSymbol: 'GEMI-A-B', status: 'settled', resolvedAt: at }
  const holder = {} as Parameters<typeof readGemini>[1]
  table(
    (row: Parameters<typeof readGemini>[0]) => readGemini(row, holder),
    ['GEMI:GEMI-A-B:yes', 'GEMI:GEMI-A-B:no'],
    [
      ['trades', { ...settled, status: 'active' }, undefined],
      ['not open yet', { ...settled, status: 'approved' }, undefined],
      ['closed', { ...settled, status: 'closed' }, undecided('closed')],
      ['in review', { ...settled, status: 'under_review' }, undecided('closed')],
      ['yes', { ...settled, resolutionSide: 'yes' }, ['won', [1, 0]]],
      ['no', { ...settled, resolutionSide: 'no' }, ['won', [0, 1]]],
      ['a value of an unknown unit', { ...settled, settlementValue: '0.5' }, ['unknown']],
      ['invalid', { ...settled, status: 'invalid' }, ['void']],
    ],
  )
})

describe('Rain', () => {
  table(
    (row: Parameters<typeof readRain>[0]) => readRain(row),
    ['a', 'b'],
    [
      ['trades', { status: 'Closing_Soon' }, undefined],
      ['waits', { status: 'Waiting_for_Result' }, undecided('closed')],
      ['can be disputed', { status: 'Dispute_Window_Open' }, undecided('proposed')],
      ['disputed', { status: 'Under_Dispute' }, undecided('disputed')],
      ['appealed', { status: 'Under_Appeal' }, undecided('disputed')],
      ['a number of an unknown base', { status: 'Closed', winnerOption: { choiceIndex: 1 } }, ['unknown']],
      ['none', { status: 'Closed' }, ['unknown']],
    ],
  )
})

describe('Baozi', () => {
  const ids = ['a-YES', 'a-NO']
  const market = { closesAt: closedAt, freezeMs: 300_000 }
  table((row: Parameters<typeof readBaozi>[0]) => readBaozi(row, ids, now), ids, [
    ['takes bets', { status: 0, closesAt: now + 600_000, freezeMs: 300_000 }, undefined],
    ['stays active after its bets', { ...market, status: 0 }, undecided('closed')],
    ['closed', { ...market, status: 1 }, undecided('closed')],
    ['proposed', { ...market, status: 5, winner: 0 }, undecided('proposed')],
    ['disputed', { ...market, status: 6, winner: 0 }, undecided('disputed')],
    ['won', { ...market, status: 2, winner: 1 }, ['won', [0, 1]]],
    ['canceled', { ...market, status: 3, winner: 1 }, ['void']],
    ['no winner', { ...market, status: 2 }, ['unknown']],
    ['a place of no outcome', { ...market, status: 2, winner: 4 }, ['unknown']],
    ['a code of two meanings', { ...market, status: 4 }, undefined],
  ])
})

describe('Smarkets', () => {
  type Market = Parameters<typeof readSmarkets>[0]
  type Row = Market & { readonly states: readonly string[]; readonly isActive?: true }
  const read = ({ states, isActive, ...market }: Row) =>
    readSmarkets(
      market as Market,
      states.map((state, index) => ({
        id: `c${index}`,
        state_or_outcome: state,
        outcome_timestamp: at,
      })) as never,
      isActive === true ? 'active' : 'closed',
    )
  const settled = { state: 'settled', winner_count: 1 }
  table(
    read,
    ['c0', 'c1', 'c2'],
    [
      ['trades', { state: 'halted', states: ['halted', 'halted', 'halted'], isActive: true }, undefined],
      ['its event has ended', { state: 'open', states: ['open', 'open', 'open'] }, undecided('closed')],
      ['won', { ...settled, states: ['loser', 'winner', 'loser'] }, ['won', [0, 1, 0]]],
      [
        'two places',
        { ...settled, winner_count: 2, states: ['winner', 'winner', 'loser'] },
        ['won', [1, 1, 0]],
      ],
      ['too many winners', { ...settled, states: ['winner', 'winner', 'loser'] }, ['unknown']],
      ['no winner', { ...settled, states: ['loser', 'loser', 'loser'] }, ['unknown']],
      [
        'a runner that did not start',
        { ...settled, states: ['winner', 'voided', 'loser'] },
        ['won', [1, undefined, 0]],
      ],
      ['dead heat', { ...settled, states: ['deadheat', 'deadheat', 'loser'] }, ['scalar']],
      ['a contract lags', { ...settled, states: ['winner', 'open', 'loser'] }, ['unknown']],
      ['voided', { state: 'voided', states: ['voided', 'voided', 'voided'] }, ['void']],
      ['every contract is', { ...settled, states: ['voided', 'voided', 'voided'] }, ['void']],
      [
        'withdrawn',
        { state: 'unavailable', states: ['unavailable', 'unavailable', 'unavailable'] },
        ['unknown'],
      ],
    ],
  )
})

describe('SuiBets', () => {
  const ids = ['suibets:4:creator', 'suibets:4:taker']
  table((row: Parameters<typeof readSuibets>[0]) => readSuibets(row, 'closed'), ids, [
    ['kick-off', { id: 4, status: 'partial' }, undecided('closed')],
    ['taken', { id: 4, status: 'filled' }, undecided('closed')],
    ['push', { id: 4, status: 'settled', winner: 'push' }, ['void']],
    ['void', { id: 4, status: 'settled', winner: 'void' }, ['void']],
    ['paid back', { id: 4, status: 'refund_pending' }, ['void']],
    ['nobody took it', { id: 4, status: 'expired' }, ['void']],
    ['no winner', { id: 4, status: 'settled' }, ['unknown']],
  ])

  test.each(['creator', 'taker'] as const)('%s won', (winner) => {
    const row = { id: 4, status: 'settled', winner, settledAt: at } as Parameters<typeof readSuibets>[0]
    expect(readSuibets(row, 'closed')).toMatchObject({
      kind: 'won',
      winners: [expect.stringContaining(winner)],
      at,
    })
    expect(readSuibets(row, 'active')).toBeUndefined()
  })
})

describe('Hunch', () => {
  type Row = Parameters<typeof readHunch>[0] & {
    readonly won?: string
    readonly result?: Parameters<typeof readHunch>[2]
  }
  const read = ({ won, result, ...row }: Row) => {
    const draft = readHunch(row, won, result, now)
    return draft?.kind === 'won'
      ? { ...draft, winners: draft.winners.map((id) => id.split(/[:/-]/).at(-1) ?? '') }
      : draft
  }
  table(
    read,
    ['yes', 'no'],
    [
      ['takes bets', { id: 'm', status: 'open', deadlineAt: now + 1 }, undefined],
      ['its deadline has passed', { id: 'm', status: 'open', deadlineAt: now }, undecided('closed')],
      ['closed', { id: 'm', status: 'closed' }, undecided('closed')],
      ['in a list', { id: 'm', status: 'resolved' }, ['unknown']],
      ['won', { id: 'm', status: 'resolved', won: 'no', result: { resolvedAt: at } }, ['won', [0, 1]]],
      ['voided', { id: 'm', status: 'voided' }, ['void']],
    ],
  )
})

describe('Polymarket US', () => {
  const sides = (long: number | undefined, short: number | undefined) => ({
    marketSides: [
      { long: true, price: long },
      { long: false, price: short },
    ],
  })
  const resolved = { slug: 's', status: 'MARKET_STATUS_RESOLVED', closed: true }
  table(
    (row: Parameters<typeof readPolymarketUs>[0]) => readPolymarketUs(row),
    ['s:long', 's:short'],
    [
      ['trades', { slug: 's', status: 'MARKET_STATUS_OPEN', closed: false, ...sides(1, 0) }, undefined],
      ['resolving', { ...resolved, status: 'MARKET_STATUS_RESOLVING', ...sides(1, 0) }, undecided('closed')],
      ['long', { ...resolved, ...sides(1, 0) }, ['won', [1, 0]]],
      ['short', { ...resolved, ...sides(0, 1) }, ['won', [0, 1]]],
      ['halves', { ...resolved, ...sides(0.5, 0.5) }, ['scalar', [0.5, 0.5]]],
      ['a fair price', { ...resolved, ...sides(0.42, 0.58) }, ['scalar', [0.42, 0.58]]],
      ['sides that do not add up', { ...resolved, ...sides(0.9, 0.9) }, ['unknown']],
      ['no payouts', { ...resolved, ...sides(undefined, undefined) }, ['unknown']],
    ],
  )
})
