import type { MockContext } from '../../../mock-kit/mock-venue.js'
import { roundToMicros } from '../../../mock-kit/rounding.js'
import { numberOf } from '../../../paper-trading/state/amount.js'
import type { Side, WorldEvent, WorldMarket } from '../../../world/common/types.js'
import { demoWallets, holdingsOf } from '../../../world/wallets.js'
import { eventOf, offersSeries } from '../catalogue.js'
import { transactionOf } from '../clob/account.js'
import type { Native } from '../gamma/market.js'
import { conditionIdOf, tokenOf } from '../ids.js'
import { imageOf } from '../labels.js'
import { accountOfWallet } from '../paper.js'

/** An action of a wallet: a trade, or a payout. */
export interface Deed {
  readonly type: 'TRADE' | 'REDEEM'
  readonly at: number
  readonly market: WorldMarket
  readonly event: WorldEvent
  readonly condition: string
  readonly tokenId: string
  readonly side: 'BUY' | 'SELL' | undefined
  readonly outcomeSide: Side
  /** Shares, price of a share, and dollars. */
  readonly size: number
  readonly price: number
  readonly money: number
  /** Proceeds of closing minus cost. */
  readonly realized: number
  readonly transaction: string
}

/** Returns all actions of a wallet on this venue, newest first, or [] for an unknown wallet. */
export function deedsOf(context: MockContext, user: string): readonly Deed[] {
  const { world, now } = context
  const account = accountOfWallet(context, user)
  const placed = (market: WorldMarket, outcomeSide: Side) => ({
    market,
    outcomeSide,
    event: eventOf(context, market),
    condition: conditionIdOf(world, market),
    tokenId: tokenOf(world, market, outcomeSide),
  })
  const fills = (account?.fills() ?? []).map((fill): Deed => {
    const [size, price] = [numberOf(fill.size), numberOf(fill.price)]
    return {
      ...placed(fill.market, fill.order.side),
      type: 'TRADE',
      at: fill.at,
      side: fill.order.action === 'buy' ? 'BUY' : 'SELL',
      size,
      price,
      money: roundToMicros(size * price),
      realized: numberOf(fill.realized),
      transaction: transactionOf(fill),
    }
  })
  const redeemed = (account?.settlements() ?? [])
    .filter(({ paid }) => paid > 0n)
    .map((one): Deed => {
      const [size, money] = [numberOf(one.size), numberOf(one.paid)]
      return {
        ...placed(one.market, one.side),
        type: 'REDEEM',
        at: one.at,
        side: undefined,
        size,
        price: roundToMicros(money / size),
        money,
        realized: roundToMicros(money - numberOf(one.cost)),
        transaction: transactionOf({ id: `redeem ${one.market.key} ${one.side}` }),
      }
    })
  const held = holdingsOf(world, user, now)
    .filter(({ market }) => offersSeries(world.eventOf(market).series))
    .map((one): Deed => {
      return {
        ...placed(one.market, one.side),
        type: 'TRADE',
        at: one.acquiredAt,
        side: 'BUY',
        size: one.size,
        price: one.entryPrice,
        money: roundToMicros(one.size * one.entryPrice),
        realized: one.realized,
        transaction: transactionOf({ id: `${user} ${one.market.key} ${one.side}` }),
      }
    })
  return [...fills, ...redeemed, ...held].sort((a, b) => b.at - a.at)
}

/** Returns the display name of a wallet; '' without one. */
export function nameOf(wallet: string): string {
  return demoWallets.find(({ address }) => address === wallet)?.name ?? ''
}

/** Returns the profile members in rows of feeds. */
function profileOf(wallet: string): Native {
  const name = nameOf(wallet)
  return {
    name,
    pseudonym: name.replaceAll(' ', '-'),
    bio: '',
    profile_image: '',
    profile_image_optimized: '',
  }
}

/** Renders a trade of a wallet. */
export function toOwnTradeRow(user: string, deed: Deed): Native {
  return {
    proxy_wallet: user,
    side: deed.side,
    token_id: deed.tokenId,
    condition_id: deed.condition,
    size: deed.size,
    price: deed.price,
    timestamp: Math.floor(deed.at / 1000),
    title: deed.market.question,
    slug: deed.market.slug,
    icon: imageOf(deed.event.series),
    event_slug: deed.event.slug,
    outcome: labelOf(deed),
    outcome_index: deed.outcomeSide === 'yes' ? 0 : 1,
    ...profileOf(user),
    transaction_hash: deed.transaction,
  }
}

function labelOf({ market, outcomeSide }: Deed): string {
  return outcomeSide === 'yes' ? market.yesLabel : market.noLabel
}

/** Renders a row of the activity feed. */
export function toActivityRow(user: string, deed: Deed): Native {
  const { side, price, token_id, size, ...row } = toOwnTradeRow(user, deed)
  const common = { ...row, type: deed.type, usdc_size: deed.money, is_combo: false }
  return deed.type === 'TRADE' ? { ...common, side, price, token_id, size } : { ...common, size }
}
