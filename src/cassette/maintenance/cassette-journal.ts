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

/** The process that records, and how to tell whether another one still does. */
interface Owner {
  readonly pid: number
  /** Tells a process from a later one with the same id; absent where the system does not say. */
  readonly processStart?: string | undefined
}

export interface JournalOptions {
  /** The cassette; the journal lies beside it as `<file>.journal`. */
  readonly file: string
  readonly madeBy: string
  readonly owner: Owner
  isRunning(owner: Owner): boolean
  /** A name that nobody else uses. */
  readonly unique: string
  /** When the recording begins, epoch ms. */
  readonly from: number
  /** Told of what is read and written while a recording is merged into the cassette, which may take its time. */
  readonly onMerge?: OnBytes | undefined
  /** Told of what is written as it is recorded. */
  readonly onWrite?: OnBytes | undefined
}

type MergeOptions = Pick<JournalOptions, 'file' | 'unique' | 'onMerge'>

/**
 * What is being recorded, on disk line by line as it happens: it survives the end of the process, however that comes.
 * While it lies there its cassette has a recorder.
 */
export interface CassetteJournal {
  /** @throws CassetteError when the disk refuses; the journal is then closed to further lines */
  entry(entry: RecordedEntry): void
  asked(question: RecordedRequest, at: number): void
  /**
   * A socket is to be opened (epoch ms).
   * @returns what writes down all that happens on it
   */
  socket(socket: SocketEndpoint, at: number): (event: StreamEvent) => void
  /** Merges everything into the cassette and removes the journal. */
  close(at: number): void
}

/** Ending of a journal's name, behind that of its cassette. */
const JOURNAL = '.journal'

const headerSchema = z.strictObject({
  pmxCassetteJournal: z.literal(1),
  pid: z.number().int(),
  processStart: z.string().optional(),
  id: z.string(),
  madeBy: z.string(),
  from: z.number(),
  /** As of a session; absent in journals of older versions. */
  apart: z.literal(true).optional(),
})
type Header = z.output<typeof headerSchema>

const askedSchema = z.strictObject({
  asked: z.strictObject({ exchange: z.string(), method: z.string(), hash: z.string() }),
  at: z.number(),
})
const endSchema = z.strictObject({ end: z.number() })

/**
 * Begins a journal. One that a dead process left behind is merged into the cassette first.
 * @throws CassetteError when a living process records into the same file, and for a cassette that cannot be read
 */
export function openCassetteJournal(options: JournalOptions): CassetteJournal {
  const { file } = options
  const path = `${file}${JOURNAL}`
  takeUpLeftBehind(path, options)
  // A cassette that cannot be read must be told now, not when the recording is to be merged into it.
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
    asked: (question, at) => append(JSON.stringify({ asked: question, at })),
    close(at) {
      try {
        append(JSON.stringify({ end: at }))
      } catch {
        // Whatever was written before the disk refused is whole and worth keeping; the refusal has been told.
      }
      closeSync(descriptor)
      mergeInto(path, options)
      rmSync(path, { force: true })
    },
  }
}

/**
 * Reads a cassette of any size, or what a killed process left of one that it had only begun: its journal, whether that
 * is named itself or the cassette that is not there yet.
 * @throws CassetteError as {@link openCassetteFile}
 */
export function openRecorded(path: string): StoredCassette {
  const journal = journalOf(path)
  const isLeft = isJournal(path) || (!existsSync(path) && existsSync(journal))
  if (!isLeft) return openCassetteFile(path)
  const { cassette, close } = readJournal(journal)
  return { cassette: mergeCassettes(nothing(cassette), cassette), close }
}

/** Merging with nothing numbers the entries, which may have gaps where one was withheld. */
function nothing({ madeBy }: Cassette<StoredEntry>): Cassette<StoredEntry> {
  return { madeBy, sessions: [], asks: [], entries: [], tapes: [] }
}

/** Says of a cassette that more was recorded than is in it; undefined when nothing was. */
export function describeJournal(path: string): string | undefined {
  const journal = journalOf(path)
  if (isJournal(path) || !existsSync(path) || !existsSync(journal)) return undefined
  return `${journal} holds a recording that is not in ${path} yet: its recorder still runs or was killed. Name it to use it; the next recording into ${path} merges it.`
}

/**
 * Makes a cassette of what a killed process left, as the next recorder into it would, where that is all there is of it
 * or its journal is named.
 * @returns the cassette's name
 * @throws CassetteError while its recorder runs, and for a journal or cassette that cannot be read
 */
export function takeUp(path: string, options: Pick<JournalOptions, 'isRunning' | 'unique'>): string {
  const file = cassetteOf(path)
  if (isJournal(path) || !existsSync(file)) takeUpLeftBehind(`${file}${JOURNAL}`, { ...options, file })
  return file
}

/** The cassette of a name, which may be that of its journal. */
export function cassetteOf(path: string): string {
  return isJournal(path) ? path.slice(0, -JOURNAL.length) : resolveLinks(path)
}

/** The journal of a cassette; a recorder writes it beside the file itself, whatever links lead there. */
function journalOf(path: string): string {
  return isJournal(path) ? path : `${resolveLinks(path)}${JOURNAL}`
}

/** Whether a name is that of a journal. */
export function isJournal(path: string): boolean {
  return path.endsWith(JOURNAL)
}

/** Creates the journal with its first line in it; a name that is taken stays as it is. */
function create(path: string, { file, madeBy, owner, from, unique }: JournalOptions): void {
  const header: Header = { pmxCassetteJournal: 1, ...owned(owner), id: unique, madeBy, from, apart: true }
  const draft = join(dirname(path), `.${basename(path)}.${unique}`)
  try {
    writeFileSync(draft, `${JSON.stringify(header)}\n`, { mode: 0o600, flag: 'wx' })
    // A link fails when its name is taken, and what appears under the name is whole from the first moment.
    linkSync(draft, path)
  } catch (error) {
    if (errorCodeOf(error) === 'EEXIST')
      throw new CassetteError(`Another recorder has just begun on ${file}.`)
    throw new CassetteError(`Nothing can be recorded into ${file}: ${messageOf(error)}`)
  } finally {
    rmSync(draft, { force: true })
  }
}

function owned({ pid, processStart }: Owner): Owner {
  return processStart === undefined ? { pid } : { pid, processStart }
}

/** Merging is done first and twice does no harm; only the journal that was merged is removed, not a newer one. */
function takeUpLeftBehind(path: string, options: MergeOptions & Pick<JournalOptions, 'isRunning'>): void {
  const header = readHeader(path)
  if (header === undefined) return
  if (options.isRunning(header)) {
    throw new CassetteError(
      `Process ${header.pid} is recording into ${options.file}; one recorder a file. Stop it, or name another file.`,
    )
  }
  mergeInto(path, options)
  if (readHeader(path)?.id === header.id) rmSync(path, { force: true })
}

/** Undefined when there is none. */
function readHeader(path: string): Header | undefined {
  const file = openIfThere(path)
  if (file === undefined) return undefined
  try {
    return headerOf(file, path)
  } finally {
    file.close()
  }
}

/** Undefined when there is none. */
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
  throw new CassetteError(`${path} is no journal of a recording: move it away to record here.`)
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

/** The recording so far; a line that was cut off in the writing is left out. */
function readJournal(path: string, onBytes?: OnBytes): StoredCassette {
  const journal = openIfThere(path, onBytes)
  if (journal === undefined)
    throw new CassetteError(`The recording in ${path} is gone: somebody has removed it.`)
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
