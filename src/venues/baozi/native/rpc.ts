import { encodeBase58 } from '../../../api/values/base58.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { PROGRAM } from '../schemas.js'
import { type AccountKind, discriminators } from './accounts.js'

/** Maximum number of addresses of `getMultipleAccounts`. */
export const MAX_ACCOUNTS = 100

/** Offset of the wallet in a position. */
const USER_AT = 8

/** Reads the state that most of the chain has confirmed. */
const terms = { encoding: 'base64', commitment: 'confirmed' } as const

/** A response, and the name of the read in error messages. */
interface Answer {
  readonly json: unknown
  readonly what: string
}

/**
 * Requests every account of a kind; the node scans all accounts of the program for that.
 * @param user only positions of this wallet
 */
export function scan(kind: AccountKind, ctx: VenueContext, user?: string): Promise<Answer> {
  const filters = [
    { memcmp: { offset: 0, bytes: encodeBase58(discriminators[kind]) } },
    ...(user === undefined ? [] : [{ memcmp: { offset: USER_AT, bytes: user } }]),
  ]
  return send(
    'getProgramAccounts',
    [PROGRAM, { ...terms, filters }],
    `getProgramAccounts ${kind}`,
    'scans',
    ctx,
  )
}

/** Requests the account at any address. */
export function readAccount(address: string, ctx: VenueContext): Promise<Answer> {
  return send('getAccountInfo', [address, terms], 'getAccountInfo', 'accounts', ctx)
}

/** Requests several accounts, at most {@link MAX_ACCOUNTS}. */
export function readAccounts(addresses: readonly string[], ctx: VenueContext): Promise<Answer> {
  return send('getMultipleAccounts', [addresses, terms], 'getMultipleAccounts', 'accounts', ctx)
}

/** Requests the balance of any address. */
export function readBalance(address: string, ctx: VenueContext): Promise<Answer> {
  const { commitment } = terms
  return send('getBalance', [address, { commitment }], 'getBalance', 'accounts', ctx)
}

async function send(
  method: string,
  params: readonly unknown[],
  what: string,
  group: 'scans' | 'accounts',
  ctx: VenueContext,
): Promise<Answer> {
  // The id distinguishes responses on a shared connection; over HTTP each has its own.
  const body = { jsonrpc: '2.0', id: 1, method, params }
  const { json } = await ctx.http.send({ host: 'rpc', path: '', body, read: true, group })
  return { json, what }
}
