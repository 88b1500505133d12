import type { MockCall } from '../../mock-kit/mock-venue.js'
import { offers } from '../../mock-kit/venue-view.js'
import { type Amount, numberOf } from '../../paper-trading/state/amount.js'
import type { PaperAccount } from '../../paper-trading/state/types.js'
import { type Holding, holdingsOf } from '../../world/wallets.js'
import type { Body } from './body.js'
import { toDecimal } from './figures.js'
import { coinOfMarket, isListed, outcomeOf } from './ids.js'
import { accountOf } from './paper.js'

/**
 * `spotClearinghouseState`: balances, including outcome tokens `+<coin number>`; the rest of a settled one is named
 * `o<outcome>` (README.md, "Accounts"). Any address that is not a wallet of the simulation has a paper account.
 */
export function answerSpotClearinghouseState(call: MockCall, body: Body): unknown {
  const user = body.user()
  const holdings = holdingsOf(call.world, user, call.now)
  if (holdings.length === 0) return { balances: balancesOf(call, accountOf(call, user)) }
  const money = { coin: 'USDC', token: 0, total: '1250.75', hold: '0.0', entryNtl: '0.0' }
  return { balances: [money, ...holdings.flatMap((holding) => balanceOf(call, holding))] }
}

function balancesOf(call: MockCall, account: PaperAccount): readonly unknown[] {
  const { total, locked } = account.balance()
  const row = (coin: string, token: number, total: Amount, hold: Amount, cost: Amount) => ({
    coin,
    token,
    total: toDecimal(numberOf(total)),
    hold: toDecimal(numberOf(hold)),
    entryNtl: toDecimal(numberOf(cost)),
  })
  const held = account.positions().filter(({ size }) => size > 0n)
  return [
    row('USDC', 0, total, locked, 0n),
    ...held.map(({ market, side, size, locked, cost }) => {
      const digits = coinOfMarket(call, market, side).slice(1)
      return row(`+${digits}`, Number(digits), size, locked, cost)
    }),
  ]
}

function balanceOf(call: MockCall, { market, side, size, entryPrice }: Holding): readonly unknown[] {
  const event = call.world.eventOf(market)
  if (!offers(event.series, 'hyperliquid')) return []
  const outcome = outcomeOf(call.world, { event, market })
  const token = outcome.number * 10 + (side === 'yes' ? 0 : 1)
  return [
    {
      coin: isListed(call, outcome) ? `+${token}` : `o${outcome.number}`,
      token,
      total: toDecimal(size),
      hold: '0.0',
      entryNtl: toDecimal(size * entryPrice),
    },
  ]
}
