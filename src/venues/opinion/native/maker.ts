import { PmxError } from '../../../api/envelope/errors.js'
import { type Address, parseAddress } from '../../../signing/address.js'
import { defineMemoKey, remember } from '../../../venue-kit/contract/memo.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { type SignatureType, signatureTypes } from '../../../venue-kit/orders/exchange-order.js'
import { authReply } from './order-wire.js'
import { CHAIN_ID } from './quote-tokens.js'
import { requestRequired } from './request.js'

const safeOfKey = defineMemoKey<Address>('opinion wallet of key', 60 * 60_000)

/**
 * Returns the trading wallet: the multi-signature wallet that the venue creates for each trader, or the signer's own
 * wallet if that was given.
 */
export async function makerOf(
  signer: Address,
  given: Address | undefined,
  ctx: VenueContext,
): Promise<{ readonly maker: Address; readonly signatureType: SignatureType }> {
  const maker = given ?? (await walletIn(ctx))
  return { maker, signatureType: maker === signer ? signatureTypes.wallet : signatureTypes.safe }
}

/** Returns the trading wallet. @throws AUTHENTICATION_ERROR if the venue has none */
export async function walletIn(ctx: VenueContext): Promise<Address> {
  const given = ctx.secrets.values.funderAddress
  return (
    (given === undefined ? undefined : parseAddress(given.trim())) ??
    (await remember(ctx.memo, safeOfKey, '', () => readSafe(ctx)))
  )
}

async function readSafe(ctx: VenueContext): Promise<Address> {
  const question = {
    path: '/user/auth',
    what: 'GET /user/auth',
    ownMembers: ['walletUsers', 'walletAddress'],
  }
  const { walletUsers } = await requestRequired(ctx, authReply, question)
  const safe = parseAddress(walletUsers?.[String(CHAIN_ID)] ?? '')
  if (safe !== undefined) return safe
  throw new PmxError(
    'AUTHENTICATION_ERROR',
    'Opinion has no trading wallet for this key: enable trading at https://app.opinion.trade, or send its address as ' +
      'credentials.funderAddress (My Portfolio shows it).',
    { exchange: 'opinion', detail: { kind: 'missing_credential', part: 'funderAddress' } },
  )
}
