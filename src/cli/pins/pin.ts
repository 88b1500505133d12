import { setTimeout as wait } from 'node:timers/promises'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import { findNearest } from '../../api/values/suggest.js'
import { ensurePrivateDir } from '../../daemon/files/private-files.js'
import { changePins, readPins } from '../../daemon/state/pins-file.js'
import { systemClock } from '../../effects/clock.js'
import { createSystemIds } from '../../effects/ids.js'
import { type Pin, PinsDamaged, withoutPin, withPin } from '../../pins/format.js'
import { renderPace } from '../../pins/sample-plan.js'
import { captureEveryMs } from '../../pins/schedule.js'
import { loadVenue } from '../../venues/registry.js'
import { readAnswer } from '../client/call-method.js'
import type { ApiCaller, ApiReply, StoreTrouble } from '../client/caller.js'
import { type NamedOutcome, resolveOutcomes } from '../client/resolve-outcomes.js'
import { readShape, shapes } from '../client/response-shapes.js'
import { openKeepingCaller } from '../client/temporary-daemon.js'
import { reportNotOnDisk, waitUntilOnDisk } from '../import-export/on-disk.js'
import { filesOf, type StoreFlags } from '../import-export/open-database.js'
import { addDatabaseFlags, createQuietOption, type Register } from '../options/command.js'
import { parseVenue } from '../options/named-venue.js'
import { readSettings, type Settings } from '../options/settings.js'
import { toPrintable } from '../output/display-width.js'
import { CommandFailed, exitCodes, type Output, withoutNotes } from '../output/output.js'
import { withProgress } from '../output/progress.js'
import { findAnsweringDaemon } from '../process/find-daemon.js'
import { assertAffordable, type Sampling, samplingOf } from './sampling.js'

/** Maximum wait for another command that changes the pins, ms. */
const PATIENCE_MS = 3_000
const POLL_MS = 20

export const pinCommand: Register = (program, output) => {
  addDatabaseFlags(
    program
      .command('pin <venue> <id>')
      .description('Store the history of an outcome, market or event before the venue deletes it'),
  )
    .option('--sample <pace>', 'For venues without candles: sample order books every 30s, 1m, 5m, ...')
    .addOption(createQuietOption())
    .action((venue, id, flags) => pin(venue, id, flags, output))
}

interface PinFlags extends StoreFlags {
  readonly quiet?: boolean
  readonly sample?: string
}

export const unpinCommand: Register = (program, output) => {
  addDatabaseFlags(
    program
      .command('unpin <venue> <id>')
      .description('Stop storing the history of a pinned item; stored data remains'),
  ).action((venue, id, flags) => unpin(venue, id, flags, output))
}

/** `pmx-local pin <venue> <id>`: the daemon will capture these outcomes before the venue deletes their data. */
async function pin(venueText: string, id: string, flags: PinFlags, output: Output): Promise<void> {
  const venue = parseVenue(venueText)
  const sampling = await samplingOf(venue, id, flags.sample)
  const settings = readSettings(flags)
  const isQuiet = flags.quiet === true
  // Before any call, since the result could not be stored with a damaged file.
  asCommand(() => readPins(pinsFile(settings, flags)))
  const capturing = await findCapturer(settings, flags)
  const { outcomes, trouble } = await outcomesOf(
    venue,
    id,
    sampling,
    flags,
    isQuiet ? withoutNotes(output) : output,
  )
  // Without a cache this is the configured behavior, and is reported below.
  if (trouble !== undefined && capturing.kind !== 'no cache') reportNotOnDisk(trouble, output)
  const sampled = sampling === undefined ? {} : { sampleMs: sampling.paceMs }
  const pinned: Pin = { venue, id, outcomes, pinnedAt: systemClock.now(), ...sampled }
  const { earlier, present } = await change(settings, flags, (pins) => {
    const { pins: after, earlier } = withPin(pins, pinned)
    if (sampling !== undefined) assertAffordable(sampling, after)
    return { pins: after, result: { earlier, present: after.length } }
  })
  const everyMs = sampling?.paceMs ?? (await everyMsOf(venue))
  if (flags.json === true) {
    const { pinnedAt, sampleMs, ...told } = pinned
    const pace = sampleMs === undefined ? {} : { sample: renderPace(sampleMs) }
    const by = capturing.kind === 'daemon' ? capturing.address : null
    return output.json({ ...told, ...pace, refreshed: earlier !== undefined, pins: present, capturedBy: by })
  }
  if (isQuiet) return
  for (const outcome of outcomes) output.line(outcomeLine(venue, outcome))
  if (earlier !== undefined) output.line(refreshedLine(earlier, pinned))
  if (sampling === undefined) output.line(whenLine(capturing, everyMs, flags))
  else output.line(sampleLine(capturing, sampling, flags))
}

/** `pmx-local unpin <venue> <id>`: stops the capture; stored data remains. */
async function unpin(venueText: string, id: string, flags: StoreFlags, output: Output): Promise<void> {
  const venue = parseVenue(venueText)
  const left = await change(readSettings(flags), flags, (pins) => {
    const after = withoutPin(pins, { venue, id })
    if (after === pins) throw notPinned(venue, id, pins)
    return { pins: after, result: after.length }
  })
  if (flags.json === true) return output.json({ venue, id, pins: left })
  output.line(
    `${venue} ${toPrintable(id)} is no longer pinned. Stored data remains; 'pmx-local cache prune' deletes it.`,
  )
}

/** Resolves an id to outcomes. Pinned outcomes are requested much later, so an unavailable venue is already an error now. */
async function outcomesOf(
  venue: VenueId,
  id: string,
  sampling: Sampling | undefined,
  flags: StoreFlags,
  output: Output,
): Promise<{ readonly outcomes: readonly NamedOutcome[]; readonly trouble: StoreTrouble | undefined }> {
  const reading = { prefer: 'market' } as const
  const caller = await openKeepingCaller(flags, output)
  const steady: ApiCaller = {
    ...caller,
    call: async (...question) => unlessDown(await caller.call(...question)),
  }
  try {
    const outcomes = await withProgress(
      output,
      `calling ${venue}`,
      () => caller.venueCalls(),
      () =>
        resolveOutcomes(
          steady,
          venue,
          id,
          () =>
            sampling === undefined
              ? steady.call(venue, 'fetchOHLCV', [id, { limit: 1 }])
              : steady.call(venue, 'fetchOrderBook', [id, 1]),
          reading,
        ),
    )
    return { outcomes, trouble: await waitUntilOnDisk(caller) }
  } finally {
    await caller.close()
  }
}

/** The status that an offline daemon returns for data that only a venue has. */
const UNASKED = 504

/** Returns the reply, unless it is a failure that does not depend on the id. @throws CommandFailed for such a failure */
function unlessDown(reply: ApiReply): ApiReply {
  const envelope = readShape(shapes.envelope, reply.body, 'an envelope')
  const isUnasked = reply.status === UNASKED
  if (!envelope.success && (isUnasked || envelope.error.retryable === true)) readAnswer(reply)
  return reply
}

/** Changes the pins as the flags require, and waits while another command is changing them. */
async function change<Result>(
  settings: Settings,
  flags: StoreFlags,
  work: (pins: readonly Pin[]) => { readonly pins: readonly Pin[]; readonly result: Result },
): Promise<Result> {
  ensurePrivateDir(settings.paths.stateDir)
  const file = pinsFile(settings, flags)
  const effects = { clock: systemClock, ids: createSystemIds() }
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const changed = asCommand(() => changePins(file, effects, work))
    if (changed.ok) return changed.result
    if (waitedMs >= PATIENCE_MS) {
      throw new CommandFailed(
        `pid ${changed.holder.pid} has been changing the pins for more than ${PATIENCE_MS / 1000} s. Retry when it has finished.`,
      )
    }
    await wait(POLL_MS)
  }
}

function pinsFile(settings: Settings, flags: StoreFlags): string {
  return filesOf(settings, flags).pins
}

/**
 * Runs an operation on the pins.
 * @throws CommandFailed when their file is damaged
 */
export function asCommand<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw error instanceof PinsDamaged ? new CommandFailed(error.message) : error
  }
}

function notPinned(venue: VenueId, id: string, pins: readonly Pin[]): CommandFailed {
  const ids = pins.filter((pinned) => pinned.venue === venue).map((pinned) => pinned.id)
  const near = findNearest(id, ids)
  const meant = near === undefined ? '' : ` (did you mean '${toPrintable(near)}'?)`
  return new CommandFailed(
    `${venue} '${toPrintable(id)}' is not pinned${meant}. 'pmx-local pins' lists the pins.`,
    exitCodes.failed,
  )
}

/** The daemon that captures pinned series, or the reason why none does. */
export type Capturer =
  | { readonly kind: 'daemon'; readonly address: string }
  | { readonly kind: 'recording' | 'offline'; readonly address: string }
  | { readonly kind: 'no daemon' }
  | { readonly kind: 'no cache' }

/** Finds the daemon that captures pinned series for the state folder and flags. */
export async function findCapturer(settings: Settings, flags: StoreFlags): Promise<Capturer> {
  if (!settings.config.cache.enabled) return { kind: 'no cache' }
  const running = await findAnsweringDaemon(settings)
  if (running?.mode !== (flags.demo === true ? 'demo' : 'live')) return { kind: 'no daemon' }
  const address = `http://localhost:${running.port}`
  if (running.recording !== undefined) return { kind: 'recording', address }
  return { kind: running.offline === true ? 'offline' : 'daemon', address }
}

/** Renders why nothing is captured, and a fix, or undefined if the daemon captures. */
export function renderIdlePins(capturing: Capturer, flags: StoreFlags): string | undefined {
  switch (capturing.kind) {
    case 'daemon':
      return undefined
    case 'recording':
      return `The daemon at ${capturing.address} is recording a cassette, and does not capture pins while it records.`
    case 'offline':
      return `The daemon at ${capturing.address} is offline, and does not capture pins.`
    case 'no cache':
      return 'Pins are not captured, because the configuration caches candles in memory only (cache.enabled: false).'
    case 'no daemon':
      return `Pins are captured only while a daemon is running. Start one: pmx-local start -d${flags.demo === true ? ' --demo' : ''}`
  }
}

function whenLine(capturing: Capturer, everyMs: number, flags: StoreFlags): string {
  const hours = everyMs / 3_600_000
  const every = hours >= 1 ? `${hours} h` : `${everyMs / 60_000} min`
  return (
    renderIdlePins(capturing, flags) ??
    `The daemon stores new candles within two minutes, then every ${every}; 'pmx-local pins' shows the progress.`
  )
}

function sampleLine(capturing: Capturer, { paceMs }: Sampling, flags: StoreFlags): string {
  const idle = renderIdlePins(capturing, flags)?.replace('captured', 'sampled').replace('captures', 'samples')
  return (
    idle ??
    `The daemon samples within half a minute, then every ${renderPace(paceMs)}; 'pmx-local pins' shows the progress.`
  )
}

function refreshedLine(earlier: Pin, now: Pin): string {
  const known = new Set(earlier.outcomes.map(({ outcomeId }) => outcomeId))
  const added = now.outcomes.filter(({ outcomeId }) => !known.has(outcomeId)).length
  const gone = earlier.outcomes.length + added - now.outcomes.length
  return `It was already pinned. Its outcomes were updated: ${added} added, ${gone} removed.`
}

function outcomeLine(venue: VenueId, { outcomeId, label, market }: NamedOutcome): string {
  const name = label === undefined ? '' : ` (${toPrintable(`${market ?? ''}: ${label}`)})`
  return `pinned ${venue} ${toPrintable(outcomeId)}${name}`
}

/** Returns the capture interval of the resolution that the venue deletes soonest. */
async function everyMsOf(venue: VenueId): Promise<number> {
  const steps = (await loadVenue(venue))?.candles?.steps ?? []
  return Math.min(...steps.map(captureEveryMs), captureEveryMs({}))
}
