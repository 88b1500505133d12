import type { PmxError } from '../../../api/envelope/errors.js'
import { fromUnits, toText } from '../../../api/values/decimal.js'
import type { Address } from '../../../signing/address.js'
import { defineMemoKey } from '../../../venue-kit/contract/memo.js'
import type { OrderTerms } from '../../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { readPayload } from '../../../venue-kit/payload/payload.js'
import { accountOf, sendSigned } from '../auth.js'
import { DIGITS, exchangeOf } from './order.js'
import { balanceReply, negRiskReply, versionReply } from './order-wire.js'
import { isPositionId } from './protocol.js'

/** An asset with a balance: money, CTF tokens or v2 positions (docs.polymarket.com, api-integrations). */
type Asset = { readonly asset_type: 'COLLATERAL' } | SharesOf
interface SharesOf {
  readonly asset_type: 'CONDITIONAL' | 'CONDITIONAL-V2'
  readonly token_id: string
}

/** Contracts of the assets that orders give (docs.polymarket.com, resources/contracts). */
const PUSD: Address = '0xC011a7E12a19f7B1f670d46F03B03f3342E82DFB'
const CTF: Address = '0x4D97DCd97eC945f40cF65F87097ACe5EA0476045'
const POSITION_MANAGER: Address = '0x006F54F7f9A22e0000CC2AB60031000000ae9fEF'

/** The balance and the allowances of a wallet, in millionths. */
interface Funds {
  readonly balance: bigint
  /** By the addresses of contracts in lower case, or undefined if the venue reports none. */
  readonly allowances: ReadonlyMap<string, bigint> | undefined
}

const refreshed = defineMemoKey<true>('polymarket balance refreshed', 10 * 60_000)

/** Returns the balance of an asset in the account's wallet, as the venue reports it. */
export async function fundsOf(asset: Asset, ctx: VenueContext): Promise<Funds> {
  const { kind } = await accountOf(ctx)
  const first = await askFunds(asset, ctx)
  const key = JSON.stringify(asset)
  // The balance of a deposit wallet is reported as 0 until the venue was made to refresh it once (README.md).
  if (kind !== 3 || first.balance > 0n || ctx.memo.get(refreshed, key) === true) return first
  ctx.memo.set(refreshed, key, true)
  const path = '/balance-allowance/update'
  const query = { ...asset, signature_type: kind }
  await sendSigned({ path, query, group: 'balance', mayBeEmpty: true }, ctx)
  return askFunds(asset, ctx)
}

async function askFunds(asset: Asset, ctx: VenueContext): Promise<Funds> {
  const { kind } = await accountOf(ctx)
  const path = '/balance-allowance'
  const query = { ...asset, signature_type: kind }
  const reply = await sendSigned({ path, query, group: 'balance' }, ctx)
  const { balance, allowances } = readPayload(balanceReply, reply.json, `GET ${path}`)
  const byContract = Object.entries(allowances ?? {}).map(
    ([contract, units]) => [contract.toLowerCase(), BigInt(units)] as const,
  )
  return {
    balance: BigInt(balance),
    allowances: allowances === undefined ? undefined : new Map(byContract),
  }
}

/** Returns the asset that an order gives. */
function givenBy(side: OrderTerms['side'], outcomeId: string): Asset {
  if (side === 'buy') return { asset_type: 'COLLATERAL' }
  const asset_type = isPositionId(outcomeId) ? 'CONDITIONAL-V2' : 'CONDITIONAL'
  return { asset_type, token_id: outcomeId }
}

/**
 * Explains a refusal for missing funds by naming the amount, or the contract that lacks an approval. Approvals for markets of v1
 * do not apply to v2, so the first order of most accounts is refused there. The refusal is unchanged if the venue does not report
 * the funds.
 * @param sent the order as it was signed
 */
export async function explainRefusal(
  refusal: PmxError,
  sent: Readonly<Record<string, unknown>>,
  { side, outcomeId }: Pick<OrderTerms, 'side' | 'outcomeId'>,
  ctx: VenueContext,
): Promise<PmxError> {
  try {
    const needed = BigInt(String(sent['makerAmount']))
    const { funder } = await accountOf(ctx)
    const { balance, allowances } = await fundsOf(givenBy(side, outcomeId), ctx)
    const what = side === 'buy' ? 'pUSD' : 'shares of this outcome'
    const has = `The wallet ${funder} has ${textOf(balance)} ${what}, and the order needs ${textOf(needed)}.`
    if (balance < needed) return refusal.with({ message: `${refusal.message} ${has}` })
    if (allowances === undefined) return refusal
    const spender = await spenderOf(outcomeId, ctx)
    const allowed = allowances.get(spender.toLowerCase()) ?? 0n
    if (allowed >= needed) return refusal.with({ message: `${refusal.message} ${has}` })
    const asset = side === 'buy' ? PUSD : isPositionId(outcomeId) ? POSITION_MANAGER : CTF
    const call = side === 'buy' ? `approve(${spender}, amount)` : `setApprovalForAll(${spender}, true)`
    const how =
      `${has} The exchange contract ${spender} may spend only ${textOf(allowed)} of it. Approve the contract once: call ` +
      `${call} on ${asset} with that wallet.`
    return refusal.with({
      message: `${refusal.message} ${how}`,
      detail: { ...refusal.detail, kind: 'not_approved', spender, asset, wallet: funder },
    })
  } catch {
    // The refusal stays, whatever the venue reports about the reason.
    return refusal
  }
}

/** Returns the exchange that orders of an outcome are signed for. */
async function spenderOf(outcomeId: string, ctx: VenueContext): Promise<Address> {
  if (isPositionId(outcomeId)) return exchangeOf({ version: 3, isNegRisk: false })
  const [version, negRisk] = await Promise.all([
    ctx.http.send({ host: 'clob', path: '/version' }),
    ctx.http.send({ host: 'clob', path: '/neg-risk', query: { token_id: outcomeId } }),
  ])
  const told = readPayload(versionReply, version.json, 'GET /version').version
  const { neg_risk: isNegRisk } = readPayload(negRiskReply, negRisk.json, 'GET /neg-risk')
  if (told !== 1 && told !== 2) throw new TypeError('no version of orders of CTF tokens')
  return exchangeOf({ version: told, isNegRisk })
}

function textOf(millionths: bigint): string {
  return toText(fromUnits(millionths, DIGITS))
}
