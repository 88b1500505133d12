import { join } from 'node:path'
import { toIso } from '../../api/times/instant.js'
import { alignDown, DAY_MS } from '../../api/times/resolution.js'
import { intersect, type Span } from '../../api/times/span.js'
import { compareUtf8, type ExportedSeries } from '../import-export/table-series.js'

/** The possible lengths of a partition in a tree of files. */
export const partitionNames = ['day', 'month'] as const
export type PartitionName = (typeof partitionNames)[number]

/**
 * Series columns that are in the path of a partition and not in its files. Readers add them, and some refuse a duplicate column.
 */
export const partitionColumns = ['venue', 'resolution'] as const

/** One file in a tree, with all rows for a venue, a resolution and a day or month. */
export interface Partition {
  /** The path of its folder below the tree, `venue=kalshi/resolution=1h/date=2026-11-20`. */
  readonly folder: string
  /** Its series with the open times in it, in the order of the table. */
  readonly series: readonly ExportedSeries[]
}

/** Divides series into the partitions that their spans touch, some of which may have no rows. */
export function* dividePartitions(all: readonly ExportedSeries[], name: PartitionName): Generator<Partition> {
  const groups = new Map<string, ExportedSeries[]>()
  for (const one of all) {
    const folder = join(`venue=${one.series.venue}`, `resolution=${one.series.resolution}`)
    groups.set(folder, [...(groups.get(folder) ?? []), one])
  }
  for (const [folder, series] of [...groups].sort(([a], [b]) => compareUtf8(a, b))) {
    for (const period of periodsOf(series.flatMap(spansWithCandles), name)) {
      const own = series.flatMap((one) => {
        const spans = spansWithCandles(one).flatMap((span) => intersect(span, period) ?? [])
        return spans.length === 0 ? [] : [{ ...one, spans }]
      })
      if (own.length > 0) yield { folder: join(folder, period.label), series: own }
    }
  }
}

/** Widens spans to whole partitions, because files are replaced as a whole. */
export function alignToPartitions(spans: readonly Span[], name: PartitionName): Span[] {
  return [...periodsOf(spans, name)].map(({ from, to }) => ({ from, to }))
}

/** Widens a span, which may have no end, to whole partitions, because a partition is never written in part. */
export function alignSpanToPartitions({ from, to }: Span, name: PartitionName): Span {
  return {
    from: periodAt(from, name).from,
    to: to === Number.MAX_SAFE_INTEGER ? to : periodAt(to - 1, name).to,
  }
}

/** Spans end with the last candle, so an export without an end does not extend into the future. */
function spansWithCandles({
  stored: { last = 0, stepMs, first = 0 },
  spans,
  lastProvisional,
}: ExportedSeries): Span[] {
  const extent = { from: first, to: Math.max(last, lastProvisional ?? last) + stepMs }
  return spans.flatMap((span) => intersect(span, extent) ?? [])
}

interface Period extends Span {
  readonly label: string
}

function* periodsOf(spans: readonly Span[], name: PartitionName): Generator<Period> {
  const sorted = [...spans].sort((a, b) => a.from - b.from)
  let done = Number.NEGATIVE_INFINITY
  for (const { from, to } of sorted) {
    for (let start = Math.max(from, done); start < to; ) {
      const period = periodAt(start, name)
      yield period
      start = period.to
      done = period.to
    }
  }
}

function periodAt(time: number, name: PartitionName): Period {
  const text = toIso(time)
  if (name === 'day') {
    const from = alignDown(time, DAY_MS)
    return { from, to: from + DAY_MS, label: `date=${text.slice(0, 10)}` }
  }
  const [year, month] = [Number(text.slice(0, 4)), Number(text.slice(5, 7))]
  return { from: Date.UTC(year, month - 1), to: Date.UTC(year, month), label: `month=${text.slice(0, 7)}` }
}
