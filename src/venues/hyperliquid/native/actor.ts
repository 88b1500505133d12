import { PmxError } from '../../../api/envelope/errors.js'
import { DAY_MS } from '../../../api/times/resolution.js'
import { type Address, parseAddress } from '../../../signing/address.js'
import { type Action, signAction } from '../../../signing/hyperliquid.js'
import { type PrivateKey, privateKeyOf } from '../../../signing/private-key.js'
import { defineMemoKey } from '../../../venue-kit/contract/memo.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { createSchemaMismatch } from '../../../venue-kit/payload/payload.js'
import { givenKey, namedAccount } from '../auth.js'
import { nameOf, requestInfo } from './info.js'
import { userRole } from './order-wire.js'

/** Whoever signs: it loads the curve, so that this file is imported where somebody does. */
export interface Actor {
  readonly key: PrivateKey
  /** Whose orders they are: the key's own, or the one that approved the key as its agent. */
  readonly account: Address
}

/** Approvals of agents last; a key that acts for another account afterwards is refused by the venue. */
const actors = defineMemoKey<Actor>('hyperliquid actor', DAY_MS)
const nonces = defineMemoKey<number>('hyperliquid nonce', DAY_MS)
const ROLE_WEIGHT = 60

/**
 * Who signs, and for whom: an agent's address has no orders of its own, so that looking for them there would always
 * find nothing.
 * @throws AUTHENTICATION_ERROR when the key acts for another account than the credentials name
 */
export async function actorOf(ctx: VenueContext): Promise<Actor> {
  const known = ctx.memo.get(actors, '')
  if (known !== undefined) return known
  const key = privateKeyOf(givenKey(ctx))
  const type = 'userRole'
  const role = await requestInfo(ctx, userRole, {
    body: { type, user: key.address.toLowerCase() },
    weight: ROLE_WEIGHT,
  })
  const account = role.role === 'agent' ? parseAddress(role.data.user.toLowerCase()) : key.address
  if (account === undefined) throw createSchemaMismatch(nameOf(type), 'data.user', 'expected an address')
  const named = namedAccount(ctx)
  if (named !== undefined && named !== account) {
    throw new PmxError(
      'AUTHENTICATION_ERROR',
      `Hyperliquid's privateKey acts for ${account}, and not for ${named}, which walletAddress or apiKey names. ` +
        'Give the key of that account, or of an agent (API wallet) that it approved.',
      { exchange: 'hyperliquid', detail: { kind: 'unusable_credential', part: 'privateKey' } },
    )
  }
  const actor = { key, account }
  // Who has no account yet may be somebody's agent a minute later.
  if (role.role !== 'missing') ctx.memo.set(actors, '', actor)
  return actor
}

/**
 * A number that the key has not used: the time in ms, and more than the last one. Two holders of one key may meet
 * within a millisecond; the venue refuses the second then.
 */
function nextNonce(ctx: VenueContext): number {
  const nonce = Math.max(Math.round(ctx.clock.now()), (ctx.memo.get(nonces, '') ?? 0) + 1)
  ctx.memo.set(nonces, '', nonce)
  return nonce
}

/**
 * The body of `POST /exchange` that does this, signed.
 * @param goodForMs after which the venue refuses it; for ever without it, as far as nonces are
 */
export async function signedBody(action: Action, ctx: VenueContext, goodForMs?: number) {
  const { key } = await actorOf(ctx)
  const nonce = nextNonce(ctx)
  const expiresAfter = goodForMs === undefined ? undefined : Math.round(ctx.clock.now()) + goodForMs
  const signature = signAction(key, action, { nonce, expiresAfter }, 'mainnet')
  return { action, nonce, signature, ...(expiresAfter === undefined ? {} : { expiresAfter }) }
}
