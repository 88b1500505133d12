import { type Reply, toJsonReply, toTextReply } from '../../../http/reply.js'
import { type MockCall, type Route, route } from '../../../mock-kit/mock-venue.js'
import { MICRO } from '../../../paper-trading/state/amount.js'
import type { PaperAccount } from '../../../paper-trading/state/types.js'
import { isApproved, spenders, UNLIMITED } from '../contracts.js'
import { findByToken, type Token } from '../ids.js'
import { versionOf } from '../protocol.js'
import { ownOf } from './account.js'
import { callerOf } from './auth.js'
import { createClobError } from './errors.js'

/** Routes of the balances and approvals of a wallet (../README.md, "Accounts"). */
export const allowanceRoutes: readonly Route[] = [
  route('GET', '/balance-allowance', balance),
  route('GET', '/balance-allowance/update', (call) => {
    callerOf(call)
    return toTextReply('')
  }),
]

/** Returns the balance in integer millionths; open orders are not subtracted. */
function balance(call: MockCall): Reply {
  const { account } = ownOf(call)
  const amount = amountOf(call, account)
  return toJsonReply({
    balance: String(amount / MICRO),
    allowances: Object.fromEntries(
      spenders.map((spender) => [spender, isApproved(call, spender) ? UNLIMITED : '0']),
    ),
  })
}

/**
 * Returns an amount. The shares of each protocol have a separate query word; the word of the other protocol yields
 * none.
 */
function amountOf(call: MockCall, account: PaperAccount): bigint {
  const kind = call.query.text('asset_type')
  if (kind === 'COLLATERAL') return account.balance().total
  if (kind !== 'CONDITIONAL' && kind !== 'CONDITIONAL-V2') throw createClobError(400, 'Invalid asset type')
  const id = call.query.text('token_id') ?? ''
  if (!/^\d+$/.test(id)) throw createClobError(400, 'Invalid token id')
  const token = findByToken(call, id)
  const isOfKind = token !== undefined && (versionOf(token.market) === 'v2') === (kind === 'CONDITIONAL-V2')
  return isOfKind ? heldOf(account, token) : 0n
}

function heldOf(account: PaperAccount, token: Token): bigint {
  const held = account
    .positions()
    .find(({ market, side }) => market.key === token.market.key && side === token.side)
  return held?.size ?? 0n
}
