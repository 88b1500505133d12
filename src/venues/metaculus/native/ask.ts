import type { VenueReply, VenueRequest } from '../../../transport/call.js'
import { requireSecret } from '../../../venue-kit/secrets.js'
import type { VenueContext } from '../../../venue-kit/venue.js'

const howToSet =
  'every read does. Send credentials.apiToken with the request, or give the daemon one as METACULUS_API_TOKEN or ' +
  'venues.metaculus.credentials.apiToken; it stands on the settings page of a Metaculus account'

/**
 * Sends a read with the caller's token.
 * @throws AUTHENTICATION_ERROR without a token, and when the venue refuses it
 */
export function ask(request: Omit<VenueRequest, 'host'>, ctx: VenueContext): Promise<VenueReply> {
  const token = requireSecret(ctx.secrets, 'apiToken', 'metaculus', howToSet)
  return ctx.http.send({
    ...request,
    host: 'api',
    // Titles follow the language asked for where a translation exists.
    headers: { 'accept-language': 'en' },
    secretHeaders: { authorization: `Token ${token}` },
  })
}
