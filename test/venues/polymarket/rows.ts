import { readPayload } from '../../../src/venue-kit/payload/payload.js'
import { toEventRow, toMarketRow } from '../../../src/venues/polymarket/mapping.js'
import { gammaEvent, gammaMarket } from '../../../src/venues/polymarket/schemas.js'
import { present } from '../../support/expect.js'

const what = 'GET /events'

/** The row of a native event. */
export const eventRow = (payload: unknown) => toEventRow(readPayload(gammaEvent, payload, what), what)

/** The row of a native market; undefined for one that is left out. */
export const marketRow = (payload: unknown) => toMarketRow(readPayload(gammaMarket, payload, what), what)

/** The row of a native market that must have one. */
export const rowOf = (payload: unknown) => present(marketRow(payload))
