import { readArguments } from '../../api/arguments/arguments.js'
import { modernizeArguments } from '../../api/arguments/legacy.js'
import { type MethodName, methodOf } from '../../api/arguments/methods.js'
import { renderSuccess, successTextOf, toFailure } from '../../api/envelope/envelope.js'
import { PmxError } from '../../api/envelope/errors.js'
import { pmxHeaders } from '../../api/envelope/pmx-headers.js'
import { type VenueId, venueNames } from '../../api/envelope/venue-ids.js'
import type { Config } from '../../config/schema.js'
import { readyTextOf } from '../../core/request/api-call.js'
import type { StopReport } from '../../core/trading/stop-orders.js'
import { type Core, createCore } from '../../daemon/compose-core.js'
import { worldFilesIn } from '../../daemon/files/state-paths.js'
import { createCleanupStack } from '../../daemon/lifecycle/cleanup-stack.js'
import type { CalledSources, WorldChoice } from '../../daemon/sources/source-set.js'
import { createSystemEffects, type Effects } from '../../effects/effects.js'
import { keepAliveDuring } from '../../effects/keep-alive.js'
import { silentLogger } from '../../observe/logger.js'
import type { Settings } from '../options/settings.js'
import { openWorldHere } from '../process/local-sources.js'
import type { ApiCaller, ApiReply, CallTerms, StoreTrouble } from './caller.js'
import { watchOver } from './core-watch.js'

/** An arbitrarily long time. The timer only prevents the process from exiting while a call waits for one of the clock's timers. */
const KEEP_ALIVE_MS = 60_000

interface InProcessOptions {
  /** System effects by default. The examples pass fixed effects. */
  readonly effects?: Effects
  /** Path of the order journal. Without it, the journal ends with the process. */
  readonly orderFile?: string | undefined
  /** Whether the process ends with the response. If so, it cannot send repeated heartbeats. */
  readonly isBrief?: boolean
}

/**
 * Starts the core without an HTTP server, for a command that finds no daemon. It does not lock a state folder. Candles stay in
 * memory, and no lock or instance file is written.
 * @param choice a simulation ends with the caller; a recording is written on close
 * @throws ConfigError
 */
export async function startInProcess(
  config: Config,
  choice: CalledSources | Extract<WorldChoice, { kind: 'record' }>,
  { effects = createSystemEffects(), orderFile, isBrief = false }: InProcessOptions = {},
): Promise<ApiCaller> {
  const isDemo = (choice.kind === 'record' ? choice.of : choice).kind === 'demo'
  const mode: Readonly<Record<string, string>> = isDemo ? { [pmxHeaders.mode]: 'demo' } : {}
  const { core, close } = await openCore(config, choice, { effects, orderFile })
  const answer: ApiCaller['call'] = async (venue, method, args, terms) =>
    isBrief && (await needsHeartbeats(core, venue, method, args))
      ? refusalOf(withoutHeartbeats(venue))
      : run(core, venue, method, args, terms)
  return {
    where: isDemo ? 'a simulation in this process' : 'the venues, from this process',
    async call(venue, method, args, terms) {
      const { status, headers, body } = await keepAliveDuring(answer(venue, method, args, terms))
      return { status, headers: { ...headers, ...mode }, body }
    },
    watch: watchOver(core.dispatcher),
    // Nothing is stored beyond the process.
    lists: async () => [],
    venueCalls: () => [...core.transport.counters().values()].reduce((sum, { sent }) => sum + sent, 0),
    storeTrouble: async () => troubleIn(core.storeState()),
    close,
  }
}

/** Blocks all orders for the state folder, and cancels the open ones from this process. @throws ConfigError */
export function stopHere(
  settings: Settings,
  kind: CalledSources['kind'],
  { by, reason }: { readonly by: string; readonly reason?: string },
): Promise<StopReport> {
  return withOrdersHere(settings, kind, (own) => own.stopOrders(by, reason))
}

/** Works on the order journal from this process, and calls venues if needed. @throws ConfigError */
export async function withOrdersHere<Result>(
  { config, paths }: Settings,
  kind: CalledSources['kind'],
  work: (dispatcher: Core['dispatcher']) => Promise<Result>,
): Promise<Result> {
  const keepAlive = setInterval(() => {}, KEEP_ALIVE_MS)
  const { core, close } = await openCore(
    config,
    { kind },
    { orderFile: orderFileOf({ config, paths }, kind) },
  )
  try {
    return await work(core.dispatcher)
  } finally {
    clearInterval(keepAlive)
    await close()
  }
}

/**
 * Returns the path of the state folder's order journal, for operations that do not lock the folder. Every process that places
 * orders records them there.
 */
export function orderFileOf({ config, paths }: Settings, kind: CalledSources['kind']): string {
  return worldFilesIn(paths.stateDir, kind === 'demo' ? config.demo.seed : undefined).orders
}

function troubleIn(state: ReturnType<Core['storeState']>): StoreTrouble | undefined {
  return state.kind === 'ok' ? undefined : { reason: state.reason, unsaved: state.unsaved }
}

async function openCore(
  config: Config,
  choice: WorldChoice,
  { effects = createSystemEffects(), orderFile }: InProcessOptions,
): Promise<{ readonly core: Core; close(): Promise<void> }> {
  const closing = createCleanupStack()
  const world = await openWorldHere(choice, config, effects)
  closing.add(() => world.close())
  try {
    const core = await createCore({
      config,
      effects,
      log: silentLogger,
      world,
      candleFile: undefined,
      orderFile,
    })
    closing.add(() => core.close())
    return { core, close: closing.closeAll }
  } catch (error) {
    await closing.closeAll()
    throw error
  }
}

/** Runs a call with the same argument parsing and the same envelopes as the HTTP server. */
async function run(
  { dispatcher }: Core,
  venue: VenueId,
  method: MethodName,
  raw: readonly unknown[],
  { priority = 'interactive', signal = new AbortController().signal }: CallTerms = {},
): Promise<ApiReply> {
  try {
    const { args, ignored } = readArguments(method, modernizeArguments(method, raw), venue)
    // The user of this command owns the configuration.
    const answer = await dispatcher.run(method, args, {
      venue,
      signal,
      credentials: undefined,
      trusted: true,
      priority,
    })
    const { data, headers } = answer
    const unread = [...ignored, ...(answer.ignored ?? [])]
    const ready = readyTextOf(data)
    const text = ready === undefined ? renderSuccess(data) : successTextOf(ready)
    return {
      status: 200,
      headers: unread.length === 0 ? headers : { ...headers, [pmxHeaders.ignored]: unread.join(', ') },
      body: JSON.parse(text),
    }
  } catch (error) {
    // Any other error is a bug. This process has no log, so it is thrown with its stack.
    if (!(error instanceof PmxError)) throw error
    return refusalOf(error)
  }
}

function refusalOf(error: PmxError): ApiReply {
  const { status, body } = toFailure(error)
  return { status, headers: {}, body }
}

/** Whether a call sets a timeout that expires without repeated heartbeats. */
async function needsHeartbeats(
  { loadVenue }: Core,
  venue: VenueId,
  method: MethodName,
  [timeoutMs]: readonly unknown[],
): Promise<boolean> {
  if (method !== methodOf.cancelAllAfter || Number(timeoutMs) === 0) return false
  return (await loadVenue(venue))?.orders?.cancelAfter?.kind === 'heartbeat'
}

function withoutHeartbeats(venue: VenueId): PmxError {
  return new PmxError(
    'NOT_SUPPORTED',
    `${venueNames[venue]} needs heartbeats, and this command cannot send them after it ends. All orders would be canceled within seconds. Start the daemon (pmx-local start), then repeat the command.`,
    { exchange: venue, detail: { kind: 'no_daemon' } },
  )
}
