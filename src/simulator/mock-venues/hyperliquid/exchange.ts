import { DAY_MS } from '../../../api/times/resolution.js'
import type { SplitSignature } from '../../../signing/private-key.js'
import { createNotImplemented, type Reply, toJsonReply } from '../../http/reply.js'
import { bodyMemberOf } from '../../mock-kit/body.js'
import type { MockCall, MockRequest } from '../../mock-kit/mock-venue.js'
import type { PaperAccount } from '../../paper-trading/state/types.js'
import { type ExchangeAction, readAction } from './action.js'
import { type Body, readBody } from './body.js'
import { approve, isApproved } from './builders.js'
import { accountOfSigner } from './paper.js'
import { cancel, modify, placeSentOrder } from './place-orders.js'
import { createUnreadable } from './replies.js'

/** `POST /exchange`: signed actions; the response always has status 200 (README.md, "Actions"). */

let actorsOf: typeof import('./actor.js').actorsOf | undefined

/** Loads the curve with the first action. */
export function prepare({ path }: MockRequest): Promise<void> | undefined {
  if (path !== '/exchange' || actorsOf !== undefined) return undefined
  return import('./actor.js').then((module) => {
    actorsOf = module.actorsOf
  })
}

/** Valid nonces are between two days ago and one day ahead. */
const OLDEST_NONCE_MS = 2 * DAY_MS
/** Minimum lead time of a scheduled cancellation of all orders. */
const SCHEDULE_AHEAD_MS = 5_000

export function exchange(call: MockCall): Reply {
  const body = readBody(call.request.body)
  const action = readAction(body.member('action'))
  const nonce = body.integer('nonce')
  const expiresAfter = body.optionalInteger('expiresAfter')
  const signature = signatureIn(body.member('signature'))
  if (body.has('vaultAddress')) throw createNotImplemented('actions for a vault')
  if (actorsOf === undefined) throw new Error('an action before what reads its signature')
  const actors = actorsOf(action, { nonce, expiresAfter }, signature, bodyMemberOf(call.request, 'action'))
  const account = accountOfSigner(call, actors, actors.isCanonical)
  if (account === undefined) return refused(`User or API Wallet ${actors.mainnet ?? '0x'} does not exist.`)
  const isUsed = account.orders().some(({ native }) => native['nonce'] === nonce)
  // These two texts are invented.
  if (isUsed || nonce < call.now - OLDEST_NONCE_MS || nonce > call.now + DAY_MS)
    return refused(`Invalid nonce: ${isUsed ? 'used before' : 'out of the window'}`)
  if (expiresAfter !== undefined && expiresAfter < call.now) return refused('The action has expired.')
  return carriedOut(call, account, action, nonce)
}

function carriedOut(call: MockCall, account: PaperAccount, action: ExchangeAction, nonce: number): Reply {
  switch (action.type) {
    case 'order': {
      const { builder } = action
      // The text is recorded; that it also applies to a fee above the approved one is inferred.
      if (builder !== undefined && !isApproved(call, account, builder))
        return refused('Builder fee has not been approved.')
      return done(
        'order',
        action.orders.map((order) =>
          placeSentOrder(call, account, order, { nonce, builderFee: builder?.fee }),
        ),
      )
    }
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
    case 'modify':
    case 'batchModify': {
      const { type, modifies, isAlwaysPlaced = false } = action
      const statuses = modifies.map((one) => modify(call, account, one, { nonce, isAlwaysPlaced }))
      const [first] = statuses
      if (type === 'batchModify' || first === undefined) return done('order', statuses)
      return 'error' in first ? refused(first.error) : plainlyDone()
    }
    case 'scheduleCancel': {
      const { time } = action
      // The text is invented; the bound is documented.
      if (time !== undefined && time < call.now + SCHEDULE_AHEAD_MS)
        return refused('Scheduled cancel time must be at least 5 seconds in the future.')
      account.cancelAllAt(time)
      return plainlyDone()
    }
    case 'noop':
      return plainlyDone()
    case 'approveBuilderFee':
      // The text is invented; the bound is documented.
      return approve(call, account, action) ? plainlyDone() : refused('Builder fee must be at most 1%.')
  }
}

function signatureIn(body: Body): SplitSignature {
  const [r, s, v] = [body.text('r'), body.text('s'), body.integer('v')]
  if (!isWord(r) || !isWord(s) || (v !== 27 && v !== 28)) throw createUnreadable()
  return { r, s, v }
}

function isWord(text: string): text is `0x${string}` {
  return /^0x[0-9a-f]{1,64}$/i.test(text)
}

function done(type: string, statuses: readonly unknown[]): Reply {
  return toJsonReply({ status: 'ok', response: { type, data: { statuses } } })
}

/** Returns the response of an action without a result. */
function plainlyDone(): Reply {
  return toJsonReply({ status: 'ok', response: { type: 'default' } })
}

function refused(response: string): Reply {
  return toJsonReply({ status: 'err', response })
}
