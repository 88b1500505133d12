import { pathOf } from '../../../src/transport/call-types.js'
import type { EventRow, MarketRow, VenueContext } from '../../../src/venue-kit/contract/venue.js'
import { assertSameSubject } from '../../../src/venue-kit/payload/payload.js'
import { requestOptional } from '../../../src/venue-kit/requests/request-list.js'
import { isContract, isEvent, readToken } from './ids.js'
import { toEventRow, toMarketRow } from './rows.js'
import { type ContractReply, contractReply, eventReply } from './wire.js'

const EVENT = 'GET /events/{id}'
const CONTRACT = 'GET /contracts/{id}'

export async function getEvent(id: string, ctx: VenueContext): Promise<EventRow | undefined> {
  if (!isEvent(id)) return undefined
  const found = await requestOptional(ctx, eventReply, { path: pathOf`/events/${id}`, what: EVENT })
  if (found === undefined) return undefined
  assertSameSubject(id, found.id, EVENT, 'id')
  return toEventRow(found)
}

export async function getMarket(id: string, ctx: VenueContext): Promise<MarketRow | undefined> {
  const found = await findContract(id, ctx)
  return found && toMarketRow(found.contract, found.event)
}

export async function findOutcome(outcomeId: string, ctx: VenueContext): Promise<MarketRow | undefined> {
  const token = readToken(outcomeId)
  return token && getMarket(token.contract, ctx)
}

/** A contract with its event; undefined when the venue knows none. */
export async function findContract(id: string, ctx: VenueContext): Promise<ContractReply | undefined> {
  if (!isContract(id)) return undefined
  const found = await requestOptional(ctx, contractReply, { path: pathOf`/contracts/${id}`, what: CONTRACT })
  if (found !== undefined) assertSameSubject(id, found.contract.id, CONTRACT, 'contract.id')
  return found
}
