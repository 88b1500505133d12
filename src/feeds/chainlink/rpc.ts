import * as z from 'zod'
import { createSchemaMismatch, readPayload } from '../../venue-kit/payload/payload.js'
import type { FeedContext } from '../contract/feed.js'
import { type AbiReader, createAbiReader, encodeAddress, encodeBytes, encodeWord, selectorOf } from './abi.js'

/** Reads contracts through a node of the chain (../README.md). */

/** A contract on nearly every chain that runs many calls in one, on the same block. */
const MULTICALL = '0xcA11bde05977b3631167028862bE2a173976CA11'
const aggregate3 = selectorOf('aggregate3((address,bool,bytes)[])')

const answer = z.object({ result: z.string().regex(/^0x([0-9a-f]{2})*$/i, 'expected bytes in hex') })

/** A read of a contract. */
export interface ContractRead {
  readonly to: string
  /** Hex without `0x`. */
  readonly data: string
}

/**
 * @param what name of the read, for messages
 * @throws EXCHANGE_NOT_AVAILABLE with kind `drift` if there is no contract, such as on another chain
 */
export async function read(
  { to, data }: ContractRead,
  what: string,
  { http }: FeedContext,
): Promise<AbiReader> {
  const body = { jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to, data: `0x${data}` }, 'latest'] }
  const { json } = await http.send({ host: 'rpc', path: '', body, read: true })
  const { result } = readPayload(answer, json, what)
  if (result === '0x')
    throw createSchemaMismatch(
      what,
      'result',
      `there is no contract at ${to}. Check that the node serves Polygon`,
    )
  return createAbiReader(result.slice(2), what)
}

/** Runs many reads in one call, with undefined for those that the contract rejected. */
export async function readMany(
  reads: readonly ContractRead[],
  what: string,
  ctx: FeedContext,
): Promise<readonly (AbiReader | undefined)[]> {
  const words = await read({ to: MULTICALL, data: aggregate3 + callsOf(reads) }, what, ctx)
  const list = words.from(placeOf(words.uint(0)))
  const count = Number(list.uint(0))
  if (count !== reads.length)
    throw createSchemaMismatch(what, 'result', `sent ${reads.length} calls, got ${count}`)
  const results = list.from(1)
  return reads.map((_read, index) => {
    const result = results.from(placeOf(results.uint(index)))
    if (result.uint(0) === 0n) return undefined
    return createAbiReader(result.bytes(placeOf(result.uint(1))), what)
  })
}

/** Encodes `(address, bool, bytes)[]`. Each call may fail alone. */
function callsOf(reads: readonly ContractRead[]): string {
  const calls = reads.map(
    ({ to, data }) => encodeAddress(to) + encodeWord(1) + encodeWord(0x60) + encodeBytes(data),
  )
  let offset = 32 * reads.length
  const offsets = calls.map((call) => {
    const begins = offset
    offset += call.length / 2
    return encodeWord(begins)
  })
  return encodeWord(32) + encodeWord(reads.length) + offsets.join('') + calls.join('')
}

/** Converts an offset, which is in bytes. */
function placeOf(offset: bigint): number {
  return Number(offset) / 32
}
