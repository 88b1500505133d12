import { toChecksumAddress } from '../../../signing/address.js'
import type { ListSpec } from '../../mock-kit/list-endpoint.js'
import type { MockCall } from '../../mock-kit/mock-venue.js'
import { multiplyAmounts, numberOf } from '../../paper-trading/state/amount.js'
import type { PaperFill } from '../../paper-trading/state/types.js'
import { readWindow } from './actions.js'
import { bookOfLeg, marketFilters } from './lookup.js'
import { imageOf, type Native } from './market-row.js'
import type { NativeMarket } from './native-market.js'
import { blockAt } from './networks.js'
import { paged } from './paging.js'
import { exchangeOf } from './paper.js'
import { round6 } from './prices.js'
import { transactionOf } from './prints.js'

/** Trades of a wallet as in `/users/:address/events`, without order and fee (README.md, "Trades"). */

interface OwnTrade {
  readonly market: NativeMarket
  readonly fill: PaperFill
  readonly wallet: string
}

/** Returns trades, newest first; paper accounts trade only order books. */
export function tradesOfWallet(call: MockCall, wallet: string): readonly OwnTrade[] {
  const fills = exchangeOf(call).known(wallet, call.now)?.fills() ?? []
  return fills.flatMap((fill) => {
    const market = bookOfLeg(call, fill.market)
    return market === undefined ? [] : [{ market, fill, wallet }]
  })
}

export const ownTrades: ListSpec<OwnTrade> = {
  ...paged,
  filters: {
    ...marketFilters,
    since(call) {
      const { from, to } = readWindow(call)
      return ({ fill }) => fill.at >= from && fill.at <= to
    },
  },
}

export function toOwnTradeRow({ market, fill, wallet }: OwnTrade): Native {
  const { order, at, size, price } = fill
  const outcome = order.side === 'yes' ? 0 : 1
  return {
    user: toChecksumAddress(wallet),
    action: order.action,
    marketTitle: market.title,
    marketSlug: market.slug,
    marketId: market.id,
    networkId: market.network.id,
    outcomeTitle: market.outcomeTitles[outcome],
    outcomeId: outcome,
    imageUrl: imageOf(market.event.series),
    shares: numberOf(size),
    value: round6(numberOf(multiplyAmounts(price, size))),
    timestamp: Math.floor(at / 1000),
    blockNumber: blockAt(market.network, at),
    token: market.network.token.address,
    txId: transactionOf(market, fill.market, at),
  }
}
