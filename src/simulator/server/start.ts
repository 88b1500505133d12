import type { CredentialTexts } from '../../api/arguments/credentials.js'
import { PmxError } from '../../api/envelope/errors.js'
import type { SourceId } from '../../api/envelope/source-ids.js'
import type { Clock } from '../../effects/clock.js'
import { createSeededRandom, hashText } from '../../effects/random.js'
import { type Logger, silentLogger } from '../../observe/logger.js'
import { createAbort } from '../../policy/abort.js'
import { applyFaults, createFaults, type FaultRule, type Faults } from '../faults/faults.js'
import { type Reply, toTextReply } from '../http/reply.js'
import { createMockRequestLog, type MockRequestLog, type RequestRecorder } from '../http/request-log.js'
import { limitHeadersFor, limitsOf, type MeteredLimit } from '../mock-kit/host-limits.js'
import type { MockContext, MockHost, MockRequest, MockVenue } from '../mock-kit/mock-venue.js'
import { createSwitches, type Switches } from '../mock-kit/venue-switches.js'
import { loadMockVenues } from '../mock-venues/registry.js'
import { createPaperTrading } from '../paper-trading/exchange.js'
import { foldSeed } from '../world/common/hash.js'
import type { Rhythm } from '../world/common/types.js'
import type { Prices } from '../world/prices/quoting.js'
import { createWorld, type SimulatedWorld } from '../world/world.js'
import { listen, type MockListener, type ReceivedRequest, type Sending } from './listener.js'
import { createReplyMemory, type ReplyMemory } from './reply-cache.js'
import { answer } from './router.js'
import { createSocketFaults, createSocketStage } from './socket.js'

export interface SimulatorOptions {
  /** The same seed always gives the same world. A text is hashed. */
  readonly seed: number | string
  readonly clock: Clock
  /** The simulated venues and feeds. If absent, all that have a mock venue. */
  readonly venues?: readonly SourceId[]
  /** The first of consecutive ports, in the order of `addresses`. If it is 0 or absent, any free ports are used. */
  readonly port?: number
  /** Whether each venue quotes its own prices, which is the default. */
  readonly prices?: Prices
  readonly rhythm?: Rhythm
  /** An existing world with this seed and rhythm, which saves rebuilding its events. */
  readonly world?: SimulatedWorld
  readonly faults?: readonly FaultRule[]
  /**
   * Maximum size of the replies that are cached for the same request at the same instant, bytes. The cache is useful with a
   * stopped clock. With a running clock, no request repeats. If absent, there is no cache.
   */
  readonly replyBytes?: number
  readonly log?: Logger
  /** Receives requests. If absent, requests arrive on loopback sockets. */
  readonly listen?: typeof listen
}

/** Native base URLs, by venue and host name. */
type SimulatorUrls = Readonly<Partial<Record<SourceId, Readonly<Record<string, string>>>>>

type PaperCredentials = Readonly<Partial<Record<SourceId, CredentialTexts>>>

/** One listener. */
interface SimulatorAddress {
  readonly venue: SourceId
  readonly host: string
  readonly url: string
  /** Whether the host serves only sockets. */
  readonly isSocket: boolean
}

/** A running simulation, with one loopback port for each host of each venue and feed. */
export interface Simulator {
  readonly urls: SimulatorUrls
  /** The same addresses in the stable order in which ports are assigned. */
  readonly addresses: readonly SimulatorAddress[]
  readonly world: SimulatedWorld
  /** Credentials that open paper accounts, by venue, where the mock venue has some. */
  readonly paper: PaperCredentials
  readonly faults: Faults
  readonly switches: Switches
  readonly requests: MockRequestLog
  /** Stops listening and immediately ends every connection and every delayed reply. */
  close(): Promise<void>
}

const MAX_REQUEST_LINES = 1_000

/**
 * Starts the mock venues on 127.0.0.1.
 * @throws PmxError when the clock is outside the world's time, or the socket error (EADDRINUSE) when a requested port is taken;
 * nothing stays open in that case
 */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { clock, port = 0, replyBytes = 0, log = silentLogger, listen: hear = listen } = options
  assertInWorldTime(clock.now())
  const seed = typeof options.seed === 'string' ? hashText(options.seed) : foldSeed(options.seed)
  const { rhythm = 'natural', prices = 'by-venue', world = createWorld({ seed, rhythm, prices }) } = options
  const faults = createFaults(seed, options.faults)
  const switches = createSwitches()
  const requests = createMockRequestLog(MAX_REQUEST_LINES)
  const random = createSeededRandom(seed)
  const accounts = createPaperTrading(world)
  const memory = createReplyMemory(replyBytes)
  const stopping = createAbort()
  const contextOf = (venue: SourceId) => (): MockContext => ({
    world: accounts.worldOf(venue),
    paper: accounts,
    now: clock.now(),
    switches,
    random,
  })
  const listeners: MockListener[] = []
  const addresses: SimulatorAddress[] = []

  const close = async (): Promise<void> => {
    stopping.abort()
    await Promise.all(listeners.splice(0).map((listener) => listener.close()))
  }
  let paper: PaperCredentials = {}
  try {
    const faces = await loadMockVenues(options.venues)
    paper = lendPaper(faces)
    for (const { face, name, host } of hostsOf(faces)) {
      const desk = createDesk({
        face,
        name,
        host,
        faults,
        requests,
        clock,
        context: contextOf(face.venue),
        memory,
        log,
        stopping: stopping.signal,
      })
      const sockets = [host.socket ?? [], host.otherSockets ?? []].flat()
      const stage =
        sockets.length === 0
          ? undefined
          : createSocketStage({
              sockets,
              clock,
              context: contextOf(face.venue),
              decide: createSocketFaults(faults, { venue: face.venue, host: name }),
              reworded: (count) => faults.noteReworded(count),
              opened: (target, status) =>
                requests.record({
                  at: clock.now(),
                  venue: face.venue,
                  host: name,
                  method: 'GET',
                  target,
                  status,
                }),
            })
      const listener = await hear(port === 0 ? 0 : port + listeners.length, desk, stage)
      listeners.push(listener)
      const url = `http://127.0.0.1:${listener.port}${host.prefix}`
      const isSocket = sockets.length > 0 && host.routes.length === 0
      addresses.push({ venue: face.venue, host: name, url, isSocket })
      log.debug({ venue: face.venue, host: name, url }, 'demo venue listens')
    }
  } catch (error) {
    await close()
    throw error
  }
  return { urls: urlsOf(addresses), addresses, world, paper, faults, switches, requests, close }
}

/** Returns the credentials of the paper accounts of these venues. */
export function lendPaper(faces: readonly MockVenue[]): PaperCredentials {
  const paper = {}
  for (const face of faces) lend(paper, face)
  return paper
}

/** Adds credentials that are created on first use. */
function lend(paper: object, { venue, paperCredentials }: MockVenue): void {
  if (paperCredentials === undefined) return
  let made: CredentialTexts | undefined
  Object.defineProperty(paper, venue, {
    enumerable: true,
    get() {
      made ??= paperCredentials()
      return made
    },
  })
}

/** The world has no events before and after. Its first and last years have fewer events. */
const WORLD_YEARS = { from: 2021, to: 2118 }

/** @throws PmxError for a time at which every list would be empty */
function assertInWorldTime(now: number): void {
  const year = new Date(now).getUTCFullYear()
  if (year >= WORLD_YEARS.from && year <= WORLD_YEARS.to) return
  throw new PmxError(
    'VALIDATION_ERROR',
    `The simulation covers the years ${WORLD_YEARS.from} to ${WORLD_YEARS.to}, but this machine's clock is in ${year}. Set the clock.`,
  )
}

interface NamedHost {
  readonly face: MockVenue
  readonly name: string
  readonly host: MockHost
}

function hostsOf(faces: readonly MockVenue[]): readonly NamedHost[] {
  return faces.flatMap((face) => Object.entries(face.hosts).map(([name, host]) => ({ face, name, host })))
}

function urlsOf(addresses: readonly SimulatorAddress[]): SimulatorUrls {
  const urls: Partial<Record<SourceId, Record<string, string>>> = {}
  for (const { venue, host, url } of addresses) urls[venue] = { ...urls[venue], [host]: url }
  return urls
}

interface DeskDeps extends NamedHost {
  readonly faults: Faults
  readonly requests: RequestRecorder
  readonly clock: Clock
  readonly context: () => MockContext
  readonly memory: ReplyMemory
  readonly log: Logger
  readonly stopping: AbortSignal
}

/** Returns the handler for a host's requests, with faults, limits, the mock venue, delays and the request log. */
function createDesk(deps: DeskDeps): (request: ReceivedRequest) => Promise<Sending> {
  const { face, name, host, faults, requests, clock } = deps
  const limits = limitsOf(host)
  return async (request) => {
    const { target } = request
    const asked = readTarget(request)
    await host.prepare?.(asked)
    const rules = faults.decide({ venue: face.venue, host: name, target })
    const { reply, delayMs, ending, reworded } = applyFaults(
      errorOf(deps, asked, rules) ?? ask(deps, asked, target, limits),
      rules,
      target,
    )
    faults.noteReworded(reworded)
    if (delayMs > 0) await clock.sleep(delayMs, deps.stopping)
    const status = ending === 'reset' ? 0 : reply.status
    requests.record({
      at: clock.now(),
      venue: face.venue,
      host: name,
      method: request.method,
      target,
      status,
    })
    // Responses have the venue's time, which a fault may have set already.
    const headers = { date: new Date(clock.now()).toUTCString(), ...reply.headers }
    return { reply: { ...reply, headers }, ending }
  }
}

/**
 * Returns the reply of the venue error that a rule names, or undefined if no rule does, or the error does not apply to
 * this call.
 */
function errorOf(
  { face, host, context }: DeskDeps,
  asked: MockRequest,
  rules: readonly FaultRule[],
): Reply | undefined {
  for (const { kind, error: name = '' } of rules) {
    if (kind !== 'venue-error') continue
    const known = Object.values(face.hosts).flatMap(({ errors = {} }) => Object.keys(errors))
    // A rule without effect must not look like a working venue.
    if (!known.includes(name))
      return toTextReply(
        `the demo ${face.venue} has no error '${name}'; known errors: ${known.join(', ') || 'none'}`,
        501,
      )
    const error = host.errors?.[name]
    if (error?.hits(asked) === true) return error.reply(asked, context())
  }
  return undefined
}

function readTarget({ target, method, headers, body }: ReceivedRequest): MockRequest {
  const [path = '/', ...search] = target.split('?')
  return { method, path, search: search.join('?'), headers, body }
}

function ask(
  { host, face, name, context, memory, log }: DeskDeps,
  asked: MockRequest,
  target: string,
  limits: readonly MeteredLimit[],
): Reply {
  const now = context()
  try {
    const kept = now.switches.limits === 'on' ? limits : []
    const broken = kept.find((limit) => !limit.admits(asked, now.now))
    const reply =
      broken === undefined
        ? memory.recall(`${face.venue}/${name}`, asked, now, (context) => answer(host, asked, context))
        : broken.refusal(asked, now.now)
    const state = limitHeadersFor(kept, asked, now.now)
    return state === undefined ? reply : { ...reply, headers: { ...reply.headers, ...state } }
  } catch (error) {
    // A bug in a mock venue must be visible, but must not stop the daemon.
    log.error({ venue: face.venue, host: name, target, error: String(error) }, 'demo venue failed')
    return toTextReply(`the demo venue failed: ${String(error)}`, 500)
  }
}
