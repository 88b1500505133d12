import { PmxError } from '../../../api/envelope/errors.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { createSchemaMismatch } from '../../../venue-kit/payload/payload.js'
import { roundPrice } from '../../../venue-kit/unify/unified-market.js'
import type { NativeFill } from '../schemas.js'
import {
  type ContractOption,
  type Entity,
  entityNames,
  MAX_ROWS,
  nameOf,
  requestFills,
  type Seconds,
} from './subgraph.js'

/** An execution: a purchase from the pool, or a filled order. */
export interface Fill {
  readonly id: string
  /** Epoch ms, in whole seconds. */
  readonly at: number
  readonly price: number
  /** Shares, each of which pays one dollar of the pool's token. */
  readonly amount: number
  readonly side: 'buy' | 'sell'
}

/** The source of the fills, and the number of decimals of their shares. */
export interface FillSource extends ContractOption {
  readonly decimals: number
}

/** One part of a pagination. No later part has newer fills. */
interface Stretch {
  /** Newest first. */
  readonly fills: readonly Fill[]
  /** Epoch ms. Fills after this time are complete. Absent at the end of the pagination. */
  readonly completeTo?: number
}

/** Paginates from the newest fill down, part after part. */
export interface FillPager {
  next(ctx: VenueContext): Promise<Stretch>
}

/** Progress in the fills of one kind. */
interface Reach {
  /** The second at which the next request begins. It may have more fills than have been read. */
  readonly to: number
  readonly isDone: boolean
  /** The fills of that second that have been read. */
  readonly known: ReadonlySet<string>
}

/**
 * Paginates the fills of an option. The three kinds are separate lists, which are requested together. A list that exceeds one
 * response is continued from its last second.
 * @throws BAD_REQUEST when a single second has more fills than a response can hold
 * @throws EXCHANGE_NOT_AVAILABLE when a later part lacks the fills of the second at which the earlier one ended
 */
export function paginateFills(place: FillSource, { from, to }: Seconds): FillPager {
  const reaches = new Map<Entity, Reach>(
    entityNames.map((name) => [name, { to, isDone: false, known: new Set() }]),
  )
  let held: Placed[] = []
  return {
    async next(ctx) {
      const windows = new Map(
        [...reaches].flatMap(([entity, reach]) =>
          reach.isDone ? [] : [[entity, { from, to: reach.to }] as const],
        ),
      )
      for (const [entity, rows] of await requestFills(place, windows, ctx)) {
        const before = reaches.get(entity)?.known ?? new Set()
        if (rows.length === 0 && before.size > 0) throw becameBlank(entity)
        // A row that occurs twice in one response is one fill: twice it would double the volume of its candle.
        const once = [...new Map(rows.map((row) => [row.id, row])).values()]
        const fresh = once.filter(({ id }) => !before.has(id))
        if (rows.length >= MAX_ROWS && fresh.length === 0) throw tooMany()
        reaches.set(entity, reachAfter(rows))
        held.push(...toFills(fresh, entity, place))
      }
      const open = [...reaches.values()].filter(({ isDone }) => !isDone)
      const told = open.length === 0 ? undefined : Math.max(...open.map((reach) => reach.to))
      const isTold = ({ row }: Placed): boolean => told === undefined || row.blockTimestamp > told
      const fills = held.filter(isTold).sort(newestFirst)
      held = held.filter((one) => !isTold(one))
      return {
        fills: fills.map(({ fill }) => fill),
        ...(told === undefined ? {} : { completeTo: told * 1000 }),
      }
    },
  }
}

function reachAfter(rows: readonly NativeFill[]): Reach {
  const to = rows.at(-1)?.blockTimestamp ?? 0
  const known = new Set(rows.filter((row) => row.blockTimestamp === to).map(({ id }) => id))
  return { to, isDone: rows.length < MAX_ROWS, known }
}

interface Placed {
  readonly row: NativeFill
  readonly fill: Fill
}

/** The minimum number of purchases that proves anything about the meaning of their amounts. */
const ENOUGH = 5

/**
 * Returns the fills with a price. The price of a purchase from the pool is its amount divided by its shares. A purchase without
 * shares only filled orders, which are listed separately. Dust may be rounded to nothing, or to a dollar per share or more. An
 * order rests only between 0 and 1, so an order at either bound has no price.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) for an order beyond 0 and 1, and when none of several has a price
 */
function toFills(rows: readonly NativeFill[], entity: Entity, { decimals }: FillSource): Placed[] {
  const member = entity === 'enterOptions' ? 'baseAmount' : 'orderPrice'
  const priced = rows.flatMap((row, index): Placed[] => {
    const { optionAmount, orderPrice, baseAmount } = row
    if (optionAmount === 0) return []
    const paid = orderPrice ?? (baseAmount === undefined ? undefined : baseAmount / optionAmount)
    const path = `data.${entity}[${index}].${member}`
    if (paid === undefined) throw createSchemaMismatch(nameOf(entity), path, 'is missing')
    if (orderPrice !== undefined && orderPrice > 1)
      throw createSchemaMismatch(
        nameOf(entity),
        path,
        `expected a price of at most 1e18, got ${orderPrice * 1e18}`,
      )
    const price = roundPrice(paid)
    if (price <= 0 || price >= 1) return []
    const side = entity === 'executeBuyOrders' ? 'sell' : 'buy'
    const amount = optionAmount / 10 ** decimals
    return [{ row, fill: { id: row.id, at: row.blockTimestamp * 1000, price, amount, side } }]
  })
  const tried = rows.filter(({ optionAmount }) => optionAmount > 0)
  if (tried.length >= ENOUGH && priced.length === 0)
    throw createSchemaMismatch(nameOf(entity), `data.${entity}[*].${member}`, 'no price is between 0 and 1')
  return priced
}

/** Sorts by block and, within a block, by the position at the end of the index's ids, if they have one. */
function newestFirst({ row: a }: Placed, { row: b }: Placed): number {
  const places = placeInBlock(b) - placeInBlock(a)
  return (
    b.blockTimestamp - a.blockTimestamp || b.blockNumber - a.blockNumber || places || (a.id < b.id ? 1 : -1)
  )
}

/**
 * Returns the position within a block, or 0 for any other id. An id is the hash of the transaction followed by the position of
 * the event, in four little-endian bytes.
 */
function placeInBlock({ id, transactionHash }: NativeFill): number {
  const tail = id.startsWith(transactionHash) ? id.slice(transactionHash.length) : ''
  if (!/^[0-9a-f]{8}$/.test(tail)) return 0
  return Number.parseInt((tail.match(/../g) ?? []).reverse().join(''), 16)
}

function becameBlank(entity: Entity): PmxError {
  return new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `Rain's index returned no more of ${nameOf(entity)}, not even the fills that it had returned before. Try again.`,
    { retryable: true, detail: { kind: 'paging', why: 'a page was empty' } },
  )
}

function tooMany(): PmxError {
  return new PmxError(
    'BAD_REQUEST',
    `More than ${MAX_ROWS} fills of one kind happened in one second, and Rain's index does not return more of them in one call.`,
    { detail: { kind: 'too_many_trades', most: MAX_ROWS } },
  )
}
