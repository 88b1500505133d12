import { toIso } from '../../../api/times/instant.js'
import { type Reply, toJsonReply } from '../../http/reply.js'
import { type MockCall, type Route, route } from '../../mock-kit/mock-venue.js'
import { offers } from '../../mock-kit/venue-view.js'
import { stateAt, type WorldMarket } from '../../world/common/types.js'
import { complementPriceOf, type Holding, holdingsOf } from '../../world/wallets.js'
import { conditionIdOf, isGroup, slugFor, titleFor, tokenIds } from './ids.js'
import { collateralToken } from './native-market.js'
import { lastPriceOf, toBaseUnits } from './quote.js'
import { createInvalid } from './replies.js'

/** Routes of the holdings of a public account (README.md). */
export const portfolioRoutes: readonly Route[] = [route('GET', '/portfolio/:account/positions', positions)]

/** The position of a side without holdings. */
export const noPosition = {
  cost: '0',
  fillPrice: '0',
  marketValue: '0',
  realisedPnl: '0',
  unrealizedPnl: '0',
} as const

function positions(call: MockCall): Reply {
  const account = call.params['account'] ?? ''
  if (!/^0x[0-9a-f]{40}$/i.test(account)) throw createInvalid('account must be an Ethereum address')
  const held = holdingsOf(call.world, account, call.now).filter(({ market }) =>
    offers(call.world.eventOf(market).series, 'limitless'),
  )
  return toJsonReply({ ...portfolioFrame, clob: held.map((holding) => entry(call, holding)) })
}

/** Members of a portfolio besides the positions of the order book. */
export const portfolioFrame = {
  rewards: {
    todaysRewards: '0',
    totalUnpaidRewards: '0',
    totalUserRewardsLastEpoch: '0',
    rewardsChartData: [],
    rewardsByEpoch: [],
  },
  points: '0.00000000',
  accumulativePoints: '0.00000000',
  amm: [],
  group: [],
} as const

/** Renders a holding. Values use the last trade, even if the result is known. */
function entry(call: MockCall, { market, side, size, entryPrice, realized }: Holding) {
  const yesPrice = lastPriceOf(call, market)
  const price = side === 'yes' ? yesPrice : complementPriceOf(yesPrice)
  const [cost, value] = [toBaseUnits(size * entryPrice), toBaseUnits(size * price)]
  const position = {
    cost: String(cost),
    fillPrice: String(toBaseUnits(entryPrice)),
    marketValue: String(value),
    realisedPnl: String(toBaseUnits(realized)),
    unrealizedPnl: String(value - cost),
  }
  return {
    ...toMarketFrame(call, market),
    orders: { liveOrders: [], totalCollateralLocked: '0' },
    positions: side === 'yes' ? { no: noPosition, yes: position } : { no: position, yes: noPosition },
    tokensBalance: {
      no: side === 'no' ? String(toBaseUnits(size)) : '0',
      yes: side === 'yes' ? String(toBaseUnits(size)) : '0',
    },
  }
}

/** Returns the members of a market in a portfolio. */
export function toMarketFrame(call: MockCall, market: WorldMarket) {
  const { world, now } = call
  const event = world.eventOf(market)
  const yesPrice = lastPriceOf(call, market)
  const [yesPositionId, noPositionId] = tokenIds(world.seed, market)
  const isResolved = stateAt(market, now) === 'resolved'
  const deadline = toIso(event.endsAt)
  return {
    market: {
      slug: slugFor({ event, market }),
      status: isResolved ? 'RESOLVED' : 'FUNDED',
      title: titleFor({ event, market }),
      conditionId: conditionIdOf(world.seed, market),
      id: market.number,
      address: null,
      collateralToken,
      closed: isResolved,
      expirationDate: deadline,
      deadline,
      negRiskRequestId: null,
      winningOutcomeIndex: isResolved && market.payout !== 0.5 ? 1 - market.payout : null,
      yesPositionId,
      noPositionId,
      group: isGroup(event) ? { title: event.title, slug: event.slug } : {},
    },
    latestTrade: {
      outcomeTokenPrice: yesPrice,
      latestNoPrice: complementPriceOf(yesPrice),
      latestYesPrice: yesPrice,
    },
    rewards: { isEarning: false, epochs: [] },
  }
}
