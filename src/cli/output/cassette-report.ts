import { clip } from '../../cassette/format/recorded-call.js'
import { describeJournal } from '../../cassette/maintenance/cassette-journal.js'
import type { CassetteSession } from '../../cassette/replay/cassette-session.js'
import { renderCount } from './counted.js'
import type { Output } from './output.js'

/** Maximum number of unused calls that are listed. */
const NAMED_UNUSED = 10
/** Maximum length of a listed call. `--unused-list` writes the full text. */
const CALL_LENGTH = 300

/** Prints the result of a recording or replay on stderr: missing, redacted or unused calls. */
export function printReport(report: ReturnType<CassetteSession['report']>, output: Output): void {
  if (report.kind === 'record') {
    const sockets = report.sockets === 0 ? '' : ` and ${renderCount(report.sockets, 'socket')}`
    output.note(`Recorded ${calls(report.entries)}${sockets} into ${report.file}.`)
    if (report.keyFile !== undefined)
      output.note(
        `To replay its orders, you need ${report.keyFile}. Copy it together with the cassette, but do not publish it.`,
      )
    if (report.withheld > 0)
      output.note(
        `Not recorded because they contain a secret: ${calls(report.withheld)}. See the warnings above.`,
      )
    if (report.ended !== undefined) output.note(`The recording is incomplete. ${report.ended}`)
    return
  }
  const { missed, unused } = report
  if (missed > 0) output.note(`Missing from the cassette: ${calls(missed)}.`)
  if (unused.count === 0) return
  output.note(`Recorded but not used: ${calls(unused.count)}`)
  for (const call of unused.calls.slice(0, NAMED_UNUSED)) output.note(`  ${clip(call, CALL_LENGTH)}`)
  if (unused.count > NAMED_UNUSED) output.note(`  and ${unused.count - NAMED_UNUSED} more`)
}

/** Prints a hint if more was recorded than the file contains. */
export function printJournalHint(file: string, output: Output): void {
  const beside = describeJournal(file)
  if (beside !== undefined) output.note(beside)
}

function calls(count: number): string {
  return renderCount(count, 'venue call')
}
