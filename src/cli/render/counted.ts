/**
 * A count with its noun: `1 candle`, `2 candles`.
 * @param plural where an s does not make it
 */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`
}
