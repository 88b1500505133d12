/** A count with its noun, which an s makes plural: `1 candle`, `2 candles`. */
export function renderCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
