import { formatMinute } from './times.js'

/** How calls of one venue went since the daemon started, as `/health?verbose` tells it. Times in epoch ms. */
export interface VenueState {
  readonly sent: number
  readonly lastOkAt?: number | undefined
  readonly lastError?: { readonly at: number; readonly code: string; readonly message: string } | undefined
}

/**
 * A line a venue that was asked: calls, last success and, where a failure came after it, its cause.
 * @param resting hosts whose breaker is not closed, as `venue host`
 */
export function venueStateLines(
  venues: Readonly<Record<string, VenueState>>,
  resting: readonly string[],
): string[] {
  const asked = Object.entries(venues).filter(
    ([, { sent, lastError }]) => sent > 0 || lastError !== undefined,
  )
  const width = Math.max(0, ...asked.map(([venue]) => venue.length))
  return asked.map(([venue, { sent, lastOkAt, lastError }]) => {
    const parts = [
      `${sent} ${sent === 1 ? 'call' : 'calls'}`,
      lastOkAt === undefined ? 'no success yet' : `last success ${formatMinute(lastOkAt)}`,
    ]
    if (lastError !== undefined && lastError.at >= (lastOkAt ?? 0)) {
      parts.push(`last failure ${formatMinute(lastError.at)} ${lastError.code}: ${lastError.message}`)
    }
    const hosts = resting.flatMap((key) => (key.startsWith(`${venue} `) ? [key.slice(venue.length + 1)] : []))
    if (hosts.length > 0) parts.push(`breaker open for ${hosts.join(', ')}`)
    return `  ${venue.padEnd(width)}  ${parts.join(' · ')}`
  })
}
