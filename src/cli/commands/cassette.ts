import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { messageOf } from '../../api/envelope/errors.js'
import { recordableWith } from '../../cassette/format/allowed-headers.js'
import { CassetteError, errorCodeOf } from '../../cassette/format/cassette-error.js'
import { openCassetteFile, type StoredCassette, writeCassette } from '../../cassette/format/cassette-file.js'
import {
  type Cassette,
  renderEntry,
  renderLines,
  type StoredEntry,
  withAnswer,
} from '../../cassette/format/format.js'
import { type FileLine, openLines } from '../../cassette/format/line-file.js'
import { renderStream } from '../../cassette/format/recorded-stream.js'
import { isJournal, openRecorded, takeUp } from '../../cassette/maintenance/cassette-journal.js'
import { joinCassettes } from '../../cassette/maintenance/join.js'
import { mergeKeyFiles } from '../../cassette/maintenance/key-file.js'
import { type LintFinding, lintCassette } from '../../cassette/maintenance/lint.js'
import { findEntries, findSockets, overviewOf } from '../../cassette/maintenance/overview.js'
import { pruneCassette, readUnusedList } from '../../cassette/maintenance/prune.js'
import { isRunning } from '../../daemon/lifecycle/state-folder-lock.js'
import { listConfiguredSecrets } from '../../daemon/recording/cassette-session.js'
import { recordableNames } from '../../daemon/recording/recordable-names.js'
import { worldOf } from '../../daemon/sources/source-set.js'
import { createSystemIds } from '../../effects/ids.js'
import { createSecretSet, type SecretSet } from '../../policy/secrets/secret-set.js'
import type { Register } from '../options/command.js'
import { parseWholeNumber, readSettings } from '../options/settings.js'
import { printJournalHint } from '../output/cassette-report.js'
import { renderCount } from '../output/counted.js'
import { CommandFailed, exitCodes, type Output } from '../output/output.js'
import { renderTable } from '../tables/table.js'
import { verifyCommand } from './verify.js'

interface ListFlags {
  readonly json?: boolean
}

/** `pmx-local cassette ...`: commands for cassette files. */
export const cassetteCommand: Register = (program, output) => {
  const cassette = program.command('cassette').description('Show, check, merge and trim cassettes')
  cassette
    .command('lint <files...>')
    .description('Check for secrets and damage (exit code 1 with findings)')
    .option('--config <file>', 'Configuration file with the secrets to search for')
    .option('--json', 'Print the findings as JSON')
    .action((files, flags) => lint(files, flags, output))
  cassette
    .command('ls <file>')
    .description('List the contents of a cassette, one line per endpoint')
    .option('--json', 'Print JSON')
    .action((file, flags) => list(file, flags, output))
  cassette
    .command('show <file> [text]')
    .description(
      'Print the entries and sockets whose name contains the given text, such as "kalshi GET api/markets"',
    )
    .option('-n, --nth <n>', 'Only the nth response to each call, counting from 0')
    .action((file, text, flags) => show(file, text, flags, output))
  cassette
    .command('merge <files...>')
    .description('Merge cassettes; the last recording of each call wins')
    .requiredOption('-o, --out <file>', 'Cassette to write (a .gz extension compresses it)')
    .action((files, flags) => merge(files, flags, output))
  cassette
    .command('prune <file>')
    .description('Remove the entries of a cassette that meet all given conditions')
    .option('--unused <list>', 'List of unused calls, as written by replay --unused-list')
    .option('--venue <id>', 'Only entries of this venue')
    .option('--path <text>', 'Only entries whose path contains this text')
    .action((file, flags) => prune(file, flags, output))
  verifyCommand(cassette, output)
}

/** `pmx-local cassette lint FILE...`: exit code 1 when anything in the files should not be committed. */
async function lint(
  files: readonly string[],
  flags: ListFlags & { readonly config?: string },
  output: Output,
): Promise<void> {
  const secrets = await secretsHere(flags.config)
  const findings = files.flatMap((file) => lintFile(file, secrets))
  for (const file of files) printJournalHint(file, output)
  if (flags.json === true) output.json(findings)
  else for (const found of findings) output.line(lineOf(found))
  if (findings.length > 0) process.exitCode = exitCodes.failed
  else if (flags.json !== true)
    output.note(`${files.length === 1 ? 'The cassette is' : 'The cassettes are'} clean.`)
}

/** Names with recordable values. */
const recordable = recordableWith(recordableNames)

function lintFile(file: string, secrets: SecretSet): LintFinding[] {
  try {
    if (existsSync(file) && !isJournal(file)) {
      const opened = openLines(file)
      try {
        return lintCassette(opened.lines(), file, secrets, recordable)
      } finally {
        opened.close()
      }
    }
    // The journal of a killed process is checked as the cassette that it would become.
    return using(openRecorded(file), (cassette) => lintCassette(linesOf(cassette), file, secrets, recordable))
  } catch (error) {
    if (!(error instanceof CassetteError)) throw error
    return [{ file, line: 1, field: '', kind: 'format', message: error.message }]
  }
}

function* linesOf(cassette: Cassette<StoredEntry>): Generator<Pick<FileLine, 'text' | 'number' | 'isWhole'>> {
  let number = 0
  for (const line of renderLines(cassette)) yield { text: line.slice(0, -1), number: ++number, isWhole: true }
}

/** Closes the file after the operation. */
function using<Result>(
  { cassette, close }: StoredCassette,
  work: (cassette: Cassette<StoredEntry>) => Result,
): Result {
  try {
    return work(cassette)
  } finally {
    close()
  }
}

function lineOf({ file, line, field, kind, message }: LintFinding): string {
  return `${file}:${line}:${field} ${kind}: ${message}`
}

/** Names of environment variables that by convention hold secrets, for any program. */
const secretVariable = /(?:SECRET|TOKEN|PASSWORD|PASSPHRASE|PRIVATE_?KEY|API_?KEY|ACCESS_?KEY)$/i
/** Shorter values of such variables are not secrets, but words such as `none`. */
const MIN_VARIABLE_LENGTH = 16

/** Secrets from this machine's configuration and environment that no cassette may contain. */
async function secretsHere(configFile: string | undefined): Promise<SecretSet> {
  const { config } = readSettings(configFile === undefined ? {} : { config: configFile })
  const secrets = createSecretSet()
  const { held, proxies } = worldOf({ kind: 'live' }, config, { environment: process.env })
  for (const secret of listConfiguredSecrets(config, held, proxies)) secrets.add(secret)
  if (config.security.token !== undefined)
    secrets.add({ name: 'security.token', value: config.security.token })
  for (const [name, value = ''] of Object.entries(process.env)) {
    if (secretVariable.test(name) && value.length >= MIN_VARIABLE_LENGTH)
      secrets.add({ name: `$${name}`, value })
  }
  return secrets
}

const endpointColumns = [
  { title: 'venue' },
  { title: 'host' },
  { title: 'path' },
  { title: 'calls', align: 'right' },
  { title: 'answers', align: 'right' },
  { title: 'failed', align: 'right' },
  { title: 'recorded' },
] as const

/** `pmx-local cassette ls FILE`: prints one line per endpoint. */
function list(file: string, flags: ListFlags, output: Output): void {
  using(openRecorded(file), (cassette) => tellContent(file, cassette, flags, output))
  printJournalHint(file, output)
}

function tellContent(file: string, cassette: Cassette<StoredEntry>, flags: ListFlags, output: Output): void {
  const rows = overviewOf(cassette)
  const sessions = cassette.sessions.map(({ from, to }) => ({ from: toIso(from), to: toIso(to) }))
  if (flags.json === true) {
    const endpoints = rows.map((row) => ({ ...row, from: toIso(row.from), to: toIso(row.to) }))
    output.json({ madeBy: cassette.madeBy, sessions, endpoints })
    return
  }
  const cells = rows.map(({ venue, host, method, path, calls, answers, failures, to }) => [
    venue,
    host,
    `${method} ${path}`,
    String(calls),
    String(answers),
    String(failures),
    toIso(to),
  ])
  for (const line of renderTable(endpointColumns, cells, output.style)) output.line(line)
  output.note(`${basename(file)}: ${contentOf(cassette)}, made by ${cassette.madeBy}`)
  for (const { from, to } of sessions) output.note(`  session ${from} to ${to}`)
}

/** Renders text such as `12 responses and 2 sockets`. */
function contentOf({ entries, tapes }: Pick<Cassette<StoredEntry>, 'entries' | 'tapes'>): string {
  const answers = renderCount(entries.length, 'answer')
  return tapes.length === 0 ? answers : `${answers} and ${renderCount(tapes.length, 'socket')}`
}

function toIso(ms: number): string {
  return new Date(ms).toISOString()
}

/** `pmx-local cassette show FILE [text]`: prints the matching entries, one line of JSON each as in the file. */
function show(
  file: string,
  text: string | undefined,
  flags: { readonly nth?: string },
  output: Output,
): void {
  const nth = flags.nth === undefined ? undefined : parseWholeNumber(flags.nth, '--nth')
  const found = using(openRecorded(file), (cassette) => {
    const entries = findEntries(cassette, text ?? '', nth)
    for (const entry of entries) output.line(renderEntry(withAnswer(entry)))
    const tapes = findSockets(cassette, text ?? '', nth)
    for (const tape of tapes) for (const line of renderStream(tape)) output.line(line.trimEnd())
    return entries.length + tapes.length
  })
  printJournalHint(file, output)
  if (found > 0) return
  throw new CommandFailed(
    `Nothing in ${file} matches '${text ?? ''}'. \`pmx-local cassette ls ${file}\` lists its contents.`,
  )
}

/** `pmx-local cassette merge A B... -o OUT`: merges cassettes. For each call, the last recording wins. */
function merge(files: readonly string[], flags: { readonly out: string }, output: Output): void {
  const [first, ...rest] = files.map((file) => openRecorded(file))
  if (first === undefined || rest.length === 0) {
    throw new CommandFailed(
      'Name at least two cassettes to merge: pmx-local cassette merge A B --out BOTH',
      exitCodes.usage,
    )
  }
  const merged = joinCassettes([first.cassette, ...rest.map(({ cassette }) => cassette)])
  writeCassette(flags.out, merged, createSystemIds().instanceId())
  mergeKeyFiles(files, flags.out)
  for (const { close } of [first, ...rest]) close()
  for (const file of files) printJournalHint(file, output)
  output.note(
    `${contentOf(merged)} of ${renderCount(merged.sessions.length, 'session')} written to ${flags.out}.`,
  )
}

interface PruneFlags {
  /** File with the calls that a replay left unused. */
  readonly unused?: string
  readonly venue?: string
  readonly path?: string
}

/** `pmx-local cassette prune FILE`: removes entries, and rewrites the file atomically. */
function prune(file: string, { unused, venue, path }: PruneFlags, output: Output): void {
  if (unused === undefined && venue === undefined && path === undefined) {
    throw new CommandFailed(
      'Choose the entries to remove: --unused LIST, --venue ID or --path TEXT.',
      exitCodes.usage,
    )
  }
  const list = unused === undefined ? undefined : readUnusedList(readText(unused))
  const unique = createSystemIds().instanceId()
  const target = takeUp(file, { isRunning, unique })
  const { gone, goneSockets, left } = using(openCassetteFile(target), (whole) => {
    const pruned = pruneCassette(whole, { unused: list, venue, path })
    if (pruned.gone + pruned.goneSockets > 0) writeCassette(target, pruned.cassette, unique)
    return { ...pruned, left: pruned.cassette.entries.length }
  })
  const sockets = goneSockets === 0 ? '' : ` and ${renderCount(goneSockets, 'socket')}`
  output.note(`${renderCount(gone, 'response')}${sockets} removed from ${target}; ${left} left.`)
  printJournalHint(target, output)
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const what = errorCodeOf(error) === 'ENOENT' ? `The file ${path} does not exist.` : messageOf(error)
    throw new CommandFailed(what, exitCodes.usage)
  }
}
