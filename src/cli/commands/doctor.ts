import { examine } from '../doctor/examine.js'
import type { DoctorFinding } from '../doctor/finding.js'
import { addDaemonFlags, type Register } from '../options/command.js'
import { parseServedVenue } from '../options/named-venue.js'
import { type DaemonFlags, parseWholeNumber } from '../options/settings.js'
import { renderCount } from '../output/counted.js'
import { exitCodes, type Output } from '../output/output.js'
import { renderFindings } from '../tables/findings.js'

interface DoctorFlags extends DaemonFlags {
  readonly demo?: boolean
  readonly json?: boolean
  readonly wait: string
}

export const doctorCommand: Register = (program, output) => {
  addDaemonFlags(
    program
      .command('doctor [venues...]')
      .description('Check the local setup and the connection to each venue (exit code 1 if a check fails)'),
  )
    .option('--demo', 'Use a simulation instead of the live venues')
    .option('--seed <n>', 'Seed of the simulation (default: 1)')
    .option(
      '--wait <seconds>',
      'How long to wait for a name lookup before treating the machine as offline',
      '1',
    )
    .action((venues, flags) => doctor(venues, flags, output))
}

/** `pmx-local doctor`: lists problems with the local setup and the connection to the venues, each with a fix. */
async function doctor(names: readonly string[], flags: DoctorFlags, output: Output): Promise<void> {
  const venues = names.map(parseServedVenue)
  const findings = await examine(flags, {
    venues,
    demo: flags.demo === true,
    waitMs: parseWholeNumber(flags.wait, '--wait') * 1000,
    environment: process.env,
    folder: process.cwd(),
  })
  const wrong = findings.filter(({ state }) => state === 'bad').length
  if (wrong > 0) process.exitCode = exitCodes.failed
  if (flags.json === true) output.json({ ok: wrong === 0, findings })
  else {
    for (const line of renderFindings(findings, output.columns, output.style)) output.line(line)
    output.note(summaryOf(findings, wrong))
  }
  // A lookup of an unknown name takes half a minute and cannot be canceled.
  if (findings.some(({ check: subject, state }) => subject === 'names' && state === 'bad'))
    process.stdout.write('', () => process.exit())
}

function summaryOf(findings: readonly DoctorFinding[], wrong: number): string {
  const notes = findings.filter(({ state }) => state === 'note').length
  if (wrong === 0 && notes === 0) return 'No problems found.'
  const parts = [
    ...(wrong === 0 ? [] : [`${renderCount(wrong, 'problem')} to fix`]),
    ...(notes === 0 ? [] : [renderCount(notes, 'note')]),
  ]
  return `${parts.join(', ')}.`
}
