import type { Side } from '../../../src/simulator/mock-kit/native-ids.js'
import { createPaperTrading } from '../../../src/simulator/paper-trading/exchange.js'
import { type Amount, amountOf } from '../../../src/simulator/paper-trading/state/amount.js'
import type {
  PaperAccount,
  PaperExchange,
  PaperOrderRequest,
  PaperOrderResult,
  PaperRejection,
  Rejected,
} from '../../../src/simulator/paper-trading/state/types.js'
import type { PaperRules } from '../../../src/simulator/paper-trading/state/venue-rules.js'
import type { WorldMarket } from '../../../src/simulator/world/common/types.js'
import { firstWhere } from '../support/json.js'
import { NOON } from '../support/stage.js'
import { openAt, world } from '../support/world.js'

export function exact(text: string): Amount {
  const amount = amountOf(text)
  if (amount === undefined) throw new Error(`${text} is no amount`)
  return amount
}

export const tokens: PaperRules = { venue: 'polymarket', netting: 'tokens' }
export const pairs: PaperRules = { venue: 'kalshi', netting: 'pairs' }

/** A market with quotes on both sides that goes through both of them within the hours, and lives for longer. */
export const busy: WorldMarket = firstWhere(openAt(NOON), (market) => {
  const { bids, asks } = world.book(market.key, NOON)
  const [bid, ask] = [bids[0]?.price ?? 0, asks[0]?.price ?? 1]
  if (market.tick !== 0.01 || market.closesAt - NOON < 24 * 3_600_000) return false
  if (bids.length < 4 || asks.length < 4 || bid < 0.2 || ask > 0.8) return false
  const prices = world.trades(market.key, NOON + 1, NOON + 3 * 3_600_000).map(({ price }) => price)
  return Math.min(...prices) < bid - 0.015 && Math.max(...prices) > ask
})

export function openExchange(rules: PaperRules): PaperExchange {
  return createPaperTrading(world).exchange(rules)
}

export interface Brief extends Partial<Omit<PaperOrderRequest, 'price' | 'amount'>> {
  readonly size?: string
  readonly spend?: string
  readonly price?: string
}

export function wanted(brief: Brief): PaperOrderRequest {
  const { size = '10', spend, price, ...rest } = brief
  return {
    market: busy,
    side: 'yes',
    action: 'buy',
    timeInForce: 'gtc',
    ...rest,
    amount: spend === undefined ? { size: exact(size) } : { spend: exact(spend) },
    price: price === undefined ? undefined : exact(price),
  }
}

/** Places an order that must be accepted. */
export function placed(account: PaperAccount, brief: Brief): PaperOrderResult {
  const done = account.place(wanted(brief))
  if (done.rejected !== undefined) throw new Error(`refused: ${done.rejected.reason}`)
  return done
}

export function refusal(done: { readonly rejected?: PaperRejection | undefined } | Rejected): PaperRejection {
  if (done.rejected === undefined) throw new Error('was not refused')
  return done.rejected
}

export function held(account: PaperAccount, side: Side, market: WorldMarket = busy): Amount {
  return account.positions().find((one) => one.market === market && one.side === side)?.size ?? 0n
}
