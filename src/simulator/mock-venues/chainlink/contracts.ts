import { keccak_256 } from '@noble/hashes/sha3'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import { aggregatorIn, type Oracle, oracleIn, type Round, roundIn } from './oracles.js'

/** The contracts that a client of the oracles calls, on bytes in hex without `0x`. */

/** A call that the contract rejects. */
export class Reverted extends Error {
  override readonly name = 'Reverted'
}

/** Returns the result of call data. @throws Reverted */
type Contract = (data: string) => string

const MULTICALL = '0xca11bde05977b3631167028862be2a173976ca11'

const WORD_BYTES = 32

const sign = (signature: string): string => Buffer.from(keccak_256(signature)).toString('hex', 0, 4)

let hashed: ReturnType<typeof hashSignatures> | undefined

/**
 * Returns the hashed signatures. They are hashed with the first call: hashing is slow when cold, and many runs never call an
 * oracle.
 */
const signatures = () => {
  hashed ??= hashSignatures()
  return hashed
}

function hashSignatures() {
  return {
    latestRoundData: sign('latestRoundData()'),
    getRoundData: sign('getRoundData(uint80)'),
    decimals: sign('decimals()'),
    description: sign('description()'),
    phaseAggregators: sign('phaseAggregators(uint16)'),
    latestRound: sign('latestRound()'),
    aggregate3: sign('aggregate3((address,bool,bytes)[])'),
  }
}

/** Returns the contract at an address in lower case, or undefined without one. */
export function contractAt(context: MockContext, address: string): Contract | undefined {
  if (address === MULTICALL) return (data) => multicall(context, data)
  const oracle = oracleIn(context, address)
  if (oracle !== undefined) return (data) => proxy(oracle, data)
  const aggregator = aggregatorIn(context, address)
  if (aggregator === undefined) return undefined
  return (data) => {
    if (data.slice(0, 8) !== signatures().latestRound) throw new Reverted('')
    return uint(aggregator.last)
  }
}

function proxy(oracle: Oracle, data: string): string {
  const [called, args] = [data.slice(0, 8), Buffer.from(data.slice(8), 'hex')]
  switch (called) {
    case signatures().decimals:
      return uint(oracle.decimals)
    case signatures().description:
      return uint(WORD_BYTES) + counted(Buffer.from(oracle.description))
    case signatures().latestRoundData:
      return roundWords(roundIn(oracle, oracle.latest))
    case signatures().getRoundData:
      return roundWords(roundIn(oracle, numberAt(args, 0)))
    case signatures().phaseAggregators: {
      const phase = oracle.phases.find(({ number }) => BigInt(number) === numberAt(args, 0))
      return uint(BigInt(phase?.aggregator ?? '0x0'))
    }
    default:
      throw new Reverted('')
  }
}

function roundWords(round: Round | undefined): string {
  if (round === undefined) throw new Reverted('No data present')
  const { id, answer, startedAt, updatedAt } = round
  return [id, answer, startedAt, updatedAt, id].map(uint).join('')
}

/** `aggregate3((address target, bool allowFailure, bytes callData)[])` */
function multicall(context: MockContext, data: string): string {
  if (data.slice(0, 8) !== signatures().aggregate3) throw new Reverted('')
  const args = Buffer.from(data.slice(8), 'hex')
  const list = args.subarray(Number(numberAt(args, 0)))
  const count = Number(numberAt(list, 0))
  const heads = list.subarray(WORD_BYTES)
  const results = Array.from({ length: count }, (_unused, index) => {
    const call = heads.subarray(Number(numberAt(heads, index)))
    const target = `0x${call.toString('hex', 12, WORD_BYTES)}`
    const bytes = call.subarray(Number(numberAt(call, 2)))
    const length = Number(numberAt(bytes, 0))
    const asked = bytes.toString('hex', WORD_BYTES, WORD_BYTES + length)
    return resultOf(contractAt(context, target), asked, numberAt(call, 1) === 1n)
  })
  let offset = count * WORD_BYTES
  const offsets = results.map((result) => {
    const begins = offset
    offset += result.length / 2
    return uint(begins)
  })
  return uint(WORD_BYTES) + uint(count) + offsets.join('') + results.join('')
}

function resultOf(contract: Contract | undefined, data: string, mayFail: boolean): string {
  try {
    const answered = contract?.(data) ?? ''
    return uint(1) + uint(2 * WORD_BYTES) + counted(Buffer.from(answered, 'hex'))
  } catch (error) {
    if (!(error instanceof Reverted) || !mayFail) throw error
    return uint(0) + uint(2 * WORD_BYTES) + counted(Buffer.alloc(0))
  }
}

function uint(value: bigint | number): string {
  return BigInt(value)
    .toString(16)
    .padStart(2 * WORD_BYTES, '0')
}

/** Returns the number in a word. @throws Reverted when the bytes end before it */
function numberAt(bytes: Buffer, place: number): bigint {
  const found = bytes.toString('hex', place * WORD_BYTES, (place + 1) * WORD_BYTES)
  if (found.length < 2 * WORD_BYTES) throw new Reverted('')
  return BigInt(`0x${found}`)
}

/** Bytes with a length prefix, padded to whole words. */
function counted(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return uint(bytes.length) + hex.padEnd(Math.ceil(bytes.length / WORD_BYTES) * 2 * WORD_BYTES, '0')
}
