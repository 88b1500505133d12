import { type FaceCall, type Route, route } from '../../face.js'
import { count } from '../../list.js'
import { type Amount, fixedText, numberOf, sumOf } from '../../paper/amount.js'
import type { PaperFill, PaperPosition } from '../../paper/types.js'
import { json, type Reply } from '../../reply.js'
import { marketMetadata, slugOf } from './instruments.js'
import { type Native, nanoIso } from './native-market.js'
import { dollarsOf, intentOf } from './order-row.js'
import { accountOf, longPrice } from './paper.js'
import { refusal } from './replies.js'

/** What an account has and did (venues/polymarket_us/README.md, "Accounts and orders"). */
export const portfolioRoutes: readonly Route[] = [
  route('GET', '/v1/account/balances', balances),
  route('GET', '/v1/portfolio/positions', listPositions),
  route('GET', '/v1/portfolio/activities', listActivities),
]

function balances(call: FaceCall): Reply {
  const { total, available, locked } = accountOf(call).balance()
  return json({
    balances: [
      {
        currentBalance: numberOf(total),
        currency: 'USD',
        lastUpdated: nanoIso(call.now),
        buyingPower: numberOf(available),
        assetNotional: 0,
        assetAvailable: 0,
        pendingCredit: 0,
        openOrders: numberOf(locked),
        unsettledFunds: 0,
        pendingWithdrawals: [],
        marginRequirement: 0,
        balanceReservation: 0,
      },
    ],
  })
}

interface Page<Row> {
  readonly rows: readonly Row[]
  readonly nextCursor: string
  readonly eof: boolean
}

const limit = count('limit', {
  otherwise: 100,
  most: 500,
  refuse: (name) => refusal(400, `type mismatch, parameter: ${name}`),
})

/** The rows behind those that the cursor counts. */
function pageOf<Row>(call: FaceCall, rows: readonly Row[]): Page<Row> {
  const cursor = call.query.text('cursor') ?? '0'
  if (!/^\d{1,9}$/.test(cursor)) throw refusal(400, 'invalid cursor')
  const end = Number(cursor) + limit(call)
  const eof = end >= rows.length
  return { rows: rows.slice(Number(cursor), end), nextCursor: eof ? '' : String(end), eof }
}

function listPositions(call: FaceCall): Reply {
  const bySlug = new Map<string, PaperPosition[]>()
  for (const position of accountOf(call).positions()) {
    const slug = slugOf(call, position)
    bySlug.set(slug, [...(bySlug.get(slug) ?? []), position])
  }
  const wanted = call.query.text('market')
  const { rows, nextCursor, eof } = pageOf(
    call,
    [...bySlug].filter(([slug]) => wanted === undefined || slug === wanted),
  )
  const positions = Object.fromEntries(rows.map(([slug, sides]) => [slug, positionRow(call, sides)]))
  return json({ positions, nextCursor, eof })
}

/** Long contracts, below 0 short ones. What whole numbers of old clients hold is rounded. */
function positionRow(call: FaceCall, sides: readonly PaperPosition[]): Native {
  const signed = (of: (position: PaperPosition) => Amount): Amount =>
    sumOf(sides.map((position) => (position.side === 'yes' ? of(position) : -of(position))))
  const net = signed(({ size }) => size)
  const [first] = sides
  return {
    netPosition: fixedText(net, 0),
    netPositionDecimal: fixedText(net, 4),
    qtyAvailableDecimal: fixedText(
      signed(({ size, locked }) => size - locked),
      4,
    ),
    cost: dollarsOf(sumOf(sides.map(({ cost }) => cost))),
    realized: dollarsOf(sumOf(sides.map(({ realized }) => realized))),
    expired: false,
    updateTime: nanoIso(Math.max(...sides.map(({ updatedAt }) => updatedAt))),
    ...(first === undefined ? {} : { marketMetadata: marketMetadata(call, first) }),
  }
}

/** Trades are the only activity of a paper account. */
function listActivities(call: FaceCall): Reply {
  const { query } = call
  const types = query.all('types')
  const slug = query.text('marketSlug')
  const isTold = types.length === 0 || types.includes('ACTIVITY_TYPE_TRADE')
  const fills = isTold ? accountOf(call).fills() : []
  const wanted = fills.filter((fill) => slug === undefined || slugOf(call, fill) === slug)
  const inOrder = query.text('sortOrder') === 'SORT_ORDER_ASCENDING' ? wanted.toReversed() : wanted
  const { rows, nextCursor, eof } = pageOf(call, inOrder)
  return json({ activities: rows.map((fill) => activityRow(call, fill)), nextCursor, eof })
}

/** Both parts of a trade are shown; which is the account's, `isAggressor` tells. */
function activityRow(call: FaceCall, fill: PaperFill): Native {
  const at = nanoIso(fill.at)
  const price = dollarsOf(longPrice(fill.order.side, fill.price))
  const traded = { lastShares: fixedText(fill.size, 4), lastPx: price, transactTime: at }
  const isAggressor = fill.liquidity === 'taker'
  const own = {
    ...traded,
    order: { id: fill.order.id, marketSlug: slugOf(call, fill), intent: intentOf(fill.order) },
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
      marketSlug: slugOf(call, fill),
      state: 'TRADE_STATE_CLEARED',
      createTime: at,
      updateTime: at,
      price,
      qty: fixedText(fill.size, 0),
      qtyDecimal: fixedText(fill.size, 4),
      isAggressor,
      realizedPnl: dollarsOf(fill.realized),
    },
  }
}
