/** How often and after which pauses the transport sends a read again, and how long a venue's Retry-After is obeyed. */

/** Maximum number of times that a failed read is sent again. Other calls are sent once. */
export const MAX_RETRIES = 2
/** Full jitter between tries, ms (backoff.ts). */
export const BACKOFF = { baseMs: 200, capMs: 5_000 }
/** The pause after a 429 without Retry-After, ms. */
export const DEFAULT_PAUSE_MS = 1_000
/** The cap of a pause that a venue requests by Retry-After or by its limit headers, ms. After it one call tries again. */
export const MAX_PAUSE_MS = 5 * 60_000
