import { accessSync, constants, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '../../api/envelope/errors.js'
import { systemClock } from '../../effects/clock.js'
import { servedVenueIds } from '../../venues/registry.js'
import { version } from '../../version.js'
import { addDaemonFlags, type Register } from '../options/command.js'
import { parseServedVenue } from '../options/named-venue.js'
import { type DaemonFlags, parseWholeNumber, readSettings } from '../options/settings.js'
import { readWorldFlags, type WorldFlags } from '../options/source-flags.js'
import { renderCount } from '../output/counted.js'
import { CommandFailed, exitCodes, type Output } from '../output/output.js'
import { listenForStops, Stopped } from '../process/stop-signals.js'
import { runSelftest, type VenueReport } from '../selftest/run.js'
import { hasPassed, renderSelftest } from '../tables/selftest-table.js'

interface SelftestFlags extends DaemonFlags, WorldFlags {
  readonly json?: boolean
  readonly out: string
  readonly wait: string
}

export const selftestCommand: Register = (program, output) => {
  addDaemonFlags(
    program
      .command('selftest [venues...]')
      .description('Compare the adapters with the live venues, read-only (exit code 1 on a mismatch)'),
  )
    .option('--out <folder>', 'Folder for the report and the recorded traffic', 'pmx-selftest')
    .option('--wait <seconds>', "Time limit for each venue's checks", '120')
    .option('--live', 'Check the live venues (default)')
    .option('--demo', 'Check a simulation, without a network')
    .option('--seed <n>', 'Seed of the simulation (default: 1)')
    .option('--faults <rules>', 'With --demo: failures to inject, such as kalshi:rename-field:field=title')
    .action((venues, flags) => run(venues, flags, output))
}

/** `pmx-local selftest`: checks that each adapter still fits its venue. */
async function run(names: readonly string[], flags: SelftestFlags, output: Output): Promise<void> {
  const venues = names.length === 0 ? servedVenueIds : names.map(parseServedVenue)
  const waitS = parseWholeNumber(flags.wait, '--wait')
  const world = await readWorldFlags(flags)
  if (world.kind !== 'live' && world.kind !== 'demo')
    throw new CommandFailed('selftest records by itself; leave --record and --replay out.', exitCodes.usage)
  const { config } = readSettings(flags)
  if (config.offline) throw new CommandFailed('The configuration is offline, so no venue can be called.')
  const files = openFolder(flags.out)
  output.progress(`${renderCount(venues.length, 'venue')}, at most ${renderCount(waitS, 'second')} each`)
  const { signal, release } = listenForStops()
  const tested = runSelftest({
    config,
    clock: systemClock,
    venues,
    world,
    cassette: files.cassette,
    maxWaitMs: waitS * 1000,
    signal,
    onCheck: (venue, name) => output.progress(`${venue} ${name}`),
  })
  const reports = await tested.catch((error: unknown) => orStopped(error, files.cassette)).finally(release)
  output.progress(undefined)
  const passed = reports.every(hasPassed)
  if (!passed) process.exitCode = exitCodes.failed
  const report = {
    madeBy: `pmx-local ${version}`,
    node: process.versions.node,
    world: world.kind,
    passed,
    reports,
  }
  writeFileSync(files.report, `${JSON.stringify(report, null, 2)}\n`)
  if (flags.json === true) return output.json({ ...report, files })
  for (const line of renderSelftest(reports, output.columns, output.style)) output.line(line)
  output.note(summaryOf(reports))
  output.note(`Attach ${files.report} and ${files.cassette} to a bug report. They contain no secrets.`)
}

function summaryOf(reports: readonly VenueReport[]): string {
  const failed = reports.filter((report) => !hasPassed(report)).map(({ venue }) => venue)
  const calls = reports.reduce((sum, { venueCalls }) => sum + venueCalls, 0)
  const how =
    failed.length === 0 ? 'all fit' : `${failed.join(', ')} ${failed.length === 1 ? 'does' : 'do'} not match`
  return `${renderCount(reports.length, 'venue')}, ${renderCount(calls, 'call')}: ${how}.`
}

/**
 * Throws the error that is appropriate if the user stopped the run. @throws CommandFailed after a stop, otherwise the error
 * itself
 */
function orStopped(error: unknown, cassette: string): never {
  if (!(error instanceof Stopped)) throw error
  throw new CommandFailed(
    existsSync(cassette)
      ? `Stopped before the end, so there is no report. The traffic recorded so far is in ${cassette}.`
      : 'Stopped before the end, so there is no report. No traffic was recorded.',
  )
}

/**
 * Creates the output folder.
 * @throws CommandFailed (usage) for a folder that cannot be created or written, or that contains an earlier run, because a new
 * recording would be merged into its cassette
 */
function openFolder(folder: string): { readonly report: string; readonly cassette: string } {
  const files = { report: join(folder, 'report.json'), cassette: join(folder, 'traffic.cassette.jsonl') }
  if (existsSync(files.cassette) || existsSync(files.report))
    throw new CommandFailed(
      `${folder} contains an earlier run. Choose another folder with --out, or move the earlier run aside.`,
      exitCodes.usage,
    )
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new CommandFailed(
      `Cannot write to ${folder}: ${messageOf(error)}. Choose another folder with --out.`,
      exitCodes.usage,
    )
  }
  return files
}
