import type { VenueCall } from '../../../src/transport/call-types.js'
import { WireError } from '../../../src/transport/errors.js'
import { condition, token } from '../../support/chain-ids.js'
import { type Answers, json } from '../../support/wire.js'
import { nativeMarket, nativeOrder } from './payloads.js'
import { keyset } from './set-up.js'

/**
 * One outcome of Polymarket's exchange in memory, written from docs.polymarket.com ("Create order", "Order lifecycle",
 * "Matching delay") and the reports in its clients (py-clob-client-v2#89, clob-client#134): a purchase of kind FAK or FOK
 * spends `makerAmount`, whatever it buys; one of kind GTC buys `takerAmount` contracts and rests with what is left.
 */

export interface Level {
  /** Dollars. */
  readonly price: number
  readonly size: number
}

export interface Day {
  /** What is offered when the caller looks. */
  readonly seen: readonly Level[]
  /** What is offered when the order arrives. */
  readonly met: readonly Level[]
  /** The order is matched only after so many more calls; until then it cannot be canceled. */
  readonly delayedFor: number
  /** What happens to the first cancel. */
  readonly firstCancel: 'works' | 'refused' | 'lost before' | 'lost after' | 'failed'
  /** What happens to the answer of the order. */
  readonly answer: 'told' | 'lost' | 'without amounts'
  /** Contracts that somebody sells to what rests before it is canceled. */
  readonly hit: number
  readonly tick: string
  readonly leastSize: number
}

interface Sent {
  readonly orderType: string
  readonly order: { readonly makerAmount: string; readonly takerAmount: string; readonly side: string }
}

export function moneyExchange(day: Day) {
  const id = `0x${'0a'.repeat(32)}`
  const levels = day.met.map((level) => ({ ...level }))
  let order: { readonly limit: number; readonly size: number; readonly spends?: number } | undefined
  let [filled, paid, delay, cancels] = [0, 0, 0, 0]
  let status: 'delayed' | 'live' | 'matched' | 'canceled' = 'live'

  const round = (value: number): number => Math.round(value * 1e6) / 1e6

  function match(): void {
    if (order === undefined) return
    for (const level of levels) {
      if (level.price > order.limit + 1e-9) break
      const wanted = order.spends === undefined ? order.size - filled : (order.spends - paid) / level.price
      const taken = Math.min(level.size, Math.max(0, wanted))
      level.size = round(level.size - taken)
      filled = round(filled + taken)
      paid = round(paid + taken * level.price)
    }
    const isWhole = order.spends === undefined ? filled >= order.size : paid >= order.spends - 1e-6
    if (isWhole) status = 'matched'
    else status = order.spends === undefined ? 'live' : 'canceled'
  }

  /** Time passes with each call of the account. */
  function tick(): void {
    if (status !== 'delayed' || delay-- > 0) return
    match()
  }

  function onOrder({ body }: VenueCall): unknown {
    const { orderType, order: given } = body as Sent
    const [money, size] = [Number(given.makerAmount) / 1e6, Number(given.takerAmount) / 1e6]
    if (orderType === 'GTC' && size < day.leastSize)
      return json(400, { error: `Size (${size}) lower than the minimum: ${day.leastSize}` })
    order = { limit: round(money / size), size, ...(orderType === 'GTC' ? {} : { spends: money }) }
    if (day.delayedFor > 0) {
      status = 'delayed'
      delay = day.delayedFor
    } else match()
    if (day.answer === 'lost') throw new WireError('reset', 'The venue cut the connection.')
    const amounts =
      filled === 0 || day.answer === 'without amounts'
        ? { makingAmount: '', takingAmount: '' }
        : { makingAmount: String(paid), takingAmount: String(filled) }
    const word = status === 'delayed' ? 'delayed' : filled > 0 ? 'matched' : 'live'
    return { success: true, errorMsg: '', orderID: id, status: word, ...amounts, transactionsHashes: [] }
  }

  function onCancel({ body }: VenueCall): unknown {
    const { orderID: name } = body as { readonly orderID: string }
    tick()
    cancels++
    const isFirst = cancels === 1
    if (isFirst && day.firstCancel === 'failed') return json(500, { error: 'internal' })
    if (isFirst && day.firstCancel === 'lost before') throw new WireError('reset', 'cut')
    const refused = (why: string) => ({ canceled: [], not_canceled: { [name]: why } })
    if (isFirst && day.firstCancel === 'refused') return refused('the order cannot be canceled right now')
    if (status === 'delayed') return refused('order is delayed and cannot be canceled')
    if (order === undefined || status !== 'live')
      return refused("order can't be found - already canceled or matched")
    const hit = Math.min(day.hit, order.size - filled)
    filled = round(filled + hit)
    paid = round(paid + hit * order.limit)
    status = filled >= order.size ? 'matched' : 'canceled'
    if (isFirst && day.firstCancel === 'lost after') throw new WireError('reset', 'cut')
    if (status === 'matched') return refused("order can't be found - already canceled or matched")
    return { canceled: [name], not_canceled: {} }
  }

  function onRow({ path }: VenueCall): unknown {
    tick()
    if (order === undefined) return null
    return nativeOrder({
      id: path.split('/').at(-1),
      status: status === 'delayed' ? 'DELAYED' : status.toUpperCase(),
      original_size: String(order.size),
      size_matched: String(filled),
      price: String(order.limit),
    })
  }

  const answers: Answers = {
    'GET gamma/markets/keyset': keyset([nativeMarket({ version: 'v1' })]),
    'GET clob/version': { version: 2 },
    [`GET clob/clob-markets/${condition(1)}`]: {
      mts: day.tick,
      mos: String(day.leastSize),
      nr: true,
      c: condition(1),
      t: [{ t: token(1) }],
    },
    'GET clob/book': {
      market: condition(1),
      asset_id: token(1),
      timestamp: '1764000000000',
      hash: 'h',
      bids: [],
      asks: day.seen.map(({ price, size }) => ({ price: String(price), size: String(size) })),
      tick_size: day.tick,
      min_order_size: String(day.leastSize),
      neg_risk: true,
    },
    'POST clob/order': onOrder,
    'DELETE clob/order': onCancel,
    // An order is looked up by its hash, of which there is one here.
    'GET clob/data/order/*': onRow,
    'GET clob/data/trades': { data: [], next_cursor: 'LTE=' },
  }

  return {
    answers,
    get truth() {
      return {
        filled,
        paid,
        status,
        isOpen: order !== undefined && (status === 'live' || status === 'delayed'),
      }
    },
  }
}
