import { toIso } from '../../../api/times/instant.js'
import { hashText } from '../../../effects/random.js'
import { type Reply, toJsonReply } from '../../http/reply.js'
import type { MockCall } from '../../mock-kit/mock-venue.js'
import { demoWallets, type Holding, holdingsOf } from '../../world/wallets.js'
import { keyOf, type Market, onlyOf } from './kinds.js'
import { marketOf, statusOf } from './market.js'
import { poolOf } from './pool.js'
import { metaAt, SITE, toDollars, walletIn } from './replies.js'

/** `GET /positions`, newest first: an address without bets has an empty list. */
export function answerPositions(call: MockCall): Reply {
  const wallet = walletIn(call.query.text('wallet'))
  const rows = holdingsOf(call.world, wallet, call.now).flatMap((held) => {
    const market = marketOf(call, held.market)
    return market === undefined ? [] : (rowOf(call, market, held) ?? [])
  })
  rows.sort((a, b) => (a.filledAt < b.filledAt ? 1 : -1))
  const open = rows.filter(({ status }) => status === 'open')
  const sum = (member: 'stakedUsd' | 'pnlUsd'): number =>
    toDollars(rows.reduce((all, row) => all + row[member], 0))
  const summary = {
    openCount: open.length,
    resolvedCount: rows.length - open.length,
    totalStakedUsd: sum('stakedUsd'),
    totalPnlUsd: sum('pnlUsd'),
  }
  return toJsonReply({ meta: metaAt(call), wallet, count: rows.length, summary, positions: rows })
}

function rowOf(call: MockCall, market: Market, held: Holding) {
  const isTwoSided = onlyOf(market) !== undefined
  // A bet against one of several outcomes is not possible.
  if (!isTwoSided && held.side === 'no') return undefined
  const side = isTwoSided ? held.side : keyOf(held.market)
  const currentCents = poolOf(call, market).odds[isTwoSided ? `${side}PriceCents` : side] ?? 50
  const state = statusOf(call, market)
  const isWon = (held.market.payout === 1) === (held.side === 'yes')
  const isOver = state === 'resolved' || state === 'voided'
  const worth = isOver ? Number(isWon) : currentCents / 100
  const stakedUsd = toDollars(held.size * held.entryPrice)
  return {
    marketId: market.id,
    slug: market.slug,
    question: market.event.title,
    side,
    outcomeLabel: isTwoSided ? side.toUpperCase() : (held.market.label ?? side),
    shares: held.size,
    stakedUsd,
    avgEntryCents: Math.round(held.entryPrice * 100),
    currentCents,
    pnlUsd: toDollars(held.size * worth - stakedUsd),
    maxPayoutUsd: held.size,
    status: isOver ? (isWon ? 'resolved-won' : 'resolved-lost') : 'open',
    appUrl: `${SITE}/markets/${market.slug}`,
    proofUrl: null,
    filledAt: toIso(held.acquiredAt),
  }
}

/** `GET /wallet/:wallet/readiness`: wallets of the simulation have paper money, others none. */
export function answerReadiness(call: MockCall): Reply {
  const wallet = walletIn(call.params['wallet'])
  const isDemo = demoWallets.some(({ address }) => address === wallet)
  const usdcBalanceUsd = isDemo ? 100 + (hashText(wallet) % 90_000) / 100 : 0
  const limits = { minBetUsd: 1, simpleTierMaxUsd: 10, gasNeeded: false }
  return toJsonReply({
    meta: metaAt(call),
    readiness: { wallet, usdcBalanceUsd, canBetMin: usdcBalanceUsd >= 1, ...limits },
  })
}
