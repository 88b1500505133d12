import { createHash } from 'node:crypto'
import { isObject } from '../../../api/values/json.js'
import { createNotImplemented, Refusal, type Reply, toJsonReply } from '../../http/reply.js'
import type { MockCall } from '../../mock-kit/mock-venue.js'
import { onlyOf } from './kinds.js'
import { marketIn } from './list.js'
import { checkQuote, type Priced, priceOf, SIMPLE_TIER_USD } from './quote.js'
import { AGENT_API, createRefusal, metaAt, SITE, walletIn } from './replies.js'

/** USDC on Base, and the venue's wallet for stakes (README.md). */
const ASSET = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
const PAY_TO = '0x4F0d7622984b38DfB2D1F86F10eEE564566C09F2'

/** `POST /trade`: a dry run, the x402 challenge, or the venue's rejection. Payments are not implemented: 501. */
export function answerTrade(call: MockCall): Reply {
  const bet = betIn(call)
  const market = marketIn(call, bet.marketId)
  const priced = priceOf(call, market, bet.side, bet.sizeUsd)
  if (bet.sizeUsd > SIMPLE_TIER_USD && (bet.quoteId === undefined || !isBounded(bet)))
    throw createRefusal('quote_required', 'A bet of more than $10 needs a quote and a bound.')
  if (bet.quoteId !== undefined) checkQuote(call, priced, bet.quoteId)
  if (priced.shares < (bet.minSharesOut ?? 0) || priced.priceCents > (bet.maxPriceCents ?? 100))
    throw createRefusal('slippage_exceeded', 'The price has moved past the bound.')
  const intentHash = `0x${createHash('sha256').update(JSON.stringify(bet)).digest('hex')}`
  if (bet.simulate)
    return toJsonReply({ meta: metaAt(call), replay: false, receipt: dryRun(bet, priced, intentHash) })
  const payment = paymentIn(call)
  if (payment === undefined) throw new Refusal(toJsonReply(challenge(priced, intentHash), 402))
  const isExact =
    textOf(payment, 'from').toLowerCase() === bet.wallet &&
    textOf(payment, 'to').toLowerCase() === PAY_TO.toLowerCase() &&
    textOf(payment, 'value') === atomic(bet.sizeUsd)
  if (!isExact) throw createRefusal('payment_invalid', 'The authorization is not what accepts[0] asks for.')
  throw createNotImplemented('settlement of a bet on Base')
}

interface Bet {
  readonly marketId: string
  readonly side: string
  readonly sizeUsd: number
  readonly idemKey: string
  readonly wallet: string
  readonly simulate: boolean
  readonly quoteId?: string | undefined
  readonly minSharesOut?: number | undefined
  readonly maxPriceCents?: number | undefined
}

function isBounded({ minSharesOut, maxPriceCents }: Bet): boolean {
  return minSharesOut !== undefined || maxPriceCents !== undefined
}

type Check = (value: unknown) => boolean
const isText: Check = (value) => typeof value === 'string' && value !== ''
const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value)

/** The members of the strict body: whether each is required, and its check. */
const members: Readonly<Record<string, { readonly isNeeded: boolean; readonly check: Check }>> = {
  marketId: { isNeeded: true, check: isText },
  side: { isNeeded: true, check: isText },
  sizeUsd: { isNeeded: true, check: isNumber },
  idemKey: { isNeeded: true, check: (value) => typeof value === 'string' && /^[\w:-]{8,128}$/.test(value) },
  walletAddress: { isNeeded: true, check: isText },
  simulate: { isNeeded: false, check: (value) => typeof value === 'boolean' },
  quoteId: { isNeeded: false, check: isText },
  minSharesOut: { isNeeded: false, check: isNumber },
  maxPriceCents: { isNeeded: false, check: isNumber },
  builderCode: { isNeeded: false, check: isText },
  ref: { isNeeded: false, check: isText },
}

/** Reads the bet in a body. @throws 400 with the problems of all members, 422 for the wallet */
function betIn({ request: { body } }: MockCall): Bet {
  const given: Readonly<Record<string, unknown>> = isObject(body) ? body : {}
  const issues = [
    ...Object.keys(given)
      .filter((name) => !Object.hasOwn(members, name))
      .map((name) => ({ path: name, message: 'unknown member' })),
    ...Object.entries(members)
      .filter(([name, { isNeeded, check }]) => (given[name] === undefined ? isNeeded : !check(given[name])))
      .map(([name]) => ({ path: name, message: given[name] === undefined ? 'required' : 'not valid' })),
  ]
  if (!isObject(body) || issues.length > 0)
    throw createRefusal('invalid_request', 'The body is not a bet.', { issues })
  return {
    marketId: textOf(given, 'marketId'),
    side: textOf(given, 'side'),
    sizeUsd: Number(given['sizeUsd']),
    idemKey: textOf(given, 'idemKey'),
    wallet: walletIn(given['walletAddress']),
    simulate: given['simulate'] === true,
    quoteId: given['quoteId'] === undefined ? undefined : textOf(given, 'quoteId'),
    minSharesOut: numberOf(given['minSharesOut']),
    maxPriceCents: numberOf(given['maxPriceCents']),
  }
}

function textOf(value: Readonly<Record<string, unknown>>, name: string): string {
  const found = value[name]
  return typeof found === 'string' ? found : ''
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

/** Converts dollars to the smallest unit of USDC. */
function atomic(usd: number): string {
  return String(Math.round(usd * 1e6))
}

/** Returns the authorization in `X-PAYMENT`, or undefined if absent or unreadable, which both cause a challenge. */
function paymentIn({ request: { headers } }: MockCall): Readonly<Record<string, unknown>> | undefined {
  try {
    const sent: unknown = JSON.parse(Buffer.from(headers['x-payment'] ?? '', 'base64').toString('utf8'))
    const payload = isObject(sent) ? sent['payload'] : undefined
    const authorization = isObject(payload) ? payload['authorization'] : undefined
    return isObject(authorization) ? authorization : undefined
  } catch {
    return undefined
  }
}

function challenge({ market, side, sizeUsd }: Priced, intentHash: string) {
  return {
    x402Version: 1,
    error: 'Missing X-PAYMENT header',
    accepts: [
      {
        scheme: 'exact',
        network: 'base',
        maxAmountRequired: atomic(sizeUsd),
        resource: `${SITE}${AGENT_API}/trade?intent=${intentHash}`,
        description: `Hunch: ${side.toUpperCase()} on "${market.event.title}"`,
        mimeType: 'application/json',
        payTo: PAY_TO,
        maxTimeoutSeconds: 120,
        asset: ASSET,
        extra: { name: 'USD Coin', version: '2' },
      },
    ],
  }
}

/** Returns the receipt of a dry run, without transaction and proof. */
function dryRun({ idemKey, wallet }: Bet, priced: Priced, intentHash: string) {
  const { market, side, sizeUsd, priceCents, shares, feeUsd, netUsd } = priced
  const label = market.markets.find(({ code }) => code.toLowerCase() === side)?.label
  return {
    tradeId: idemKey,
    marketId: market.id,
    side,
    outcomeLabel: onlyOf(market) === undefined ? (label ?? side) : side.toUpperCase(),
    priceCents,
    sizeUsd,
    feeUsd,
    netUsd,
    shares,
    txHash: null,
    explorerUrl: null,
    intentHash,
    position: {
      userId: `agent:${wallet}`,
      walletAddress: wallet,
      marketId: market.id,
      side,
      shares,
      costUsd: sizeUsd,
    },
    proofUrl: null,
    simulated: true,
  }
}
