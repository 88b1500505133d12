import { toJsonReply } from '../../http/reply.js'
import { type Route, route } from '../../mock-kit/mock-venue.js'
import { createSignedRoute, PATH } from './signed.js'

/** The terms of trading, which every simulated account has accepted (OpenAPI archived 2026-09-26, tag Terms). */
const VERSION = 3

export const termsRoutes: readonly Route[] = [
  route('GET', `${PATH}/terms`, () =>
    toJsonReply({
      termsType: 'PredictionsMarket',
      version: VERSION,
      content: 'These are the terms of a simulation.',
      updatedAt: '2026-05-18T17:00:00Z',
    }),
  ),
  // Signed, although it is a GET.
  createSignedRoute('GET', `${PATH}/terms/status`, () =>
    toJsonReply({ hasAcceptedLatest: true, acceptedVersion: VERSION, latestVersion: VERSION }),
  ),
  createSignedRoute('POST', `${PATH}/terms/accept`, () => toJsonReply({ success: true })),
]
