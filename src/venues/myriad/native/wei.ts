const WEI = 10n ** 18n
const PLACES = 18

/**
 * A number of 1e-18 units as the nearest number of whole ones: `258412594752186597376` is 258.412594752186597376.
 * @param digits decimal digits only, as many as a 256-bit integer has
 */
export function fromWei(digits: string): number {
  const units = BigInt(digits)
  // Through decimal text, whose reading rounds once; a division of two doubles would round three times.
  return Number(`${units / WEI}.${String(units % WEI).padStart(PLACES, '0')}`)
}
