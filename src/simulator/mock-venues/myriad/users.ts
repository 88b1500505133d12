import { toIso } from '../../../api/times/instant.js'
import { type ListSpec, pageOf } from '../../mock-kit/list-endpoint.js'
import { readNumber, whereAtLeast } from '../../mock-kit/list-filters.js'
import { type MockCall, type MockContext, type Route, route } from '../../mock-kit/mock-venue.js'
import { offers } from '../../mock-kit/venue-view.js'
import { divideAmounts, numberOf, sumAmounts } from '../../paper-trading/state/amount.js'
import { readPaperHoldings } from '../../paper-trading/state/holdings.js'
import type { PaperFill } from '../../paper-trading/state/types.js'
import { type Holding, holdingsOf } from '../../world/wallets.js'
import { createBadParams } from './errors.js'
import { marketFilters } from './lookup.js'
import { imageOf, type Native } from './market-row.js'
import { isMulti, isVoided, type NativeMarket, nativeMarkets, stateOf, winnerOf } from './native-market.js'
import { ownTrades, toOwnTradeRow, tradesOfWallet } from './own-trades.js'
import { answerPage, paged } from './paging.js'
import { exchangeOf } from './paper.js'
import { round6, shownPricesOf } from './prices.js'

/** Routes of the holdings of an address; public (README.md). */
export const userRoutes: readonly Route[] = [
  route('GET', '/users/:address/portfolio', (call) => {
    const known = heldBy(call, addressOf(call)).flatMap((holding) => positionOf(call, holding) ?? [])
    return answerPage(pageOf(positions, call, known), (position) => positionRow(call, position))
  }),
  route('GET', '/users/:address/events', (call) => {
    const known = tradesOfWallet(call, addressOf(call).toLowerCase())
    return answerPage(pageOf(ownTrades, call, known), toOwnTradeRow)
  }),
]

/** A holding with the fee per held share, if known. */
interface Held extends Holding {
  readonly feeAShare?: number
}

/** A holding of the world, as a position in an outcome. */
interface NativePosition {
  readonly market: NativeMarket
  readonly outcome: number
  readonly holding: Held
}

/** Smaller holdings are omitted, shares. */
const MIN_SHARES = 0.1
const shares = readNumber((name) => createBadParams(`${name} must be a number`))

const positions: ListSpec<NativePosition> = {
  ...paged,
  filters: {
    ...marketFilters,
    min_shares: whereAtLeast(
      (query, name) => shares(query, name) ?? MIN_SHARES,
      ({ holding }) => holding.size,
    ),
  },
}

/**
 * Returns the holdings of a wallet of the world, and the purchases of a paper account; prices include fees, as
 * recorded.
 */
function heldBy(call: MockCall, address: string): readonly Held[] {
  const account = exchangeOf(call).known(address.toLowerCase(), call.now)
  const bought = readPaperHoldings(account).map((holding): Held => {
    const fee = feeAShare(account?.fills() ?? [], holding)
    return { ...holding, entryPrice: round6(holding.entryPrice + fee), feeAShare: fee }
  })
  return [...holdingsOf(call.world, address, call.now), ...bought]
}

/** Returns the average fee per purchased share. */
function feeAShare(fills: readonly PaperFill[], { market, side }: Holding): number {
  const bought = fills.filter(
    ({ order, market: { key } }) => key === market.key && order.side === side && order.action === 'buy',
  )
  const shares = sumAmounts(bought.map(({ size }) => size))
  return shares === 0n ? 0 : numberOf(divideAmounts(sumAmounts(bought.map(({ fee }) => fee)), shares))
}

function addressOf({ params }: MockCall): string {
  const address = params['address'] ?? ''
  if (!/^0x[0-9a-f]{40}$/i.test(address)) throw createBadParams('address must be an Ethereum address')
  return address
}

/** Converts a holding, or undefined if it does not exist here: an outcome of a pool with many has no NO side. */
function positionOf({ world }: MockContext, holding: Held): NativePosition | undefined {
  const event = world.eventOf(holding.market)
  if (!offers(event.series, 'myriad')) return undefined
  const market = nativeMarkets(event, world.seed).find(({ legs }) =>
    legs.some((leg) => leg.key === holding.market.key),
  )
  if (market === undefined) return undefined
  if (!isMulti(market)) return { market, holding, outcome: holding.side === 'yes' ? 0 : 1 }
  return holding.side === 'yes' ? { market, holding, outcome: holding.market.index } : undefined
}

function statusOf(market: NativeMarket, outcome: number, now: number): string {
  if (stateOf(market, now) !== 'resolved') return 'ongoing'
  if (isVoided(market, now)) return 'voided'
  return winnerOf(market, now) === outcome ? 'won' : 'lost'
}

/** Returns a time such as `2026-12-31 23:59:00`, UTC without a zone. */
function spacedTime(at: number): string {
  return toIso(at).slice(0, 19).replace('T', ' ')
}

function positionRow(context: MockContext, { market, outcome, holding }: NativePosition): Native {
  const { size, entryPrice, realized, feeAShare = 0 } = holding
  const fees = round6(size * feeAShare)
  const price = shownPricesOf(context, market)[outcome] ?? entryPrice
  const cost = size * entryPrice
  const profit = size * price - cost
  const status = statusOf(market, outcome, context.now)
  return {
    marketId: market.id,
    marketTitle: market.title,
    marketSlug: market.slug,
    imageUrl: imageOf(market.event.series),
    outcomeId: outcome,
    outcomeTitle: market.outcomeTitles[outcome],
    networkId: market.network.id,
    token: market.network.token.address,
    tokenId: null,
    shares: size,
    // The price paid per share, not the current one.
    price: entryPrice,
    value: round6(size * price),
    profit: round6(profit),
    roi: round6(profit / cost),
    totalProfit: round6(profit + realized),
    totalRoi: round6((profit + realized) / cost),
    positionFees: fees,
    totalFees: fees,
    winningsToClaim: status === 'won',
    winningsClaimed: false,
    voidedWinningsToClaim: status === 'voided',
    voidedWinningsClaimed: false,
    status,
    claimed: false,
    executionMode: market.model === 'ob' ? 1 : 0,
    expiresAt: spacedTime(market.endsAt),
    eventId: market.eventId ?? null,
  }
}
