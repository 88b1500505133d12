import { commonResolutions, DAY_MS, parseResolution, renderResolution } from '../../api/times/resolution.js'
import { findSampledBook } from '../../candles/series/sampled-basis.js'
import type { Declared } from '../../venue-kit/contract/manifest.js'
import type { Venue } from '../../venue-kit/contract/venue.js'

/** What people want to know of a venue before they build upon it; read from its sources and what it declares. */
export interface VenueFacts {
  /** What prices of candles are: trades, the middle of the book, points of the venue's, or our samples of the middle. */
  readonly basis: 'trade' | 'mid' | 'point' | 'sampled' | undefined
  /** Steps that the venue has, or has points for, finest first. */
  readonly native: readonly string[]
  /** Common steps that are built from those. */
  readonly built: readonly string[]
  /** How far back the finest step goes, ms; undefined where it goes back to the listing, or to the first sample. */
  readonly keepsMs: number | undefined
  /** Whether the venue forgets after a time that it does not state. */
  readonly forgets: boolean
  /** As {@link Declared.volumes}. */
  readonly volumes: Declared['volumes']
  /** What needs which environment variable; `everything` where nothing is shown without. */
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

/** How far back candles of the finest step go, in words: `3.5 days of 1m`. */
export function renderRetention({ native, keepsMs, forgets, basis }: VenueFacts): string {
  if (basis === 'sampled') return 'since pinned'
  if (native.length === 0) return '-'
  if (keepsMs === undefined) return forgets ? 'not stated' : 'all'
  return `${Number((keepsMs / DAY_MS).toFixed(1))} days of ${native[0]}`
}

/** Native steps in short: the finest and the coarsest, and how many there are, where there are many. */
export function renderNativeSteps({ native }: VenueFacts): string {
  if (native.length === 0) return '-'
  return native.length <= 3 ? native.join(' ') : `${native[0]}..${native.at(-1)} (${native.length})`
}

/** Built steps in short: the finest and the coarsest. */
export function renderBuiltSteps({ built, basis }: VenueFacts): string {
  const [finest, coarsest] = [built[0], built.at(-1)]
  if (basis === 'sampled') return 'from its pace'
  if (finest === undefined || coarsest === undefined) return '-'
  return finest === coarsest ? finest : `${finest} to ${coarsest}`
}

/** What needs a key, in words: `trades, candles: RAIN_SUBGRAPH_API_KEY`; undefined where nothing does. */
export function renderRequiredKeys({ needs }: VenueFacts): string | undefined {
  const variables = new Map<string, string[]>()
  for (const { what, variable } of needs) variables.set(variable, [...(variables.get(variable) ?? []), what])
  if (variables.size === 0) return undefined
  return [...variables].map(([variable, what]) => `${what.join(', ')}: ${variable}`).join('; ')
}
