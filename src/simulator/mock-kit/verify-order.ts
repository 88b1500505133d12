import type { Address } from '../../signing/address.js'
import { digestPersonalMessage } from '../../signing/personal.js'
import type { recoverAddress } from '../../signing/private-key.js'
import { hashTypedData, type TypedDomain } from '../../signing/typed-data.js'

/**
 * An order of Polymarket's first exchange, as its contract reads it, for the mock venues whose exchanges use its code. Written
 * from the contract, independently of what the adapters sign.
 */
export interface SentOrder {
  readonly salt: bigint
  readonly maker: string
  readonly signer: string
  readonly taker: string
  readonly tokenId: bigint
  readonly makerAmount: bigint
  readonly takerAmount: bigint
  readonly expiration: bigint
  readonly nonce: bigint
  readonly feeRateBps: bigint
  /** 0 buys, 1 sells. */
  readonly side: bigint
  readonly signatureType: bigint
  readonly signature: string
}

const addresses = ['maker', 'signer', 'taker'] as const
const numbers = [
  'salt',
  'tokenId',
  'makerAmount',
  'takerAmount',
  'expiration',
  'nonce',
  'feeRateBps',
  'side',
  'signatureType',
] as const

const SPELLED =
  'uint256 salt,address maker,address signer,address taker,uint256 tokenId,uint256 makerAmount,uint256 takerAmount,' +
  'uint256 expiration,uint256 nonce,uint256 feeRateBps,uint8 side,uint8 signatureType'
const types = {
  Order: SPELLED.split(',').map((member) => {
    const [type = '', name = ''] = member.split(' ')
    return { type, name }
  }),
}

/**
 * Reads the order in a body: numbers as JSON numbers or digits, the side also as `BUY` and `SELL`.
 * @returns the name of a wrong or missing member instead
 */
export function readSentOrder(value: unknown): SentOrder | { readonly wrong: string } {
  const member = (name: string): unknown =>
    typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  const read: Record<string, bigint | string> = {}
  for (const name of addresses) {
    const address = member(name)
    if (typeof address !== 'string' || !/^0x[0-9a-f]{40}$/i.test(address)) return { wrong: name }
    read[name] = address
  }
  for (const name of numbers) {
    const given = member(name)
    const text = name === 'side' && given === 'BUY' ? '0' : name === 'side' && given === 'SELL' ? '1' : given
    if (typeof text === 'number' ? !Number.isSafeInteger(text) || text < 0 : !/^\d{1,78}$/.test(String(text)))
      return { wrong: name }
    read[name] = BigInt(String(text))
  }
  if (read['side'] !== 0n && read['side'] !== 1n) return { wrong: 'side' }
  const signature = member('signature')
  if (typeof signature !== 'string') return { wrong: 'signature' }
  return { ...read, signature } as unknown as SentOrder
}

/** The exchange for which an order is signed. */
export interface SentOrderDomain {
  readonly name: string
  readonly chainId: number
  readonly exchange: string
}

let recover: typeof recoverAddress | undefined

/** Loads the curve, for {@link MockHost.prepare}. */
export async function loadSignatures(): Promise<void> {
  recover ??= (await import('../../signing/private-key.js')).recoverAddress
}

/** Returns the signer of typed data, in lower case, or undefined for an invalid signature. Needs {@link loadSignatures}. */
export function signerOf(data: Parameters<typeof hashTypedData>[0], signature: string): string | undefined {
  if (recover === undefined) throw new Error('signatures were not loaded')
  return recover(hashTypedData(data), signature)?.toLowerCase()
}

/** Returns the signer of a personal message. Needs {@link loadSignatures}. */
export function recoverPersonalSigner(message: string, signature: string): string | undefined {
  if (recover === undefined) throw new Error('signatures were not loaded')
  return recover(digestPersonalMessage(message), signature)?.toLowerCase()
}

/** Returns the signer of the order for this exchange. */
export function orderSigner(
  order: SentOrder,
  { name, chainId, exchange }: SentOrderDomain,
): string | undefined {
  const domain: TypedDomain = { name, version: '1', chainId, verifyingContract: exchange as Address }
  return signerOf({ domain, types, primaryType: 'Order', message: { ...order } }, order.signature)
}
