import type { DoctorFinding } from '../doctor/finding.js'
import type { Paint } from '../output/colors.js'
import { joinToWidth, pad, toPrintable } from '../output/display-width.js'

const headings: Readonly<Record<DoctorFinding['group'], string>> = {
  machine: 'this machine',
  files: 'files',
  network: 'network',
  shared: 'shared history',
  venues: 'venues',
}

const marks = { ok: ['ok', 'green'], note: ['note', 'yellow'], bad: ['BAD', 'red'] } as const

/** Renders findings by group, each on one line if it fits, with fixes below. Lines have at most `columns` where possible. */
export function renderFindings(findings: readonly DoctorFinding[], columns: number, paint: Paint): string[] {
  const width = Math.max(0, ...findings.map(({ check: subject }) => subject.length))
  const indent = 2 + 4 + 2 + width + 2
  const wrap = (text: string): string[] => joinToWidth(toPrintable(text).split(' '), ' ', columns - indent)
  return Object.entries(headings).flatMap(([room, heading]) => {
    const here = findings.filter((finding) => finding.group === room)
    if (here.length === 0) return []
    const lines = here.flatMap(({ state, check: subject, message: said, fix: mend }) => {
      const [mark, colour] = marks[state]
      const [first = '', ...more] = wrap(said)
      const cure = state === 'ok' || mend === undefined ? [] : wrap(`-> ${mend}`)
      return [
        `  ${paint(colour, pad(mark, 4))}  ${pad(subject, width)}  ${first}`,
        ...[...more, ...cure].map((line) => ' '.repeat(indent) + line),
      ]
    })
    return [paint('bold', heading), ...lines]
  })
}
