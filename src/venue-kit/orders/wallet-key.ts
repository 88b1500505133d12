import * as z from 'zod'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { VenueContext } from '../contract/venue-context.js'
import { createCredentialReader } from './credentials.js'

/**
 * How a venue whose accounts anyone may see knows whose account is meant where no address is given: by
 * `credentials.walletAddress`.
 * @param toWallet the address in the spelling that the venue is asked by; undefined for what can be none
 * @param form what an address looks like, behind "must be"
 * @param variable by which the daemon is given it
 */
export function createOwnWalletReader(
  venue: VenueId,
  toWallet: (text: string) => string | undefined,
  form: string,
  variable: string,
): (ctx: Pick<VenueContext, 'secrets' | 'memo'>) => string {
  const address = z.string().transform((given, ctx) => {
    const wallet = toWallet(given)
    if (wallet !== undefined) return wallet
    ctx.addIssue({ code: 'custom', message: `must be ${form}` })
    return z.NEVER
  })
  const read = createCredentialReader(
    venue,
    z.object({ walletAddress: address }),
    `Send the address of your wallet as credentials.walletAddress, or set ${variable} for the daemon.`,
  )
  return (ctx) => read(ctx).walletAddress
}
