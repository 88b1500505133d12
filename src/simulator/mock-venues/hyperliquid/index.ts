import { createNotImplemented, toJsonReply, toTextReply } from '../../http/reply.js'
import { type MockCall, type MockHost, type MockVenue, route } from '../../mock-kit/mock-venue.js'
import { inWholeLots } from '../../world/lots.js'
import { answerSpotClearinghouseState } from './account.js'
import { type Body, readBody } from './body.js'
import { answerL2Book } from './book.js'
import { approvedBy } from './builders.js'
import { answerCandleSnapshot } from './candles.js'
import { exchange, prepare } from './exchange.js'
import { answerOutcomeMeta, answerSettledOutcome } from './meta.js'
import {
  answerFrontendOpenOrders,
  answerHistoricalOrders,
  answerUserFills,
  answerUserFillsByTime,
  openOrders,
  orderStatus,
} from './orders.js'
import { accountOf, getPaperCredentials } from './paper.js'
import {
  answerClearinghouseState,
  perpetuals,
  perpetualsWithFigures,
  userFees,
  userRateLimit,
} from './perps.js'
import { answerAllMids, answerSpotMeta, answerSpotMetaAndAssetCtxs } from './prices.js'
import { createUnreadable, refuseTooMany } from './replies.js'
import { standing } from './standing.js'
import { socket, streamHost } from './stream.js'
import { templates } from './templates.js'
import { answerRecentTrades } from './trade-tape.js'

type Answer = (call: MockCall, body: Body) => unknown

/** Returns a response that only requires a valid account address. */
function ofAccount(answer: (call: MockCall) => unknown): Answer {
  return (call, body) => {
    body.user()
    return answer(call)
  }
}

/** Returns the role of an account. Agent wallets are not implemented: each address acts for itself. */
function userRole(call: MockCall, body: Body): unknown {
  accountOf(call, body.user())
  return { role: 'user' }
}

/** Handlers of `POST /info`, by the `type` of the query (README.md). */
const answers = new Map<string, Answer>([
  ['outcomeMeta', answerOutcomeMeta],
  ['settledOutcome', answerSettledOutcome],
  ['outcomeTemplates', () => templates],
  ['allMids', answerAllMids],
  ['spotMeta', answerSpotMeta],
  ['spotMetaAndAssetCtxs', answerSpotMetaAndAssetCtxs],
  ['meta', () => perpetuals],
  ['metaAndAssetCtxs', () => perpetualsWithFigures],
  // The exchange's market, which has no name; there is no deployed one.
  ['perpDexs', () => [null]],
  ['exchangeStatus', ({ now }) => ({ time: now, specialStatuses: null })],
  ['l2Book', answerL2Book],
  ['recentTrades', answerRecentTrades],
  ['candleSnapshot', answerCandleSnapshot],
  ['spotClearinghouseState', answerSpotClearinghouseState],
  ['clearinghouseState', ofAccount(answerClearinghouseState)],
  ['userFees', ofAccount(() => userFees)],
  ['userRateLimit', ofAccount(() => userRateLimit)],
  ['userRole', userRole],
  ['approvedBuilders', (call, body) => Object.keys(approvedBy(call, accountOf(call, body.user())))],
  [
    'maxBuilderFee',
    (call, body) => approvedBy(call, accountOf(call, body.user()))[body.address('builder')] ?? 0,
  ],
  ['openOrders', openOrders],
  ['frontendOpenOrders', answerFrontendOpenOrders],
  ['historicalOrders', answerHistoricalOrders],
  ['userFills', answerUserFills],
  ['userFillsByTime', answerUserFillsByTime],
  ['orderStatus', orderStatus],
  ...Object.entries(standing).map(([type, answer]): [string, Answer] => [type, ofAccount(() => answer)]),
])

/** Queries that the mock venue does not implement: the other parts of the exchange, without outcomes. */
const otherTypes = new Set(
  (
    'activeAssetData alignedQuoteTokenInfo allBorrowLendReserveStates allPerpMetas borrowLendReserveState ' +
    'borrowLendUserState fundingHistory gossipPriorityAuctionStatus gossipRootIps isVip leadingVaults legalCheck liquidatable ' +
    'marginTable maxMarketOrderNtls outcomeDeployerLimits perpAnnotation perpCategories perpConciseAnnotations ' +
    'perpDeployAuctionStatus perpDexLimits perpDexStatus perpsAtOpenInterestCap portfolio preTransferCheck ' +
    'predictedFundings recentBlocks spotDeployState spotPairDeployAuctionStatus subAccounts2 tokenDetails userBorrowLendInterest ' +
    'userNonFundingLedgerUpdates usdClassTransfers validatorL1Votes validatorSummaries vaultDetails vaultSummaries ' +
    'userVaultSummary webData2 webData3 blockDetails txDetails userDetails'
  ).split(' '),
)

const host: MockHost = {
  prefix: '',
  routes: [
    route('POST', '/info', (asked) => {
      const call = { ...asked, world: inWholeLots(asked.world) }
      const body = readBody(call.request.body)
      const type = body.text('type')
      const answer = answers.get(type)
      if (answer === undefined)
        throw otherTypes.has(type) ? createNotImplemented(`"type":"${type}"`) : createUnreadable()
      return toJsonReply(answer(call, body))
    }),
    route('POST', '/exchange', exchange),
  ],
  prepare,
  // The venue has one host for both; clients derive one address from the other.
  socket,
  notFound: () => toTextReply('', 404),
  wrongMethod: () => toTextReply('', 405),
  // 1200 a minute by weight, which is between 60 calls of the highest and 600 of the lowest weight.
  limit: { capacity: 200, perSecond: 10, refusal: refuseTooMany },
}

/** Mock venue of Hyperliquid: outcome markets on its order book. All reads have one path, all actions another. */
export const hyperliquidMock: MockVenue = {
  venue: 'hyperliquid',
  paperCredentials: getPaperCredentials,
  hosts: { api: host, stream: streamHost },
}
