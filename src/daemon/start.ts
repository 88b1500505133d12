import { setMaxListeners } from 'node:events'
import type { Server } from 'node:http'
import type { CassetteSession } from '../cassette/session.js'
import type { Config } from '../config/schema.js'
import { PmxError } from '../contract/errors.js'
import type { HeldCredentials } from '../core/secrets.js'
import { later } from '../effects/later.js'
import { createAccess } from '../http/access.js'
import { baseHeaders, createApp, type Identity } from '../http/app.js'
import { createConnections } from '../http/connections.js'
import { hostsFor, originsFor } from '../http/guards.js'
import { createListener } from '../http/listener.js'
import { createReadyAnswers } from '../http/ready-answers.js'
import type { Logger } from '../observe/logger.js'
import { renderMetrics } from '../observe/metrics.js'
import type { PinKeeper } from '../pins/keeper.js'
import type { SecretSet } from '../policy/secret-set.js'
import { API_VERSION, version } from '../version.js'
import { type CassetteUse, configuredSecrets, openCassette } from './cassette.js'
import { type Core, createCore, type Effects } from './core.js'
import { ensurePrivateDir } from './files.js'
import { claimFolder, type Instance, ownInstance, releaseFolder, updateInstance } from './instance.js'
import { createMergeTeller } from './merge-teller.js'
import { type Paths, sdkFiles, stateFiles, worldFiles } from './paths.js'
import { openPins } from './pins.js'
import { listen } from './port.js'
import { type LockOutcome, removeSdkLock, type SdkLock, writeSdkLock } from './sdk-lock.js'
import { lockVersion } from './sdk-version.js'
import type { WorldUrls } from './venue-house.js'

/** Another daemon holds the state folder. */
export class AlreadyRunning extends Error {
  override readonly name = 'AlreadyRunning'
  constructor(readonly holder: Instance) {
    const where = holder.port === undefined ? 'it is starting' : `http://localhost:${holder.port}`
    super(`Already running: pid ${holder.pid}, ${where}, mode ${holder.mode}.`)
  }
}

export interface DaemonOptions {
  readonly config: Config
  readonly mode: Identity['mode']
  readonly paths: Paths
  readonly effects: Effects
  readonly log: Logger
  /** What must not be told; what the daemon holds is added to it. Shared with the log, which masks it. */
  readonly secrets: SecretSet
  /** Credentials of the venues; none in modes that must not use real ones. */
  readonly held: HeldCredentials
  /** Folder from which the installed SDK's version is looked up. */
  readonly folder: string
  /** Write the SDKs' lock file; `takeover` even if a living server holds it. */
  readonly sdkLock: 'yes' | 'no' | 'takeover'
  /** Records or replays what the venues answer. */
  readonly cassette?: CassetteUse | undefined
  /** Starts the demo world, in demo mode. */
  readonly startWorld?: (() => Promise<{ readonly urls: WorldUrls; close(): Promise<void> }>) | undefined
}

export interface Daemon {
  readonly port: number
  readonly address: string
  readonly instance: Instance
  /** What became of the SDKs' lock file; undefined when it was not wanted. */
  readonly lock: LockOutcome | undefined
  /** What it records or replays; its report stays readable after the stop. */
  readonly cassette: CassetteSession | undefined
  /** Stops accepting, lets running requests finish for a moment, refuses the rest cleanly, gives everything back. */
  stop(): Promise<void>
}

/** Memory for ready candle answers. */
const READY_BYTES = 16_000_000
/** Requests running at the stop get this long before they are refused. */
const GRACE_MS = 200
/** After that long every connection is closed: the SDKs kill at 500 ms. */
const STOP_MS = 350

/**
 * Starts one daemon: claims the state folder, opens the door, then tells the SDKs.
 * @throws AlreadyRunning, PortTaken, ConfigError
 */
export async function startDaemon(options: DaemonOptions): Promise<Daemon> {
  const { config, effects, log, paths } = options
  const files = stateFiles(paths.stateDir)
  ensurePrivateDir(paths.stateDir)
  const instance = newInstance(options)
  const claim = claimFolder(files.instance, instance, effects.ids)
  if (!claim.ok) throw new AlreadyRunning(claim.holder)
  const opened: (() => Promise<unknown> | unknown)[] = [() => releaseFolder(files.instance, instance)]
  const closeAll = async (): Promise<void> => {
    const failures: unknown[] = []
    for (const close of opened.reverse()) {
      try {
        await close()
      } catch (error) {
        // One that cannot be closed, such as a recording on a full disk, must not keep the others open.
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
  }
  try {
    const token = config.security.token ?? effects.ids.secret()
    const { held, secrets } = options
    secrets.add({ name: "the daemon's access token", value: token })
    for (const secret of configuredSecrets(config, held)) secrets.add(secret)
    let known = instance
    const onMerge = createMergeTeller(effects.clock, (merged) =>
      updateInstance(files.instance, { ...known, merged }, effects.ids),
    )
    const cassette =
      options.cassette &&
      (await openCassette(options.cassette, { config, effects, log, held, instance, token, onMerge }))
    if (cassette !== undefined) opened.push(() => cassette.close())
    const world = await options.startWorld?.()
    if (world !== undefined) opened.push(() => world.close())
    const candleFile = cassette === undefined ? candleFileOf(options) : undefined
    const core = await createCore({ config, effects, log, world: world?.urls, candleFile, held, cassette })
    opened.push(() => core.close())
    const pins = openPins(options, core)
    const door = await openDoor({ ...options, core, instance, token, session: cassette, pins })
    opened.push(() => door.close())
    pins?.start()
    opened.push(() => pins?.stop())
    const listening = { ...instance, port: door.port }
    known = listening
    updateInstance(files.instance, listening, effects.ids)
    const lock = await tellSdks(options, instance.pid, door.port, token)
    if (lock?.kind === 'written' || lock?.kind === 'taken_over')
      opened.push(() => forgetSdks(options, door.port))
    const address = `http://localhost:${door.port}`
    log.info(
      {
        address,
        mode: options.mode,
        instanceId: instance.instanceId,
        version,
        ...(cassette === undefined ? {} : { [cassette.kind]: cassette.files.join(',') }),
      },
      `listening (${options.mode}${cassette?.kind === 'record' ? ', recording' : ''})`,
    )
    return { port: door.port, address, instance: listening, lock, cassette, stop: closeAll }
  } catch (error) {
    await closeAll()
    throw error
  }
}

function newInstance({ effects, mode, cassette }: DaemonOptions): Instance {
  return {
    ...ownInstance(mode, effects),
    ...(cassette?.kind === 'record' ? { recording: cassette.file } : {}),
  }
}

function candleFileOf({ config, mode, paths }: DaemonOptions): string | undefined {
  if (!config.cache.enabled) return undefined
  return worldFiles(paths.stateDir, mode === 'demo' ? config.demo.seed : undefined).candles
}

interface Door {
  readonly port: number
  close(): Promise<void>
}

interface DoorOptions extends DaemonOptions {
  readonly core: Core
  readonly instance: Instance
  readonly token: string
  readonly session: CassetteSession | undefined
  readonly pins: PinKeeper | undefined
}

/** HTTP in front of the core. */
async function openDoor(options: DoorOptions): Promise<Door> {
  const { config, effects, log, mode, core, instance, token, session, pins } = options
  const { security, limits, server } = config
  const stopping = new AbortController()
  // Every running request listens for the stop: many at once are no leak.
  setMaxListeners(0, stopping.signal)
  const identity: Identity = { version, instanceId: instance.instanceId, mode, apiVersion: API_VERSION }
  const uptime = (): number => (effects.clock.now() - instance.startedAt) / 1000
  const base = baseHeaders(identity)
  // The core's time, shown to clients; what is measured here is measured in real time.
  const clock = session === undefined ? effects.clock : { ...effects.clock, now: () => session.clock.now() }
  const ready = createReadyAnswers({
    clock,
    // A cassette must hear of every request, so that its clock moves: nothing is kept ready.
    maxBytes: session === undefined ? READY_BYTES : 0,
    instanceId: instance.instanceId,
    base,
    generation: (seriesKey) => core.candles.generation(seriesKey),
  })
  const app = createApp({
    dispatcher: core.dispatcher,
    access: createAccess({ token, requireToken: security.requireToken, apiKeys: security.apiKeys }),
    identity,
    clock,
    ids: effects.ids,
    log,
    secrets: options.secrets,
    maxBodyBytes: limits.maxBodyBytes,
    slowMs: limits.slowMs,
    stopping: stopping.signal,
    ready,
    later,
    base,
    status: () => ({
      pid: process.pid,
      version,
      startedAt: instance.startedAt,
      uptimeSeconds: uptime(),
      memoryBytes: process.memoryUsage(),
      candleStore: core.storeState(),
      venues: Object.fromEntries(core.transport.counters()),
      breakers: Object.fromEntries(core.transport.breakers()),
      skippedRows: Object.fromEntries(core.skippedRows),
      ...(session === undefined ? {} : { cassette: cassetteStatus(session) }),
      ...withPins(pins),
    }),
    metrics: () =>
      renderMetrics(core.transport.counters(), {
        uptimeSeconds: uptime(),
        residentBytes: process.memoryUsage.rss(),
        skippedRows: core.skippedRows,
      }),
  })
  const { port, servers } = await listen(server.host, server.port, (chosen) => {
    const hosts = hostsFor(['localhost', '127.0.0.1', '[::1]', ...security.allowHosts], chosen)
    const otherOrigins = new Set(security.allowOrigins.map((origin) => origin.toLowerCase()))
    const policy = { hosts, ownOrigins: originsFor(hosts), otherOrigins, maxBodyBytes: limits.maxBodyBytes }
    const open = !security.requireToken && security.apiKeys.length === 0 && session === undefined
    return createListener({
      fetch: (request) => app.fetch(request),
      policy,
      ids: effects.ids,
      log,
      ready: open ? ready : undefined,
      connections: createConnections(effects.clock),
    })
  })
  return { port, close: () => closeServers(servers, stopping, effects) }
}

function withPins(keeper: PinKeeper | undefined): object {
  const pins = keeper?.status()
  return pins === undefined ? {} : { pins }
}

/** The counts, without the list of calls, which can be long. */
function cassetteStatus(session: CassetteSession): object {
  const report = session.report()
  return report.kind === 'record' ? report : { ...report, unused: report.unused.count }
}

/** Ends within {@link STOP_MS}: what runs may finish, what is still running then is refused, what hangs is cut. */
async function closeServers(
  servers: readonly Server[],
  stopping: AbortController,
  { clock }: Effects,
): Promise<void> {
  const closed = Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  for (const server of servers) server.closeIdleConnections()
  const cancelGrace = clock.setTimer(GRACE_MS, () => {
    stopping.abort(
      new PmxError('EXCHANGE_NOT_AVAILABLE', 'The daemon is shutting down; ask again when it is back.'),
    )
  })
  const cancelStop = clock.setTimer(STOP_MS, () => {
    for (const server of servers) server.closeAllConnections()
  })
  await closed
  cancelGrace()
  cancelStop()
}

function lockOf(pid: number, port: number): Pick<SdkLock, 'pid' | 'port'> {
  return { pid, port }
}

async function tellSdks(
  { config, effects, folder, paths, sdkLock }: DaemonOptions,
  pid: number,
  port: number,
  accessToken: string,
): Promise<LockOutcome | undefined> {
  if (sdkLock === 'no') return undefined
  const lock = {
    ...lockOf(pid, port),
    accessToken,
    version: lockVersion(config.sdkVersion, folder),
    timestamp: effects.clock.now(),
  }
  return writeSdkLock(paths.sdkDir, sdkFiles(paths.sdkDir).lock, lock, {
    takeover: sdkLock === 'takeover',
    ids: effects.ids,
  })
}

function forgetSdks({ paths }: DaemonOptions, port: number): void {
  removeSdkLock(sdkFiles(paths.sdkDir).lock, lockOf(process.pid, port))
}
