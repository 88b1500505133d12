import { createNotImplemented } from '../../http/reply.js'
import type { Body } from './body.js'
import { type ApproveBuilderFee, readApproval, readBuilder, type SentBuilder } from './builders.js'
import { createUnreadable } from './replies.js'

/** The implemented actions of `POST /exchange` (README.md, "Actions"). */
export type ExchangeAction =
  | {
      readonly type: 'order'
      readonly orders: readonly SentOrder[]
      readonly builder: SentBuilder | undefined
    }
  | {
      readonly type: 'cancel'
      readonly cancels: readonly { readonly asset: number; readonly oid: number }[]
      /** Requests the fast path, which has no effect here. */
      readonly isFast: boolean | undefined
    }
  | {
      readonly type: 'cancelByCloid'
      readonly cancels: readonly { readonly asset: number; readonly cloid: string }[]
      readonly isFast: boolean | undefined
    }
  | {
      readonly type: 'modify' | 'batchModify'
      readonly modifies: readonly SentModify[]
      /** Whether the new orders are placed even if the others could not be canceled. */
      readonly isAlwaysPlaced: boolean | undefined
    }
  | { readonly type: 'scheduleCancel'; readonly time: number | undefined }
  | { readonly type: 'noop' }
  | ApproveBuilderFee

export interface SentOrder {
  readonly asset: number
  readonly isBuy: boolean
  readonly price: string
  readonly size: string
  readonly isReduceOnly: boolean
  readonly tif: Tif
  readonly cloid: string | undefined
}

/** An order that replaces another one, named by its number or by its cloid. */
export interface SentModify {
  readonly oid: number | string
  readonly order: SentOrder
}

const tifs = ['Gtc', 'Ioc', 'Alo', 'FrontendMarket'] as const
type Tif = (typeof tifs)[number]

/**
 * Actions that the simulation does not implement, with the names of the official client and typed-hyperliquid 2.6.0.
 */
const otherActions = new Set(
  (
    'userOutcome approveAgent usdSend spotSend sendAsset agentSendAsset sendToEvmWithData usdClassTransfer ' +
    'withdraw3 updateLeverage updateIsolatedMargin topUpIsolatedOnlyMargin vaultTransfer twapOrder twapCancel createSubAccount ' +
    'subAccountTransfer subAccountSpotTransfer setReferrer tokenDelegate cDeposit cWithdraw claimRewards reserveRequestWeight ' +
    'agentEnableDexAbstraction agentSetAbstraction userDexAbstraction userSetAbstraction userPortfolioMargin borrowLend ' +
    'evmUserModify multiSig convertToMultiSigUser spotDeploy perpDeploy outcomeDeploy activateOutcomeDeployer ' +
    'gossipPriorityBid CSignerAction CValidatorAction validatorL1Stream hip3LiquidatorTransfer authorizeAqav2Role spotUser ' +
    'createVault vaultModify vaultDistribute setDisplayName registerReferrer'
  ).split(' '),
)

/**
 * Reads an action.
 * @throws Refusal with 422 when it is not an action, with 501 when the simulation does not implement it
 */
export function readAction(body: Body): ExchangeAction {
  const type = body.text('type')
  switch (type) {
    case 'order': {
      if (body.text('grouping') !== 'na') throw createNotImplemented('orders in groups')
      const builder = body.has('builder') ? readBuilder(body.member('builder')) : undefined
      return { type, orders: body.list('orders').map(readOrder), builder }
    }
    case 'cancel':
      return {
        type,
        cancels: body.list('cancels').map((one) => ({ asset: one.integer('a'), oid: one.integer('o') })),
        isFast: flagIn(body, 'f'),
      }
    case 'cancelByCloid':
      return {
        type,
        cancels: body
          .list('cancels')
          .map((one) => ({ asset: one.integer('asset'), cloid: readCloid(one.text('cloid')) })),
        isFast: flagIn(body, 'f'),
      }
    case 'modify':
      return { type, modifies: [readModify(body)], isAlwaysPlaced: flagIn(body, 'a') }
    case 'batchModify':
      return { type, modifies: body.list('modifies').map(readModify), isAlwaysPlaced: flagIn(body, 'a') }
    case 'scheduleCancel':
      return { type, time: body.optionalInteger('time') }
    case 'noop':
      return { type }
    case 'approveBuilderFee':
      return readApproval(body)
    default:
      throw otherActions.has(type) ? createNotImplemented(`the action ${type}`) : createUnreadable()
  }
}

function readModify(one: Body): SentModify {
  return {
    oid: one.isText('oid') ? readCloid(one.text('oid')) : one.integer('oid'),
    order: readOrder(one.member('order')),
  }
}

function flagIn(body: Body, name: string): boolean | undefined {
  return body.has(name) ? body.flag(name) : undefined
}

function readOrder(order: Body): SentOrder {
  const kind = order.member('t')
  if (kind.has('trigger')) throw createNotImplemented('orders with a trigger')
  const given = kind.member('limit').text('tif')
  const tif = tifs.find((one) => one === given)
  if (tif === undefined) throw createUnreadable()
  return {
    asset: order.integer('a'),
    isBuy: order.flag('b'),
    price: readNumber(order.text('p')),
    size: readNumber(order.text('s')),
    isReduceOnly: order.flag('r'),
    tif,
    cloid: order.has('c') ? readCloid(order.text('c')) : undefined,
  }
}

function readNumber(text: string): string {
  if (!/^\d{1,15}(?:\.\d{1,12})?$/.test(text)) throw createUnreadable()
  return text
}

/** Reads a cloid: `0x` and 32 hexadecimal digits, returned in lower case. */
export function readCloid(text: string): string {
  if (!/^0x[0-9a-f]{32}$/i.test(text)) throw createUnreadable()
  return text.toLowerCase()
}
