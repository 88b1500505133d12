import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { recordableWith } from '../../../src/cassette/format/allowed-headers.js'
import { toStoredBody } from '../../../src/cassette/format/body-text.js'
import type { Cassette, RecordedEntry, RequestTime } from '../../../src/cassette/format/format.js'
import {
  buildStream,
  holdInMemory,
  type RecordedStream,
  type StreamEvent,
  type StreamHead,
} from '../../../src/cassette/format/recorded-stream.js'
import { openRecording, type RecordOptions } from '../../../src/cassette/record/record-session.js'
import type { CassetteSession } from '../../../src/cassette/replay/cassette-session.js'
import { openReplay, type ReplayOptions } from '../../../src/cassette/replay/replay-session.js'
import { recordableNames } from '../../../src/daemon/recording/recordable-names.js'
import type { CallIdentity, VenueCall, Wire, WireReply } from '../../../src/transport/call-types.js'
import { type FakeClock, fakeClock } from '../../support/clock.js'
import { type CollectedLines, collectingLogger } from './collecting-logger.js'

/** When the recordings of these tests begin. */
export const NOON = Date.UTC(2026, 10, 21, 12)

/** What the daemon's recordings may hold. */
export const recordable = recordableWith(recordableNames)

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A folder of this test's own, removed after it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pmx-cassette-'))
  folders.push(folder)
  return folder
}

export function identity(path: string, query: Readonly<Record<string, string>> = {}): CallIdentity {
  return { venue: 'kalshi', host: 'api', method: 'GET', path, query: Object.entries(query) }
}

export function call(
  path: string,
  query: Readonly<Record<string, string>> = {},
  more: Partial<VenueCall> = {},
): VenueCall {
  return { ...identity(path, query), headers: {}, secretHeaders: {}, ...more }
}

export function entry(path: string, json: unknown, more: Partial<RecordedEntry> = {}): RecordedEntry {
  const reply = { status: 200, headers: {}, body: toStoredBody(JSON.stringify(json)) }
  return { call: identity(path), n: 0, at: NOON, answer: { reply }, ...more }
}

export function cassette(entries: readonly RecordedEntry[], asks: readonly RequestTime[] = []): Cassette {
  return { madeBy: 'pmx-local test', sessions: [{ from: NOON, to: NOON + 60_000 }], asks, entries, tapes: [] }
}

/** A socket of which this was recorded. */
export function tape(events: readonly StreamEvent[], head: Partial<StreamHead> = {}): RecordedStream {
  const socket = { venue: 'kalshi', host: 'stream', path: '/ws', query: [] } as const
  const built = buildStream({ socket, n: 0, at: NOON, ...head }, holdInMemory())
  const line = { text: '', number: 0, offset: 0, length: 0, isWhole: true }
  for (const event of events) built.add(event, line)
  return built.done()
}

const wireOptions = {
  signal: new AbortController().signal,
  proxy: undefined,
  maxBytes: 1_000_000,
  timeoutMs: 1_000,
}

/** Sends over a wire as the transport would. */
export function send(wire: Wire, sent: VenueCall): Promise<WireReply> {
  return wire.send(sent, new URL(`http://venue.test${sent.path}`), wireOptions)
}

export interface Recording extends CollectedLines {
  readonly session: CassetteSession
  readonly clock: FakeClock
  readonly file: string
}

/** A recording into a file of its own, by a clock that the test moves. */
export function recording(options: Partial<RecordOptions> = {}): Recording {
  const clock = fakeClock(NOON)
  const { log, lines } = collectingLogger()
  const file = options.file ?? join(temporaryFolder(), 'test.cassette')
  const session = openRecording({
    file,
    madeBy: 'pmx-local test',
    clock,
    owner: { pid: process.pid },
    isRunning: () => true,
    unique: 'recorder',
    newSecret: () => randomBytes(32).toString('hex'),
    recordable,
    log,
    ...options,
  })
  return { session, clock, file, lines }
}

/** A replay by a clock of another year. */
export function replaying(file: string, options: Partial<ReplayOptions> = {}): CassetteSession {
  const clock = fakeClock(NOON + 365 * 86_400_000)
  return openReplay({ files: [file], onRepeat: 'last', time: 'recorded', recordable, clock, ...options })
}

export function asking(method: string, args: unknown = [], credentials?: Readonly<Record<string, unknown>>) {
  return { exchange: 'kalshi', method, args, credentials }
}
