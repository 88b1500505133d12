import { createSchemaMismatch } from '../../../venue-kit/payload/payload.js'
import type { NativePool } from '../schemas.js'

/** Decimals of USDT0, the currency of pools. The venue's SDK assumes this currency if a pool names no token. */
const USDT_DECIMALS = 6

/**
 * Returns the number of decimals of a pool's shares, which is that of its token.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) for an invalid number of decimals
 */
export function decimalsOf({ token }: NativePool): number {
  const { tokenDecimals = USDT_DECIMALS } = token ?? {}
  if (tokenDecimals >= 0 && tokenDecimals <= 36) return tokenDecimals
  throw createSchemaMismatch(
    'GET /pools/pool/{id}',
    'token.tokenDecimals',
    `expected a decimal count, got ${tokenDecimals}`,
  )
}

/**
 * Returns the volume of a pool in dollars. It is counted in the smallest units of the pool's token. The token is a dollar if it
 * has six decimals. Returns undefined for any other token, and for an invalid number of units (../README.md).
 */
export function dollarsOf({ token, totalVolume, totalVolumeUSD }: NativePool): number | undefined {
  const { tokenDecimals = USDT_DECIMALS } = token ?? {}
  const units = totalVolume ?? totalVolumeUSD
  if (tokenDecimals !== USDT_DECIMALS || units === undefined || !Number.isInteger(units)) return undefined
  return units / 10 ** USDT_DECIMALS
}
