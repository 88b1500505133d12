import { decodeBase58 } from '../../../api/values/base58.js'
import { createNotImplemented, Refusal, type Reply, toJsonReply } from '../../http/reply.js'
import type { MockCall, MockContext } from '../../mock-kit/mock-venue.js'
import { discriminators } from './layout.js'
import { type Account, marketAt, marketsOf } from './markets.js'
import { lamportsOf, positionsOf } from './positions.js'

/** JSON-RPC 2.0 of a Solana node (venues/baozi/README.md): errors have status 200. */

const PROGRAM = 'FWyTPzm5cfJwRKzfkscxozatSxF6Qu78JQovQUwKPruJ'
const ADDRESS_BYTES = 32
const MAX_ACCOUNTS = 100
const SLOT_MS = 400

type Members = Readonly<Record<string, unknown>>
type Method = (context: MockContext, params: readonly unknown[]) => unknown

const methods: Readonly<Record<string, Method>> = {
  getProgramAccounts,
  getAccountInfo,
  getMultipleAccounts,
  getBalance,
}

/** Other methods of nodes that a client of the venue may call. */
const unplayed = new Set(
  (
    'getBlock getBlockHeight getBlockTime getEpochInfo getFeeForMessage getGenesisHash getHealth ' +
    'getLatestBlockhash getMinimumBalanceForRentExemption getSignatureStatuses getSignaturesForAddress getSlot ' +
    'getTransaction getVersion requestAirdrop sendTransaction simulateTransaction'
  ).split(' '),
)

/** Returns the error object of a response. */
export function toRpcFailure(id: unknown, code: number, message: string): Members {
  return { jsonrpc: '2.0', error: { code, message }, id }
}

class Fault extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message)
  }
}

const invalidParam = (message: string): Fault => new Fault(-32602, message)

/** `POST /` */
export function answerRpc(call: MockCall): Reply {
  const { id = null, method, params = [] } = membersOf(call.request.body)
  if (typeof method !== 'string') return toJsonReply(toRpcFailure(null, -32600, 'Invalid request'))
  const play = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (play === undefined) {
    if (unplayed.has(method)) throw createNotImplemented(`"method":"${method}"`)
    return toJsonReply(toRpcFailure(id, -32601, 'Method not found'))
  }
  try {
    return toJsonReply({ jsonrpc: '2.0', result: play(call, listOf(params)), id })
  } catch (error) {
    if (error instanceof Refusal || !(error instanceof Fault)) throw error
    return toJsonReply(toRpcFailure(id, error.code, error.message))
  }
}

function getProgramAccounts(context: MockContext, [program, config]: readonly unknown[]): unknown {
  const { encoding, filters = [], withContext } = membersOf(config)
  assertBase64(encoding)
  if (readAddress(program) !== PROGRAM) return []
  const tests = listOf(filters).map(testOf)
  const rows = scanned(context, listOf(filters))
    .filter(({ data }) => tests.every((passes) => passes(data)))
    .map((account) => ({ account: shownOf(account), pubkey: account.address }))
  return withContext === true ? { context: slotOf(context), value: rows } : rows
}

function getAccountInfo(context: MockContext, [address, config]: readonly unknown[]): unknown {
  assertBase64(membersOf(config)['encoding'])
  return { context: slotOf(context), value: accountAt(context, readAddress(address)) }
}

function getMultipleAccounts(context: MockContext, [addresses, config]: readonly unknown[]): unknown {
  assertBase64(membersOf(config)['encoding'])
  const all = listOf(addresses).map(readAddress)
  if (all.length > MAX_ACCOUNTS) throw invalidParam(`Too many inputs provided; max ${MAX_ACCOUNTS}`)
  return { context: slotOf(context), value: all.map((address) => accountAt(context, address)) }
}

/** Returns the balance: paper money for wallets, the rent for accounts of programs, 0 for all others. */
function getBalance(context: MockContext, [address]: readonly unknown[]): unknown {
  const asked = readAddress(address)
  const account = marketAt(context, asked)
  const value = account === undefined ? lamportsOf(asked) : rentOf(account)
  return { context: slotOf(context), value }
}

function rentOf({ data }: Account): number {
  return 890_880 + 6_960 * data.length
}

function accountAt(context: MockContext, address: string): unknown {
  const found = marketAt(context, address)
  return found === undefined ? null : shownOf(found)
}

/** Returns the accounts that a scan may return: all, unless the first filter selects a kind. */
function scanned(context: MockContext, filters: readonly unknown[]): readonly Account[] {
  const { offset, bytes } = membersOf(membersOf(filters[0])['memcmp'])
  const wanted = offset === 0 && typeof bytes === 'string' ? decodeBase58(bytes) : undefined
  const isWanted = (kind: keyof typeof discriminators): boolean =>
    wanted === undefined || discriminators[kind].every((byte, index) => (wanted[index] ?? byte) === byte)
  return [
    ...(isWanted('Market') ? marketsOf(context, 'binary') : []),
    ...(isWanted('RaceMarket') ? marketsOf(context, 'race') : []),
    ...(isWanted('UserPosition') ? positionsOf(context, 'binary') : []),
    ...(isWanted('RacePosition') ? positionsOf(context, 'race') : []),
  ]
}

function testOf(filter: unknown): (data: Uint8Array) => boolean {
  const { memcmp, dataSize } = membersOf(filter)
  if (typeof dataSize === 'number') return (data) => data.length === dataSize
  const { offset, bytes } = membersOf(memcmp)
  const wanted = typeof bytes === 'string' ? decodeBase58(bytes) : undefined
  if (typeof offset !== 'number' || wanted === undefined) throw invalidParam('Invalid params: filters')
  return (data) => wanted.every((byte, index) => data[offset + index] === byte)
}

function shownOf(account: Account): Members {
  const { data } = account
  return {
    data: [Buffer.from(data).toString('base64'), 'base64'],
    executable: false,
    lamports: rentOf(account),
    owner: PROGRAM,
    rentEpoch: 18_446_744_073_709_552_000,
    space: data.length,
  }
}

function slotOf({ now }: MockContext): Members {
  return { apiVersion: '2.2.16', slot: Math.floor(now / SLOT_MS) }
}

function assertBase64(encoding: unknown): void {
  if (encoding !== 'base64')
    throw createNotImplemented(`"encoding":${JSON.stringify(encoding) ?? '"base58"'}`)
}

function readAddress(value: unknown): string {
  if (typeof value !== 'string') throw invalidParam('Invalid params: invalid type, expected a string')
  if (decodeBase58(value)?.length !== ADDRESS_BYTES) throw invalidParam('Invalid param: WrongSize')
  return value
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
