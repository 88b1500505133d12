import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { givenKey, namedAccount } from '../auth.js'

/**
 * Returns the account to read, in lower case: the one that the credentials name, else the one that the key acts for.
 * @throws AUTHENTICATION_ERROR where there is neither
 */
export async function ownAccount(ctx: VenueContext): Promise<string> {
  const named = namedAccount(ctx)
  if (named !== undefined) return named.toLowerCase()
  givenKey(ctx)
  const { actorOf } = await import('./actor.js')
  return (await actorOf(ctx)).account.toLowerCase()
}
