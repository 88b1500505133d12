import { notPlayed } from '../../reply.js'
import type { Body } from './body.js'
import { unreadable } from './replies.js'

/** What `POST /exchange` is asked to do, as far as it is played (venues/hyperliquid/README.md). */
export type ExchangeAction =
  | { readonly type: 'order'; readonly orders: readonly AskedOrder[] }
  | {
      readonly type: 'cancel'
      readonly cancels: readonly { readonly asset: number; readonly oid: number }[]
    }
  | {
      readonly type: 'cancelByCloid'
      readonly cancels: readonly { readonly asset: number; readonly cloid: string }[]
    }

export interface AskedOrder {
  readonly asset: number
  readonly isBuy: boolean
  readonly price: string
  readonly size: string
  readonly tif: Tif
  readonly cloid: string | undefined
}

const tifs = ['Gtc', 'Ioc', 'Alo', 'FrontendMarket'] as const
type Tif = (typeof tifs)[number]

/** Actions of the venue that the demo leaves out. */
const otherActions = new Set(
  (
    'modify batchModify scheduleCancel userOutcome approveAgent approveBuilderFee usdSend spotSend usdClassTransfer ' +
    'withdraw3 updateLeverage updateIsolatedMargin vaultTransfer twapOrder twapCancel createSubAccount noop'
  ).split(' '),
)

/** @throws Refusal with 422 for what is no action, with 501 for what the demo leaves out */
export function readAction(body: Body): ExchangeAction {
  const type = body.text('type')
  switch (type) {
    case 'order': {
      if (body.text('grouping') !== 'na') throw notPlayed('orders in groups')
      if (body.has('builder')) throw notPlayed('orders with a builder')
      return { type, orders: body.list('orders').map(readOrder) }
    }
    case 'cancel':
      return {
        type,
        cancels: body.list('cancels').map((one) => ({ asset: one.integer('a'), oid: one.integer('o') })),
      }
    case 'cancelByCloid':
      return {
        type,
        cancels: body
          .list('cancels')
          .map((one) => ({ asset: one.integer('asset'), cloid: readCloid(one.text('cloid')) })),
      }
    default:
      throw otherActions.has(type) ? notPlayed(`the action ${type}`) : unreadable()
  }
}

function readOrder(order: Body): AskedOrder {
  const kind = order.member('t')
  if (kind.has('trigger')) throw notPlayed('orders with a trigger')
  const given = kind.member('limit').text('tif')
  const tif = tifs.find((one) => one === given)
  if (tif === undefined) throw unreadable()
  if (order.flag('r')) throw notPlayed('orders that only reduce')
  return {
    asset: order.integer('a'),
    isBuy: order.flag('b'),
    price: readNumber(order.text('p')),
    size: readNumber(order.text('s')),
    tif,
    cloid: order.has('c') ? readCloid(order.text('c')) : undefined,
  }
}

function readNumber(text: string): string {
  if (!/^\d{1,15}(?:\.\d{1,12})?$/.test(text)) throw unreadable()
  return text
}

/** `0x` and 32 hexadecimal digits, in lower case. */
export function readCloid(text: string): string {
  if (!/^0x[0-9a-f]{32}$/i.test(text)) throw unreadable()
  return text.toLowerCase()
}
