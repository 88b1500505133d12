import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pmxHeaders } from '../../api/envelope/pmx-headers.js'
import type { SourceId } from '../../api/envelope/source-ids.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import { parseJson } from '../../api/values/json.js'
import { renderBody } from '../../cassette/format/body-text.js'
import { withAnswer } from '../../cassette/format/format.js'
import { mergeShapes, type PayloadShape } from '../../cassette/format/response-shape.js'
import { openRecorded } from '../../cassette/maintenance/cassette-journal.js'
import type { Config } from '../../config/schema.js'
import type { CalledSources } from '../../daemon/sources/source-set.js'
import type { Clock } from '../../effects/clock.js'
import { loadMockVenues } from '../../simulator/mock-venues/registry.js'
import { callKey } from '../../transport/call-types.js'
import { takeUnknownWords, type UnknownWord } from '../../venue-kit/payload/native-enums.js'
import type { ApiCaller } from '../client/caller.js'
import { startInProcess } from '../client/in-process.js'
import { readShape, shapes } from '../client/response-shapes.js'
import { type CheckedCall, type CheckName, checkNames, Failed, type Outcome, runChecks } from './checks.js'
import { compareMembers, type MemberChange } from './members.js'
import { routeOf } from './routes.js'
import { pickUnknownWords } from './unknown-words.js'

/** The result for one venue. */
export interface VenueReport {
  readonly venue: VenueId
  readonly checks: Readonly<Record<CheckName, Outcome>>
  /** Members of its payloads that differ from the members that this version knows. */
  readonly members: readonly MemberChange[]
  /** Number of routes whose payloads were compared. */
  readonly routes: number
  readonly venueCalls: number
  readonly tookMs: number
  /** Enum values in its payloads that no table here contains, with their counts. */
  readonly unknownWords: readonly UnknownWord[]
}

export interface SelftestOptions {
  readonly config: Config
  readonly clock: Clock
  readonly venues: readonly VenueId[]
  /** Venues under test. */
  readonly world: CalledSources
  /** The cassette that the redacted traffic is recorded into. */
  readonly cassette: string
  /** Maximum time per venue, ms. */
  readonly maxWaitMs: number
  /** Ends the run. The recording stays, and no report is written. */
  readonly signal: AbortSignal
  /** Called at the end of each check. */
  readonly onCheck: (venue: VenueId, name: CheckName, outcome: Outcome) => void
}

/** The seed of the simulation with the known payloads, which is not the seed of `--demo`. */
const KNOWN_SEED = 7_919

/**
 * Checks the adapters against the venues, without writing and within the venues' limits. It compares the members of venue
 * payloads with those of the mock venues, which follow the venues' documents.
 * @throws the signal's reason
 */
export async function runSelftest(options: SelftestOptions): Promise<readonly VenueReport[]> {
  const { venues, config } = options
  const folder = mkdtempSync(join(tmpdir(), 'pmx-selftest-'))
  try {
    takeUnknownWords()
    const ran = await checkAll(options.world, config, options.cassette, options)
    const unknownWords = takeUnknownWords()
    const known = join(folder, 'known.jsonl')
    const played = { ...config, demo: { ...config.demo, seed: KNOWN_SEED } }
    await checkAll({ kind: 'demo' }, played, known, { ...options, onCheck: () => {} })
    const [before, now] = [await payloadsIn(known, venues), await payloadsIn(options.cassette, venues)]
    return ran.map((report) => ({
      ...report,
      ...changesOf(report.venue, before, now),
      unknownWords: pickUnknownWords(unknownWords, report.venue),
    }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Ran = Omit<VenueReport, 'members' | 'routes' | 'unknownWords'>

async function checkAll(
  asked: CalledSources,
  config: Config,
  file: string,
  options: Pick<SelftestOptions, 'venues' | 'clock' | 'maxWaitMs' | 'signal' | 'onCheck'>,
): Promise<readonly Ran[]> {
  const caller = await startInProcess(config, { kind: 'record', file, of: asked })
  try {
    return await Promise.all(options.venues.map((venue) => checkVenue(venue, caller, options)))
  } finally {
    await caller.close()
  }
}

async function checkVenue(
  venue: VenueId,
  caller: ApiCaller,
  { clock, maxWaitMs, signal, onCheck }: Pick<SelftestOptions, 'clock' | 'maxWaitMs' | 'signal' | 'onCheck'>,
): Promise<Ran> {
  const began = clock.monotonic()
  const leftMs = (): number => maxWaitMs - (clock.monotonic() - began)
  let venueCalls = 0
  const ask: CheckedCall = async (method, ...args) => {
    const late = clock.sleep(Math.max(1, leftMs()), signal)
    const reply = await Promise.race([late, caller.call(venue, method, args)])
    if (reply === undefined) throw new Failed('NETWORK_ERROR', 'no time left for this call')
    venueCalls += Number(reply.headers[pmxHeaders.upstreamRequests] ?? 0)
    const answer = readShape(shapes.envelope, reply.body, 'an API response')
    if (answer.success) return answer.data
    throw new Failed(answer.error.code ?? 'UNKNOWN', answer.error.message)
  }
  const checks: Partial<Record<CheckName, Outcome>> = {}
  await runChecks(
    ask,
    () => clock.now(),
    () => leftMs() <= 0,
    (name, outcome) => {
      checks[name] = outcome
      onCheck(venue, name, outcome)
    },
  )
  const missing: Outcome = { state: 'failed', reason: 'it was not checked' }
  const all = Object.fromEntries(checkNames.map((name) => [name, checks[name] ?? missing]))
  return {
    venue,
    checks: all as Record<CheckName, Outcome>,
    venueCalls,
    tookMs: Math.round(clock.monotonic() - began),
  }
}

/** The shapes of the venues' payloads, by venue and route. */
type Payloads = ReadonlyMap<SourceId, ReadonlyMap<string, PayloadShape>>

/** Reads the successful responses in a recording, merged by route. There is one per call, so a repeated call counts once. */
async function payloadsIn(file: string, venues: readonly VenueId[]): Promise<Payloads> {
  const faces = new Map((await loadMockVenues(venues)).map((face) => [face.venue, face]))
  const bodies = new Map<SourceId, Map<string, unknown[]>>()
  const { cassette, close } = openRecorded(file)
  try {
    const seen = new Set<string>()
    for (const stored of cassette.entries) {
      const key = callKey(stored.call)
      if (seen.has(key)) continue
      const { answer } = withAnswer(stored)
      if (!('reply' in answer) || answer.reply.status >= 300) continue
      const body = parseJson(renderBody(answer.reply.body))
      if (body === undefined) continue
      seen.add(key)
      const { venue } = stored.call
      const routes = bodies.get(venue) ?? new Map<string, unknown[]>()
      const route = routeOf(stored, faces.get(venue))
      const payloads = routes.get(route) ?? []
      payloads.push(body.value)
      bodies.set(venue, routes.set(route, payloads))
    }
  } finally {
    close()
  }
  return new Map(
    [...bodies].map(([venue, routes]) => [
      venue,
      new Map([...routes].map(([route, payloads]) => [route, mergeShapes(payloads)])),
    ]),
  )
}

function changesOf(venue: VenueId, before: Payloads, now: Payloads): Pick<VenueReport, 'members' | 'routes'> {
  const known = before.get(venue) ?? new Map<string, PayloadShape>()
  const both = [...(now.get(venue) ?? [])].flatMap(([route, shape]) => {
    const other = known.get(route)
    return other === undefined ? [] : [compareMembers(route, other, shape)]
  })
  return { members: both.flat(), routes: both.length }
}
