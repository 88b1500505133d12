/** The package has no types of its own. */
declare module 'parse-prometheus-text-format' {
  interface Metric {
    readonly labels?: Readonly<Record<string, string>>
    readonly value?: string
    readonly count?: string
    readonly buckets?: Readonly<Record<string, string>>
  }
  interface MetricFamily {
    readonly name: string
    readonly help: string
    readonly type: string
    readonly metrics: readonly Metric[]
  }
  // biome-ignore lint/style/noDefaultExport: that is how the package exports it
  export default function parse(text: string): MetricFamily[] | undefined
}
