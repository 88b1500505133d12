import { pathOf } from '../../../transport/call-types.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { assertHonoured, createSchemaMismatch, readPayload } from '../../../venue-kit/payload/payload.js'
import { type NativeFill, subgraphReply } from '../schemas.js'

/** The index of the production contracts, by its name at the gateway (../README.md). */
const SUBGRAPH = 'poBixDnF3hyafnLs9i1qkCpFppAAgmmWYgtsXrfYAWQ'

/** Maximum number of rows per entity in one response (../README.md). */
export const MAX_ROWS = 1_000

/** Names of filled orders and of purchases from the pool, with the member that contains their option. */
const entities = {
  enterOptions: { option: 'option', amounts: 'baseAmount optionAmount' },
  executeBuyOrders: { option: 'orderOption', amounts: 'orderPrice optionAmount' },
  executeSellOrders: { option: 'orderOption', amounts: 'orderPrice optionAmount' },
} as const

export type Entity = keyof typeof entities
export const entityNames = Object.keys(entities) as readonly Entity[]

/** An option of a pool, in its contract's terms. */
export interface ContractOption {
  /** Address in lower case. */
  readonly contract: string
  readonly option: number
}

/** Whole seconds, both inclusive. */
export interface Seconds {
  readonly from: number
  readonly to: number
}

/**
 * Requests fills of some kinds, newest first, each kind up to its own time. If there is no key, none is sent. A private index
 * requires none, and the public gateway refuses the request.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) for fills of another option or time, or in another order
 */
export async function requestFills(
  place: ContractOption,
  windows: ReadonlyMap<Entity, Seconds>,
  ctx: VenueContext,
): Promise<ReadonlyMap<Entity, readonly NativeFill[]>> {
  const query = `{ ${[...windows].map(([entity, window]) => selection(entity, place, window)).join(' ')} }`
  const { apiKey } = ctx.secrets.values
  const reply = await ctx.http.send({
    host: 'subgraph',
    path: pathOf`/${SUBGRAPH}`,
    body: { query },
    read: true,
    secretHeaders: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
  })
  const { data } = readPayload(subgraphReply, reply.json, 'the subgraph')
  return new Map(
    [...windows].map(([entity, window]) => {
      const rows = data[entity]
      if (rows === undefined) throw createSchemaMismatch(nameOf(entity), `data.${entity}`, 'is missing')
      assertOurs(rows, entity, place, window)
      return [entity, rows]
    }),
  )
}

export function nameOf(entity: Entity): string {
  return `the subgraph's ${entity}`
}

function selection(entity: Entity, { contract, option }: ContractOption, { from, to }: Seconds): string {
  const { option: member, amounts } = entities[entity]
  const where = `poolAddress: "${contract}", ${member}: ${option}, blockTimestamp_gte: "${from}", blockTimestamp_lte: "${to}"`
  const fields = `id poolAddress ${member} ${amounts} blockNumber blockTimestamp transactionHash`
  return `${entity}(where: { ${where} }, orderBy: blockTimestamp, orderDirection: desc, first: ${MAX_ROWS}) { ${fields} }`
}

function assertOurs(
  rows: readonly NativeFill[],
  entity: Entity,
  { contract, option }: ContractOption,
  { from, to }: Seconds,
): void {
  const what = nameOf(entity)
  for (const [index, row] of rows.entries()) {
    const at = (member: string) => `data.${entity}[${index}].${member}`
    assertHonoured(row.poolAddress.toLowerCase() === contract, what, at('poolAddress'), row.poolAddress)
    assertHonoured(row.option === option, what, at(entities[entity].option), row.option)
    const { blockTimestamp } = row
    assertHonoured(blockTimestamp >= from && blockTimestamp <= to, what, at('blockTimestamp'), blockTimestamp)
    if (blockTimestamp > (rows[index - 1]?.blockTimestamp ?? to))
      throw createSchemaMismatch(what, at('blockTimestamp'), 'the rows are not in order, newest first')
  }
}
