import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { readKey, readNamedAccount } from '../auth.js'

/**
 * Returns the account to read, in lower case: the one that the credentials name, otherwise the one that the key acts for.
 * @throws AUTHENTICATION_ERROR if there is neither
 */
export async function resolveOwnAccount(ctx: VenueContext): Promise<string> {
  const named = readNamedAccount(ctx)
  if (named !== undefined) return named.toLowerCase()
  readKey(ctx)
  const { actorOf } = await import('./actor.js')
  return (await actorOf(ctx)).account.toLowerCase()
}
