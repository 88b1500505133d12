import { toIso } from '../../../../api/times/instant.js'
import { toJsonReply } from '../../../http/reply.js'
import { whereEqual } from '../../../mock-kit/list-filters.js'
import { type MockCall, type Route, route } from '../../../mock-kit/mock-venue.js'
import { multiplyAmounts, toAmountText } from '../../../paper-trading/state/amount.js'
import type { PaperFill } from '../../../paper-trading/state/types.js'
import type { NotesOf } from '../../../paper-trading/state/venue-notes.js'
import type { Native } from '../gamma/market.js'
import { tokenOf } from '../ids.js'
import { accountOfWallet } from '../paper.js'
import {
  type Own,
  ofMarket,
  settlementOf,
  toTradeRow,
  whereSince,
  whereUntil,
  whereWallet,
} from './account.js'
import { callerOf, isSignedBy, type Keys, keysFor } from './auth.js'
import { createClobError } from './errors.js'
import { toPageReply } from './page.js'

/** Routes of keys and trades of builders (polymarket-client 0.14.0, `models/clob/builder.py`). */
export const builderRoutes: readonly Route[] = [
  route('POST', '/auth/builder-api-key', (call) => {
    const { address } = callerOf(call)
    const life = { createdAt: call.now }
    const made = madeBy(call, address)
    call.paper.notes(builderKeys).set(address.toLowerCase(), '', [...made, life])
    const { apiKey, secret, passphrase } = builderKey(call, address, made.length)
    call.paper.notes(keyOwners).set(apiKey, '', { address, index: made.length })
    return toJsonReply({ key: apiKey, secret, passphrase })
  }),
  route('GET', '/auth/builder-api-key', (call) => {
    const { address } = callerOf(call)
    return toJsonReply(
      madeBy(call, address).map(({ createdAt, revokedAt }, index) => ({
        key: builderKey(call, address, index).apiKey,
        createdAt: toIso(createdAt),
        revokedAt: revokedAt === undefined ? null : toIso(revokedAt),
      })),
    )
  }),
  route('DELETE', '/auth/builder-api-key', (call) => {
    const { address, index } = revoked(call)
    const made = madeBy(call, address).map((life, at) =>
      at === index ? { ...life, revokedAt: call.now } : life,
    )
    call.paper.notes(builderKeys).set(address.toLowerCase(), '', made)
    return toJsonReply('OK')
  }),
  route('GET', '/builder/trades', (call) => {
    const code = codeOf(call.query.text('builder_code'))
    return toPageReply(call, fillsFor(call, code), (row) => builderTrade(call, code, row), {
      id: whereEqual(({ fill }) => fill.id),
      market: whereEqual(({ fill }, asked) => ofMarket(fill, asked)),
      asset_id: whereEqual(({ fill }, { world }) => tokenOf(world, fill.market, fill.order.side)),
      maker_address: whereWallet(makerOfBuilt),
      after: whereSince(({ fill }) => fill.at),
      before: whereUntil(({ fill }) => fill.at),
    })
  }),
  // No builder of the simulation charges fees.
  route('GET', '/fees/builder-fees/:code', (call) => {
    codeOf(call.params['code'])
    return toJsonReply({ builder_maker_fee_rate_bps: 0, builder_taker_fee_rate_bps: 0 })
  }),
]

interface KeyLife {
  readonly createdAt: number
  readonly revokedAt?: number
}

const builderKeys: NotesOf<readonly KeyLife[]> = { name: 'polymarket builder keys' }
const keyOwners: NotesOf<{ readonly address: string; readonly index: number }> = {
  name: 'polymarket owners of builder keys',
}
/** Addresses that sent orders with a builder's code. */
const clients: NotesOf<readonly string[]> = { name: 'polymarket clients of builders' }

function madeBy({ paper }: MockCall, address: string): readonly KeyLife[] {
  return paper.notes(builderKeys).get(address.toLowerCase(), '') ?? []
}

function builderKey(call: MockCall, address: string, index: number): Keys {
  return keysFor(call, address, `builder ${index}`)
}

/**
 * Returns the key that a call revokes: the key that signed it (polymarket-client), otherwise the newest of the caller
 * (clob-client-v2 names none: inferred).
 */
function revoked(call: MockCall): { readonly address: string; readonly index: number } {
  const named = call.request.headers['poly_builder_api_key']
  if (named === undefined) {
    const { address } = callerOf(call)
    const index = madeBy(call, address).findLastIndex(({ revokedAt }) => revokedAt === undefined)
    if (index < 0) throw createClobError(400, 'Invalid builder api key')
    return { address, index }
  }
  const owner = call.paper.notes(keyOwners).get(named, '')
  const isOwn =
    owner !== undefined && isSignedBy(call, builderKey(call, owner.address, owner.index), 'poly_builder')
  if (!isOwn || madeBy(call, owner.address)[owner.index]?.revokedAt !== undefined)
    throw createClobError(401, 'Unauthorized/Invalid api key')
  return owner
}

const NO_BUILDER = `0x${'0'.repeat(64)}`

/** @throws 400 when the text is not a builder code */
function codeOf(text = ''): string {
  if (!/^0x[0-9a-f]{64}$/i.test(text) || text === NO_BUILDER)
    throw createClobError(400, 'Invalid builder code')
  return text.toLowerCase()
}

/** Records the builder through whose interface an address sent an order. */
export function noteBuilder({ paper }: MockCall, code: unknown, address: string): void {
  if (typeof code !== 'string' || code === NO_BUILDER) return
  const known = paper.notes(clients).get(code.toLowerCase(), '') ?? []
  if (!known.includes(address)) paper.notes(clients).set(code.toLowerCase(), '', [...known, address])
}

interface BuilderFill {
  readonly own: Own
  readonly fill: PaperFill
}

/** Returns fills of orders with a builder's code, newest first. */
function fillsFor(call: MockCall, code: string): readonly BuilderFill[] {
  return (call.paper.notes(clients).get(code, '') ?? [])
    .flatMap((address): BuilderFill[] => {
      const account = accountOfWallet(call, address)
      if (account === undefined) return []
      const own = { call, account, address, apiKey: keysFor(call, address, '').apiKey }
      const isBuilt = (id: string): boolean => account.order(id)?.native['builder'] === code
      return account.fills().flatMap((fill) => (isBuilt(fill.order.id) ? { own, fill } : []))
    })
    .sort((a, b) => b.fill.at - a.fill.at)
}

/** Returns the wallet for which an order with a builder's code was created. */
function makerOfBuilt({ own, fill }: BuilderFill): string {
  return String(own.account.order(fill.order.id)?.native['maker'] ?? own.address)
}

function builderTrade(call: MockCall, code: string, { own, fill }: BuilderFill): Native {
  const row = toTradeRow(own, fill)
  const { status, transaction_hash } = settlementOf(fill, call.now)
  return {
    id: fill.id,
    tradeType: row['trader_side'],
    takerOrderHash: row['taker_order_id'],
    builder: code,
    market: row['market'],
    assetId: row['asset_id'],
    side: fill.order.action === 'buy' ? 'BUY' : 'SELL',
    size: toAmountText(fill.size),
    sizeUsdc: toAmountText(multiplyAmounts(fill.size, fill.price)),
    price: toAmountText(fill.price),
    status,
    outcome: row['outcome'],
    outcomeIndex: fill.order.side === 'yes' ? 0 : 1,
    owner: own.apiKey,
    maker: makerOfBuilt({ own, fill }),
    transactionHash: transaction_hash,
    matchTime: row['match_time'],
    bucketIndex: 0,
    fee: toAmountText(fill.fee),
    feeUsdc: toAmountText(fill.fee),
    builderFee: '0',
    builderCode: code,
    err_msg: null,
    createdAt: toIso(fill.at),
    updatedAt: toIso(fill.at),
  }
}
