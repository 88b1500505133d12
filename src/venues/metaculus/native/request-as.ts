import type { VenueReply, VenueRequest } from '../../../transport/call-types.js'
import { requireSecret } from '../../../venue-kit/contract/account-secrets.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'

const howToSet =
  'every call does. Send credentials.apiToken with the request, or set METACULUS_API_TOKEN or ' +
  "venues.metaculus.credentials.apiToken; your Metaculus account's settings page shows it"

/** Returns the caller's token. @throws AUTHENTICATION_ERROR without one */
export function tokenOf({ secrets }: Pick<VenueContext, 'secrets'>): string {
  // Clients of other venues use this name for a single key.
  const { apiToken = secrets.values.apiKey } = secrets.values
  return apiToken ?? requireSecret(secrets, 'apiToken', 'metaculus', howToSet)
}

/** Sends a call with the caller's token. @throws AUTHENTICATION_ERROR without a token, and when the venue rejects it */
export function requestAs(request: Omit<VenueRequest, 'host'>, ctx: VenueContext): Promise<VenueReply> {
  const token = tokenOf(ctx)
  return ctx.http.send({
    ...request,
    host: 'api',
    // Titles have the requested language where a translation exists.
    headers: { 'accept-language': 'en' },
    secretHeaders: { authorization: `Token ${token}` },
  })
}
