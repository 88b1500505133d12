import type { MockCall } from '../../mock-kit/mock-venue.js'
import { spotRates } from './paper.js'
import { otherMids } from './prices.js'

/**
 * Data that clients read before outcomes: the perpetual market, and the state of an account. The simulation has one
 * perpetual without trades, so all of its figures are constant.
 */
const MAX_LEVERAGE = 40
const MARGIN_TABLE = 56

/** `meta`: the perpetuals of the exchange. */
export const perpetuals = {
  universe: [{ szDecimals: 5, name: 'BTC', maxLeverage: MAX_LEVERAGE, marginTableId: MARGIN_TABLE }],
  marginTables: [
    [
      MARGIN_TABLE,
      {
        description: 'tiered 40x',
        marginTiers: [
          { lowerBound: '0.0', maxLeverage: MAX_LEVERAGE },
          { lowerBound: '150000000.0', maxLeverage: MAX_LEVERAGE / 2 },
        ],
      },
    ],
  ],
  collateralToken: 0,
}

const price = otherMids.BTC

/** `metaAndAssetCtxs`: the perpetuals with a row of figures for each, in the same order. */
export const perpetualsWithFigures = [
  perpetuals,
  [
    {
      funding: '0.0000125',
      openInterest: '0.0',
      prevDayPx: price,
      dayNtlVlm: '0.0',
      premium: '0.0',
      oraclePx: price,
      markPx: price,
      midPx: price,
      impactPxs: [price, price],
      dayBaseVlm: '0.0',
    },
  ],
]

/** `clearinghouseState`: an account without perpetual positions. */
export function answerClearinghouseState({ now }: MockCall): unknown {
  const summary = { accountValue: '0.0', totalNtlPos: '0.0', totalRawUsd: '0.0', totalMarginUsed: '0.0' }
  return {
    marginSummary: summary,
    crossMarginSummary: summary,
    crossMaintenanceMarginUsed: '0.0',
    withdrawable: '0.0',
    assetPositions: [],
    time: now,
  }
}

const rates = { cross: '0.00045', add: '0.00015', spotCross: spotRates.taker, spotAdd: spotRates.maker }
const noDiscount = { bpsOfMaxSupply: '0.0', discount: '0.0' }

/** `userFees`: the rates of an account of the lowest tier. */
export const userFees = {
  dailyUserVlm: [],
  feeSchedule: {
    ...rates,
    tiers: {
      vip: [
        { ntlCutoff: '5000000.0', cross: '0.0004', add: '0.00012', spotCross: '0.0006', spotAdd: '0.0003' },
      ],
      mm: [{ makerFractionCutoff: '0.005', add: '-0.00001' }],
    },
    referralDiscount: '0.04',
    stakingDiscountTiers: [noDiscount, { bpsOfMaxSupply: '0.0001', discount: '0.05' }],
  },
  userCrossRate: rates.cross,
  userAddRate: rates.add,
  userSpotCrossRate: rates.spotCross,
  userSpotAddRate: rates.spotAdd,
  activeReferralDiscount: '0.0',
  trial: null,
  feeTrialEscrow: '0.0',
  nextTrialAvailableTimestamp: null,
  stakingLink: null,
  activeStakingDiscount: noDiscount,
}

/** `userRateLimit`: an account without earlier requests. */
export const userRateLimit = { cumVlm: '0.0', nRequestsUsed: 0, nRequestsCap: 10_000, nRequestsSurplus: 0 }
