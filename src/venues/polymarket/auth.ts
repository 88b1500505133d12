import * as z from 'zod'
import { PmxError } from '../../api/envelope/errors.js'
import { type Address, parseAddress } from '../../signing/address.js'
import { hmacKeyOf } from '../../signing/hmac.js'
import type { PrivateKey } from '../../signing/private-key.js'
import type { VenueReply, VenueRequest } from '../../transport/call-types.js'
import { defineMemoKey, remember } from '../../venue-kit/contract/memo.js'
import type { VenueContext } from '../../venue-kit/contract/venue.js'
import { createCredentialReader } from '../../venue-kit/orders/credentials.js'
import { isLoginEnded, isRejectedLogin, markLoginEnded } from '../../venue-kit/orders/ended-login.js'
import { LOGIN_NONCE } from '../../venue-kit/orders/exchange-login.js'
import { addressText, privateKeyText } from '../../venue-kit/orders/wallet-texts.js'
import { readPayload } from '../../venue-kit/payload/payload.js'
import { sendIfThere } from './native/generations.js'
import type { WalletKind } from './native/order.js'
import { apiKeysReply, profileReply } from './native/order-wire.js'
import { kindOfWallet, namesOf, walletsOf } from './native/wallets.js'

const DAY_MS = 24 * 60 * 60_000

/** Names of the wallet kinds as clients spell them, without punctuation. */
const kinds: Readonly<Record<string, WalletKind>> = {
  '0': 0,
  eoa: 0,
  '1': 1,
  polyproxy: 1,
  polymarketproxy: 1,
  '2': 2,
  gnosissafe: 2,
  polygnosissafe: 2,
  safe: 2,
  '3': 3,
  depositwallet: 3,
  poly1271: 3,
}

const signatureType = z.string().transform((text, ctx) => {
  const kind = kinds[text.toLowerCase().replace(/[^a-z0-9]/g, '')]
  if (kind !== undefined) return kind
  ctx.addIssue({
    code: 'custom',
    message: 'must be 0 (eoa), 1 (polyproxy), 2 (gnosis-safe) or 3 (deposit_wallet)',
  })
  return z.NEVER
})

const credentials = z.object({
  privateKey: privateKeyText.transform((text) => text.trim()),
  apiKey: z.string().optional(),
  apiSecret: z.string().optional(),
  passphrase: z.string().optional(),
  funderAddress: addressText.optional(),
  signatureType: signatureType.optional(),
})

/**
 * Reads the credentials without a call.
 * @throws AUTHENTICATION_ERROR naming the missing or unusable credential
 */
const read = createCredentialReader(
  'polymarket',
  credentials,
  'privateKey is the key of the account that signs. funderAddress is the address on your Polymarket profile, which holds the money.',
)

export function checkCredentials(ctx: VenueContext): void {
  read(ctx)
}

/** The signer, and the wallet that holds the money. */
export interface Account {
  readonly key: PrivateKey
  readonly kind: WalletKind
  /** The wallet that holds money and shares. For kind 0 it is the key's own account. */
  readonly funder: Address
}

const accounts = defineMemoKey<Account>('polymarket account', DAY_MS)
const openedKeys = defineMemoKey<PrivateKey>('polymarket key', DAY_MS)

function keyOf(ctx: VenueContext): Promise<PrivateKey> {
  return remember(ctx.memo, openedKeys, '', async () => {
    const { openKey } = await import('./native/wallet.js')
    return openKey(read(ctx).privateKey)
  })
}

/** Returns the account of these credentials. Absent parts are derived from the key. */
export function accountOf(ctx: VenueContext): Promise<Account> {
  return remember(ctx.memo, accounts, '', async () => {
    const key = await keyOf(ctx)
    return { key, ...(await walletOf(key.address, ctx)) }
  })
}

/**
 * Returns the wallet that holds money and shares. It is the maker of orders, regardless of the signer (docs.polymarket.com,
 * signature types).
 * @throws AUTHENTICATION_ERROR for a wallet that does not belong to the key
 */
export async function funderIn(ctx: VenueContext): Promise<Address> {
  return (await accountOf(ctx)).funder
}

/**
 * Determines the wallet. The wallets of a key are derived from its address. A funder determines its kind, and most kinds
 * determine their funder. The venue's profile is requested for a funder only if neither is given. A key without a funder trades
 * for itself.
 */
async function walletOf(owner: Address, ctx: VenueContext): Promise<Omit<Account, 'key'>> {
  const { signatureType: kind, funderAddress: given } = read(ctx)
  if (given !== undefined) return { funder: given, kind: kindOfFunder(owner, given, kind) }
  switch (kind) {
    case 0:
      return { kind, funder: owner }
    case 1:
    case 2:
      return { kind, funder: walletsOf(owner)[kind] }
    case 3:
      throw contradiction(
        'funderAddress',
        `is missing, and a key has two addresses of that kind: ${namesOf(owner, 3)}. Send the one on your profile page, which holds the money`,
      )
    default:
      return (await profileOf(owner, ctx)) ?? { kind: 0, funder: owner }
  }
}

/** @throws AUTHENTICATION_ERROR naming the wallets of the key, where the funder is not one of them or has another kind */
function kindOfFunder(owner: Address, funder: Address, kind: WalletKind | undefined): WalletKind {
  const own = kindOfWallet(owner, funder)
  if (own !== undefined && (kind === undefined || kind === own)) return own
  if (own !== undefined)
    throw contradiction(
      'signatureType',
      `is ${kind}, but funderAddress ${funder} is the wallet with signatureType ${own} of this privateKey. Leave signatureType out`,
    )
  // The wallet is at another address than the current derivation: the venue knows its owner.
  if (kind !== undefined && kind !== 0) return kind
  throw contradiction(
    kind === 0 ? 'signatureType' : 'funderAddress',
    kind === 0
      ? 'is 0 (eoa), but funderAddress is not the address of privateKey: leave one of the two out'
      : `${funder} is not one of the wallets of this privateKey: ${namesOf(owner)}. Send one of these. If the key may sign for another wallet, also send its signatureType`,
  )
}

function contradiction(part: 'signatureType' | 'funderAddress', problem: string): PmxError {
  return new PmxError('AUTHENTICATION_ERROR', `Polymarket's credential '${part}' ${problem}.`, {
    exchange: 'polymarket',
    detail: { kind: 'unusable_credential', part },
  })
}

/** Returns the wallet in the venue's profile for a key, or undefined if there is none. */
async function profileOf(owner: Address, ctx: VenueContext): Promise<Omit<Account, 'key'> | undefined> {
  const path = `/profiles/${owner}`
  const reply = await sendIfThere({ host: 'data', path }, ctx, [404, 405, 410, 422])
  if (reply === 'gone') return undefined
  const { proxyAddress, isGnosisSafe } = readPayload(profileReply, reply.json, 'GET /profiles/{address}')
  const funder = proxyAddress === undefined ? undefined : parseAddress(proxyAddress.toLowerCase())
  if (funder === undefined) return undefined
  return { funder, kind: kindOfWallet(owner, funder) ?? (isGnosisSafe === true ? 2 : 1) }
}

/** The API keys for private calls. */
export interface ApiKeys {
  readonly apiKey: string
  readonly secret: string
  readonly passphrase: string
}

const keptKeys = defineMemoKey<ApiKeys>('polymarket API keys', DAY_MS)

/**
 * Returns the given API keys if all three are given. Otherwise it returns the private key's existing API keys, or creates new
 * ones.
 */
export function apiKeysOf(ctx: VenueContext): Promise<ApiKeys> {
  const { apiKey, apiSecret: secret, passphrase } = read(ctx)
  if (apiKey !== undefined && secret !== undefined && passphrase !== undefined)
    return Promise.resolve({ apiKey, secret, passphrase })
  return remember(ctx.memo, keptKeys, '', async () => {
    const derived = await logIn({ path: '/auth/derive-api-key', accept: [400, 404] }, ctx)
    const reply = derived.status < 300 ? derived : await logIn({ path: '/auth/api-key', method: 'POST' }, ctx)
    return readPayload(
      apiKeysReply,
      reply.json,
      derived === reply ? 'GET /auth/derive-api-key' : 'POST /auth/api-key',
    )
  })
}

async function logIn(
  request: Pick<VenueRequest, 'path' | 'method' | 'accept'>,
  ctx: VenueContext,
): Promise<VenueReply> {
  const key = await keyOf(ctx)
  const { signLogin } = await import('./native/wallet.js')
  const timestamp = secondsOf(ctx)
  return ctx.http.send({
    ...request,
    isUnrecorded: true,
    host: 'clob',
    group: 'keys',
    secretHeaders: {
      POLY_ADDRESS: key.address,
      POLY_SIGNATURE: signLogin(key, timestamp),
      POLY_TIMESTAMP: timestamp,
      POLY_NONCE: LOGIN_NONCE,
    },
  })
}

/**
 * Sends a private call of the order book host that may be executed twice. API keys of a private key are refused half an hour
 * after they were requested, until they are requested again (Polymarket/py-clob-client-v2#40). After a 401 the call is sent once
 * more if the same keys are returned.
 */
export async function sendSigned(
  request: Omit<VenueRequest, 'host'>,
  ctx: VenueContext,
): Promise<VenueReply> {
  try {
    return await sendSignedOnce(request, ctx)
  } catch (error) {
    if (!isLoginEnded(error)) throw error
    // The keys that were returned again are cached.
    return sendBy(await apiKeysOf(ctx), request, ctx)
  }
}

/**
 * Sends a private call that places orders, once. The request body names the keys, so the call can be sent again only if the same
 * keys are returned.
 * @throws as `markLoginEnded` if the keys were refused and the same ones are returned
 */
export async function sendSignedOnce(
  request: Omit<VenueRequest, 'host'>,
  ctx: VenueContext,
): Promise<VenueReply> {
  const keys = await apiKeysOf(ctx)
  try {
    return await sendBy(keys, request, ctx)
  } catch (error) {
    if (!isRejectedLogin(error) || !forget(keys, ctx)) throw error
    const again = await apiKeysOf(ctx).catch(() => undefined)
    throw again?.apiKey === keys.apiKey ? markLoginEnded(error) : error
  }
}

/**
 * Removes cached API keys, unless another call has already renewed them.
 * @returns whether the next call requests them, because they were not given with the credentials
 */
function forget(refused: ApiKeys, ctx: VenueContext): boolean {
  const { apiKey, apiSecret, passphrase } = read(ctx)
  if (apiKey !== undefined && apiSecret !== undefined && passphrase !== undefined) return false
  if (ctx.memo.get(keptKeys, '') === refused) ctx.memo.delete(keptKeys, '')
  return true
}

/** Sends a call, signed at the current time. */
async function sendBy(
  keys: ApiKeys,
  request: Omit<VenueRequest, 'host'>,
  ctx: VenueContext,
): Promise<VenueReply> {
  const { address } = await keyOf(ctx)
  const { path, body, method = body === undefined ? 'GET' : 'POST' } = request
  const timestamp = secondsOf(ctx)
  // The path without its query, and the exact body that is sent.
  const signed = `${timestamp}${method}${path}${body === undefined ? '' : JSON.stringify(body)}`
  return ctx.http.send({
    ...request,
    host: 'clob',
    secretHeaders: {
      POLY_ADDRESS: address,
      POLY_API_KEY: keys.apiKey,
      POLY_PASSPHRASE: keys.passphrase,
      POLY_TIMESTAMP: timestamp,
      POLY_SIGNATURE: hmacKeyOf(keys.secret, 'base64').sign(signed, 'sha256', 'base64url'),
    },
  })
}

function secondsOf({ clock }: VenueContext): string {
  return String(Math.floor(clock.now() / 1000))
}
