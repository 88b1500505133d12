import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text as allOf } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createLayout } from '../../candle-table/columns.js'
import { createCopyWriter } from '../../candle-table/copy-text.js'
import { writeTable } from '../../candle-table/table-writer.js'
import { errorCodeOf } from '../../cassette/format/cassette-error.js'
import type { Database } from '../../storage/driver.js'
import type { ExportedSeries } from '../import-export/table-series.js'
import { toPrintable } from '../output/display-width.js'
import { CommandFailed, exitCodes } from '../output/output.js'
import { collectExportFacts, countSlices, type ExportTerms, type WrittenExport } from './export-files.js'
import { readSlices } from './export-slices.js'
import { REFUSED, renderMergeSql, renderPrepareSql, STAGE } from './postgres-sql.js'

/** A database, without the password, which other users could see in the list of processes. */
interface PostgresAddress {
  readonly text: string
  readonly password: string | undefined
}

/** The scheme, the user and its password. `URL` refuses addresses with several hosts, or with a user and no host. */
const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^:@/?#]*)):([^@/?#]*)(@[^@]*)$/
/**
 * Matches a password that `psql` would find elsewhere than between the user and the first @. It would stay in the arguments of
 * `psql`.
 */
const MISPLACED_PASSWORD = /^[^:]*:\/\/[^@/?#]*:[^@]*@.*@|^[^:]*:\/\/[^@/?#]*:[^@]*[/?#].*@|[?&]password=/i

/** Reads the value of `--to`. @throws CommandFailed (usage), which does not quote the address, because it may contain a password */
export function parsePostgresAddress(text: string): PostgresAddress {
  if (!/^postgres(?:ql)?:\/\//.test(text))
    throw new CommandFailed(
      '--to takes the address of a PostgreSQL database: postgres://user@host/database. Use --out for files.',
      exitCodes.usage,
    )
  const [, user = '', password, rest] = ADDRESS.exec(text) ?? []
  const isMisplaced = MISPLACED_PASSWORD.test(text)
  // Without @ the text after the colon is a port.
  if (!isMisplaced && (password === undefined || rest === undefined)) return { text, password: undefined }
  const decoded = isMisplaced || password === undefined ? undefined : decodePercent(password)
  if (decoded === undefined)
    throw new CommandFailed(
      '--to cannot be read: a password goes between the user and the host, with each of / ? # @ : % percent-encoded (@ is %40). PGPASSWORD and ~/.pgpass need no encoding.',
      exitCodes.usage,
    )
  return { text: `${user}${rest}`, password: decoded }
}

/** Decodes a percent-encoded text, or returns undefined if it is not one. */
function decodePercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/**
 * Writes series into the table `candles` of a database, through `psql` and one `COPY`. All rows become visible together.
 * @throws CommandFailed without `psql`, and for an error of the database
 */
export async function writePostgres(
  database: Database,
  all: readonly ExportedSeries[],
  { text, password }: PostgresAddress,
  terms: ExportTerms,
): Promise<WrittenExport> {
  const layout = createLayout(
    terms.hasProvisional ? [...terms.additional, 'provisional' as const] : terms.additional,
  )
  const counter = { candles: 0 }
  const slices = countSlices(readSlices(database, all, terms), counter)
  const child = spawn(
    'psql',
    [
      ...['--no-psqlrc', '--quiet', '--no-password', '--single-transaction', '--set', 'ON_ERROR_STOP=1'],
      ...['--output', '/dev/null', '--dbname', text],
      ...['--command', renderPrepareSql(layout, collectExportFacts(all, terms))],
      ...['--command', `\\copy ${STAGE} FROM pstdin`],
      ...['--command', renderMergeSql(layout)],
    ],
    {
      stdio: ['pipe', 'ignore', 'pipe'],
      env: {
        ...process.env,
        PGCLIENTENCODING: 'UTF8',
        PGOPTIONS: `${process.env['PGOPTIONS'] ?? ''} -c client_min_messages=warning`,
        ...(password === undefined ? {} : { PGPASSWORD: password }),
      },
    },
  )
  const ended = waitForEnd(child)
  // An error is reported below.
  ended.catch(() => undefined)
  try {
    await pipeline(writeTable(createCopyWriter(layout), slices), child.stdin)
  } catch (error) {
    // A closed pipe has a reason, which the process reports.
    if (!isClosedPipe(error)) {
      child.kill()
      throw error
    }
  }
  await ended
  return { candles: counter.candles, files: [] }
}

async function waitForEnd(child: ChildProcess): Promise<void> {
  const complaint = child.stderr === null ? '' : allOf(child.stderr)
  const [code] = (await once(child, 'close').catch((error: unknown) => {
    throw errorCodeOf(error) === 'ENOENT'
      ? new CommandFailed(
          '--to needs psql, the PostgreSQL client, which is not installed here. To install it, run for example `apt-get install postgresql-client`.',
        )
      : error
  })) as [number | null]
  if (code === 0) return
  const lines = (await complaint).split('\n').map((line) => toPrintable(line).trim())
  const own = lines.find((line) => line.includes(REFUSED))
  throw new CommandFailed(
    own === undefined
      ? `PostgreSQL refused the export, and no rows were stored: ${lines.filter((line) => line !== '').join(' ')}`
      : own.slice(own.indexOf(REFUSED) + REFUSED.length),
  )
}

function isClosedPipe(error: unknown): boolean {
  const code = errorCodeOf(error)
  return code === 'EPIPE' || code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE'
}
