import type { MockContext } from '../../mock-kit/mock-venue.js'
import {
  type Amount,
  divideAmounts,
  multiplyAmounts,
  sumAmounts,
  toAmount,
  toFixedText,
} from '../../paper-trading/state/amount.js'
import type {
  PaperAccount,
  PaperFill,
  PaperPosition,
  PaperSettlement,
} from '../../paper-trading/state/types.js'
import type { WorldMarket } from '../../world/common/types.js'
import { detailsOfLegs } from './combos.js'
import { slugOf, toMarketMetadata } from './instruments.js'
import { type Native, toNanoIso } from './native-market.js'
import { dollarsOf } from './order-row.js'
import { bookOf, toLongPrice } from './paper.js'
import { startOfDay } from './trading-day.js'

/** Positions of an account (README.md, "Positions"). */

/** One side of a position, or its state before settlement. */
type Lot = Pick<PaperPosition, 'market' | 'side' | 'size' | 'cost' | 'realized' | 'fees'>

interface Asked {
  readonly owner: string
  /** All fills of the account. */
  readonly fills: readonly PaperFill[]
}

/**
 * Renders a position: long contracts, below 0 short ones. Amounts are those of the held side; the integer members for
 * old clients are rounded.
 * @param updatedAt epoch ms
 */
function positionRow(
  context: MockContext,
  { owner, fills }: Asked,
  lots: readonly Lot[],
  updatedAt: number,
): Native {
  const [first] = lots
  if (first === undefined) return {}
  const { market } = first
  const own = fills.filter((fill) => fill.market.key === market.key)
  const traded = (action: PaperFill['order']['action']): Amount =>
    sumAmounts(own.map((fill) => (fill.order.action === action ? fill.size : 0n)))
  const net = sumAmounts(lots.map(({ side, size }) => (side === 'yes' ? size : -size)))
  const held = lots.filter(({ size }) => size > 0n)
  const [size, base] = [sumAmounts(held.map((lot) => lot.size)), sumAmounts(held.map(({ cost }) => cost))]
  const fees = sumAmounts(lots.map((lot) => lot.fees))
  const cost = size === 0n ? 0n : base + fees
  const locked = sumAmounts(lots.map((lot) => ('locked' in lot ? (lot as PaperPosition).locked : 0n)))
  const isShort = net < 0n
  const available = isShort ? net + locked : net - locked
  const before = own.find(({ at }) => at < startOfDay(context.now))?.position ?? 0n
  const value = markOf(context, market, isShort)
  return {
    ...quantities('netPosition', net),
    ...quantities('qtyBought', traded('buy')),
    ...quantities('qtySold', traded('sell')),
    ...quantities('bodPosition', before),
    ...quantities('qtyAvailable', available),
    cost: dollarsOf(cost),
    baseCost: dollarsOf(base),
    fees: dollarsOf(fees),
    realized: dollarsOf(sumAmounts(lots.map(({ realized }) => realized))),
    avgPx: size === 0n ? null : dollarsOf(divideAmounts(base, size)),
    costPerShare: size === 0n ? null : dollarsOf(divideAmounts(cost, size)),
    cashValue: value === undefined ? null : dollarsOf(multiplyAmounts(value, size)),
    expired: false,
    updateTime: toNanoIso(updatedAt),
    marketMetadata: toMarketMetadata(context, first),
    comboLegDetails: detailsOfLegs(context, market),
    positionId: `${owner}:${isShort ? 'SHORT' : 'LONG'}:${slugOf(context, first)}`,
  }
}

/** Returns all positions of an account, by market slug, computed on each call. */
export function positionsOf(context: MockContext, account: PaperAccount): ReadonlyMap<string, () => Native> {
  const bySlug = new Map<string, PaperPosition[]>()
  for (const position of account.positions()) {
    const slug = slugOf(context, position)
    bySlug.set(slug, [...(bySlug.get(slug) ?? []), position])
  }
  const asked = { owner: account.owner, fills: account.fills() }
  return new Map(
    [...bySlug].map(([slug, lots]) => {
      const updatedAt = Math.max(...lots.map((lot) => lot.updatedAt))
      return [slug, () => positionRow(context, asked, lots, updatedAt)]
    }),
  )
}

/** Returns a quantity as an integer for old clients, and exact. */
function quantities(name: string, amount: Amount): Native {
  return { [name]: toFixedText(amount, 0), [`${name}Decimal`]: toFixedText(amount, 4) }
}

/** Returns the mid price as the price of a side, or undefined if one side is empty. */
function markOf(context: MockContext, market: WorldMarket, isShort: boolean): Amount | undefined {
  const { bids, asks } = bookOf(context, market)
  const [bid, ask] = [bids[0], asks[0]]
  if (bid === undefined || ask === undefined) return undefined
  return toLongPrice(isShort ? 'no' : 'yes', toAmount((bid.price + ask.price) / 2))
}

/** Renders the former position of a decided market, and its empty current position. */
export function toResolutionRow(context: MockContext, asked: Asked, settlement: PaperSettlement): Native {
  const { market, cost, paid, realized } = settlement
  const before = { ...settlement, realized: realized - paid + cost }
  const side = market.payout === 0.5 ? 'NEUTRAL' : market.payout === 1 ? 'LONG' : 'SHORT'
  return {
    type: 'ACTIVITY_TYPE_POSITION_RESOLUTION',
    positionResolution: {
      marketSlug: slugOf(context, settlement),
      beforePosition: {
        ...positionRow(context, asked, [before], settlement.at),
        cashValue: dollarsOf(paid),
      },
      afterPosition: {
        ...positionRow(context, asked, [{ ...settlement, size: 0n, cost: 0n }], settlement.at),
        expired: true,
      },
      updateTime: toNanoIso(settlement.at),
      tradeId: '',
      side: `POSITION_RESOLUTION_SIDE_${side}`,
    },
  }
}
