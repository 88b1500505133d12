import { messageOf } from '../../api/envelope/errors.js'
import { findIgnoredVariables } from '../../daemon/lifecycle/ignored-variables.js'
import { listenOnAddress, PortTaken } from '../../daemon/lifecycle/listen.js'
import { findInstalledVersion } from '../../daemon/lifecycle/sdk-version.js'
import type { Settings } from '../options/settings.js'
import { renderCount } from '../output/counted.js'
import { findAnsweringDaemon, findSilentDaemon, type SilentDaemon } from '../process/find-daemon.js'
import { type DoctorFinding, findingsOf } from './finding.js'

const { ok, note, bad } = findingsOf('machine')

/** The oldest supported Node version, as in `engines` in package.json. */
const OLDEST_NODE = [20, 18] as const

/** Checks the Node version. @param version as `process.versions.node` */
export function checkNode(version: string): DoctorFinding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldest, oldestMinor] = OLDEST_NODE
  const isOld = major < oldest || (major === oldest && minor < oldestMinor)
  if (!isOld) return ok('node', version)
  const wanted = OLDEST_NODE.join('.')
  return bad('node', `${version} is older than ${wanted}`, { fix: `install Node ${wanted} or later` })
}

/** Finds SDKs in the `node_modules` of a folder and its parents, and the server that they call. */
export function checkSdks(
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
): readonly DoctorFinding[] {
  const found = ['pmxtjs', 'pmxt-core'].flatMap((name) => {
    const version = findInstalledVersion(name, folder)
    return version === undefined ? [] : [`${name} ${version}`]
  })
  const told =
    found.length === 0
      ? ok('clients', 'no pmxtjs in this folder or its parents')
      : ok('clients', `${found.join(', ')} in the node_modules of this folder or its parents`)
  const pointers = ['PMXT_API_KEY', 'PMXT_BASE_URL'].filter((name) => (environment[name] ?? '') !== '')
  if (pointers.length === 0) return [told]
  const said = `${pointers.join(' and ')} ${pointers.length === 1 ? 'is' : 'are'} set: SDK clients send orders to the hosted service, not to this machine's daemon`
  return [told, note('clients', said, { fix: `unset ${pointers.join(' ')}` })]
}

/** Reports environment variables of upstream's server that are not read here and would send orders elsewhere. */
export function checkUnread(
  environment: Readonly<Record<string, string | undefined>>,
): readonly DoctorFinding[] {
  return findIgnoredVariables(environment).map(({ name, message }) =>
    note('environment', message, { fix: `unset ${name}` }),
  )
}

/** Reports which process listens on the daemon's port. */
export async function checkPort(settings: Settings): Promise<DoctorFinding> {
  const { host, port } = settings.config.server
  const running = await findAnsweringDaemon(settings)
  if (running !== undefined) {
    const said = `the daemon for this state folder responds at http://localhost:${running.port} (pid ${running.pid}, ${running.mode})`
    return ok('port', said, { facts: { port: running.port, pid: running.pid, mode: running.mode } })
  }
  const silent = await findSilentDaemon(settings)
  if (silent !== undefined) return bad('port', silent.message, { fix: silentWayOut(silent) })
  if (port === 0) return ok('port', 'the daemon uses any free port')
  try {
    const { servers } = await listenOnAddress(host, port, () => nobody)
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    const both =
      servers.length === 2 ? 'on 127.0.0.1 and ::1' : `on ${renderCount(servers.length, 'address')}`
    return ok('port', `${port} is free ${both}`)
  } catch (error) {
    if (error instanceof PortTaken)
      return bad('port', error.message, { fix: `pmx-local start --port ${port + 1}` })
    const why = messageOf(error)
    return bad('port', why, { fix: 'correct server.host or server.port in the configuration' })
  }
}

function silentWayOut({ pid, stopped, busy }: SilentDaemon): string {
  return busy ? 'wait a moment, then repeat: pmx-local doctor' : `kill ${stopped ? '-CONT ' : ''}${pid}`
}

const nobody = {
  onRequest: () => undefined,
  onConnection: () => undefined,
  onExpectation: () => undefined,
  isAnswering: () => false,
}
