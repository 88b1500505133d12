/** Renders a count with its noun, with a plural s if needed: `1 candle`, `2 candles`. */
export function renderCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
