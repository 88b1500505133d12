import type { FaceCall } from '../../face.js'
import { type Holding, holdingsOf } from '../../world/wallets.js'
import type { Body } from './body.js'
import { decimal } from './figures.js'
import { isListed, outcomeOf } from './ids.js'

/**
 * `spotClearinghouseState`: money, and what is held of outcomes as tokens named `+<coin number>`; what is left of a
 * settled one is named `o<outcome>` (venues/hyperliquid/README.md). An unknown account holds nothing.
 */
export function spotClearinghouseState(call: FaceCall, body: Body): unknown {
  const holdings = holdingsOf(call.world, body.user(), call.now)
  if (holdings.length === 0) return { balances: [] }
  const money = { coin: 'USDC', token: 0, total: '1250.75', hold: '0.0', entryNtl: '0.0' }
  return { balances: [money, ...holdings.flatMap((holding) => balanceOf(call, holding))] }
}

function balanceOf(call: FaceCall, { market, side, size, entryPrice }: Holding): readonly unknown[] {
  const event = call.world.eventOf(market)
  if (event.series.onlyOn !== undefined && !event.series.onlyOn.includes('hyperliquid')) return []
  const outcome = outcomeOf(call.world, { event, market })
  const token = `+${outcome.number * 10 + (side === 'yes' ? 0 : 1)}`
  return [
    {
      coin: isListed(call, outcome) ? token : `o${outcome.number}`,
      total: decimal(size),
      hold: '0.0',
      entryNtl: decimal(size * entryPrice),
    },
  ]
}
