import type { Paint } from '../output/colors.js'
import { renderCount } from '../output/counted.js'
import { joinToWidth, toPrintable } from '../output/display-width.js'
import { checkNames } from '../selftest/checks.js'
import type { VenueReport } from '../selftest/run.js'
import { renderTable } from './table.js'

/** Whether a venue has no fault. Unsupported data and new members are not faults. */
export function hasPassed({ checks, members }: VenueReport): boolean {
  return (
    checkNames.every((name) => checks[name].state !== 'failed') && members.every(({ kind }) => kind === 'new')
  )
}

/**
 * Renders a table of venues and checks, then a sentence for each failure. It fits into 80 columns, except for long sentences,
 * which wrap.
 */
export function renderSelftest(reports: readonly VenueReport[], columns: number, paint: Paint): string[] {
  const heads = [{ title: 'venue' }, ...checkNames.map((title) => ({ title })), { title: 'members' }]
  const rows = reports.map(({ venue, checks, members }) => [
    venue,
    ...checkNames.map((name) => words[checks[name].state]),
    membersWord(members),
  ])
  return [...renderTable(heads, rows, paint), ...reports.flatMap((report) => sentences(report, columns))]
}

const words = { ok: 'ok', none: '-', failed: 'FAIL' } as const

function membersWord(members: VenueReport['members']): string {
  const wrong = members.filter(({ kind }) => kind !== 'new').length
  if (wrong > 0) return `${wrong} off`
  return members.length === 0 ? 'ok' : `${members.length} new`
}

function sentences({ venue, checks, members, unknownWords }: VenueReport, columns: number): string[] {
  const failures = checkNames.flatMap((name) => {
    const { state, reason } = checks[name]
    return state === 'failed' ? [`${venue} ${name}: ${reason ?? 'it failed'}`] : []
  })
  const changes = members
    .filter(({ kind }) => kind !== 'new')
    .map(({ route, field, kind, change }) => `${venue} ${route}: ${field} is ${kind}: ${change}`)
  const words = unknownWords.map(
    ({ enumeration, word, count }) =>
      `${venue} ${enumeration}: unknown value '${word}', ${renderCount(count, 'time')}`,
  )
  return [...failures, ...changes, ...words].flatMap((sentence) => {
    const [first = '', ...more] = joinToWidth(toPrintable(sentence).split(' '), ' ', columns - 2)
    return [first, ...more.map((line) => `  ${line}`)]
  })
}
