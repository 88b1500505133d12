import { toIso } from '../../../../api/times/instant.js'
import { sumAmounts } from '../../../paper-trading/state/amount.js'
import type { PaperAccount, PaperEvent, PaperFill, PaperOrder } from '../../../paper-trading/state/types.js'
import type { WorldMarket } from '../../../world/common/types.js'
import { type Member, memberBy } from '../account/member.js'
import { sumNetPositions } from '../account/positions.js'
import { shardOfMarket } from '../account/routing.js'
import { costsOf, directionOf, initialSizeOf, statusNames, tradeIdOf, userIdOf } from '../account/rows.js'
import { count, toDollars, toFineDollars } from '../money.js'
import { tickerOfMarket } from '../tickers.js'
import type { Scene } from '../variant.js'
import { type Channel, type Frame, readTickers } from './channel.js'

/** Channels of the accounts of the member that opened the socket (AsyncAPI 2.0.0). */

export type OwnChannel = 'fill' | 'user_orders' | 'market_positions' | 'order_group_updates'

/** The member that opened a socket. */
export interface Opener {
  readonly id: string
  readonly only: number | undefined
}

interface Happening {
  readonly event: PaperEvent
  readonly subaccount: number
  readonly account: PaperAccount
}

/** Creates an account channel. @param name of the channel @param named tickers; all markets if empty */
export function createOwnChannel(
  name: OwnChannel,
  named: readonly string[],
  scene: Scene,
  opener: Opener,
): Channel {
  const isGroups = name === 'order_group_updates'
  const chosen = readTickers(isGroups ? [] : named)
  /** The last sent event, by subaccount. */
  const toldTo = new Map<number, number>()

  function happenings(now: Scene): readonly Happening[] {
    const member: Member = memberBy(now, opener.id, opener.only)
    return member.numbers.flatMap((subaccount) => {
      const account = member.account(subaccount)
      const events = account.events(toldTo.get(subaccount) ?? 0)
      toldTo.set(subaccount, events.at(-1)?.sequence ?? toldTo.get(subaccount) ?? 0)
      return events.map((event) => ({ event, subaccount, account }))
    })
  }

  // Earlier events are not sent.
  happenings(scene)
  return {
    isNumbered: isGroups,
    everyMs: 100,
    tickers: chosen.list,
    ...(!isGroups && {
      add(tickers) {
        chosen.add(tickers)
        return []
      },
      remove: chosen.remove,
    }),
    tick(now) {
      return happenings(now)
        .filter(({ event }) => {
          const market = marketOf(event)
          return market === undefined || chosen.has(tickerOfMarket(now, market))
        })
        .flatMap((happening) => framers[name](now, opener, happening))
    },
  }
}

function marketOf(event: PaperEvent): WorldMarket | undefined {
  if (event.kind === 'group') return undefined
  return event.kind === 'settled' ? event.settlement.market : event.order.market
}

const framers: Readonly<
  Record<OwnChannel, (now: Scene, opener: Opener, happening: Happening) => readonly Frame[]>
> = {
  fill: (now, _opener, { event, subaccount }) =>
    event.kind === 'filled' ? [fillFrame(now, event.fill, subaccount)] : [],
  user_orders: (now, opener, { event, subaccount }) =>
    event.kind === 'settled' || event.kind === 'group'
      ? []
      : [orderFrame(now, opener, event.order, subaccount)],
  market_positions: (now, opener, happening) => {
    const { event } = happening
    const market = event.kind === 'filled' || event.kind === 'settled' ? marketOf(event) : undefined
    return market === undefined ? [] : [positionFrame(now, opener, happening, market)]
  },
  order_group_updates: (_now, _opener, { event }) => {
    if (event.kind !== 'group') return []
    const { change, group, at } = event
    const hasLimit = change === 'created' || change === 'limit_updated'
    return [
      {
        type: 'order_group_updates',
        msg: {
          event_type: change,
          order_group_id: group.id,
          ...(hasLimit && { contracts_limit_fp: count(group.limit) }),
          ts_ms: at,
        },
      },
    ]
  },
}

/** Renders a fill. As in lists, `side` is the outcome that was bought. */
function fillFrame(scene: Scene, fill: PaperFill, subaccount: number): Frame {
  const direction = directionOf(fill.order.action)
  return {
    type: 'fill',
    msg: {
      trade_id: tradeIdOf(fill),
      order_id: fill.order.id,
      ...(fill.order.clientOrderId === undefined ? {} : { client_order_id: fill.order.clientOrderId }),
      market_ticker: tickerOfMarket(scene, fill.market),
      exchange_index: shardOfMarket(scene, fill.market),
      is_taker: fill.liquidity === 'taker',
      side: direction.outcome_side,
      yes_price_dollars: toDollars(fill.price),
      count_fp: count(fill.size),
      fee_cost: toFineDollars(fill.fee),
      action: fill.order.action,
      ts: Math.floor(fill.at / 1000),
      ts_ms: fill.at,
      post_position_fp: count(fill.position),
      purchased_side: direction.outcome_side,
      ...direction,
      ...(subaccount > 0 && { subaccount }),
    },
  }
}

/** Reasons why an order ended unfilled, if the venue has a word for it. */
const endWords: Readonly<Partial<Record<NonNullable<PaperOrder['ending']>, string>>> = {
  expired: 'ExpiryCancel',
  market_closed: 'CloseCancel',
  paused: 'HaltCancel',
  self_trade: 'SelfTradeCancel',
}

function reasonOf({ change, ending, native }: PaperOrder): string | undefined {
  if (change === 'filled') return 'Trade'
  if (change === 'amended') return 'Amend'
  if (change === 'decreased') return 'Decrease'
  if (ending === 'not_filled' && native['reduce_only'] === true) return 'ReduceOnlyCancel'
  return ending && endWords[ending]
}

/**
 * Renders an order. It names the market `ticker` and has no action; as in lists, `side` is the contract of the order.
 */
function orderFrame(scene: Scene, { id: member }: Opener, order: PaperOrder, subaccount: number): Frame {
  const { price = 0n, createdAt, updatedAt, expiresAt, action } = order
  const direction = directionOf(action)
  const costs = costsOf(order)
  const reason = reasonOf(order)
  return {
    type: 'user_order',
    msg: {
      order_id: order.id,
      user_id: userIdOf(member),
      ticker: tickerOfMarket(scene, order.market),
      exchange_index: shardOfMarket(scene, order.market),
      status: statusNames[order.status],
      side: 'yes',
      is_yes: direction.outcome_side === 'yes',
      ...direction,
      yes_price_dollars: toDollars(price),
      fill_count_fp: count(order.filled),
      remaining_count_fp: count(order.remaining),
      initial_count_fp: count(initialSizeOf(order)),
      taker_fill_cost_dollars: toFineDollars(costs.taker),
      maker_fill_cost_dollars: toFineDollars(costs.maker),
      taker_fees_dollars: toFineDollars(order.takerFees),
      maker_fees_dollars: toFineDollars(order.makerFees),
      client_order_id: order.clientOrderId ?? '',
      ...(order.group === undefined ? {} : { order_group_id: order.group }),
      self_trade_prevention_type: order.native['self_trade_prevention_type'],
      created_time: toIso(createdAt),
      created_ts_ms: createdAt,
      last_update_time: toIso(updatedAt),
      last_updated_ts_ms: updatedAt,
      ...(expiresAt === undefined ? {} : { expiration_time: toIso(expiresAt), expiration_ts_ms: expiresAt }),
      ...(reason === undefined ? {} : { last_update_reason: reason }),
      subaccount_number: subaccount,
    },
  }
}

/** Renders a position, which is 0 for a settled market. */
function positionFrame(
  scene: Scene,
  { id: member }: Opener,
  { account, subaccount, event }: Happening,
  market: WorldMarket,
): Frame {
  const held = sumNetPositions(account.positions()).find((one) => one.market.key === market.key)
  const settled = event.kind === 'settled' ? event.settlement : undefined
  const fills = account.fills().filter((fill) => fill.market.key === market.key)
  return {
    type: 'market_position',
    msg: {
      user_id: userIdOf(member),
      market_ticker: tickerOfMarket(scene, market),
      position_fp: count(held?.size ?? 0n),
      position_cost_dollars: toFineDollars(held?.cost ?? 0n),
      realized_pnl_dollars: toFineDollars(held?.realized ?? settled?.realized ?? 0n),
      fees_paid_dollars: toFineDollars(held?.fees ?? settled?.fees ?? 0n),
      position_fee_cost_dollars: toFineDollars(held?.fees ?? 0n),
      volume_fp: count(sumAmounts(fills.map(({ size }) => size))),
      ...(subaccount > 0 && { subaccount }),
    },
  }
}
