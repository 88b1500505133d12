import { PmxError } from '../../../api/envelope/errors.js'
import { toIso } from '../../../api/times/instant.js'
import type { OrderTerms } from '../../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import type { SignedHttp } from '../../../venue-kit/orders/signed-http.js'
import { readPayload } from '../../../venue-kit/payload/payload.js'
import { findMarket, readMarket } from './find-market.js'
import { apiKeysReply, balanceReply } from './order-wire.js'

/**
 * Adds an explanation from the account to a refusal of an order: the shard that lacks cash, or the permissions of the key. Where
 * that cannot be read the refusal is unchanged.
 */
export async function explainRefusal(
  thrown: unknown,
  { marketId }: Pick<OrderTerms, 'marketId'>,
  signed: SignedHttp,
  ctx: VenueContext,
): Promise<unknown> {
  if (!(thrown instanceof PmxError)) return thrown
  const isForbidden = thrown.code === 'PERMISSION_DENIED' && thrown.detail?.['upstreamStatus'] === 403
  if (thrown.code !== 'INSUFFICIENT_FUNDS' && !isForbidden) return thrown
  try {
    const more = isForbidden ? await rightsOf(signed, ctx) : await cashFor(marketId, signed, ctx)
    return more === undefined
      ? thrown
      : thrown.with({
          message: `${thrown.message}${more.words}`,
          detail: { ...thrown.detail, ...more.detail },
        })
  } catch {
    return thrown
  }
}

interface Explanation {
  /** Appended to the refusal's own text. */
  readonly words: string
  readonly detail: Readonly<Record<string, unknown>>
}

/**
 * Reads the cash per shard: a shard needs cash before an order on its markets can use it (docs.kalshi.com, exchange sharding).
 */
async function cashFor(
  marketId: string,
  signed: SignedHttp,
  ctx: VenueContext,
): Promise<Explanation | undefined> {
  const found = await findMarket(marketId, ctx)
  const shard = found && readMarket(found).exchange_index
  if (shard === undefined) return undefined
  const what = 'GET /portfolio/balance'
  const { json } = await signed.send({ host: 'api', path: '/portfolio/balance' }, ctx)
  const { balance_dollars: total, balance_breakdown: parts } = readPayload(balanceReply, json, what)
  const place = `The market trades on shard ${shard} of the exchange`
  if (parts === undefined)
    return { words: ` ${place}. The cash for the order must be on that shard.`, detail: { shard } }
  const shards = parts.map(({ exchange_index, balance }) => ({ shard: exchange_index, available: balance }))
  const available = shards.find((one) => one.shard === shard)?.available ?? 0
  const words =
    total > available
      ? ` ${place}, which holds ${available} USD of your ${total} USD. Transfer cash to that shard.`
      : ` ${place}, which holds all of your cash.`
  return { words, detail: { shard, available, shards } }
}

/**
 * Reads the permissions of the account's keys: keys of an account that has not attested its region cannot trade some categories
 * (docs.kalshi.com, API keys). The code of such a refusal is not documented.
 */
async function rightsOf(signed: SignedHttp, ctx: VenueContext): Promise<Explanation | undefined> {
  const { json } = await signed.send({ host: 'api', path: '/api_keys' }, ctx)
  const { api_keys: keys, api_key_region_expiration_ts: endsAt } = readPayload(
    apiKeysReply,
    json,
    'GET /api_keys',
  )
  const own = keys.find(({ api_key_id: id }) => id === ctx.secrets.values.apiKey)
  const words = [scopeWords(own?.scopes), attestationWords(endsAt, ctx.clock.now())].join('')
  if (words === '') return undefined
  return { words, detail: endsAt === undefined ? {} : { attestedUntil: endsAt } }
}

function scopeWords(scopes: readonly string[] | undefined): string {
  const mayTrade = scopes === undefined || scopes.some((one) => one === 'write' || one === 'write::trade')
  return mayTrade
    ? ''
    : ` The scopes of this key are ${scopes.join(', ') || 'none'}: it is not allowed to trade.`
}

const RENEW =
  "Confirm your location on Kalshi's site. Until then, no key of the account can trade Sports, Elections and Entertainment."

function attestationWords(endsAt: number | undefined, now: number): string {
  if (endsAt === undefined) return ` The account's location was never confirmed. ${RENEW}`
  return endsAt > now
    ? ''
    : ` The confirmation of the account's location expired at ${toIso(endsAt)}. ${RENEW}`
}
