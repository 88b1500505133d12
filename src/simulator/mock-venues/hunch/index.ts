import { toIso } from '../../../api/times/instant.js'
import { MINUTE_MS } from '../../../api/times/span.js'
import { type Reply, toJsonReply } from '../../http/reply.js'
import { type MockCall, type MockHost, type MockVenue, route } from '../../mock-kit/mock-venue.js'
import { demoWallets } from '../../world/wallets.js'
import { answerDiscover, answerSentiment } from './discover.js'
import { getMarket, listMarkets } from './list.js'
import { answerQuote } from './quote.js'
import { AGENT_API, createRefusal, metaAt, toRefusalReply } from './replies.js'
import { answerResearch } from './research.js'
import { answerResult } from './result.js'
import { answerTrade } from './trade.js'
import { answerPositions, answerReadiness } from './wallet.js'

/** Ticks and payouts of the simulation are never late. */
function health(call: MockCall): Reply {
  const lastTickAt = toIso(Math.floor(call.now / MINUTE_MS) * MINUTE_MS)
  return toJsonReply({
    meta: metaAt(call),
    health: { ok: true, payoutQueueDepth: 0, lastSnapshotTickAt: lastTickAt, lastCanaryAt: lastTickAt },
  })
}

/** Bets are not settled here, so none has a proof. */
function proof({ params }: MockCall): Reply {
  throw createRefusal('proof_not_found', `There is no settled bet '${params['id'] ?? ''}'.`)
}

/** Other documented calls, whose members no document here specifies (README.md). */
const notPlayed = [
  `POST ${AGENT_API}/discover`,
  `GET ${AGENT_API}/events`,
  `GET ${AGENT_API}/getting-started`,
  `GET ${AGENT_API}/resolved`,
  `GET ${AGENT_API}/stats`,
  `GET ${AGENT_API}/weather`,
]

const tooMany = (what: string) => () => toRefusalReply('rate_limited', `Too many ${what}.`)

/** The agent API. The venue limits trades by wallet, the mock venue by host. */
const agent: MockHost = {
  prefix: AGENT_API,
  routes: [
    route('GET', `${AGENT_API}/markets`, listMarkets),
    route('GET', `${AGENT_API}/markets/:id`, getMarket),
    route('GET', `${AGENT_API}/markets/:id/research`, answerResearch),
    route('GET', `${AGENT_API}/discover`, answerDiscover),
    route('GET', `${AGENT_API}/quote`, answerQuote),
    route('POST', `${AGENT_API}/trade`, answerTrade),
    route('GET', `${AGENT_API}/positions`, answerPositions),
    route('GET', `${AGENT_API}/wallet/:wallet/readiness`, answerReadiness),
    route('GET', `${AGENT_API}/result`, answerResult),
    route('GET', `${AGENT_API}/sentiment`, answerSentiment),
    route('GET', `${AGENT_API}/proof/:id`, proof),
    route('GET', `${AGENT_API}/health`, health),
  ],
  notImplemented: notPlayed,
  windows: [
    { calls: 30, windowMs: MINUTE_MS, paths: ['/quote'], refusal: tooMany('quotes') },
    { calls: 10, windowMs: MINUTE_MS, paths: ['/trade'], refusal: tooMany('trades') },
  ],
  notFound: () => toRefusalReply('not_found', 'There is no such endpoint.'),
}

/** Returns the credentials: a wallet address, the first one with bets. */
const paperCredentials = () => ({ walletAddress: demoWallets[0].address })

/** Mock venue of Hunch, with its agent API (README.md). */
export const hunchMock: MockVenue = { venue: 'hunch', hosts: { agent }, paperCredentials }
