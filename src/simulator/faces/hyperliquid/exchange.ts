import { DAY_MS } from '../../../api/resolution.js'
import type { SplitSignature } from '../../../signing/private-key.js'
import type { FaceCall, FaceRequest } from '../../face.js'
import { amountOf, numberOf, ONE, per, times } from '../../paper/amount.js'
import { type RejectionWords, wordFor } from '../../paper/rejected.js'
import type { PaperAccount, TimeInForce } from '../../paper/types.js'
import { json, notPlayed, orRefuse, type Reply } from '../../reply.js'
import { type AskedOrder, readAction } from './action.js'
import { type Body, readBody } from './body.js'
import { decimal } from './figures.js'
import { type Coin, coinByAsset, isListed } from './ids.js'
import { accountOf, exchangeOf } from './paper.js'
import { middleOf } from './prices.js'
import { unreadable } from './replies.js'

/** `POST /exchange`: signed actions, answered with 200 whatever becomes of them (venues/hyperliquid/README.md). */

let actorOf: typeof import('./actor.js').actorOf | undefined

/** The curve is loaded when the first action comes. */
export function prepare({ path }: FaceRequest): Promise<void> | undefined {
  if (path !== '/exchange' || actorOf !== undefined) return undefined
  return import('./actor.js').then((module) => {
    actorOf = module.actorOf
  })
}

/** Nonces lie between two days ago and tomorrow. */
const OLDEST_NONCE_MS = 2 * DAY_MS

export function exchange(call: FaceCall): Reply {
  const body = readBody(call.request.body)
  const action = readAction(body.member('action'))
  const nonce = body.integer('nonce')
  const expiresAfter = body.optionalInteger('expiresAfter')
  const signature = signatureIn(body.member('signature'))
  if (body.has('vaultAddress')) throw notPlayed('actions for a vault')
  if (actorOf === undefined) throw new Error('an action before what reads its signature')
  const actor = actorOf(action, { nonce, expiresAfter }, signature)
  if (actor === undefined || !exchangeOf(call).knows(actor))
    return refused(`User or API Wallet ${actor ?? '0x'} does not exist.`)
  const account = accountOf(call, actor)
  const isUsed = account.orders().some(({ native }) => native['nonce'] === nonce)
  // The words of these two are ours.
  if (isUsed || nonce < call.now - OLDEST_NONCE_MS || nonce > call.now + DAY_MS)
    return refused(`Invalid nonce: ${isUsed ? 'used before' : 'out of the window'}`)
  if (expiresAfter !== undefined && expiresAfter < call.now) return refused('The action has expired.')
  switch (action.type) {
    case 'order':
      return done(
        'order',
        action.orders.map((order) => place(call, account, order, nonce)),
      )
    case 'cancel':
      return done(
        'cancel',
        action.cancels.map(({ asset, oid }) => cancel(account, asset, String(oid))),
      )
    case 'cancelByCloid':
      return done(
        'cancel',
        action.cancels.map(({ asset, cloid }) =>
          cancel(account, asset, account.orderByClientId(cloid)?.id ?? ''),
        ),
      )
  }
}

function signatureIn(body: Body): SplitSignature {
  const [r, s, v] = [body.text('r'), body.text('s'), body.integer('v')]
  if (!isWord(r) || !isWord(s) || (v !== 27 && v !== 28)) throw unreadable()
  return { r, s, v }
}

function isWord(text: string): text is `0x${string}` {
  return /^0x[0-9a-f]{1,64}$/i.test(text)
}

function done(type: string, statuses: readonly unknown[]): Reply {
  return json({ status: 'ok', response: { type, data: { statuses } } })
}

function refused(response: string): Reply {
  return json({ status: 'err', response })
}

const timesInForce: Readonly<Record<AskedOrder['tif'], TimeInForce>> = {
  Gtc: 'gtc',
  Alo: 'gtc',
  Ioc: 'ioc',
  FrontendMarket: 'ioc',
}

/** An order must be worth so much at the middle of its book. */
const LEAST_VALUE = 10n * ONE

function place(call: FaceCall, account: PaperAccount, asked: AskedOrder, nonce: number): unknown {
  const { asset, isBuy, tif, cloid } = asked
  const failed = (words: string) => ({ error: `${words} asset=${asset}` })
  const coin = orRefuse(coinByAsset(call, asset), () => notPlayed('orders of anything but outcomes'))
  const { market } = coin.outcome
  if (market === undefined) throw notPlayed('orders of the fallback of a question')
  const [price, size] = [amountOf(asked.price) ?? 0n, amountOf(asked.size) ?? 0n]
  if (size === 0n) return failed('Order has zero size.')
  if (size % ONE !== 0n) return failed('Order has invalid size.')
  if (times(worthOf(call, coin) ?? price, size) < LEAST_VALUE)
    return failed('Order must have minimum value of $10.')
  const placed = account.place({
    market,
    side: coin.side === 0 ? 'yes' : 'no',
    action: isBuy ? 'buy' : 'sell',
    amount: { size },
    price,
    timeInForce: timesInForce[tif],
    postOnly: tif === 'Alo',
    clientOrderId: cloid,
    native: { asset, tif, nonce },
  })
  if (placed.rejected !== undefined) return failed(wordFor(rejections, placed.rejected))
  const { order } = placed
  const named = { oid: Number(order.id), ...(cloid === undefined ? {} : { cloid }) }
  if (order.status === 'open') return { resting: named }
  if (order.filled === 0n) return failed('Order could not immediately match against any resting orders.')
  const avgPx = per(order.takerValue + order.makerValue, order.filled)
  return { filled: { totalSz: decimal(numberOf(order.filled)), avgPx: decimal(numberOf(avgPx)), ...named } }
}

function worthOf(call: FaceCall, { outcome, side }: Coin): bigint | undefined {
  const middle = isListed(call, outcome) ? middleOf(call, outcome) : undefined
  if (middle === undefined) return undefined
  return amountOf((side === 0 ? middle : 1 - middle).toFixed(6))
}

/** Words that are documented or known from clients, as far as there are any. */
const rejections: RejectionWords<string> = {
  insufficient: 'Insufficient spot balance',
  would_cross: 'Post only order would have immediately matched.',
  invalid_price: 'Order has invalid price.',
  invalid_size: 'Order has invalid size.',
  otherwise: (reason) => `Order was refused: ${reason.replaceAll('_', ' ')}.`,
}

function cancel(account: PaperAccount, asset: number, oid: string): unknown {
  const order = account.order(oid)
  const isOf = order?.native['asset'] === asset
  const done = isOf ? account.cancel(oid) : undefined
  if (done !== undefined && done.rejected === undefined) return 'success'
  return { error: `Order was never placed, already canceled, or filled. asset=${asset}` }
}
