import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readCassette } from '../../../src/cassette/format/cassette-file.js'
import { renderCassette } from '../../../src/cassette/format/format.js'
import {
  describeJournal,
  type JournalOptions,
  openCassetteJournal,
  openRecorded,
  takeUp,
} from '../../../src/cassette/maintenance/cassette-journal.js'
import { entry, NOON, temporaryFolder } from '../support/cassettes.js'

const question = { exchange: 'kalshi', method: 'fetchMarkets', hash: '00ff' }

function journal(file: string, options: Partial<JournalOptions> = {}) {
  const owner = { pid: 4711, processStart: 'then' }
  return openCassetteJournal({
    file,
    madeBy: 'pmx-local test',
    owner,
    isRunning: () => false,
    unique: 'u',
    from: NOON,
    ...options,
  })
}

const newFile = (name = 'x.cassette'): string => join(temporaryFolder(), name)
const pathsOf = (file: string): string[] =>
  readCassette(file).entries.map(({ call, n }) => `${call.path} ${n}`)

describe('a journal', () => {
  test('becomes the cassette when it is closed, and is gone then', () => {
    const file = newFile()
    const recording = journal(file)
    recording.noteRequest(question, NOON + 1)
    recording.entry(entry('/b', 1, { at: NOON + 2 }))
    recording.entry(entry('/a', 1, { at: NOON + 3 }))
    recording.noteRequest(question, NOON + 4)
    recording.close(NOON + 5)
    const { sessions, asks, madeBy } = readCassette(file)
    expect({ sessions, asks, madeBy }).toEqual({
      madeBy: 'pmx-local test',
      sessions: [{ from: NOON, to: NOON + 5, apart: true }],
      asks: [{ question, at: [NOON + 1, NOON + 4] }],
    })
    expect(pathsOf(file)).toEqual(['/a 0', '/b 0'])
    expect(readdirSync(dirname(file))).toEqual(['x.cassette'])
  })

  test('numbers the repetitions without gaps, whatever was left out', () => {
    const file = newFile()
    const recording = journal(file)
    for (const n of [1, 4, 2]) recording.entry(entry('/a', n, { n }))
    recording.close(NOON)
    const bodies = readCassette(file).entries.map(({ n, answer }) => [n, answer])
    expect(bodies.map(([n]) => n)).toEqual([0, 1, 2])
    expect(JSON.stringify(bodies)).toMatch(/"json":1.*"json":2.*"json":4/)
  })

  test('that a killed process left behind is merged by the next recorder, its cut last line left out', () => {
    const file = newFile()
    const killed = journal(file, { unique: 'killed' })
    killed.entry(entry('/a', 1, { at: NOON + 9 }))
    killed.noteRequest(question, NOON + 10)
    appendFileSync(`${file}.journal`, '{"venue":"kalshi","ho')
    const next = journal(file, { unique: 'next', from: NOON + 100 })
    expect(pathsOf(file)).toEqual(['/a 0'])
    expect(readCassette(file).sessions).toEqual([{ from: NOON, to: NOON + 10, apart: true }])
    next.entry(entry('/b', 1))
    next.close(NOON + 200)
    expect(pathsOf(file)).toEqual(['/a 0', '/b 0'])
    expect(existsSync(`${file}.journal`)).toBe(false)
  })

  test('of a living process keeps others from recording into the same file', () => {
    const file = newFile()
    journal(file)
    expect(() => journal(file, { isRunning: () => true })).toThrow(/Process 4711 is recording into/)
    expect(existsSync(`${file}.journal`)).toBe(true)
  })

  test('replaces what older sessions held of a call, all its repetitions, and leaves the rest', () => {
    const file = newFile()
    const first = journal(file)
    for (const n of [0, 1, 2]) first.entry(entry('/a', `old ${n}`, { n }))
    first.entry(entry('/b', 'old'))
    first.close(NOON)
    const second = journal(file, { from: NOON + 1000 })
    second.entry(entry('/a', 'new'))
    second.close(NOON + 2000)
    expect(pathsOf(file)).toEqual(['/a 0', '/b 0'])
    expect(readFileSync(file, 'utf8')).toContain('"json":"new"')
    expect(readCassette(file).sessions).toHaveLength(2)
  })

  test('in which nothing was recorded leaves an existing cassette as it is', () => {
    const file = newFile()
    const first = journal(file)
    first.entry(entry('/a', 1))
    first.close(NOON)
    const before = readFileSync(file, 'utf8')
    journal(file, { from: NOON + 1000 }).close(NOON + 2000)
    expect(readFileSync(file, 'utf8')).toBe(before)
  })

  test('is not begun over a cassette that cannot be read, nor over somebody else’s file', () => {
    const file = newFile()
    writeFileSync(file, 'hello\n')
    expect(() => journal(file)).toThrow(/line 1 is not a cassette header/)
    expect(existsSync(`${file}.journal`)).toBe(false)
    const other = newFile()
    writeFileSync(`${other}.journal`, 'hello\n')
    expect(() => journal(other)).toThrow(/is not the journal of a recording/)
  })

  test('says at once when the folder is not there', () => {
    expect(() => journal(join(temporaryFolder(), 'no/such.cassette'))).toThrow(
      /^Cannot record into .*such\.cassette: the folder .*no does not exist\. Create it first\.$/,
    )
  })

  test('survives when it cannot be merged', () => {
    const folder = temporaryFolder()
    const file = join(folder, 'x.cassette')
    const recording = journal(file)
    recording.entry(entry('/a', 1))
    // The place of the cassette is taken by something that cannot be replaced by a file.
    mkdirSync(file)
    writeFileSync(join(file, 'full'), '')
    expect(() => recording.close(NOON)).toThrow(/cannot be read/)
    expect(existsSync(`${file}.journal`)).toBe(true)
  })

  test('that a killed process left behind is read in the place of its cassette, or by its own name', () => {
    const file = newFile()
    const killed = journal(file)
    killed.entry(entry('/a', 1))
    for (const name of [file, `${file}.journal`])
      expect(openRecorded(name).cassette.entries.map(({ call }) => call.path)).toEqual(['/a'])
    expect(describeJournal(file)).toBeUndefined()
    const left = renderCassette(openRecorded(file).cassette)
    killed.close(NOON)
    expect(readFileSync(file, 'utf8')).toBe(left)
    expect(describeJournal(file)).toBeUndefined()
    journal(file, { unique: 'next' })
    expect(describeJournal(file)).toMatch(/x.cassette.journal contains a recording that is not in .* yet/)
    expect(describeJournal(`${file}.journal`)).toBeUndefined()
  })

  test('is found by every name that leads to the cassette', () => {
    const file = newFile()
    const link = `${file}.link`
    symlinkSync(file, link)
    const killed = journal(file)
    killed.entry(entry('/a', 1))
    expect(openRecorded(link).cassette.entries).toHaveLength(1)
    killed.close(NOON)
    journal(file, { unique: 'next' })
    expect(describeJournal(link)).toMatch(/x.cassette.journal contains a recording/)
  })

  test('that a killed process left behind is made a cassette of, but not while its recorder runs', () => {
    const file = newFile()
    journal(file).entry(entry('/a', 1))
    expect(() => takeUp(file, { isRunning: () => true, unique: 'other' })).toThrow(/is recording into/)
    for (const name of [file, `${file}.journal`, file])
      expect(takeUp(name, { isRunning: () => false, unique: 'other' })).toBe(file)
    expect(readCassette(file).entries).toHaveLength(1)
    expect(existsSync(`${file}.journal`)).toBe(false)
  })
})
