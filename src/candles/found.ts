import type { Completed } from './completion.js'

/** What was found on the way to an answer that may take several looks. */
export interface Found {
  /** Whether upstream was asked for none, some or all of it. */
  readonly cache: Completed['cache']
  readonly generation: number
  /** Something of it must be asked for again from then on, epoch ms; infinite when all is settled. */
  readonly until: number
  /** How far our clock is ahead of the venue's, ms, as the newest of what was found tells; 0 where it does not. */
  readonly aheadMs: number
}

/** What was found with one more look. @param newer what was found before, of later open times */
export function joined({ cache, generation, live }: Completed, newer?: Found): Found {
  const last = live.at(-1)
  return {
    cache: newer === undefined || newer.cache === cache ? cache : 'partial',
    generation: Math.min(generation, newer?.generation ?? generation),
    until: Math.min(newer?.until ?? Number.POSITIVE_INFINITY, ...live.map(({ until }) => until)),
    aheadMs: newer?.aheadMs ?? (last === undefined ? 0 : last.askedAt.now - last.asOf),
  }
}
