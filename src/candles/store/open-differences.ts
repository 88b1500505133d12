import { z } from 'zod'
import { hullOf, joinSpans, type Span, subtract } from '../../api/times/span.js'
import { computeContradictionPause, type Provisional } from '../series/empty-range-confirmation.js'
import { type Differing, isContradicting } from './candle-comparison.js'
import type { DueWindow, OpenDifferences, RecheckComparison } from './recheck-rows.js'

/** Returns when another response may decide differences, epoch ms. Each response that decides nothing makes the pause longer. */
export function confirmsFrom({ requestedAt, tries }: Pick<OpenDifferences, 'requestedAt' | 'tries'>): number {
  return requestedAt + computeContradictionPause(Math.max(0, tries - 1))
}

/** Open times of a series at which a later response contradicts the stored data. */
export type Contradicted = Span & Pick<Provisional, 'requestedAt' | 'lookAgainAt' | 'looks'>

/**
 * Returns the open times at which responses and the store have different candles, ascending and disjoint. A candle that few
 * responses lack is not among them, and remains final.
 */
export function findContradicted(
  open: readonly Pick<OpenDifferences, 'requestedAt' | 'tries' | 'differing'>[],
  stepMs: number,
): Contradicted[] {
  const found: Contradicted[] = []
  // The window that is due first counts, because its response decides.
  for (const window of [...open].sort((a, b) => confirmsFrom(a) - confirmsFrom(b))) {
    const times = window.differing
      .filter(isContradicting)
      .map(({ openTime: from }) => ({ from, to: from + stepMs }))
    const { requestedAt, tries: looks } = window
    const known = [...found]
    for (const span of joinSpans(times))
      for (const part of subtract(span, known))
        found.push({ ...part, requestedAt, lookAgainAt: confirmsFrom(window), looks })
  }
  return found.sort((a, b) => a.from - b.from)
}

/**
 * Returns the open times that were contradicted before and are not any more, ascending and disjoint: a response decided which of
 * their values is final.
 */
export function findDecided(
  before: readonly Pick<OpenDifferences, 'differing'>[],
  after: readonly Pick<OpenDifferences, 'differing'>[],
  stepMs: number,
): Span[] {
  const spansOf = (open: readonly Pick<OpenDifferences, 'differing'>[]): Span[] =>
    open.flatMap(({ differing }) =>
      differing.filter(isContradicting).map(({ openTime: from }) => ({ from, to: from + stepMs })),
    )
  const left = joinSpans(spansOf(after))
  return joinSpans(spansOf(before)).flatMap((span) => subtract(span, left))
}

/**
 * Adds differences to the open ones of the windows with the same beginning, because a window has one list of them. An open one about
 * the same candle stays, with its count.
 */
export function addToOpen<Window extends DueWindow>(
  window: Window,
  open: readonly OpenDifferences[],
  differing: readonly Differing[],
): { readonly window: Window; readonly differing: readonly Differing[] } {
  const same = open.filter(({ span }) => span.from === window.span.from)
  const all = [...differing, ...same.flatMap((one) => one.differing)]
  const span = hullOf([window.span, ...same.map((one) => one.span)]) ?? window.span
  const known = new Set(same.flatMap((one) => one.differing.map(({ openTime }) => openTime)))
  const isNew = differing.some(({ openTime }) => !known.has(openTime))
  const tries = isNew ? window.tries : Math.max(window.tries, ...same.map((one) => one.tries - 1))
  return {
    window: { ...window, span, tries },
    differing: [...new Map(all.map((one) => [one.openTime, one])).values()].sort(
      (a, b) => a.openTime - b.openTime,
    ),
  }
}

/**
 * Leaves out what a response decides about candles whose differences changed between the request and the response: another
 * response was compared meanwhile, or the candles were deleted. Those that are open now stay open, as does a new value on which
 * only two responses with another one between them agree.
 */
export function keepChanged(
  window: DueWindow,
  open: readonly OpenDifferences[],
  compared: RecheckComparison,
): RecheckComparison & { readonly window: DueWindow } {
  const same = open.filter(({ span }) => span.from === window.span.from)
  const now = same.flatMap(({ differing }) => differing)
  const textOf = (list: readonly Differing[]): Map<number, string> =>
    new Map(list.map((one) => [one.openTime, JSON.stringify(one)]))
  const [before, after] = [textOf(window.differing), textOf(now)]
  const isChanged = (openTime: number): boolean => before.get(openTime) !== after.get(openTime)
  const again = compared.replacing.filter(({ timestamp }) => isChanged(timestamp) && !after.has(timestamp))
  return {
    ...compared,
    window: { ...window, span: hullOf([window.span, ...same.map(({ span }) => span)]) ?? window.span },
    differing: [
      ...compared.differing.filter(({ openTime }) => !isChanged(openTime)),
      ...now.filter(({ openTime }) => isChanged(openTime)),
      ...again.map((bar): Differing => ({ openTime: bar.timestamp, bar })),
    ].sort((a, b) => a.openTime - b.openTime),
    replacing: compared.replacing.filter(({ timestamp }) => !isChanged(timestamp)),
    removing: (compared.removing ?? []).filter((openTime) => !isChanged(openTime)),
  }
}

const candle = z.object({
  timestamp: z.number(),
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
  volume: z.number().exactOptional(),
})
const differingShape = z.array(
  z.object({ openTime: z.number(), bar: candle.nullable(), lacks: z.number().exactOptional() }),
)

/** Parses stored differences. */
export function toDiffering(text: string): readonly Differing[] {
  return differingShape.parse(JSON.parse(text))
}
