import { createInterface } from 'node:readline'
import { text as allOf } from 'node:stream/consumers'
import { messageOf } from '../../api/envelope/errors.js'
import { renderOutcomeId } from '../../api/values/outcome-id.js'
import { createCandleView, type NamedSeriesRow } from '../../candles/database/sql-view.js'
import { listSeries } from '../../candles/maintenance/series-reader.js'
import type { ShellDatabase } from '../../storage/driver.js'
import { faultOf } from '../../storage/faults.js'
import { writeStream } from '../import-export/file-sink.js'
import { type CandleFile, type StoreFlags, withDatabaseReader } from '../import-export/open-database.js'
import { loadFinalizeLags, resolveSeriesNames } from '../import-export/table-series.js'
import { addDatabaseFlags, type Register } from '../options/command.js'
import { toPrintable } from '../output/display-width.js'
import { CommandFailed, exitCodes, type Output } from '../output/output.js'
import { readDotCommand, readInput, type ShellInput } from '../sql/dot-commands.js'
import { renderResult, type SqlFormat } from '../sql/show.js'
import { hasStatement, statementsOf } from '../sql/statements.js'

interface SqlFlags extends StoreFlags {
  readonly command?: string
  readonly csv?: boolean
}

export const sqlCommand: Register = (program, output) => {
  addDatabaseFlags(
    program
      .command('sql')
      .description('Run read-only SQL queries on the stored candles (in the table candles)'),
  )
    .option('-c, --command <sql>', 'Run this statement and exit (default: statements from stdin)')
    .option('--csv', 'Print CSV')
    .action((flags) => sql(flags, output))
}

/** `pmx-local sql`: a read-only shell for the candle file, which works while a daemon writes the file. */
async function sql(flags: SqlFlags, output: Output): Promise<void> {
  if (flags.csv === true && flags.json === true)
    throw new CommandFailed('--csv and --json cannot be combined. Use one of them.', exitCodes.usage)
  const format = flags.csv === true ? 'csv' : flags.json === true ? 'json' : 'table'
  await withDatabaseReader(flags, async (file) => {
    const { database, path } = file
    createCandleView(database, await namedSeries(file))
    if (flags.command !== undefined) return runAll(database, flags.command, format, output)
    if (!process.stdin.isTTY) return runAll(database, await allOf(process.stdin), format, output)
    output.note(`${path}, read-only. Statements end with ';'. '.help' shows help.`)
    return converse(database, format, output)
  })
}

async function namedSeries({ database, addressOf }: CandleFile): Promise<NamedSeriesRow[]> {
  const stored = listSeries(database, { addressOf })
  const settleLagOf = await loadFinalizeLags(stored.map(({ venue }) => venue))
  const { all } = resolveSeriesNames(database, stored, {
    ...{ side: 'yes', hasProvisional: false, spansOf: () => [] },
  })
  return all.map(({ stored: { id, venue, stepMs }, series: { outcomeId, resolution } }) => ({
    ...{ id, venue, resolution, stepMs, finalAfterMs: settleLagOf(venue) },
    outcomeId: renderOutcomeId({ venue, id: outcomeId }),
  }))
}

async function runAll(
  database: ShellDatabase,
  text: string,
  format: SqlFormat,
  output: Output,
): Promise<void> {
  const all = readInput(text)
  if (all.length === 0)
    throw new CommandFailed(
      "No statement was given. Use -c 'select * from candles limit 10'.",
      exitCodes.usage,
    )
  for (const input of all) {
    if (input.kind === 'text') output.line(input.text)
    else await run(database, input.sql, format, output)
  }
}

/** Runs a statement and prints its rows. @throws CommandFailed for an error of SQLite, except damage of the file */
async function run(
  database: ShellDatabase,
  statement: string,
  format: SqlFormat,
  output: Output,
): Promise<void> {
  try {
    const { columns, rows } = database.query(statement)
    if (columns.length === 0) throw new CommandFailed(READ_ONLY, exitCodes.usage)
    await writeStream(process.stdout, renderResult(columns, rows(), format, output))
  } catch (error) {
    if (error instanceof CommandFailed) throw error
    const fault = faultOf(error)
    if (fault === 'unwritable') throw new CommandFailed(READ_ONLY, exitCodes.usage)
    if (fault !== undefined) throw error
    throw new CommandFailed(
      `SQLite refused the statement: ${toPrintable(messageOf(error))}.`,
      exitCodes.usage,
    )
  }
}

const READ_ONLY =
  "This shell is read-only. It accepts select, with, values, explain and pragma.\n  To delete candles, use 'pmx-local cache prune' or 'pmx-local cache forget'."

/** Reads statements from a terminal. After an SQLite error it prints the error and continues. */
async function converse(database: ShellDatabase, format: SqlFormat, output: Output): Promise<void> {
  const lines = createInterface({ input: process.stdin, output: process.stderr, prompt: 'sql> ' })
  let begun = ''
  // Ctrl-C discards the incomplete statement, as shells do.
  lines.on('SIGINT', () => {
    begun = ''
    process.stderr.write('\n')
    lines.setPrompt('sql> ')
    lines.prompt()
  })
  lines.prompt()
  for await (const line of lines) {
    const word = begun === '' ? line.trim() : ''
    if (word === '.quit' || word === '.exit') break
    const command = word === '' ? undefined : readDotCommand(word)
    if (command !== undefined) await runInputs(database, command, format, output)
    else {
      const { whole, rest } = statementsOf(`${begun}${line}\n`)
      begun = hasStatement(rest) ? rest : ''
      await runInputs(
        database,
        whole.map((sql) => ({ kind: 'statement', sql })),
        format,
        output,
      )
    }
    lines.setPrompt(begun === '' ? 'sql> ' : '...> ')
    lines.prompt()
  }
  lines.close()
}

/** Runs input from a terminal, and prints errors instead of exiting. */
async function runInputs(
  database: ShellDatabase,
  inputs: readonly ShellInput[],
  format: SqlFormat,
  output: Output,
): Promise<void> {
  for (const input of inputs) {
    if (input.kind === 'text') {
      output.line(input.text)
      continue
    }
    await run(database, input.sql, format, output).catch((error: unknown) => {
      if (!(error instanceof CommandFailed)) throw error
      output.note(error.message)
    })
  }
}
