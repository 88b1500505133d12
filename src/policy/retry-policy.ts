/** How often and with what pauses the transport retries a read, and how long it obeys a venue's Retry-After. */

/** Maximum number of retries of a failed read. Other calls are sent once. */
export const MAX_RETRIES = 2
/** Full jitter between attempts, ms (backoff.ts). */
export const BACKOFF = { baseMs: 200, capMs: 5_000 }
/** The pause after a 429 without Retry-After, ms. */
export const DEFAULT_PAUSE_MS = 1_000
/** The longest pause that a venue can request with Retry-After or its limit headers, ms. After it, one trial call is sent. */
export const MAX_PAUSE_MS = 5 * 60_000
