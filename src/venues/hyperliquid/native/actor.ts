import { PmxError } from '../../../api/envelope/errors.js'
import { DAY_MS } from '../../../api/times/resolution.js'
import { type Address, parseAddress } from '../../../signing/address.js'
import { type Action, signAction } from '../../../signing/hyperliquid.js'
import { type PrivateKey, privateKeyOf } from '../../../signing/private-key.js'
import { defineMemoKey } from '../../../venue-kit/contract/memo.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { createSchemaMismatch } from '../../../venue-kit/payload/payload.js'
import { readKey, readNamedAccount } from '../auth.js'
import { nameOf, requestInfo } from './info.js'
import { userRole } from './order-wire.js'

/** The signer. This file loads the curve, so that it is imported only for signing. */
export interface Actor {
  readonly key: PrivateKey
  /** The account of the orders: the key's own, or the one that approved the key as its agent. */
  readonly account: Address
}

/** Approvals of agents are lasting; the venue refuses a key that acts for another account later. */
const actors = defineMemoKey<Actor>('hyperliquid actor', DAY_MS)
const nonces = defineMemoKey<number>('hyperliquid nonce', DAY_MS)
const ROLE_WEIGHT = 60

/**
 * Returns the signer and its account. An agent's address has no orders, so a search for them there would always be empty.
 * @throws AUTHENTICATION_ERROR when the key acts for another account than the credentials name
 */
export async function actorOf(ctx: VenueContext): Promise<Actor> {
  const known = ctx.memo.get(actors, '')
  if (known !== undefined) return known
  const key = privateKeyOf(readKey(ctx))
  const type = 'userRole'
  const role = await requestInfo(ctx, userRole, {
    body: { type, user: key.address.toLowerCase() },
    weight: ROLE_WEIGHT,
  })
  const account = role.role === 'agent' ? parseAddress(role.data.user.toLowerCase()) : key.address
  if (account === undefined) throw createSchemaMismatch(nameOf(type), 'data.user', 'expected an address')
  const named = readNamedAccount(ctx)
  if (named !== undefined && named !== account) {
    throw new PmxError(
      'AUTHENTICATION_ERROR',
      `The privateKey signs for the Hyperliquid account ${account}, not for ${named}, which walletAddress or apiKey names. ` +
        'Send the key of that account, or of an agent (API wallet) that it approved.',
      { exchange: 'hyperliquid', detail: { kind: 'unusable_credential', part: 'privateKey' } },
    )
  }
  const actor = { key, account }
  // A key without an account may become an agent a minute later.
  if (role.role !== 'missing') ctx.memo.set(actors, '', actor)
  return actor
}

/**
 * Returns an unused number: the time in ms, and more than the last one. Two holders of one key may collide within a millisecond;
 * the venue then refuses the second.
 */
function nextNonce(ctx: VenueContext): number {
  const nonce = Math.max(Math.round(ctx.clock.now()), (ctx.memo.get(nonces, '') ?? 0) + 1)
  ctx.memo.set(nonces, '', nonce)
  return nonce
}

/**
 * Returns the signed body of `POST /exchange` for an action.
 * @param goodForMs time after which the venue refuses it; without it, only the nonce limits it
 */
export async function signBody(action: Action, ctx: VenueContext, goodForMs?: number) {
  const { key } = await actorOf(ctx)
  const nonce = nextNonce(ctx)
  const expiresAfter = goodForMs === undefined ? undefined : Math.round(ctx.clock.now()) + goodForMs
  const signature = signAction(key, action, { nonce, expiresAfter }, 'mainnet')
  return { action, nonce, signature, ...(expiresAfter === undefined ? {} : { expiresAfter }) }
}
