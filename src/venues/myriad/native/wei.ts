const WEI = 10n ** 18n
const PLACES = 18

/**
 * Converts 1e-18 units to the nearest number of whole ones: `258412594752186597376` is 258.412594752186597376.
 * @param digits decimal digits only, as many as a 256-bit integer has
 */
export function fromWei(digits: string): number {
  const units = BigInt(digits)
  // Parsing decimal text rounds once; a division of two doubles would round three times.
  return Number(`${units / WEI}.${String(units % WEI).padStart(PLACES, '0')}`)
}

/** The venue's binary fractions are off by about 1e-16: `329999999999999936` stands for 0.33. */
const DUST = 1e-12

/** Removes the noise of binary fractions from a price: the whole cent that it stands for, otherwise the price unchanged. */
export function roundNearCent(price: number): number {
  const cent = Math.round(price * 100) / 100
  return Math.abs(price - cent) < DUST ? cent : price
}
