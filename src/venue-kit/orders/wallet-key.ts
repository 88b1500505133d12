import * as z from 'zod'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { VenueContext } from '../contract/venue-context.js'
import { createCredentialReader } from './credentials.js'

/**
 * Creates a reader of the caller's own wallet for venues with public accounts. If no address is given, it reads
 * `credentials.walletAddress`.
 * @param toWallet returns the address in the venue's spelling, or undefined for an invalid address
 * @param form the form of an address, after "must be"
 * @param variable environment variable by which the daemon gets it
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
    `Send your wallet's address as credentials.walletAddress, or set ${variable} for the daemon.`,
  )
  return (ctx) => read(ctx).walletAddress
}
