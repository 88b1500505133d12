/** Prometheus text exposition, version 0.0.4. */

type Labels = Readonly<Record<string, string>>

/** A value with its labels. */
export interface Sample {
  readonly labels?: Labels
  readonly value: number
}

/** A metric with all its samples. A histogram has one entry per set of labels. */
export type Family =
  | {
      readonly name: string
      readonly help: string
      readonly type: 'counter' | 'gauge'
      readonly samples: Iterable<Sample>
    }
  | {
      readonly name: string
      readonly help: string
      readonly type: 'histogram'
      readonly histograms: Iterable<{ readonly labels: Labels; readonly histogram: HistogramState }>
    }

/** The counts in a histogram, by bucket. */
export interface HistogramState {
  /** Upper bounds, ascending. */
  readonly bounds: readonly number[]
  /** Count of values within each bound and above the previous one; the last entry counts values above all bounds. */
  readonly counts: readonly number[]
  readonly sum: number
}

/** Renders the metrics as text. A metric without samples is left out. */
export function renderExposition(families: readonly Family[]): string {
  return families
    .map((family) => {
      const lines = family.type === 'histogram' ? histogramLines(family) : sampleLines(family)
      if (lines.length === 0) return ''
      const { name, help, type } = family
      return `# HELP ${name} ${escaped(help)}\n# TYPE ${name} ${type}\n${lines.join('\n')}\n`
    })
    .join('')
}

function sampleLines({ name, samples }: Extract<Family, { samples: unknown }>): string[] {
  return [...samples].map(({ labels = {}, value }) => `${name}${labelText(labels)} ${value}`)
}

function histogramLines({ name, histograms }: Extract<Family, { histograms: unknown }>): string[] {
  return [...histograms].flatMap(({ labels, histogram: { bounds, counts, sum } }) => {
    let below = 0
    const buckets = counts.map((count, at) => {
      below += count
      const le = at < bounds.length ? String(bounds[at]) : '+Inf'
      return `${name}_bucket${labelText({ ...labels, le })} ${below}`
    })
    return [
      ...buckets,
      `${name}_sum${labelText(labels)} ${sum}`,
      `${name}_count${labelText(labels)} ${below}`,
    ]
  })
}

function labelText(labels: Labels): string {
  const told = Object.entries(labels).map(
    ([name, value]) => `${name}="${escaped(value).replaceAll('"', '\\"')}"`,
  )
  return told.length === 0 ? '' : `{${told.join(',')}}`
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
}
