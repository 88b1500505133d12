import {
  closeSync,
  existsSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import * as z from 'zod'
import { parseJson } from '../contract/json.js'
import { CassetteError } from './error.js'
import { codeOf, messageOf, readCassette, readCassetteIfThere, writeCassette } from './file.js'
import {
  type Ask,
  type Cassette,
  type Entry,
  parseLine,
  type Question,
  questionKey,
  renderEntry,
} from './format.js'
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
}

/**
 * What is being recorded, on disk line by line as it happens: it survives the end of the process, however that comes.
 * While it lies there its cassette has a recorder.
 */
export interface Journal {
  /** @throws CassetteError when the disk refuses; the journal is then closed to further lines */
  entry(entry: Entry): void
  asked(question: Question, at: number): void
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
export function openJournal(options: JournalOptions): Journal {
  const { file, unique } = options
  const path = `${file}${JOURNAL}`
  takeUpLeftBehind(path, options)
  // A cassette that cannot be read must be told now, not when the recording is to be merged into it.
  readCassetteIfThere(file)
  create(path, options)
  const descriptor = openSync(path, 'a')
  let broken: CassetteError | undefined

  function append(line: string): void {
    if (broken !== undefined) throw broken
    try {
      const bytes = Buffer.from(`${line}\n`)
      for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done)
    } catch (error) {
      broken = new CassetteError(`Recording into ${file} has ended: ${messageOf(error)}`)
      throw broken
    }
  }

  return {
    entry: (entry) => append(renderEntry(entry)),
    asked: (question, at) => append(JSON.stringify({ asked: question, at })),
    close(at) {
      try {
        append(JSON.stringify({ end: at }))
      } catch {
        // Whatever was written before the disk refused is whole and worth keeping; the refusal has been told.
      }
      closeSync(descriptor)
      mergeInto(file, path, unique)
      rmSync(path, { force: true })
    },
  }
}

/**
 * Reads a cassette, or what a killed process left of one that it had only begun: its journal, whether that is named
 * itself or the cassette that is not there yet.
 * @throws CassetteError as {@link readCassette}
 */
export function readRecording(path: string): Cassette {
  const journal = isJournal(path) ? path : `${path}${JOURNAL}`
  const isLeft = journal === path || (!existsSync(path) && existsSync(journal))
  if (!isLeft) return readCassette(path)
  const recorded = readJournal(journal)
  // Merging with nothing numbers the entries, which may have gaps where one was withheld.
  return mergeCassettes({ madeBy: recorded.madeBy, sessions: [], asks: [], entries: [] }, recorded)
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
    if (codeOf(error) === 'EEXIST') throw new CassetteError(`Another recorder has just begun on ${file}.`)
    throw new CassetteError(`Nothing can be recorded into ${file}: ${messageOf(error)}`)
  } finally {
    rmSync(draft, { force: true })
  }
}

function owned({ pid, processStart }: Owner): Owner {
  return processStart === undefined ? { pid } : { pid, processStart }
}

/** Merging is done first and twice does no harm; only the journal that was merged is removed, not a newer one. */
function takeUpLeftBehind(path: string, { file, isRunning, unique }: JournalOptions): void {
  const header = readHeader(path)
  if (header === undefined) return
  if (isRunning(header)) {
    throw new CassetteError(
      `Process ${header.pid} is recording into ${file}; one recorder a file. Stop it, or name another file.`,
    )
  }
  mergeInto(file, path, unique)
  if (readHeader(path)?.id === header.id) rmSync(path, { force: true })
}

function readHeader(path: string): Header | undefined {
  const text = readJournalText(path)
  return text === undefined ? undefined : headerOf(text, path)
}

/** Undefined when there is none. */
function readJournalText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw new CassetteError(`The recording in ${path} cannot be read: ${messageOf(error)}`)
  }
}

function headerOf(text: string, path: string): Header {
  const line = text.slice(0, Math.max(0, text.indexOf('\n')))
  const parsed = headerSchema.safeParse(parseJson(line)?.value)
  if (parsed.success) return parsed.data
  throw new CassetteError(`${path} is no journal of a recording: move it away to record here.`)
}

function mergeInto(file: string, path: string, unique: string): void {
  const recorded = readJournal(path)
  const known = readCassetteIfThere(file)
  const isEmpty = recorded.entries.length === 0 && recorded.asks.length === 0
  // A session that recorded nothing must not set the clock of later replays.
  if (known !== undefined && isEmpty) return
  // Merging with nothing numbers the entries, which may have gaps where one was withheld.
  const nothing = { madeBy: recorded.madeBy, sessions: [], asks: [], entries: [] }
  writeCassette(file, mergeCassettes(known ?? nothing, recorded), unique)
}

/** The recording so far as a cassette; a line that was cut off in the writing is left out. */
function readJournal(path: string): Cassette {
  const text = readJournalText(path)
  if (text === undefined)
    throw new CassetteError(`The recording in ${path} is gone: somebody has removed it.`)
  const { madeBy, from, apart } = headerOf(text, path)
  const lines = text.split('\n').slice(1)
  lines.pop()
  const entries: Entry[] = []
  const asked: { question: Question; at: number }[] = []
  let to = from
  for (const [index, line] of lines.entries()) {
    const value = parseJson(line)?.value
    const ask = askedSchema.safeParse(value)
    const end = endSchema.safeParse(value)
    if (ask.success) {
      asked.push({ question: ask.data.asked, at: ask.data.at })
      to = Math.max(to, ask.data.at)
    } else if (end.success) {
      to = Math.max(to, end.data.end)
    } else {
      const entry = parseLine(line, basename(path), index + 2)
      if ('question' in entry) continue
      entries.push(entry)
      to = Math.max(to, entry.at)
    }
  }
  return {
    madeBy,
    sessions: [{ from, to, ...(apart === undefined ? {} : { apart }) }],
    asks: toAsks(asked),
    entries,
  }
}

function toAsks(asked: readonly { readonly question: Question; readonly at: number }[]): Ask[] {
  const groups = groupBy(asked, ({ question }) => questionKey(question))
  return [...groups.values()].flatMap((group) => {
    const first = group[0]
    return first === undefined ? [] : [{ question: first.question, at: group.map(({ at }) => at) }]
  })
}
