/** One line of the bench: a number, what it should be, and whether it is. */
export interface Row {
  readonly name: string
  readonly value: number
  readonly shown: string
  readonly note: string
  /** Empty where there is no budget. */
  readonly budget: string
  readonly ok: boolean
}

export function toMarkdown(rows: readonly Row[]): string {
  return [
    '| what | result | budget | detail |',
    '|---|---|---|---|',
    ...rows.map((row) => `| ${row.name} | ${row.shown} | ${row.budget || '-'} | ${row.note} |`),
  ].join('\n')
}

export function toText(rows: readonly Row[]): string {
  const width = (pick: (row: Row) => string): number => Math.max(...rows.map((row) => pick(row).length))
  const [names, results, budgets] = [
    width((row) => row.name),
    width((row) => row.shown),
    width((row) => row.budget),
  ]
  return rows
    .map((row) => {
      const cells = [row.name.padEnd(names), row.shown.padStart(results), row.budget.padEnd(budgets)]
      return `${row.ok ? '  ' : '! '}${cells.join('  ')}  ${row.note}`
    })
    .join('\n')
}
