import { hashText } from '../../../../effects/random.js'
import {
  createNotImplemented,
  Refusal,
  type Reply,
  requireOrRefuse,
  toJsonReply,
} from '../../../http/reply.js'
import { bodyMemberOf as bodyMember, bodyTextOf } from '../../../mock-kit/body.js'
import type { MockRequest, Route } from '../../../mock-kit/mock-venue.js'
import { type Amount, ONE } from '../../../paper-trading/state/amount.js'
import type { NotesOf } from '../../../paper-trading/state/venue-notes.js'
import { uuidOf } from '../../../world/common/hash.js'
import { createForbidden, createInvalidParameter, createNotFound, toErrorReply } from '../errors.js'
import type { Native } from '../market.js'
import { toCents, toDollars } from '../money.js'
import { type KalshiList, limit, selectPage } from '../paging.js'
import { DEFAULT_SHARD, shards } from '../shards.js'
import { type KalshiCall, routesOf, type Scene, type Variant } from '../variant.js'
import { type Member, memberOf } from './member.js'
import { toCountText } from './portfolio-routes.js'

/** Routes of cash transfers between shards and subaccounts (README.md: "Collateral"). */
export function createTransferRoutes(variant: Variant): readonly Route[] {
  const route = routesOf(variant)
  return [
    route('POST', '/portfolio/intra_exchange_instance_transfer', betweenShards),
    route('GET', '/portfolio/intra_exchange_instance_transfers', (call) => {
      const { rows, cursor } = listed(call, isBetweenShards, limit(100, 500))
      return toJsonReply({ transfers: rows.map(shardRow), ...(cursor === '' ? {} : { cursor }) })
    }),
    route('GET', '/portfolio/intra_exchange_instance_transfers/:transfer', (call) => {
      const { id } = memberOf(call, 'read')
      const found = transfersOf(call, id).find((one) => one.id === call.params['transfer'])
      return toJsonReply({ transfer: shardRow(requireOrRefuse(found, createNotFound)) })
    }),
    route('POST', '/portfolio/subaccounts/transfer', betweenSubaccounts),
    route('GET', '/portfolio/subaccounts/transfers', (call) => {
      const { rows, cursor } = listed(call, (one) => !isBetweenShards(one), limit(100, 1000))
      return toJsonReply({ transfers: rows.map(subaccountRow), ...(cursor === '' ? {} : { cursor }) })
    }),
  ]
}

interface Place {
  readonly subaccount: number
  readonly shard: number
}

interface Transfer {
  readonly id: string
  readonly clientId: string | undefined
  readonly from: Place
  readonly to: Place
  readonly amount: Amount
  readonly at: number
  /** Number of the transfer of a member, from 1. */
  readonly count: number
}

function isBetweenShards({ from, to }: Transfer): boolean {
  return from.shard !== to.shard
}

function notesOf({ paper, variant }: Pick<Scene, 'paper' | 'variant'>) {
  const kind: NotesOf<{ readonly rows: readonly Transfer[] }> = { name: `${variant.venue} transfers` }
  return paper.notes(kind)
}

function transfersOf(call: KalshiCall, member: string): readonly Transfer[] {
  return notesOf(call).get(member, '')?.rows ?? []
}

/** Lists transfers, latest first. */
function listed(
  call: KalshiCall,
  isWanted: (transfer: Transfer) => boolean,
  pageLimit: KalshiList<Transfer>['limit'],
) {
  const { id } = memberOf(call, 'read')
  const list: KalshiList<Transfer> = {
    limit: pageLimit,
    at: ({ at }) => at,
    ticker: ({ count }) => toCountText(count),
  }
  return selectPage(list, call, transfersOf(call, id).filter(isWanted))
}

function shardRow({ id, clientId, from, to, amount, at }: Transfer): Native {
  return {
    transfer_id: id,
    client_transfer_id: clientId,
    source: INSTANCE,
    destination: INSTANCE,
    source_exchange_shard: from.shard,
    destination_exchange_shard: to.shard,
    amount: toDollars(amount),
    status: 'complete',
    created_ts: Math.floor(at / 1000),
  }
}

function subaccountRow({ id, from, to, amount, at }: Transfer): Native {
  return {
    transfer_id: id,
    from_subaccount: from.subaccount,
    to_subaccount: to.subaccount,
    amount_cents: toCents(amount),
    created_ts: Math.floor(at / 1000),
    exchange_index: from.shard,
  }
}

const INSTANCE = 'event_contract'
const CENTICENT = ONE / 10_000n
const CENT = ONE / 100n

/** Transfers between shards. Within one shard it is a transfer between subaccounts, and listed with those. */
function betweenShards(call: KalshiCall): Reply {
  const { request } = call
  const member = memberOf(call, 'write::transfer')
  for (const name of ['source', 'destination']) {
    const instance = bodyTextOf(request, name)
    if (instance === 'margined') throw createNotImplemented('the margined exchange')
    if (instance !== INSTANCE) throw createInvalidParameter(`invalid ${name}`)
  }
  const placeOf = (name: string): Place => ({
    shard: shardIn(request, `${name}_exchange_shard`),
    subaccount: numberIn(request, `${name}_subaccount`, 0),
  })
  const [from, to] = [placeOf('source'), placeOf('destination')]
  const clientId = bodyTextOf(request, 'client_transfer_id')
  if (clientId !== undefined && (from.subaccount > 0 || to.subaccount > 0))
    throw createInvalidParameter('client_transfer_id is only for the primary account')
  const amount = BigInt(numberIn(request, 'amount')) * CENTICENT
  return toJsonReply({ transfer_id: move(call, member, { from, to, amount, clientId }) })
}

function betweenSubaccounts(call: KalshiCall): Reply {
  const { request } = call
  const member = memberOf(call, 'write::transfer')
  if (member.only !== undefined) throw createForbidden()
  const clientId = requireOrRefuse(bodyTextOf(request, 'client_transfer_id'), () =>
    createInvalidParameter('client_transfer_id is required'),
  )
  const shard = shardIn(request, 'exchange_index')
  const from = { subaccount: numberIn(request, 'from_subaccount'), shard }
  const to = { subaccount: numberIn(request, 'to_subaccount'), shard }
  const amount = BigInt(numberIn(request, 'amount_cents')) * CENT
  move(call, member, { from, to, amount, clientId })
  return toJsonReply({})
}

/** @returns the id of the transfer @throws 400 for insufficient money, 409 for a name that was used on the shard */
function move(
  call: KalshiCall,
  member: Member,
  { from, to, amount, clientId }: Omit<Transfer, 'id' | 'at' | 'count'>,
): string {
  const known = transfersOf(call, member.id)
  const isKnown = (one: Transfer): boolean => one.clientId === clientId && one.from.shard === from.shard
  if (clientId !== undefined && known.some(isKnown)) throw new Refusal(toErrorReply(409, 'already_exists'))
  if (amount <= 0n) throw createInvalidParameter('invalid amount')
  if (from.shard === to.shard && from.subaccount === to.subaccount)
    throw createInvalidParameter('source and destination are the same')
  const [giver, taker] = [member.account(from.subaccount), member.account(to.subaccount)]
  if (!giver.transfer(from.shard, -amount)) throw new Refusal(toErrorReply(400, 'insufficient_balance'))
  taker.transfer(to.shard, amount)
  const count = known.length + 1
  const id = uuidOf(hashText(`${member.id} transfer ${count}`))
  notesOf(call).set(member.id, '', {
    rows: [...known, { id, clientId, from, to, amount, at: call.now, count }],
  })
  return id
}

function shardIn(request: Pick<MockRequest, 'body'>, name: string): number {
  const shard = numberIn(request, name, DEFAULT_SHARD)
  if (!shards.some(({ index }) => index === shard)) throw createInvalidParameter(`invalid ${name}`)
  return shard
}

function numberIn(request: Pick<MockRequest, 'body'>, name: string, otherwise?: number): number {
  const value = bodyMember(request, name) ?? otherwise
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw createInvalidParameter(`invalid ${name}`)
  return value
}
