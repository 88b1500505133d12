import { json, notImplemented, textReply } from '../../http/reply.js'
import { type MockCall, type MockHost, type MockVenue, route } from '../../mock-kit/mock-venue.js'
import { inWholeLots } from '../../world/lots.js'
import { spotClearinghouseState } from './account.js'
import { type Body, readBody } from './body.js'
import { l2Book } from './book.js'
import { approvedBy } from './builders.js'
import { candleSnapshot } from './candles.js'
import { exchange, prepare } from './exchange.js'
import { outcomeMeta, settledOutcome } from './meta.js'
import {
  frontendOpenOrders,
  historicalOrders,
  openOrders,
  orderStatus,
  userFills,
  userFillsByTime,
} from './orders.js'
import { accountOf, paperCredentials } from './paper.js'
import { clearinghouseState, perpetuals, perpetualsWithFigures, userFees, userRateLimit } from './perps.js'
import { allMids, spotMeta, spotMetaAndAssetCtxs } from './prices.js'
import { tooMany, unreadable } from './replies.js'
import { standing } from './standing.js'
import { socket, streamHost } from './stream.js'
import { templates } from './templates.js'
import { recentTrades } from './trade-tape.js'

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
  ['outcomeMeta', outcomeMeta],
  ['settledOutcome', settledOutcome],
  ['outcomeTemplates', () => templates],
  ['allMids', allMids],
  ['spotMeta', spotMeta],
  ['spotMetaAndAssetCtxs', spotMetaAndAssetCtxs],
  ['meta', () => perpetuals],
  ['metaAndAssetCtxs', () => perpetualsWithFigures],
  // The exchange's market, which has no name; there is no deployed one.
  ['perpDexs', () => [null]],
  ['exchangeStatus', ({ now }) => ({ time: now, specialStatuses: null })],
  ['l2Book', l2Book],
  ['recentTrades', recentTrades],
  ['candleSnapshot', candleSnapshot],
  ['spotClearinghouseState', spotClearinghouseState],
  ['clearinghouseState', ofAccount(clearinghouseState)],
  ['userFees', ofAccount(() => userFees)],
  ['userRateLimit', ofAccount(() => userRateLimit)],
  ['userRole', userRole],
  ['approvedBuilders', (call, body) => Object.keys(approvedBy(call, accountOf(call, body.user())))],
  [
    'maxBuilderFee',
    (call, body) => approvedBy(call, accountOf(call, body.user()))[body.address('builder')] ?? 0,
  ],
  ['openOrders', openOrders],
  ['frontendOpenOrders', frontendOpenOrders],
  ['historicalOrders', historicalOrders],
  ['userFills', userFills],
  ['userFillsByTime', userFillsByTime],
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
      if (answer === undefined) throw otherTypes.has(type) ? notImplemented(`"type":"${type}"`) : unreadable()
      return json(answer(call, body))
    }),
    route('POST', '/exchange', exchange),
  ],
  prepare,
  // The venue has one host for both; clients derive one address from the other.
  socket,
  notFound: () => textReply('', 404),
  wrongMethod: () => textReply('', 405),
  // 1200 a minute by weight, which is between 60 calls of the highest and 600 of the lowest weight.
  limit: { capacity: 200, perSecond: 10, refusal: tooMany },
}

/** Mock venue of Hyperliquid: outcome markets on its order book. All reads have one path, all actions another. */
export const hyperliquidMock: MockVenue = {
  venue: 'hyperliquid',
  paperCredentials,
  hosts: { api: host, stream: streamHost },
}
