import { toIso } from '../../../api/instant.js'
import { hashText } from '../../../effects/random.js'
import type { FaceCall } from '../../face.js'
import { json, Refusal, type Reply } from '../../reply.js'
import { demoWallets, type Holding, holdingsOf } from '../../world/wallets.js'
import { keyOf, type Market, marketOf, statusOf } from './market.js'
import { poolOf } from './pool.js'

const ADDRESS = /^0x[0-9a-f]{40}$/i
const dollars = (amount: number): number => Math.round(amount * 100) / 100

/** `GET /positions`: an address without bets, like one whose bets cannot be read, has an empty list. */
export function positions(call: FaceCall, meta: object): Reply {
  const wallet = call.query.text('wallet') ?? ''
  if (!ADDRESS.test(wallet)) throw new Refusal(json({ error: 'wallet_required' }, 422))
  const rows = holdingsOf(call.world, wallet, call.now).flatMap((held) => {
    const market = marketOf(call, held.market)
    return market === undefined ? [] : (rowOf(call, market, held) ?? [])
  })
  const open = rows.filter(({ status }) => status === 'open')
  const sum = (member: 'stakedUsd' | 'pnlUsd'): number =>
    dollars(rows.reduce((all, row) => all + row[member], 0))
  const summary = {
    openCount: open.length,
    resolvedCount: rows.length - open.length,
    totalStakedUsd: sum('stakedUsd'),
    totalPnlUsd: sum('pnlUsd'),
  }
  return json({ meta, wallet: wallet.toLowerCase(), count: rows.length, summary, positions: rows })
}

function rowOf(call: FaceCall, market: Market, held: Holding) {
  const isTwoSided = market.markets.length === 1
  // One cannot bet against an outcome of several.
  if (!isTwoSided && held.side === 'no') return undefined
  const side = isTwoSided ? held.side : keyOf(held.market)
  const currentCents = poolOf(call, market).odds[isTwoSided ? `${side}PriceCents` : side] ?? 50
  const state = statusOf(call, market)
  const isWon = (held.market.payout === 1) === (held.side === 'yes')
  const isOver = state === 'resolved' || state === 'voided'
  const worth = isOver ? Number(isWon) : currentCents / 100
  const stakedUsd = dollars(held.size * held.entryPrice)
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
    pnlUsd: dollars(held.size * worth - stakedUsd),
    maxPayoutUsd: held.size,
    status: isOver ? (isWon ? 'resolved-won' : 'resolved-lost') : 'open',
    appUrl: `https://www.playhunch.xyz/markets/${market.slug}`,
    proofUrl: null,
    filledAt: toIso(held.acquiredAt),
  }
}

/** `GET /wallet/:wallet/readiness`: demo wallets have play money, others nothing. */
export function readiness(call: FaceCall): Reply {
  const wallet = (call.params['wallet'] ?? '').toLowerCase()
  if (!ADDRESS.test(wallet)) throw new Refusal(json({ error: 'invalid_request' }, 400))
  const isDemo = demoWallets.some(({ address }) => address === wallet)
  const usdcBalanceUsd = isDemo ? 100 + (hashText(wallet) % 90_000) / 100 : 0
  const limits = { minBetUsd: 1, simpleTierMaxUsd: 10, gasNeeded: false }
  return json({
    meta: { name: 'Hunch agent API', version: 'hunch-agent-api-v1', generatedAt: toIso(call.now) },
    readiness: { wallet, usdcBalanceUsd, canBetMin: usdcBalanceUsd >= 1, ...limits },
  })
}
