import { type Face, type FaceCall, type FaceHost, route } from '../../face.js'
import { json, notPlayed, text } from '../../reply.js'
import { spotClearinghouseState } from './account.js'
import { type Body, readBody } from './body.js'
import { l2Book } from './book.js'
import { candleSnapshot } from './candles.js'
import { outcomeMeta, settledOutcome } from './meta.js'
import { clearinghouseState, perpMeta, perpMetaAndCtxs, userFees, userRateLimit } from './perps.js'
import { allMids, spotMeta, spotMetaAndAssetCtxs } from './prices.js'
import { tooMany, unreadable } from './replies.js'
import { recentTrades } from './tape.js'
import { templates } from './templates.js'

type Answer = (call: FaceCall, body: Body) => unknown

/** A list of an account that has none of it; the account must be one. */
const noneOf: Answer = (_call, body) => {
  body.user()
  return []
}

/** What `POST /info` answers, by the `type` of the question (venues/hyperliquid/README.md). */
const answers: ReadonlyMap<string, Answer> = new Map<string, Answer>([
  ['outcomeMeta', outcomeMeta],
  ['settledOutcome', settledOutcome],
  ['outcomeTemplates', () => templates],
  ['allMids', allMids],
  ['spotMeta', spotMeta],
  ['spotMetaAndAssetCtxs', spotMetaAndAssetCtxs],
  ['meta', perpMeta],
  ['metaAndAssetCtxs', perpMetaAndCtxs],
  ['allPerpMetas', () => [perpMeta()]],
  // The exchange's own market, which has no name; nobody else runs one here.
  ['perpDexs', () => [null]],
  ['exchangeStatus', ({ now }) => ({ time: now, specialStatuses: null })],
  ['l2Book', l2Book],
  ['recentTrades', recentTrades],
  ['candleSnapshot', candleSnapshot],
  ['spotClearinghouseState', spotClearinghouseState],
  ['clearinghouseState', clearinghouseState],
  ['userFees', userFees],
  ['userRateLimit', userRateLimit],
  [
    'userRole',
    (_call, body) => {
      body.user()
      return { role: 'user' }
    },
  ],
  ['openOrders', noneOf],
  ['frontendOpenOrders', noneOf],
  ['historicalOrders', noneOf],
  ['userFills', noneOf],
  ['userFillsByTime', noneOf],
  [
    'orderStatus',
    (_call, body) => {
      body.user()
      return { status: 'unknownOid' }
    },
  ],
])

/** Questions the venue answers and this one does not: the rest of the exchange, which has no outcomes in it. */
const otherTypes = new Set(
  (
    'activeAssetData allBorrowLendReserveStates borrowLendReserveState delegations delegatorHistory ' +
    'delegatorRewards delegatorSummary extraAgents fundingHistory isVip legalCheck liquidatable marginTable ' +
    'maxBuilderFee perpDeployAuctionStatus perpDexLimits perpDexStatus perpsAtOpenInterestCap portfolio ' +
    'predictedFundings referral spotDeployState subAccounts tokenDetails twapHistory userFunding ' +
    'userNonFundingLedgerUpdates userToMultiSigSigners userTwapSliceFills userVaultEquities vaultDetails ' +
    'vaultSummaries webData2'
  ).split(' '),
)

const host: FaceHost = {
  prefix: '',
  routes: [
    route('POST', '/info', (call) => {
      const body = readBody(call.request.body)
      const type = body.text('type')
      const answer = answers.get(type)
      if (answer === undefined) throw otherTypes.has(type) ? notPlayed(`"type":"${type}"`) : unreadable()
      return json(answer(call, body))
    }),
    route('POST', '/exchange', ({ request }) => {
      readBody(request.body).member('action')
      // Nobody's signature leads to an account of the demo venue.
      const response = 'User or API Wallet 0x0000000000000000000000000000000000000000 does not exist.'
      return json({ status: 'err', response })
    }),
  ],
  notFound: () => text('', 404),
  wrongMethod: () => text('', 405),
  // 1200 a minute by weight; counted in calls it lies between 60 of the dearest and 600 of the cheapest.
  limit: { capacity: 200, perSecond: 10, refusal: tooMany },
}

/** Hyperliquid: outcome markets on its order book, all reads behind one path. */
export const hyperliquidFace: Face = { venue: 'hyperliquid', hosts: { api: host } }
