import { PmxError } from '../../../api/envelope/errors.js'
import { type Address, parseAddress } from '../../../signing/address.js'
import { defineMemoKey, remember } from '../../../venue-kit/contract/memo.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { type SignatureType, signatureTypes } from '../../../venue-kit/orders/exchange-order.js'
import { createSchemaMismatch, readPayload } from '../../../venue-kit/payload/payload.js'
import { sendSigned } from '../auth.js'
import { type NativeProfile, profileReply } from './order-wire.js'

const WHAT = 'GET /profiles/me'

/** A higher rank changes the fee rate; the only effect is that orders with the old rate are refused. */
const profileOf = defineMemoKey<NativeProfile>('limitless profile', 10 * 60_000)

/** Returns the profile of the credentials. */
export function findProfile(ctx: VenueContext): Promise<NativeProfile> {
  return remember(ctx.memo, profileOf, '', async () => {
    const reply = await sendSigned({ host: 'api', path: '/profiles/me', ownMembers: ['id'] }, ctx)
    return readPayload(profileReply, reply.json, WHAT)
  })
}

/** Removes the cached profile, whose fee rate may have changed: the next order reads it again. */
export function forgetProfile(ctx: VenueContext): void {
  ctx.memo.delete(profileOf, '')
}

/**
 * Returns the fee rate that orders must name.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) if it is not reported: it is never guessed
 */
export function feeRateOf({ rank }: NativeProfile): number {
  if (rank?.feeRateBps !== undefined) return rank.feeRateBps
  throw createSchemaMismatch(WHAT, 'rank.feeRateBps', 'the fee rate with which orders are signed is missing')
}

export interface Maker {
  readonly maker: Address
  readonly signatureType: SignatureType
}

/**
 * Returns the wallet of an order's money: that of the account itself, or its smart wallet, for which the embedded account signs.
 * @param signer address of the private key
 * @param wallet the caller's trading wallet
 * @throws AUTHENTICATION_ERROR where the key does not belong to the account: the venue would refuse the signature
 */
export function makerOf(profile: NativeProfile, signer: Address, wallet: string | undefined): Maker {
  const isSmart = profile.tradeWalletOption === 'smartWallet'
  const owner = isSmart ? (profile.embeddedAccount ?? profile.account) : profile.account
  if (owner.toLowerCase() !== signer.toLowerCase()) {
    const whose = isSmart ? 'owner of its smart wallet' : 'account'
    throw unfit(
      'privateKey',
      `The private key belongs to ${signer}, but orders of this API key must be signed by the ${whose}, ${owner}. ` +
        'Send that key, or select the trading wallet in the settings of your profile.',
    )
  }
  const maker = parseAddress((isSmart ? profile.smartWallet : profile.account) ?? '')
  if (maker === undefined) throw createSchemaMismatch(WHAT, isSmart ? 'smartWallet' : 'account', 'no address')
  if (wallet !== undefined && wallet.trim().toLowerCase() !== maker.toLowerCase())
    throw unfit(
      'walletAddress',
      `The account trades with ${maker}, not with the walletAddress of the request.`,
    )
  return { maker, signatureType: isSmart ? signatureTypes.safe : signatureTypes.wallet }
}

function unfit(part: 'privateKey' | 'walletAddress', message: string): PmxError {
  return new PmxError('AUTHENTICATION_ERROR', message, {
    exchange: 'limitless',
    detail: { kind: 'unusable_credential', part },
  })
}
