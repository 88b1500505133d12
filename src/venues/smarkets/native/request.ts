import { pathOf, type QueryValue, type VenueReply, type VenueRequest } from '../../../transport/call-types.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { createSchemaMismatch, expectSomewhere, readPayload } from '../../../venue-kit/payload/payload.js'
import { malformedRowsIn, readList } from '../../../venue-kit/requests/map-rows.js'
import {
  contracts,
  contractsById,
  describeMalformedContract,
  eventsById,
  lastExecutedPrices,
  markets,
  type NativeContract,
  type NativeEvent,
  type NativeMarket,
  type NativeQuotes,
  quotes,
  quotesOfMarkets,
  searchReply,
  volumes,
} from '../schemas.js'
import { fromPercent } from './units.js'

/** Maximum number of ids per path (../README.md). No maximum is documented for events and markets by id. */
export const MAX_IDS = {
  events: 50,
  marketsOfEvents: 50,
  markets: 50,
  contracts: 100,
  prices: 100,
  volumes: 300,
  quotes: 200,
}

/** The price of the last execution, 0..1, and its time in epoch ms, which may be long ago. */
interface LastPrice {
  readonly price: number
  readonly at: number | undefined
}
/** By contract id. Contracts without one are missing. */
export type LastPrices = ReadonlyMap<string, LastPrice>
/** Lifetime volumes in GBP by market id. */
export type Volumes = ReadonlyMap<string, number>

/** Splits requests by id into batches with one call each, as the venue requires for contracts and prices. */
async function inBatches<Row>(
  ids: readonly string[],
  most: number,
  read: (batch: readonly string[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const batches: (readonly string[])[] = []
  for (let from = 0; from < ids.length; from += most) batches.push(ids.slice(from, from + most))
  return (await Promise.all(batches.map(read))).flat()
}

/** The limit of reads without a login. */
export const READS = { host: 'api', group: 'reads' } as const

/** Ids consist of digits (../schemas.ts, ../ids.ts), so only the commas between them could be a problem in a path. */
function get(path: string, query: Readonly<Record<string, QueryValue>> = {}): VenueRequest {
  return { ...READS, path, query }
}

/** Reads events by id, in any state. The venue leaves out unknown ids. */
export function readEvents(ids: readonly string[], ctx: VenueContext): Promise<NativeEvent[]> {
  return inBatches(ids, MAX_IDS.events, async (batch) => {
    const path = `/events/${batch.join(',')}/`
    const reply = await ctx.http.send(get(path, { with_new_type: true }))
    const found = readPayload(eventsById, reply.json, `GET ${path}`).events
    return onlyAsked(found, batch, (event) => event.id, `GET ${path}`, 'events[*].id')
  })
}

/** Reads all markets of some events, except hidden ones. */
export function readMarketsOf(eventIds: readonly string[], ctx: VenueContext): Promise<NativeMarket[]> {
  return inBatches(eventIds, MAX_IDS.marketsOfEvents, async (batch) => {
    const path = `/events/${batch.join(',')}/markets/`
    const reply = await ctx.http.send(get(path, { include_hidden: false }))
    const found = readList(markets, reply.json, `GET ${path}`, ctx).markets
    // Raw rows: null is an explicit value, and only a missing member counts.
    expectSomewhere(rowsAt(reply.json, 'markets'), usual, `GET ${path}`, 'markets')
    return onlyAsked(found, batch, (market) => market.event_id, `GET ${path}`, 'markets[*].event_id')
  })
}

/**
 * Reads markets by id, in any state. The venue leaves out unknown ids.
 * @param send sends the calls; without a login by default
 */
export function readMarkets(
  ids: readonly string[],
  ctx: VenueContext,
  send = (request: VenueRequest): Promise<VenueReply> => ctx.http.send({ ...READS, ...request }),
): Promise<NativeMarket[]> {
  return inBatches(ids, MAX_IDS.markets, async (batch) => {
    const path = `/markets/${batch.join(',')}/`
    const reply = await send({ host: 'api', path })
    const found = readPayload(markets, reply.json, `GET ${path}`).markets
    return onlyAsked(found, batch, (market) => market.id, `GET ${path}`, 'markets[*].id')
  })
}

/** The contracts of some markets and, by market, the problem of a further, unreadable contract. */
export interface ContractsRead {
  readonly contracts: readonly NativeContract[]
  readonly lacking: ReadonlyMap<string, string>
}

/**
 * Returns the market of each of these contracts by contract id, in any state. Unknown contracts are left out. Returns undefined
 * if the venue no longer has such a route (../README.md, "Lookups").
 */
export async function readMarketsOfContracts(
  ids: readonly string[],
  ctx: VenueContext,
): Promise<ReadonlyMap<string, string> | undefined> {
  const path = `/contracts/${ids.join(',')}/`
  const reply = await ctx.http.send({ ...get(path), accept: [404] })
  if (reply.status === 404) return undefined
  const found = readPayload(contractsById, reply.json, `GET ${path}`).contracts
  onlyAsked(found, ids, (contract) => contract.id, `GET ${path}`, 'contracts[*].id')
  return new Map(found.map((contract) => [contract.id, contract.market_id]))
}

/**
 * Returns the events that the venue's own search finds for a text, best match first, and the number of further ones. Returns
 * undefined if it has no search.
 */
export async function searchEvents(
  query: string,
  ctx: VenueContext,
): Promise<{ readonly ids: readonly string[]; readonly unshown: number } | undefined> {
  const what = 'GET /search/{query}/'
  const reply = await ctx.http.send({ ...get(`${pathOf`/search/${query}`}/`), accept: [404] })
  if (reply.status === 404) return undefined
  const { count, search_result_event_ids: ids } = readList(searchReply, reply.json, what, ctx)
  return { ids: [...new Set(ids)], unshown: Math.max(0, (count ?? 0) - ids.length) }
}

/** Reads all contracts of some markets, except hidden ones. */
export async function readContracts(marketIds: readonly string[], ctx: VenueContext): Promise<ContractsRead> {
  const lacking = new Map<string, string>()
  const all = await inBatches(marketIds, MAX_IDS.contracts, async (batch) => {
    const path = `/markets/${batch.join(',')}/contracts/`
    const reply = await ctx.http.send(get(path, { include_hidden: false }))
    const found = readList(contracts, reply.json, `GET ${path}`, ctx).contracts
    const rows = rowsAt(reply.json, 'contracts')
    expectSomewhere(rows, ['contract_type'], `GET ${path}`, 'contracts')
    expectSomewhere(rows.filter(isTyped), ['contract_type.name'], `GET ${path}`, 'contracts')
    for (const odd of malformedRowsIn(found))
      lacking.set(String(Reflect.get(Object(odd), 'market_id')), describeMalformedContract(odd))
    return onlyAsked(found, batch, (contract) => contract.market_id, `GET ${path}`, 'contracts[*].market_id')
  })
  return { contracts: all, lacking }
}

/** Reads last executions. A login is documented, but the route works without one. */
export async function readLastPrices(marketIds: readonly string[], ctx: VenueContext): Promise<LastPrices> {
  const rows = await inBatches(marketIds, MAX_IDS.prices, async (batch) => {
    const path = `/markets/${batch.join(',')}/last_executed_prices/`
    const reply = await ctx.http.send(get(path))
    const found = readList(lastExecutedPrices, reply.json, `GET ${path}`, ctx).last_executed_prices
    onlyAsked(Object.keys(found), batch, (key) => key, `GET ${path}`, 'last_executed_prices')
    return Object.values(found).flat()
  })
  return new Map(
    rows.flatMap(({ contract_id, last_executed_price: last, timestamp: at }) =>
      last === null || last === 0 ? [] : [[contract_id, { price: fromPercent(last), at }] as const],
    ),
  )
}

/** Reads volumes. This route also works without a login. */
export async function readVolumes(marketIds: readonly string[], ctx: VenueContext): Promise<Volumes> {
  const rows = await inBatches(marketIds, MAX_IDS.volumes, async (batch) => {
    const path = `/markets/${batch.join(',')}/volumes/`
    const reply = await ctx.http.send(get(path))
    const found = readList(volumes, reply.json, `GET ${path}`, ctx).volumes
    return onlyAsked(found, batch, (row) => row.market_id, `GET ${path}`, 'volumes[*].market_id')
  })
  return new Map(rows.map(({ market_id, volume }) => [market_id, volume]))
}

/**
 * Reads the books of contracts by contract id. Contracts without a book are left out. The venue sends the books of whole markets.
 * Books that were not requested are not parsed, so a malformed book does not affect others.
 */
export async function readQuotes(
  contractIds: readonly string[],
  marketIds: readonly string[],
  ctx: VenueContext,
): Promise<ReadonlyMap<string, NativeQuotes[string]>> {
  const rows = await inBatches(marketIds, MAX_IDS.quotes, async (batch) => {
    const path = `/markets/${batch.join(',')}/quotes/`
    const reply = await ctx.http.send({ ...get(path), group: 'quotes' })
    const all = readPayload(quotesOfMarkets, reply.json, `GET ${path}`)
    const asked = Object.fromEntries(Object.entries(all).filter(([id]) => contractIds.includes(id)))
    return Object.entries(readPayload(quotes, asked, `GET ${path}`))
  })
  return new Map(rows)
}

/** Market members that may be null, but were never missing from all markets of a response. */
const usual = ['created']

/** Whether a raw contract has a type, which some lack. */
function isTyped(row: unknown): boolean {
  return (
    typeof Reflect.get(Object(row), 'contract_type') === 'object' &&
    Reflect.get(Object(row), 'contract_type') !== null
  )
}

/** Returns the raw rows of a list, which the schema has already validated. */
export function rowsAt(payload: unknown, name: string): readonly unknown[] {
  const rows: unknown = Reflect.get(Object(payload), name)
  return Array.isArray(rows) ? rows : []
}

function onlyAsked<Row>(
  rows: readonly Row[],
  asked: readonly string[],
  keyOf: (row: Row) => string,
  what: string,
  at: string,
): readonly Row[] {
  const stranger = rows.map(keyOf).find((key) => !asked.includes(key))
  if (stranger !== undefined) throw createSchemaMismatch(what, at, `${stranger} was not requested`)
  return rows
}
