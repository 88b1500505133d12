import { commonResolutions, DAY_MS, parseResolution, renderResolution } from '../../api/times/resolution.js'
import { findSampledBook } from '../../candles/series/sampled-basis.js'
import type { Declared } from '../../venue-kit/contract/manifest.js'
import type { Venue } from '../../venue-kit/contract/venue.js'

/** Main facts about a venue, read from its sources and its declarations. */
export interface VenueFacts {
  /** Price basis of candles: trades, the mid price, the venue's price points, or sampled mid prices. */
  readonly basis: 'trade' | 'mid' | 'point' | 'sampled' | undefined
  /** Resolutions that the venue has, or has points for, finest first. */
  readonly native: readonly string[]
  /** Common resolutions that are built from those. */
  readonly built: readonly string[]
  /** How far back the finest resolution goes, ms, or undefined if it goes back to the listing, or to the first sample. */
  readonly keepsMs: number | undefined
  /** Whether the venue deletes candles after a time that it does not state. */
  readonly forgets: boolean
  /** Like {@link Declared.volumes}. */
  readonly volumes: Declared['volumes']
  /** Features that need an environment variable; `everything` if nothing is available without it. */
  readonly needs: readonly { readonly what: string; readonly variable: string }[]
}

export function summarizeFacts(venue: Venue, declared: Declared): VenueFacts {
  const { candles } = venue
  const steps = [...(candles?.steps ?? [])].sort((a, b) => a.stepMs - b.stepMs)
  const native = steps.map(({ stepMs }) => renderResolution(stepMs))
  const isBuilt = (name: string): boolean =>
    !native.includes(name) && steps.some(({ stepMs }) => parseResolution(name) % stepMs === 0)
  return {
    basis: findSampledBook(venue) === undefined ? candles?.basis : 'sampled',
    native,
    built: commonResolutions.filter(isBuilt),
    keepsMs: steps[0]?.retentionMs,
    forgets: candles?.forgets === true,
    volumes: declared.volumes,
    needs: needsOf(declared),
  }
}

function needsOf({ needs = [], needsFor = {}, credentials }: Declared): VenueFacts['needs'] {
  const asked = [...needs.map((name) => ['everything', name] as const), ...Object.entries(needsFor)]
  return asked.flatMap(([what, name]) => {
    const variable = credentials[name]?.[0]
    return variable === undefined ? [] : [{ what, variable }]
  })
}

/** Renders how far back candles of the finest resolution go: `3.5 days of 1m`. */
export function renderRetention({ native, keepsMs, forgets, basis }: VenueFacts): string {
  if (basis === 'sampled') return 'since pinned'
  if (native.length === 0) return '-'
  if (keepsMs === undefined) return forgets ? 'not stated' : 'all'
  return `${Number((keepsMs / DAY_MS).toFixed(1))} days of ${native[0]}`
}

/** Renders the native resolutions. If there are many, it renders the finest, the coarsest and their number. */
export function renderNativeSteps({ native }: VenueFacts): string {
  if (native.length === 0) return '-'
  return native.length <= 3 ? native.join(' ') : `${native[0]}..${native.at(-1)} (${native.length})`
}

/** Renders built resolutions: the finest and the coarsest. */
export function renderBuiltSteps({ built, basis }: VenueFacts): string {
  const [finest, coarsest] = [built[0], built.at(-1)]
  if (basis === 'sampled') return 'from its samples'
  if (finest === undefined || coarsest === undefined) return '-'
  return finest === coarsest ? finest : `${finest} to ${coarsest}`
}

/** Renders the features that need a key: `trades, candles: RAIN_SUBGRAPH_API_KEY`, or undefined if none does. */
export function renderRequiredKeys({ needs }: VenueFacts): string | undefined {
  const variables = new Map<string, string[]>()
  for (const { what, variable } of needs) variables.set(variable, [...(variables.get(variable) ?? []), what])
  if (variables.size === 0) return undefined
  return [...variables].map(([variable, what]) => `${what.join(', ')}: ${variable}`).join('; ')
}
