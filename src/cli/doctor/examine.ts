import { lookup } from 'node:dns/promises'
import { hostname } from 'node:os'
import { resolve } from 'node:path'
import { messageOf } from '../../api/envelope/errors.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import { readSecretPlace } from '../../config/credentials.js'
import { ConfigError, loadConfig } from '../../config/load.js'
import type { Config } from '../../config/schema.js'
import { readSecretFile } from '../../daemon/files/secret-file.js'
import { resolvePaths, worldFilesIn } from '../../daemon/files/state-paths.js'
import { connectSources, type SourceConnections } from '../../daemon/sources/connect-sources.js'
import { createSystemEffects } from '../../effects/effects.js'
import { startDeadline } from '../../policy/abort.js'
import { createPostgresTier } from '../../tiers/postgres/create-postgres-tier.js'
import type { Wire } from '../../transport/call-types.js'
import { addressesOf } from '../../transport/hosts.js'
import { servedVenueIds } from '../../venues/registry.js'
import { version } from '../../version.js'
import { fetchVerboseHealth } from '../client/http-client.js'
import { tokenAt } from '../client/open-caller.js'
import { shapes } from '../client/response-shapes.js'
import { type DaemonFlags, readSettings, type Settings } from '../options/settings.js'
import { CommandFailed } from '../output/output.js'
import { findAnsweringDaemon } from '../process/find-daemon.js'
import { openWorldHere } from '../process/local-sources.js'
import { checkDatabases, checkFolder, checkLocks } from './files.js'
import { type DoctorFinding, findingsOf } from './finding.js'
import { checkNode, checkPort, checkSdks, checkUnread } from './machine.js'
import { checkHostNames, checkProxies, type HostAddress, type Resolve } from './network.js'
import { checkShared } from './shared.js'
import { checkClock, HOST_TIMEOUT_MS, probeHost } from './venues.js'

export interface ExamineOptions {
  /** Venues whose hosts are checked. If empty, all supported venues are checked. */
  readonly venues: readonly VenueId[]
  /** Uses a simulation instead of the live venues. */
  readonly demo: boolean
  /** Maximum time for name lookups, ms. */
  readonly waitMs: number
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Folder in which SDKs are looked up. */
  readonly folder: string
  readonly resolve?: Resolve
}

/** Checks everything that a daemon needs, and returns all findings. */
export async function examine(
  flags: DaemonFlags,
  options: ExamineOptions,
): Promise<readonly DoctorFinding[]> {
  const { environment, folder, demo } = options
  const { settings, finding } = settingsOrDefaults(flags, environment)
  const { config, paths } = settings
  const files = worldFilesIn(paths.stateDir, demo ? config.demo.seed : undefined)
  const here = [
    checkNode(process.versions.node),
    ...checkSdks(folder, environment),
    ...checkUnread(environment),
    await checkPort(settings),
    finding,
    ...(await checkFolder(paths)),
    ...(await checkLocks(paths)),
    ...(await checkDatabases(files)),
  ]
  const shared = demo ? [] : await examineShared(config.shared, environment)
  return [...here, ...shared, ...(await examineVenues(settings, options))]
}

/** Maximum time of the checks of one server, ms. */
const SHARED_MS = 10_000

/** Checks the servers of shared histories. A server whose setting cannot be used is a finding. */
async function examineShared(
  shared: Config['shared'],
  environment: ExamineOptions['environment'],
): Promise<readonly DoctorFinding[]> {
  const { clock, ids } = createSystemEffects()
  const findings: DoctorFinding[] = []
  for (const [index, place] of shared.entries()) {
    if (!('postgres' in place)) continue
    const setting = `shared[${index}].postgres`
    try {
      const url = readSecretPlace(setting, place.postgres, { environment, readFile: readSecretFile })
      const tier = createPostgresTier({ url, daemonId: hostname(), version, ids, clock })
      const deadline = startDeadline(clock, SHARED_MS)
      findings.push(...(await checkShared(tier, clock, deadline.signal).finally(deadline.release)))
      await tier.close()
    } catch (error) {
      findings.push(
        findingsOf('shared').bad('setting', messageOf(error).replace(`${setting}: `, ''), {
          fix: `correct ${setting}`,
        }),
      )
    }
  }
  return findings
}

const { ok: okFile, bad: badFile } = findingsOf('files')

/** Reads the settings. An invalid configuration is a finding, and the other checks use the defaults. */
function settingsOrDefaults(
  flags: DaemonFlags,
  environment: ExamineOptions['environment'],
): { settings: Settings; finding: DoctorFinding } {
  try {
    const settings = readSettings(flags)
    return { settings, finding: okFile('configuration', 'can be used') }
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof CommandFailed)) throw error
    const defaults = resolvePaths(environment)
    const stateDir = flags.stateDir ?? environment['PMX_LOCAL_STATE_DIR'] ?? defaults.stateDir
    const config = loadConfig({ flags: {}, environment: {} })
    const paths = { ...defaults, stateDir: resolve(stateDir) }
    const said = messageOf(error).replace(/\s*\n\s*/g, ' ')
    return {
      settings: { config, paths },
      finding: badFile('configuration', said, {
        fix: 'correct it; config.example.json shows every setting',
      }),
    }
  }
}

async function examineVenues(settings: Settings, options: ExamineOptions): Promise<readonly DoctorFinding[]> {
  const { config } = settings
  const { environment, demo } = options
  const effects = createSystemEffects()
  const world = await openWorldHere(
    demo ? { kind: 'demo' } : { kind: 'live', anonymous: true },
    config,
    effects,
  )
  const reach = connectSources(config, world, effects.clock)
  const wire = reach.liveWire()
  try {
    const ids = options.venues.length === 0 ? servedVenueIds : options.venues
    const found = await Promise.all(ids.map((id) => placesOf(id, reach)))
    const places = found.flatMap((one) => (Array.isArray(one) ? one : []))
    const misnamed = found.flatMap((one) => ('state' in one ? [one] : []))
    const resolved = places.filter((place) => proxyOf(place, reach) === undefined)
    const names = await checkHostNames(
      resolved.map(({ url }) => url.hostname.replace(/^\[|\]$/g, '')),
      options.resolve ?? lookup,
      effects.clock.sleep(options.waitMs),
    )
    const network = [...misnamed, ...checkProxies(world.proxies, environment), names.finding]
    if (names.offline) return network
    return [...network, ...(await probeAll(places, reach, wire, settings))]
  } finally {
    await wire.close()
    await world.close()
  }
}

/** Returns all addresses of a venue's hosts, and a finding if the configuration names an unknown host. */
async function placesOf(
  venue: VenueId,
  { venueLoader, hosts, wiringOf }: SourceConnections,
): Promise<HostAddress[] | DoctorFinding> {
  try {
    await venueLoader.load(venue)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return badFile('configuration', error.message, { fix: 'correct it, otherwise the daemon does not start' })
  }
  const facts = wiringOf(venue)?.hosts ?? {}
  return Object.keys(facts).flatMap((host) =>
    addressesOf(facts[host]).map((_address, door) => ({
      venue,
      host,
      url: hosts.urlOf(venue, host, '/', [], door),
    })),
  )
}

function proxyOf({ venue, url }: HostAddress, { wiringOf }: SourceConnections) {
  return wiringOf(venue)?.proxyFor?.(url)
}

async function probeAll(
  places: readonly HostAddress[],
  reach: SourceConnections,
  wire: Wire,
  settings: Settings,
): Promise<readonly DoctorFinding[]> {
  const { clock } = createSystemEffects()
  const told = await toldByDaemon(settings)
  const probes = await Promise.all(
    places.map(async (place) => {
      const { venue, host } = place
      const signal = AbortSignal.timeout(HOST_TIMEOUT_MS)
      await reach.budgets.spend({
        venue,
        host,
        group: undefined,
        cost: 1,
        maxWaitMs: HOST_TIMEOUT_MS,
        priority: 'background',
        signal,
      })
      return probeHost(place, { wire, clock, proxy: proxyOf(place, reach), daemonFacts: told(place), signal })
    }),
  )
  const clockFinding = checkClock(
    probes.flatMap(({ skewMs }) => (skewMs === undefined ? [] : [skewMs])),
    process.platform,
  )
  return [...(clockFinding === undefined ? [] : [clockFinding]), ...probes.map(({ finding }) => finding)]
}

/** Returns a running daemon's data about a host, which only the daemon has. */
async function toldByDaemon(settings: Settings): Promise<(place: HostAddress) => readonly string[]> {
  const running = await findAnsweringDaemon(settings)
  if (running === undefined) return () => []
  const url = new URL(`http://localhost:${running.port}`)
  const health = await fetchVerboseHealth({ url, token: tokenAt(running.port, settings) }).catch(
    () => undefined,
  )
  const states = shapes.venueStates.safeParse(health)
  if (!states.success) return () => []
  const { budgets, breakers, failovers } = states.data
  return ({ venue, host }) => {
    const key = `${venue} ${host}`
    const budget = budgets[key]
    const failover = failovers[key]
    return [
      ...(budget === undefined ? [] : [`budget ${budget.left} of ${budget.capacity} left`]),
      ...(breakers[key] === undefined ? [] : ['no calls for now (breaker open)']),
      ...(failover === undefined ? [] : [`the daemon calls ${new URL(failover.address).host} instead`]),
    ]
  }
}
