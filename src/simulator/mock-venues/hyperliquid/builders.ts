import type { MockCall, MockContext } from '../../mock-kit/mock-venue.js'
import type { PaperAccount } from '../../paper-trading/state/types.js'
import type { NotesOf } from '../../paper-trading/state/venue-notes.js'
import type { Body } from './body.js'
import { createUnreadable } from './replies.js'

/** Builders that orders may name, with or without a fee (README.md, "Actions", "Fees"). */

/** Tenths of a basis point, by the builder's address. */
type Approved = Readonly<Record<string, number>>

/** 1 %, for outcomes as for spot pairs. */
const MAX_FEE = 1_000

const approvals: NotesOf<{ readonly rates: Approved }> = { name: 'hyperliquid: approved builders' }

export interface ApproveBuilderFee {
  readonly type: 'approveBuilderFee'
  readonly hyperliquidChain: string
  readonly signatureChainId: `0x${string}`
  readonly maxFeeRate: string
  readonly builder: string
  readonly nonce: number
}

export function readApproval(body: Body): ApproveBuilderFee {
  const chain = body.text('signatureChainId')
  if (!/^0x[0-9a-f]{1,8}$/i.test(chain)) throw createUnreadable()
  const maxFeeRate = body.text('maxFeeRate')
  if (!/^\d{1,3}(\.\d{1,4})?%$/.test(maxFeeRate)) throw createUnreadable()
  return {
    type: 'approveBuilderFee',
    hyperliquidChain: body.text('hyperliquidChain'),
    signatureChainId: chain as `0x${string}`,
    maxFeeRate,
    builder: body.address('builder'),
    nonce: body.integer('nonce'),
  }
}

/** The builder of an order: `{"b":"0x..","f":10}`, the fee in tenths of a basis point. */
export interface SentBuilder {
  readonly address: string
  readonly fee: number
}

export function readBuilder(body: Body): SentBuilder {
  return { address: body.address('b'), fee: body.integer('f') }
}

export function approvedBy({ paper }: MockContext, { owner }: Pick<PaperAccount, 'owner'>): Approved {
  return paper.notes(approvals).get(owner, '')?.rates ?? {}
}

const TENTHS_OF_A_BASIS_POINT = 1_000

/** Whether an account has approved a builder for the fee of an order. */
export function isApproved(
  call: MockContext,
  account: Pick<PaperAccount, 'owner'>,
  { address, fee }: SentBuilder,
): boolean {
  const most = approvedBy(call, account)[address]
  return most !== undefined && fee >= 0 && fee <= most
}

/** Approves a fee of a builder. @returns false for a fee above the maximum */
export function approve(
  call: MockCall,
  account: Pick<PaperAccount, 'owner'>,
  { builder, maxFeeRate }: ApproveBuilderFee,
): boolean {
  const rate = Math.round(Number(maxFeeRate.slice(0, -1)) * TENTHS_OF_A_BASIS_POINT)
  if (rate > MAX_FEE) return false
  const rates = { ...approvedBy(call, account), [builder]: rate }
  call.paper.notes(approvals).set(account.owner, '', { rates })
  return true
}
