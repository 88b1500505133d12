import { type FaceCall, type FaceContext, type Route, route } from '../../../face.js'
import { MICRO } from '../../../paper/amount.js'
import type { PaperAccount } from '../../../paper/types.js'
import { json, type Reply, text } from '../../../reply.js'
import { byToken, type Token } from '../ids.js'
import { versionOf } from '../protocol.js'
import { exchangeOf } from '../signed-data.js'
import { ownOf } from './account.js'
import { callerOf } from './auth.js'
import { clobError } from './errors.js'

/** What a wallet has and what it has approved (README.md, "Accounts"). */
export const allowanceRoutes: readonly Route[] = [
  route('GET', '/balance-allowance', balance),
  route('GET', '/balance-allowance/update', (call) => {
    callerOf(call)
    return text('')
  }),
]

const UNLIMITED = (2n ** 256n - 1n).toString()

export const EXCHANGE_V3 = exchangeOf(3, false)
/** The older adapter is a spender of neg-risk markets still. */
const NEG_RISK_ADAPTER = '0xd91E80cF2E7be2e162c6513ceD06f1dD0dA35296'
export const spenders = [exchangeOf(2, false), exchangeOf(2, true), NEG_RISK_ADAPTER, EXCHANGE_V3] as const

/** Whether wallets have approved a contract: all of them, and ExchangeV3 by a switch. */
export function isApproved({ switches }: Pick<FaceContext, 'switches'>, spender: string): boolean {
  return spender !== EXCHANGE_V3 || switches.polymarket.exchangeV3 === 'approved'
}

/** Whole millionths; what open orders want is not taken off. */
function balance(call: FaceCall): Reply {
  const { account } = ownOf(call)
  const amount = amountOf(call, account)
  return json({
    balance: String(amount / MICRO),
    allowances: Object.fromEntries(
      spenders.map((spender) => [spender, isApproved(call, spender) ? UNLIMITED : '0']),
    ),
  })
}

/** Shares of either protocol are asked for by a word of their own; by the other's there are none. */
function amountOf(call: FaceCall, account: PaperAccount): bigint {
  const kind = call.query.text('asset_type')
  if (kind === 'COLLATERAL') return account.balance().total
  if (kind !== 'CONDITIONAL' && kind !== 'CONDITIONAL-V2') throw clobError(400, 'Invalid asset type')
  const id = call.query.text('token_id') ?? ''
  if (!/^\d+$/.test(id)) throw clobError(400, 'Invalid token id')
  const token = byToken(call, id)
  const isOfKind = token !== undefined && (versionOf(token.market) === 'v2') === (kind === 'CONDITIONAL-V2')
  return isOfKind ? heldOf(account, token) : 0n
}

function heldOf(account: PaperAccount, token: Token): bigint {
  const held = account
    .positions()
    .find(({ market, side }) => market.key === token.market.key && side === token.side)
  return held?.size ?? 0n
}
