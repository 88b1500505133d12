/**
 * Tokens whose amounts are dollars, by the address in positions. All others are points or coins: their amounts cannot be ranked
 * or added up with dollars.
 */
const symbols: Readonly<Record<string, string>> = {
  '0x84a71ccd554cc1b02749b35d22f684cc8ec987e1': 'USDC.e',
  '0x176211869ca2b568f2a7d4ee941e073a821ee1ff': 'USDC',
  '0x55d398326f99059ff775485246999027b3197955': 'USDT',
  '0x8d0d000ee44948fc98c9b98a4fa4921476f08b0d': 'USD1',
}
const dollarSymbols: ReadonlySet<string | undefined> = new Set(Object.values(symbols))

/** Whether amounts in the token of this symbol are dollars. */
export function isDollarSymbol(symbol: string | undefined): boolean {
  return symbol !== undefined && dollarSymbols.has(symbol)
}

/** Whether amounts in the token at this address are dollars; an unknown address is not. */
export function isDollarToken(address: string | undefined): boolean {
  return address !== undefined && symbols[address.toLowerCase()] !== undefined
}
