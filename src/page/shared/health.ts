/** The state of the venues, from `/health?verbose` and the request log. */

interface VenueCalls {
  readonly sent: number
  readonly ok: number
  readonly failed: number
  readonly retried: number
  readonly rateLimited: number
  readonly refused: number
  readonly inFlight: number
  readonly lastOkAt?: number
  readonly lastError?: {
    readonly at: number
    readonly code: string
    readonly message: string
    readonly kind?: string
  }
}

interface ListAge {
  readonly status?: string
  readonly rows?: number
  /** Epoch ms. */
  readonly readAt?: number
  /** Rows read so far during a sync. */
  readonly reading?: number
}

/** A history that this daemon shares with others. */
export interface SharedTier {
  readonly name: string
  readonly state: 'ok' | 'down'
  readonly clock: 'unknown' | 'right' | 'wrong'
  /** The reason why it refuses uploads. */
  readonly refusal?: string
  /** The number of candles received from other daemons, and the number sent to them. */
  readonly taken: number
  readonly given: number
  /** Time ranges that still have to be uploaded. */
  readonly outbox: number
}

export interface Health {
  /** The address in the SDKs' lock file. Absent if the daemon does not write one. */
  readonly sdkLock?: {
    readonly leads: string
    readonly pid?: number
    readonly port?: number
    readonly reason?: string
  }
  readonly timestamp: number
  readonly mode: 'live' | 'demo' | 'replay'
  readonly version: string
  readonly offline: boolean
  readonly uptimeSeconds: number
  readonly memoryBytes: { readonly rss: number }
  readonly candleStore: { readonly kind: string; readonly reason?: string; readonly sealing?: unknown }
  readonly venues: Readonly<Record<string, VenueCalls>>
  /** The breakers that are not closed, by `venue host`. */
  readonly breakers: Readonly<Record<string, unknown>>
  readonly budgets: Readonly<Record<string, { readonly pausedMs?: number; readonly waiting?: number }>>
  readonly catalog?: { readonly lists?: Readonly<Record<string, readonly ListAge[]>> }
  readonly orders?: {
    readonly stopped?: { readonly at: number; readonly by: string; readonly reason?: string }
  }
  readonly cassette?: { readonly kind: string }
  /** Absent if nothing is shared. */
  readonly shared?: readonly SharedTier[]
  readonly pins?: { readonly pinned: number; readonly captured: number; readonly problems: number }
}

/** Returns the current state of a shared history for this daemon. */
export function describeSharedTier({ state, clock, outbox, refusal }: SharedTier): string {
  if (state === 'down') return 'does not respond, so this daemon calls the venues'
  if (clock === 'wrong') return "read only, because this machine's clock is wrong"
  if (refusal !== undefined) return `download only: ${refusal}`
  return outbox === 0
    ? 'connected'
    : `connected, ${outbox} time ${outbox === 1 ? 'range' : 'ranges'} to upload`
}

export type VenueState = 'up' | 'limited' | 'blocked' | 'failing' | 'idle'

export const stateWords: Readonly<Record<VenueState, string>> = {
  up: 'up',
  limited: 'limited',
  blocked: 'blocked',
  failing: 'failing',
  idle: 'not called yet',
}

/** Returns the state of a venue, which is the worst of its known states. */
export function venueStateOf(id: string, health: Health): VenueState {
  const row = health.venues[id]
  const ofVenue = (key: string): boolean => key === id || key.startsWith(`${id} `)
  const lastError = row?.lastError
  const isFailing = lastError !== undefined && lastError.at > (row?.lastOkAt ?? 0)
  if (isFailing && lastError.code === 'PERMISSION_DENIED') return 'blocked'
  const isPaused = Object.entries(health.budgets).some(
    ([key, { pausedMs = 0, waiting = 0 }]) => ofVenue(key) && (pausedMs > 0 || waiting > 0),
  )
  if (isPaused || (isFailing && lastError.code === 'RATE_LIMIT_EXCEEDED')) return 'limited'
  if (isFailing || Object.keys(health.breakers).some(ofVenue)) return 'failing'
  return row === undefined || row.sent === 0 ? 'idle' : 'up'
}

/** Returns one sentence about all venues. */
export function summaryOf(states: readonly VenueState[]): string {
  const count = (state: VenueState): number => states.filter((one) => one === state).length
  const asked = states.length - count('idle')
  if (asked === 0) return `${states.length} venues ready, none called yet`
  const troubles = (['blocked', 'failing', 'limited'] as const)
    .filter((state) => count(state) > 0)
    .map((state) => `${count(state)} ${state}`)
  const up =
    count('up') === asked ? `${asked} of ${states.length} venues in use, all up` : `${count('up')} up`
  return [up, ...troubles].join(', ')
}
