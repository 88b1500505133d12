import { type Reply, toJsonReply } from '../../http/reply.js'
import { readCountOf } from '../../mock-kit/list-endpoint.js'
import { type MockCall, type Route, route } from '../../mock-kit/mock-venue.js'
import { numberOf, toFixedText } from '../../paper-trading/state/amount.js'
import type { PaperAccount, PaperFill } from '../../paper-trading/state/types.js'
import { bustedFillsOf } from './busted-trades.js'
import { detailsOfLegs } from './combos.js'
import { slugOf, toMarketMetadata } from './instruments.js'
import { type Native, toNanoIso } from './native-market.js'
import { dollarsOf, intentOf } from './order-row.js'
import { accountOf, toLongPrice } from './paper.js'
import { positionsOf, toResolutionRow } from './positions.js'
import { createRefusal } from './replies.js'

/** Routes of balances, positions and activities of an account (README.md, "Positions", "Activities"). */
export const portfolioRoutes: readonly Route[] = [
  route('GET', '/v1/account/balances', (call) =>
    toJsonReply({ balances: [toBalanceRow(accountOf(call), call.now)] }),
  ),
  route('GET', '/v1/portfolio/positions', listPositions),
  route('GET', '/v1/portfolio/activities', listActivities),
]

/** Renders the balance. @param now epoch ms */
export function toBalanceRow(account: PaperAccount, now: number): Native {
  const { total, available, locked } = account.balance()
  return {
    currentBalance: numberOf(total),
    currency: 'USD',
    lastUpdated: toNanoIso(now),
    buyingPower: numberOf(available),
    assetNotional: 0,
    assetAvailable: 0,
    pendingCredit: 0,
    openOrders: numberOf(locked),
    unsettledFunds: 0,
    pendingWithdrawals: [],
    marginRequirement: 0,
    balanceReservation: 0,
    depositReservation: 0,
    bonusReservation: 0,
    displayedBonus: 0,
    displayedAvailableSoon: 0,
    displayedCash: numberOf(total),
    availableToWithdraw: numberOf(available),
    bonusHold: 0,
  }
}

interface Page<Row> {
  readonly rows: readonly Row[]
  readonly nextCursor: string
  readonly eof: boolean
}

const limit = readCountOf('limit', {
  otherwise: 100,
  most: 500,
  refuse: (name) => createRefusal(400, `type mismatch, parameter: ${name}`),
})

/** Returns the rows after the number of rows in the cursor. */
function pageOf<Row>(call: MockCall, rows: readonly Row[]): Page<Row> {
  const cursor = call.query.text('cursor') ?? '0'
  if (!/^\d{1,9}$/.test(cursor)) throw createRefusal(400, 'invalid cursor')
  const end = Number(cursor) + limit(call)
  const eof = end >= rows.length
  return { rows: rows.slice(Number(cursor), end), nextCursor: eof ? '' : String(end), eof }
}

function listPositions(call: MockCall): Reply {
  const wanted = call.query.text('market')
  const { rows, nextCursor, eof } = pageOf(
    call,
    [...positionsOf(call, accountOf(call))].filter(([slug]) => wanted === undefined || slug === wanted),
  )
  const positions = rows.map(([slug, row]) => [slug, row()] as const)
  return toJsonReply({ positions: Object.fromEntries(positions), nextCursor, eof })
}

interface Activity {
  readonly at: number
  readonly slug: string
  readonly type: string
  readonly row: () => Native
}

/** Returns trades, including voided ones, and settlements of markets. */
function listActivities(call: MockCall): Reply {
  const account = accountOf(call)
  const { query } = call
  const [types, slug] = [query.all('types'), query.text('marketSlug')]
  const asked = { owner: account.owner, fills: account.fills() }
  const trade = (fill: PaperFill, state: string): Activity => ({
    at: fill.at,
    slug: slugOf(call, fill),
    type: 'ACTIVITY_TYPE_TRADE',
    row: () => tradeRow(call, fill, state),
  })
  const all: readonly Activity[] = [
    ...account.fills().map((fill) => trade(fill, 'CLEARED')),
    ...bustedFillsOf(call, account.owner).map((fill) => trade(fill, 'BUSTED')),
    ...account.settlements().map((settlement) => ({
      at: settlement.at,
      slug: slugOf(call, settlement),
      type: 'ACTIVITY_TYPE_POSITION_RESOLUTION',
      row: () => toResolutionRow(call, asked, settlement),
    })),
  ]
  const wanted = all
    .filter(({ type }) => types.length === 0 || types.includes(type))
    .filter((one) => slug === undefined || one.slug === slug)
    .toSorted((a, b) => b.at - a.at)
  const inOrder = query.text('sortOrder') === 'SORT_ORDER_ASCENDING' ? wanted.toReversed() : wanted
  const { rows, nextCursor, eof } = pageOf(call, inOrder)
  return toJsonReply({ activities: rows.map(({ row }) => row()), nextCursor, eof })
}

/** Renders both sides of a trade; `isAggressor` marks the account's side. */
function tradeRow(call: MockCall, fill: PaperFill, state: string): Native {
  const at = toNanoIso(fill.at)
  const price = dollarsOf(toLongPrice(fill.order.side, fill.price))
  const traded = { lastShares: toFixedText(fill.size, 4), lastPx: price, transactTime: at }
  const isAggressor = fill.liquidity === 'taker'
  const slug = slugOf(call, fill)
  const order = { id: fill.order.id, marketSlug: slug, intent: intentOf(fill.order) }
  const own = {
    ...traded,
    order: { ...order, marketMetadata: toMarketMetadata(call, fill) },
    aggressor: isAggressor,
    commissionNotionalCollected: dollarsOf(fill.fee),
  }
  const others = { ...traded, order: { intent: 'ORDER_INTENT_UNDEFINED' }, aggressor: !isAggressor }
  return {
    type: 'ACTIVITY_TYPE_TRADE',
    trade: {
      id: fill.id,
      aggressorExecution: isAggressor ? own : others,
      passiveExecution: isAggressor ? others : own,
      marketSlug: slug,
      state: `TRADE_STATE_${state}`,
      createTime: at,
      updateTime: at,
      price,
      qty: toFixedText(fill.size, 0),
      qtyDecimal: toFixedText(fill.size, 4),
      isAggressor,
      realizedPnl: dollarsOf(fill.realized),
      comboLegDetails: detailsOfLegs(call, fill.market),
    },
  }
}
