import { forgetSpan } from '../../candles/maintenance/forget.js'
import { systemClock } from '../../effects/clock.js'
import { type StoreFlags, withDatabaseReader, withDatabaseWriter } from '../import-export/open-database.js'
import { addDatabaseFlags, type Register } from '../options/command.js'
import { parseVenue } from '../options/named-venue.js'
import { readTime, timeForms } from '../options/time-options.js'
import { CommandFailed, exitCodes, type Output } from '../output/output.js'

interface ForgetFlags extends StoreFlags {
  readonly from: string
  readonly to: string
  readonly dryRun?: boolean
}

export const forgetCommand: Register = (cache, output) => {
  addDatabaseFlags(
    cache
      .command('forget <venue> <outcomeId>')
      .description('Delete a time range of an outcome; it is fetched again on request'),
  )
    .requiredOption('--from <time>', `Start of the range: ${timeForms}`)
    .requiredOption('--to <time>', 'End of the range, exclusive, in the same formats')
    .option('--dry-run', 'Only show what would be deleted')
    .action((venue, outcomeId, flags) => forget(venue, outcomeId, flags, output))
}

/** Printed when samples of a venue without candles are deleted, because only this database has them. */
export const NOT_RECOVERABLE = 'The range includes samples, which no venue can return again.'

/** `pmx-local cache forget`: deletes a span of an outcome from the store, so that the next request fetches it again. */
async function forget(venue: string, outcomeId: string, flags: ForgetFlags, output: Output): Promise<void> {
  const now = systemClock.now()
  const span = { from: readTime(flags.from, '--from', now), to: readTime(flags.to, '--to', now) }
  if (span.from >= span.to)
    throw new CommandFailed('--from must be before --to. Check whether they are swapped.', exitCodes.usage)
  const id = parseVenue(venue)
  const dryRun = flags.dryRun === true
  // The first read reports if nothing is stored at all.
  const would = await withDatabaseReader(flags, ({ database, addressOf }) =>
    forgetSpan(database, { venue: id, outcomeId, addressOf }, span, true),
  )
  if (would.series === 0) {
    throw new CommandFailed(`No candles are stored for ${outcomeId} in that range.`)
  }
  const done = dryRun
    ? would
    : await withDatabaseWriter(flags, 'forget', ({ database, addressOf }) =>
        forgetSpan(database, { venue: id, outcomeId, addressOf }, span),
      )
  if (done.samples === true) output.note(NOT_RECOVERABLE)
  if (flags.json === true) output.json({ ...done, dryRun })
  else
    output.line(`${done.candles} candles of ${done.series} series ${dryRun ? 'would be deleted' : 'deleted'}`)
}
