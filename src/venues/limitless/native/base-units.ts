/**
 * Converts base units exactly: `fromBaseUnits('2500000', 6)` is 2.5.
 * @param amount digits, with a minus sign where it can be negative
 * @param decimals of the token, 6 for USDC; contracts are counted in the base units of their collateral
 * @returns the double nearest to the decimal value
 */
export function fromBaseUnits(amount: string, decimals: number): number {
  // Parsing the decimal text rounds once; a division would round the amount first where it exceeds 2^53.
  return Number(`${amount}e-${decimals}`)
}
