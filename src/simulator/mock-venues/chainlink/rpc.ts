import { createNotImplemented, Refusal, type Reply, toJsonReply } from '../../http/reply.js'
import type { MockCall } from '../../mock-kit/mock-venue.js'
import { contractAt, Reverted } from './contracts.js'

/** JSON-RPC 2.0 of an Ethereum node: errors have status 200. */

const CHAIN = '0x89'
const BLOCK_MS = 2_000

/** Other methods of nodes that a client of a feed may call. */
const unplayed = new Set(
  (
    'eth_estimateGas eth_feeHistory eth_gasPrice eth_getBalance eth_getBlockByHash eth_getBlockByNumber eth_getCode ' +
    'eth_getLogs eth_getStorageAt eth_getTransactionByHash eth_getTransactionCount eth_getTransactionReceipt ' +
    'eth_sendRawTransaction eth_syncing net_version web3_clientVersion'
  ).split(' '),
)

/** `POST /` */
export function answerRpc(call: MockCall): Reply {
  const { body } = call.request
  if (Array.isArray(body)) throw createNotImplemented('a batch of calls')
  const { id = null, method, params } = Object(body) as Readonly<Record<string, unknown>>
  const result = (value: unknown): Reply => toJsonReply({ jsonrpc: '2.0', id, result: value })
  const failure = (code: number, message: string): Reply =>
    toJsonReply({ jsonrpc: '2.0', id, error: { code, message } })
  if (typeof method !== 'string') return failure(-32600, 'invalid request')
  try {
    switch (method) {
      case 'eth_chainId':
        return result(CHAIN)
      case 'eth_blockNumber':
        return result(`0x${Math.floor(call.now / BLOCK_MS).toString(16)}`)
      case 'eth_call':
        return result(ethCall(call, params))
      default:
        if (unplayed.has(method)) throw createNotImplemented(`"method":"${method}"`)
        return failure(-32601, `the method ${method} does not exist/is not available`)
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (error instanceof Reverted) return failure(3, `execution reverted: ${error.message}`)
    if (error instanceof RangeError) return failure(-32602, `invalid argument 0: ${error.message}`)
    throw error
  }
}

/** Returns the result of a contract; without a contract at the address the result is empty, not an error. */
function ethCall(call: MockCall, params: unknown): string {
  const [asked, block] = Array.isArray(params) ? (params as unknown[]) : []
  if (block !== 'latest') throw createNotImplemented(`eth_call at ${JSON.stringify(block) ?? 'no block'}`)
  const { to, data, input } = Object(asked) as Readonly<Record<string, unknown>>
  const bytes = input ?? data
  if (typeof to !== 'string' || !/^0x[0-9a-f]{40}$/i.test(to)) throw new RangeError('no address')
  if (typeof bytes !== 'string' || !/^0x([0-9a-f]{2})*$/i.test(bytes)) throw new RangeError('no hex')
  const contract = contractAt(call, to.toLowerCase())
  return contract === undefined ? '0x' : `0x${contract(bytes.slice(2).toLowerCase())}`
}
