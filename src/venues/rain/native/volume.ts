import type { NativePool } from '../wire.js'

/** Of USDT0, in which pools are held; the venue's SDK takes it where a pool names no token. */
const USDT_DECIMALS = 6

/**
 * The volume of a pool in dollars. It is counted in the smallest units of the pool's token, which is a dollar where it
 * has six decimals; undefined for another token, and for what is no whole number of units (../README.md).
 */
export function dollarsOf({ token, totalVolume, totalVolumeUSD }: NativePool): number | undefined {
  const { tokenDecimals = USDT_DECIMALS } = token ?? {}
  const units = totalVolume ?? totalVolumeUSD
  if (tokenDecimals !== USDT_DECIMALS || units === undefined || !Number.isInteger(units)) return undefined
  return units / 10 ** USDT_DECIMALS
}
