import { toIso } from '../../../api/times/instant.js'
import { type Reply, toJsonReply } from '../../http/reply.js'
import type { MockCall } from '../../mock-kit/mock-venue.js'
import { keyOf, type Market, onlyOf } from './kinds.js'
import { marketIn } from './list.js'
import { statusOf } from './market.js'
import { FEE, poolOf } from './pool.js'
import { createRefusal, metaAt, SITE, toDollars } from './replies.js'

/** `GET /result`: undecided markets are pending, as are voided ones (inferred). */
export function answerResult(call: MockCall): Reply {
  const name = call.query.text('marketId')
  if (name === undefined) throw createRefusal('invalid_request', 'marketId is required.')
  const market = marketIn(call, name)
  const { stats } = poolOf(call, market)
  const won = statusOf(call, market) === 'resolved' ? winnerOf(market) : undefined
  // A share pays one dollar of the pool that remains after the fee.
  const paid = toDollars(stats.totalPoolUsd * (1 - FEE))
  return toJsonReply({
    meta: metaAt(call),
    result: {
      marketId: market.id,
      status: won === undefined ? 'pending' : 'resolved',
      resolvedOutcome: won?.key ?? null,
      resolvedOutcomeLabel: won?.label ?? null,
      resolvedAt: won === undefined ? null : toIso(market.event.resolvesAt),
      source: 'dexscreener',
      sourceUrl: null,
      observedMarketCapUsd: null,
      payoutPerShareUsd: won === undefined || paid === 0 ? null : 1,
      poolUsd: stats.totalPoolUsd,
      winningShares: won === undefined ? 0 : paid,
      proofUrl: won === undefined ? null : `${SITE}/markets/${market.slug}`,
    },
  })
}

/** Returns the key and the label of the winner; for rounds UP or DOWN. */
function winnerOf(market: Market): { readonly key: string; readonly label: string } | undefined {
  const only = onlyOf(market)
  if (only === undefined) {
    const winner = market.markets.find(({ payout }) => payout === 1)
    return winner && { key: keyOf(winner), label: winner.label ?? winner.code }
  }
  const isYes = only.payout === 1
  const labels = market.event.shape === 'up-down' ? ['UP', 'DOWN'] : ['YES', 'NO']
  return { key: isYes ? 'yes' : 'no', label: (isYes ? labels[0] : labels[1]) ?? '' }
}
