import type { CassetteSession } from '../cassette/replay/cassette-session.js'
import type { Config } from '../config/schema.js'
import type { Effects } from '../effects/effects.js'
import { type HttpServer, openHttpServer } from '../http/server.js'
import { createSocketCounts } from '../http/socket/socket-counters.js'
import type { Logger } from '../observe/logger.js'
import type { SecretSet } from '../policy/secrets/secret-set.js'
import { API_VERSION, version } from '../version.js'
import { createCore } from './compose-core.js'
import { openPins } from './compose-pins.js'
import { createPageData, type PageDataOptions } from './dashboard-data.js'
import { readBuiltAsset } from './files/dashboard-assets.js'
import { builtGuide } from './files/guide-pages.js'
import { ensurePrivateDir } from './files/private-files.js'
import { type Paths, sdkFilesIn, stateFilesIn } from './files/state-paths.js'
import { createCleanupStack } from './lifecycle/cleanup-stack.js'
import { listenOnAddress } from './lifecycle/listen.js'
import { type LockWatch, watchSdkLock } from './lifecycle/sdk-lock-watch.js'
import {
  type LockOutcome,
  readSdkLock,
  removeSdkLock,
  type SdkLock,
  writeSdkLock,
} from './lifecycle/sdk-lockfile.js'
import { lockVersion } from './lifecycle/sdk-version.js'
import {
  acquireInstanceLock,
  describeOwnInstance,
  type Instance,
  releaseFolder,
  updateInstance,
} from './lifecycle/state-folder-lock.js'
import { startOrderCare } from './order-maintenance.js'
import { listConfiguredSecrets } from './recording/cassette-session.js'
import { createMergeProgress } from './recording/merge-progress.js'
import { listSharedSecrets } from './sources/shared-places.js'
import type { SourceSet } from './sources/source-set.js'
import { createStatus, type StatusOptions } from './status.js'

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
  readonly world: SourceSet
  readonly paths: Paths
  readonly effects: Effects
  readonly log: Logger
  /** Secrets that must not appear in output. The daemon adds its own. Shared with the log, which masks them. */
  readonly secrets: SecretSet
  /** Folder in which the installed SDK's version is looked up. */
  readonly folder: string
  /** Whether to write the SDKs' lock file; `takeover` replaces even that of a live server. */
  readonly sdkLock: 'yes' | 'no' | 'takeover'
}

export interface Daemon {
  readonly port: number
  readonly address: string
  readonly instance: Instance
  /** Outcome of writing the SDKs' lock file, or undefined if it was turned off. */
  readonly lock: LockOutcome | undefined
  /** The recording or replay; its report stays readable after the stop. */
  readonly cassette: CassetteSession | undefined
  /** Stops accepting requests, waits briefly for those in progress, refuses the rest and releases everything. */
  stop(): Promise<void>
}

/**
 * Starts one daemon: locks the state folder, opens the sources and the HTTP server, then writes the SDKs' lock file.
 * @throws AlreadyRunning, CannotListen, ConfigError, CassetteError
 */
export async function startDaemon(options: DaemonOptions): Promise<Daemon> {
  const { config, effects, log, paths, secrets, world } = options
  const files = stateFilesIn(paths.stateDir)
  ensurePrivateDir(paths.stateDir)
  const instance = newInstance(options)
  const claim = acquireInstanceLock(files.instance, instance, effects.ids)
  if (!claim.ok) throw new AlreadyRunning(claim.holder)
  const closing = createCleanupStack()
  closing.add(() => releaseFolder(files.instance, instance))
  try {
    const token = config.security.token ?? effects.ids.secret()
    const ownSecrets = [
      { name: "the daemon's access token", value: token },
      ...listConfiguredSecrets(config, world.held, world.proxies),
      ...listSharedSecrets(world.shared),
    ]
    for (const secret of ownSecrets) secrets.add(secret)
    let known = instance
    const onMerge = createMergeProgress(effects.clock, (merged) =>
      updateInstance(files.instance, { ...known, merged }, effects.ids),
    )
    const opened = await world.open({ effects, log, instance, withhold: ownSecrets, onMerge })
    closing.add(() => opened.close())
    const { cassette } = opened
    const kept = world.files(paths.stateDir)
    const core = await createCore({
      config,
      effects,
      log,
      world: opened,
      candleFile: kept?.candles,
      catalogFile: kept?.catalog,
      orderFile: world.orderFile(paths.stateDir),
      linkFile: kept?.links,
    })
    closing.add(() => core.close())
    if (cassette === undefined) closing.add(startOrderCare({ core, clock: effects.clock, log }))
    const pins = openPins(options, core)
    const sockets = createSocketCounts()
    let lockWatch: LockWatch | undefined
    const built = {
      core,
      clock: effects.clock,
      instance,
      cassette,
      pins,
      sockets,
      sdkLock: () => lockWatch?.state(),
      files: kept,
      urls: opened.urls,
    }
    const door = await doorFor(options, token, built)
    closing.add(() => door.close())
    pins?.start()
    closing.add(() => pins?.stop())
    const listening = { ...instance, port: door.port }
    known = listening
    updateInstance(files.instance, listening, effects.ids)
    const told = await tellSdks(options, instance.pid, door.port, token)
    const lock = told?.first
    lockWatch = told?.watch
    if (told !== undefined)
      closing.add(async () => {
        await told.watch.stop()
        forgetSdks(options, door.port)
      })
    const address = `http://localhost:${door.port}`
    log.info(
      {
        address,
        mode: world.mode,
        ...(world.offline ? { offline: true } : {}),
        instanceId: instance.instanceId,
        version,
        ...(cassette === undefined ? {} : { [cassette.kind]: cassette.files.join(',') }),
      },
      `listening (${world.mode}${world.offline ? ', offline' : ''}${cassette?.kind === 'record' ? ', recording' : ''})`,
    )
    for (const { name, message } of world.unread) log.warn({ variable: name }, message)
    return { port: door.port, address, instance: listening, lock, cassette, stop: closing.closeAll }
  } catch (error) {
    await closing.giveUp()
    throw error
  }
}

function newInstance({ effects, world }: DaemonOptions): Instance {
  return {
    ...describeOwnInstance(world.mode, effects),
    ...(world.recording === undefined ? {} : { recording: world.recording }),
    ...(world.offline ? { offline: true } : {}),
  }
}

/** Creates the options of the HTTP server from the core and the configuration. */
function doorFor(
  { config, effects, log, secrets, world }: DaemonOptions,
  token: string,
  built: StatusOptions & Omit<PageDataOptions, 'config'>,
): Promise<HttpServer> {
  const { security, limits, server } = config
  const { core, instance, cassette } = built
  const { clock, ids } = effects
  return openHttpServer({
    identity: { version, instanceId: instance.instanceId, mode: world.mode, apiVersion: API_VERSION },
    dispatcher: core.dispatcher,
    feeds: core.feeds,
    tickers: core.tickers,
    catalogSearch: core.catalogSearch,
    history: core.history,
    arrivals: core.arrivals,
    generation: (seriesKey) => core.candles.generation(seriesKey),
    // A cassette must receive every request, so that its clock moves.
    keepsReady: cassette === undefined,
    access: { token, requireToken: security.requireToken, apiKeys: security.apiKeys },
    allowHosts: security.allowHosts,
    allowOrigins: security.allowOrigins,
    maxBodyBytes: limits.maxBodyBytes,
    unknownPrice: config.compat.unknownPrice,
    slowMs: limits.slowMs,
    clock,
    shownTime: cassette?.clock ?? clock,
    ids,
    log,
    secrets,
    readAsset: readBuiltAsset,
    guide: builtGuide,
    trading: config.trading.enabled,
    pageData: createPageData({ config, ...built }),
    socketCounts: built.sockets,
    ...createStatus(built),
    listen: (makeListener) => listenOnAddress(server.host, server.port, makeListener),
  })
}

function lockOf(pid: number, port: number): Pick<SdkLock, 'pid' | 'port'> {
  return { pid, port }
}

/** Writes the lock file and watches it. */
async function tellSdks(
  { config, effects, folder, log, paths, sdkLock }: DaemonOptions,
  pid: number,
  port: number,
  accessToken: string,
): Promise<{ readonly first: LockOutcome; readonly watch: LockWatch } | undefined> {
  if (sdkLock === 'no') return undefined
  const lock = {
    ...lockOf(pid, port),
    accessToken,
    version: lockVersion(config.sdkVersion, folder),
    timestamp: effects.clock.now(),
  }
  const path = sdkFilesIn(paths.sdkDir).lock
  const write = (takeover: boolean) => writeSdkLock(paths.sdkDir, path, lock, { takeover, ids: effects.ids })
  const first = await write(sdkLock === 'takeover')
  const watch = watchSdkLock({
    clock: effects.clock,
    log,
    path,
    mine: lock,
    first,
    read: () => readSdkLock(path),
    write: () => write(false),
  })
  return { first, watch }
}

function forgetSdks({ paths }: DaemonOptions, port: number): void {
  removeSdkLock(sdkFilesIn(paths.sdkDir).lock, lockOf(process.pid, port))
}
