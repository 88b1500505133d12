import { DAY_MS } from '../../../../api/times/resolution.js'
import type { MockContext } from '../../../mock-kit/mock-venue.js'
import { roundToMicros } from '../../../mock-kit/rounding.js'
import { priceFor } from '../../../mock-kit/yes-no-sides.js'
import { type Amount, divideAmounts, numberOf, sumAmounts } from '../../../paper-trading/state/amount.js'
import type { PaperAccount, PaperPosition, PaperSettlement } from '../../../paper-trading/state/types.js'
import { toIsoDay } from '../../../world/common/dates.js'
import { type Side, stateAt, type WorldEvent, type WorldMarket } from '../../../world/common/types.js'
import { holdingsOf } from '../../../world/wallets.js'
import { eventOf, offersSeries } from '../catalogue.js'
import { conditionIdOf, tokenOf } from '../ids.js'
import { accountOfWallet } from '../paper.js'
import { quoteOf } from '../quote.js'

/** Holdings of wallets before rendering, for both generations of the data API. */

/** A holding of one side of a market, with its history. Money in dollars, sizes in shares. */
interface Holding {
  readonly market: WorldMarket
  readonly side: Side
  readonly size: number
  /** Average price without fees. */
  readonly entryPrice: number
  readonly realized: number
  readonly fees: number
  /** Total shares ever bought. */
  readonly totalSize: number
  readonly acquiredAt: number
  readonly changedAt: number
}

/** A holding with its current value. */
export interface PositionFacts {
  readonly holding: Holding
  readonly event: WorldEvent
  readonly status: 'OPEN' | 'REDEEMABLE' | 'CLOSED'
  readonly archived: boolean
  readonly mergeable: boolean
  readonly condition: string
  readonly tokenId: string
  readonly oppositeTokenId: string
  readonly outcome: string
  readonly oppositeOutcome: string
  readonly outcomeIndex: number
  readonly price: number
  readonly initialValue: number
  readonly currentValue: number
  readonly cashPnl: number
  readonly percentPnl: number
  readonly redeemable: boolean
  readonly endDay: string
}

/** Age of a resolution after which its positions are archived. The rule of the venue is not documented. */
const ARCHIVED_AFTER_MS = 7 * DAY_MS

/** Returns the holdings of a wallet, including resolved ones that are not redeemed, or [] for an unknown wallet. */
export function listPositionFacts(context: MockContext, address: string): readonly PositionFacts[] {
  const { world, now } = context
  const account = accountOfWallet(context, address)
  const held = holdingsOf(world, address, now)
    .filter(({ market }) => offersSeries(world.eventOf(market).series))
    .map((one): Holding => ({ ...one, fees: 0, totalSize: one.size, changedAt: one.acquiredAt }))
  const own = (account?.positions() ?? [])
    .filter(({ size }) => size > 0n)
    .map((position) => onPaper(account, position, position.updatedAt))
  const all = [...held, ...own]
  return all.map((holding) => {
    const isPaired = all.some(
      ({ market, side }) => market.key === holding.market.key && side !== holding.side,
    )
    return factsOf(context, holding, isPaired)
  })
}

/** Returns past holdings of a wallet: sold, or paid out when the market resolved. */
export function listClosedFacts(context: MockContext, address: string): readonly PositionFacts[] {
  const account = accountOfWallet(context, address)
  if (account === undefined) return []
  const sold = account
    .positions()
    .filter(({ size }) => size === 0n)
    .map((position) => onPaper(account, position, position.updatedAt))
  const paid = account
    .settlements()
    .map((settlement) => onPaper(account, { ...settlement, size: 0n }, settlement.at))
  return [...sold, ...paid].map((holding) => ({ ...factsOf(context, holding, false), status: 'CLOSED' }))
}

/** The members of a position or a payout that are used here. */
type Paper = Pick<
  PaperPosition & PaperSettlement,
  'market' | 'side' | 'size' | 'cost' | 'realized' | 'fees' | 'openedAt'
>

function onPaper(account: PaperAccount | undefined, position: Paper, changedAt: number): Holding {
  const { market, side, size, cost, realized, fees, openedAt } = position
  const bought = (account?.fills() ?? []).filter(
    ({ order, market: { key } }) => key === market.key && order.side === side && order.action === 'buy',
  )
  const total = sumAmounts(bought.map((fill) => fill.size))
  const paid: Amount = sumAmounts(bought.map((fill) => (fill.price * fill.size) / 10n ** 12n))
  const [money, shares] = size > 0n ? [cost, size] : [paid, total]
  return {
    market,
    side,
    size: numberOf(size),
    entryPrice: shares === 0n ? 0 : roundToMicros(numberOf(divideAmounts(money, shares))),
    realized: numberOf(realized),
    fees: numberOf(fees),
    totalSize: numberOf(total),
    acquiredAt: openedAt,
    changedAt,
  }
}

function factsOf(context: MockContext, holding: Holding, isPaired: boolean): PositionFacts {
  const { world, now } = context
  const { market, side, size, entryPrice } = holding
  const event = eventOf(context, market)
  const isResolved = stateAt(market, now) === 'resolved'
  const price = isResolved
    ? priceFor(side, market.payout)
    : (quoteOf(context, market, side).mid ?? entryPrice)
  const initialValue = roundToMicros(size * entryPrice)
  const currentValue = roundToMicros(size * price)
  const cashPnl = roundToMicros(currentValue - initialValue)
  const labels = [market.yesLabel, market.noLabel] as const
  const index = side === 'yes' ? 0 : 1
  return {
    holding,
    event,
    status: isResolved ? 'REDEEMABLE' : 'OPEN',
    archived: isResolved && now - market.resolvesAt > ARCHIVED_AFTER_MS,
    mergeable: isPaired && !isResolved,
    condition: conditionIdOf(world, market),
    tokenId: tokenOf(world, market, side),
    oppositeTokenId: tokenOf(world, market, side === 'yes' ? 'no' : 'yes'),
    outcome: labels[index],
    oppositeOutcome: labels[index === 0 ? 1 : 0],
    outcomeIndex: index,
    price,
    initialValue,
    currentValue,
    cashPnl,
    percentPnl: shareOf(cashPnl, initialValue),
    redeemable: isResolved,
    endDay: toIsoDay(market.endsAt),
  }
}

/** Returns a ratio in percent; 0 when the whole is 0. */
export function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : roundToMicros((part / whole) * 100)
}
