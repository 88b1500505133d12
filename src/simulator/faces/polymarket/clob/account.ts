import { hashText } from '../../../../effects/random.js'
import { type FaceCall, type Route, route } from '../../../face.js'
import { same } from '../../../list-filters.js'
import { MICRO, textOf } from '../../../paper/amount.js'
import type { PaperAccount, PaperFill, PaperOrder } from '../../../paper/types.js'
import { json, type Reply, text } from '../../../reply.js'
import { uuidOf } from '../../../world/hash.js'
import type { WorldMarket } from '../../../world/types.js'
import type { Native } from '../gamma/market.js'
import { byToken, conditionId, tokenOf } from '../ids.js'
import { accountOf } from '../paper.js'
import { callerOf } from './auth.js'
import { clobError } from './errors.js'
import { clobPage } from './page.js'

/** What an account has and did (venues/polymarket/README.md). */
export const accountRoutes: readonly Route[] = [
  route('GET', '/data/orders', listOrders),
  route('GET', '/data/order/:id', oneOrder),
  route('GET', '/data/trades', listTrades),
  route('GET', '/balance-allowance', balance),
  route('GET', '/balance-allowance/update', (call) => {
    callerOf(call)
    return text('')
  }),
]

/** A caller with the account that is his. */
interface Own {
  readonly call: FaceCall
  readonly account: PaperAccount
  readonly apiKey: string
  readonly address: string
}

export function ownOf(call: FaceCall): Own {
  const { address, apiKey } = callerOf(call)
  return { call, account: accountOf(call, address), apiKey, address }
}

interface OfMarket {
  readonly market: WorldMarket
}

const ofMarket = (row: OfMarket, { world }: FaceCall): string => conditionId(world.seed, row.market)

function listOrders(call: FaceCall): Reply {
  const own = ownOf(call)
  const open = own.account.orders().filter(({ status }) => status === 'open')
  return clobPage(call, open, (order) => orderRow(own, order), {
    id: same(({ id }) => id),
    market: same(ofMarket),
    asset_id: same(({ market, side }, call) => tokenOf(call.world.seed, market, side)),
  })
}

/** What an unknown id is answered is not documented. */
function oneOrder(call: FaceCall): Reply {
  const own = ownOf(call)
  const order = own.account.order((call.params['id'] ?? '').toLowerCase())
  return json(order === undefined ? null : orderRow(own, order))
}

const states = { open: 'LIVE', filled: 'MATCHED', cancelled: 'CANCELED' } as const

function orderRow({ call, apiKey, address }: Own, order: PaperOrder): Native {
  const { market, side, filled, size, native } = order
  return {
    id: order.id,
    status: states[order.status],
    owner: apiKey,
    maker_address: native['maker'] ?? address,
    market: conditionId(call.world.seed, market),
    asset_id: tokenOf(call.world.seed, market, side),
    side: order.action === 'buy' ? 'BUY' : 'SELL',
    original_size: textOf(size),
    size_matched: textOf(filled),
    price: textOf(order.price ?? 0n),
    associate_trades: [],
    outcome: side === 'yes' ? market.yesLabel : market.noLabel,
    created_at: Math.floor(order.createdAt / 1000),
    expiration: order.expiresAt === undefined ? '0' : String(Math.floor(order.expiresAt / 1000)),
    order_type: native['orderType'] ?? 'GTC',
  }
}

function listTrades(call: FaceCall): Reply {
  const own = ownOf(call)
  return clobPage(call, own.account.fills(), (fill) => tradeRow(own, fill), {
    id: same(({ id }) => id),
    market: same(ofMarket),
    asset_id: same(({ market, order }, call) => tokenOf(call.world.seed, market, order.side)),
    after: ({ query }, name) => {
      const from = secondsIn(query.text(name))
      return from === undefined ? undefined : ({ at }) => at > from
    },
    before: ({ query }, name) => {
      const to = secondsIn(query.text(name))
      return to === undefined ? undefined : ({ at }) => at < to
    },
  })
}

/** Epoch seconds as epoch ms. */
function secondsIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,12}$/.test(text)) throw clobError(400, 'Invalid payload')
  return Number(text) * 1000
}

/** Hash of the transaction that a fill was settled by. */
export function transactionOf({ id }: Pick<PaperFill, 'id'>): string {
  return `0x${uuidOf(hashText(id)).replaceAll('-', '').repeat(2)}`
}

function tradeRow({ call, apiKey, address, account }: Own, fill: PaperFill): Native {
  const { order, market, liquidity } = fill
  const wallet = account.order(order.id)?.native['maker'] ?? address
  const isTaker = liquidity === 'taker'
  const [own, other] = order.action === 'buy' ? ['BUY', 'SELL'] : ['SELL', 'BUY']
  const common = {
    asset_id: tokenOf(call.world.seed, market, order.side),
    price: textOf(fill.price),
    fee_rate_bps: '0',
    outcome: order.side === 'yes' ? market.yesLabel : market.noLabel,
  }
  const maker = { matched_amount: textOf(fill.size), ...common }
  const stranger = uuidOf(hashText(`stranger ${fill.id}`))
  return {
    id: fill.id,
    ...common,
    taker_order_id: isTaker ? order.id : transactionOf({ id: `taker ${fill.id}` }),
    market: conditionId(call.world.seed, market),
    side: isTaker ? own : other,
    size: textOf(fill.size),
    status: 'CONFIRMED',
    match_time: String(Math.floor(fill.at / 1000)),
    last_update: String(Math.floor(fill.at / 1000)),
    bucket_index: 0,
    owner: isTaker ? apiKey : stranger,
    maker_address: isTaker ? wallet : transactionOf({ id: stranger }).slice(0, 42),
    maker_orders: isTaker
      ? [
          {
            ...maker,
            order_id: transactionOf({ id: `maker ${fill.id}` }),
            owner: stranger,
            maker_address: transactionOf({ id: stranger }).slice(0, 42),
          },
        ]
      : [{ ...maker, order_id: order.id, owner: apiKey, maker_address: wallet }],
    transaction_hash: transactionOf(fill),
    trader_side: isTaker ? 'TAKER' : 'MAKER',
  }
}

const UNLIMITED = (2n ** 256n - 1n).toString()

/** Whole millionths; what open orders want is not taken off. */
function balance(call: FaceCall): Reply {
  const { account } = ownOf(call)
  const kind = call.query.text('asset_type')
  if (kind !== 'COLLATERAL' && kind !== 'CONDITIONAL') throw clobError(400, 'Invalid asset type')
  const amount = kind === 'COLLATERAL' ? account.balance().total : heldOf(call, account)
  return json({
    balance: String(amount / MICRO),
    allowances: {
      '0xE111180000d2663C0091e4f400237545B87B996B': UNLIMITED,
      '0xe2222d279d744050d28e00520010520000310F59': UNLIMITED,
    },
  })
}

function heldOf(call: FaceCall, account: PaperAccount): bigint {
  const token = byToken(call, call.query.text('token_id') ?? '')
  if (token === undefined) throw clobError(400, 'Invalid token id')
  const held = account.positions().find(({ market, side }) => market === token.market && side === token.side)
  return held?.size ?? 0n
}
