import { closeSync, existsSync, linkSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import * as z from 'zod'
import { messageOf } from '../../api/envelope/errors.js'
import { parseJson } from '../../api/values/json.js'
import type { SocketEndpoint } from '../../transport/socket.js'
import { CassetteError, errorCodeOf, MissingFile } from '../format/cassette-error.js'
import {
  openCassetteFile,
  openCassetteIfThere,
  readFromFile,
  resolveLinks,
  type StoredCassette,
  toStored,
  writeCassette,
} from '../format/cassette-file.js'
import {
  type Cassette,
  isStreamEvent,
  parseLine,
  type RecordedEntry,
  type RecordedRequest,
  type RequestTime,
  renderEntry,
  requestKey,
  type StoredEntry,
} from '../format/format.js'
import { type LineFile, type OnBytes, openLines } from '../format/line-file.js'
import {
  buildStream,
  holdInFile,
  renderJournalled,
  renderStreamHead,
  type StreamEvent,
  withoutSocket,
} from '../format/recorded-stream.js'
import { groupBy, mergeCassettes } from './merge.js'

/** The process that records, and how to check that it still runs. */
interface Owner {
  readonly pid: number
  /** Distinguishes a process from a later one with the same id. Absent if the system does not provide it. */
  readonly processStart?: string | undefined
}

export interface JournalOptions {
  /** The cassette; the journal is `<file>.journal` in the same folder. */
  readonly file: string
  readonly madeBy: string
  readonly owner: Owner
  isRunning(owner: Owner): boolean
  /** A unique name. */
  readonly unique: string
  /** Start time of the recording, epoch ms. */
  readonly from: number
  /** Called with bytes that are read and written while a recording is merged into the cassette, which may take long. */
  readonly onMerge?: OnBytes | undefined
  /** Called with bytes that are written while recording. */
  readonly onWrite?: OnBytes | undefined
}

type MergeOptions = Pick<JournalOptions, 'file' | 'unique' | 'onMerge'>

/**
 * The running recording on disk, line by line, which survives the end of the process. While the file exists, its cassette has a
 * recorder.
 */
export interface CassetteJournal {
  /** Appends an entry. @throws CassetteError when a write fails; the journal then accepts no more lines */
  entry(entry: RecordedEntry): void
  noteRequest(question: RecordedRequest, at: number): void
  /**
   * Appends the opening of a socket (epoch ms).
   * @returns a function that appends its events
   */
  socket(socket: SocketEndpoint, at: number): (event: StreamEvent) => void
  /** Merges everything into the cassette and removes the journal. */
  close(at: number): void
}

/** Suffix of a journal's name, after that of its cassette. */
const JOURNAL = '.journal'

const headerSchema = z.strictObject({
  pmxCassetteJournal: z.literal(1),
  pid: z.number().int(),
  processStart: z.string().optional(),
  id: z.string(),
  madeBy: z.string(),
  from: z.number(),
  /** As in a session. Absent in journals of older versions. */
  apart: z.literal(true).optional(),
})
type Header = z.output<typeof headerSchema>

const askedSchema = z.strictObject({
  asked: z.strictObject({ exchange: z.string(), method: z.string(), hash: z.string() }),
  at: z.number(),
})
const endSchema = z.strictObject({ end: z.number() })

/**
 * Starts a journal. The journal of a dead process is merged into the cassette first.
 * @throws CassetteError when a running process records into the same file, and for a cassette that cannot be read
 */
export function openCassetteJournal(options: JournalOptions): CassetteJournal {
  const { file } = options
  const path = `${file}${JOURNAL}`
  takeUpLeftBehind(path, options)
  // An unreadable cassette must be reported now, not when the recording is merged into it.
  openCassetteIfThere(file)?.close()
  create(path, options)
  const descriptor = openSync(path, 'a')
  let broken: CassetteError | undefined

  function append(line: string): void {
    if (broken !== undefined) throw broken
    try {
      const bytes = Buffer.from(`${line}\n`)
      for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done)
      options.onWrite?.(bytes.length)
    } catch (error) {
      broken = new CassetteError(`Recording into ${file} has ended: ${messageOf(error)}`)
      throw broken
    }
  }

  let sockets = 0

  return {
    entry: (entry) => append(renderEntry(entry)),
    socket(socket, at) {
      const on = sockets++
      append(renderStreamHead({ socket, n: on, at }))
      return (event) => append(renderJournalled(on, event))
    },
    noteRequest: (question, at) => append(JSON.stringify({ asked: question, at })),
    close(at) {
      try {
        append(JSON.stringify({ end: at }))
      } catch {
        // The lines before the failed write are complete and are merged; the failure has been reported.
      }
      closeSync(descriptor)
      mergeInto(path, options)
      rmSync(path, { force: true })
    },
  }
}

/**
 * Opens a cassette of any size, or the journal of a killed process. The path may lead to the journal, or to a cassette
 * that does not exist yet.
 * @throws CassetteError as {@link openCassetteFile}
 */
export function openRecorded(path: string): StoredCassette {
  const journal = journalOf(path)
  const isLeft = isJournal(path) || (!existsSync(path) && existsSync(journal))
  if (!isLeft) return openCassetteFile(path)
  const { cassette, close } = readJournal(journal)
  return { cassette: mergeCassettes(nothing(cassette), cassette), close }
}

/** A merge with an empty cassette numbers the entries, which have gaps where one was not written. */
function nothing({ madeBy }: Cassette<StoredEntry>): Cassette<StoredEntry> {
  return { madeBy, sessions: [], asks: [], entries: [], tapes: [] }
}

/** Returns a message about an unmerged journal of a cassette, or undefined if there is none. */
export function describeJournal(path: string): string | undefined {
  const journal = journalOf(path)
  if (isJournal(path) || !existsSync(path) || !existsSync(journal)) return undefined
  return `${journal} contains a recording that is not in ${path} yet, because its recorder is still running or was killed. To use the recording, pass that file. The next recording into ${path} merges it.`
}

/**
 * Merges the journal of a killed process, as the next recorder would. It does so if the cassette does not exist, or if
 * the path leads to the journal.
 * @returns the path of the cassette
 * @throws CassetteError while its recorder runs, and for a journal or cassette that cannot be read
 */
export function takeUp(path: string, options: Pick<JournalOptions, 'isRunning' | 'unique'>): string {
  const file = cassetteOf(path)
  if (isJournal(path) || !existsSync(file)) takeUpLeftBehind(`${file}${JOURNAL}`, { ...options, file })
  return file
}

/** Returns the cassette for a path, which may also be the path of its journal. */
export function cassetteOf(path: string): string {
  return isJournal(path) ? path.slice(0, -JOURNAL.length) : resolveLinks(path)
}

/** Returns a cassette's journal, which is next to the file itself, regardless of links to it. */
function journalOf(path: string): string {
  return isJournal(path) ? path : `${resolveLinks(path)}${JOURNAL}`
}

/** Whether a path leads to a journal. */
export function isJournal(path: string): boolean {
  return path.endsWith(JOURNAL)
}

/** Creates the journal with its first line; an existing file does not change. */
function create(path: string, { file, madeBy, owner, from, unique }: JournalOptions): void {
  const header: Header = { pmxCassetteJournal: 1, ...owned(owner), id: unique, madeBy, from, apart: true }
  const draft = join(dirname(path), `.${basename(path)}.${unique}`)
  try {
    writeFileSync(draft, `${JSON.stringify(header)}\n`, { mode: 0o600, flag: 'wx' })
    // A link fails if the name is taken, and the file is complete from the first moment.
    linkSync(draft, path)
  } catch (error) {
    if (errorCodeOf(error) === 'EEXIST')
      throw new CassetteError(`Another recorder has just started to record into ${file}.`)
    if (errorCodeOf(error) === 'ENOENT')
      throw new CassetteError(
        `Cannot record into ${file}: the folder ${dirname(file)} does not exist. Create it first.`,
      )
    throw new CassetteError(`Cannot record into ${file}: ${messageOf(error)}`)
  } finally {
    rmSync(draft, { force: true })
  }
}

function owned({ pid, processStart }: Owner): Owner {
  return processStart === undefined ? { pid } : { pid, processStart }
}

/**
 * Merges the journal of a dead process. Merging twice does no harm, so it comes first. Only the merged journal is removed, not a
 * newer one.
 */
function takeUpLeftBehind(path: string, options: MergeOptions & Pick<JournalOptions, 'isRunning'>): void {
  const header = readHeader(path)
  if (header === undefined) return
  if (options.isRunning(header)) {
    throw new CassetteError(
      `Process ${header.pid} is recording into ${options.file}. Stop it, or name another file.`,
    )
  }
  mergeInto(path, options)
  if (readHeader(path)?.id === header.id) rmSync(path, { force: true })
}

/** Undefined if the file does not exist. */
function readHeader(path: string): Header | undefined {
  const file = openIfThere(path)
  if (file === undefined) return undefined
  try {
    return headerOf(file, path)
  } finally {
    file.close()
  }
}

/** Undefined if the file does not exist. */
function openIfThere(path: string, onBytes?: OnBytes): LineFile | undefined {
  try {
    return openLines(path, onBytes)
  } catch (error) {
    if (error instanceof MissingFile) return undefined
    throw error
  }
}

function headerOf(file: LineFile, path: string): Header {
  const [line] = file.lines()
  const parsed = headerSchema.safeParse(parseJson(line?.isWhole === true ? line.text : '')?.value)
  if (parsed.success) return parsed.data
  throw new CassetteError(`${path} is not the journal of a recording. Move it aside to record here.`)
}

function mergeInto(path: string, { file, unique, onMerge }: MergeOptions): void {
  const recorded = readJournal(path, onMerge)
  try {
    const known = openCassetteIfThere(file, onMerge)
    try {
      const { entries, asks, tapes } = recorded.cassette
      // A session that recorded nothing must not set the clock of later replays.
      if (known !== undefined && entries.length === 0 && asks.length === 0 && tapes.length === 0) return
      const older = known?.cassette ?? nothing(recorded.cassette)
      writeCassette(file, mergeCassettes(older, recorded.cassette), unique, onMerge)
    } finally {
      known?.close()
    }
  } finally {
    recorded.close()
  }
}

/** Reads the recording so far; an incomplete last line is ignored. */
function readJournal(path: string, onBytes?: OnBytes): StoredCassette {
  const journal = openIfThere(path, onBytes)
  if (journal === undefined) throw new CassetteError(`The recording in ${path} was deleted.`)
  return readFromFile(journal, (file) => toCassette(file, path))
}

function toCassette(file: LineFile, path: string): Cassette<StoredEntry> {
  const { madeBy, from, apart } = headerOf(file, path)
  const entries: StoredEntry[] = []
  const name = basename(path)
  const hold = holdInFile(file, name)
  const tapes = new Map<unknown, ReturnType<typeof buildStream>>()
  const begun = new Map<unknown, number>()
  const asked: { question: RecordedRequest; at: number }[] = []
  let to = from
  for (const line of file.lines()) {
    if (line.number === 1 || !line.isWhole) continue
    const value = parseJson(line.text)?.value
    const ask = askedSchema.safeParse(value)
    const end = endSchema.safeParse(value)
    const happened = withoutSocket(value, name, line.number)
    if (ask.success) {
      asked.push({ question: ask.data.asked, at: ask.data.at })
      to = Math.max(to, ask.data.at)
    } else if (end.success) {
      to = Math.max(to, end.data.end)
    } else if (happened !== undefined) {
      const { on, event } = happened
      tapes.get(on)?.add(event, line)
      to = Math.max(to, (begun.get(on) ?? 0) + event.ms)
    } else {
      const read = parseLine(line.text, name, line.number)
      if ('question' in read || isStreamEvent(read)) continue
      to = Math.max(to, read.at)
      if ('socket' in read) {
        tapes.set(read.n, buildStream(read, hold()))
        begun.set(read.n, read.at)
      } else entries.push(toStored(read, line, file, name))
    }
  }
  return {
    madeBy,
    sessions: [{ from, to, ...(apart === undefined ? {} : { apart }) }],
    asks: toAsks(asked),
    entries,
    tapes: [...tapes.values()].map((tape) => tape.done()),
  }
}

function toAsks(
  asked: readonly { readonly question: RecordedRequest; readonly at: number }[],
): RequestTime[] {
  const groups = groupBy(asked, ({ question }) => requestKey(question))
  return [...groups.values()].flatMap((group) => {
    const first = group[0]
    return first === undefined ? [] : [{ question: first.question, at: group.map(({ at }) => at) }]
  })
}
