import { messageOf } from '../../api/envelope/errors.js'
import { unreadVariables } from '../../daemon/lifecycle/ignored-variables.js'
import { listen, PortTaken } from '../../daemon/lifecycle/listen.js'
import { installedVersion } from '../../daemon/lifecycle/sdk-version.js'
import type { Settings } from '../options/settings.js'
import { counted } from '../output/counted.js'
import { answering, silentDaemon } from '../process/detach.js'
import { type Finding, findingsOf } from './finding.js'

const { ok, note, bad } = findingsOf('machine')

/** The oldest Node that this program is written for, as `engines` in package.json has it. */
const OLDEST_NODE = [20, 18] as const

/** @param version as `process.versions.node` */
export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldest, oldestMinor] = OLDEST_NODE
  const isOld = major < oldest || (major === oldest && minor < oldestMinor)
  if (!isOld) return ok('node', version)
  const wanted = OLDEST_NODE.join('.')
  return bad('node', `${version} is older than ${wanted}`, { mend: `install Node ${wanted} or later` })
}

/** SDKs that stand in the `node_modules` of a folder, or of those above it, and where they send their calls. */
export function checkSdks(
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
): readonly Finding[] {
  const found = ['pmxtjs', 'pmxt-core'].flatMap((name) => {
    const version = installedVersion(name, folder)
    return version === undefined ? [] : [`${name} ${version}`]
  })
  const told =
    found.length === 0
      ? ok('clients', 'no pmxtjs in this folder or above it')
      : ok('clients', `${found.join(', ')} in the node_modules of this folder or above it`)
  const pointers = ['PMXT_API_KEY', 'PMXT_BASE_URL'].filter((name) => (environment[name] ?? '') !== '')
  if (pointers.length === 0) return [told]
  const said = `${pointers.join(' and ')} ${pointers.length === 1 ? 'is' : 'are'} set: SDK clients send orders to the hosted service, not to this machine's daemon`
  return [told, note('clients', said, { mend: `unset ${pointers.join(' ')}` })]
}

/** Environment variables of upstream's server that would move orders, and are not read. */
export function checkUnread(environment: Readonly<Record<string, string | undefined>>): readonly Finding[] {
  return unreadVariables(environment).map(({ name, message }) =>
    note('environment', message, { mend: `unset ${name}` }),
  )
}

/** Who listens where the daemon does, or would. */
export async function checkPort(settings: Settings): Promise<Finding> {
  const { host, port } = settings.config.server
  const running = await answering(settings)
  if (running !== undefined) {
    const said = `the daemon of this state folder answers at http://localhost:${running.port} (pid ${running.pid}, ${running.mode})`
    return ok('port', said, { facts: { port: running.port, pid: running.pid, mode: running.mode } })
  }
  const silent = silentDaemon(settings)
  if (silent !== undefined) return bad('port', silent.message, { mend: silentWayOut(silent) })
  if (port === 0) return ok('port', 'any free one is taken at the start')
  try {
    const { servers } = await listen(host, port, () => nobody)
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    const both = servers.length === 2 ? 'on 127.0.0.1 and ::1' : `on ${counted(servers.length, 'address')}`
    return ok('port', `${port} is free ${both}`)
  } catch (error) {
    if (error instanceof PortTaken)
      return bad('port', error.message, { mend: `pmx-local start --port ${port + 1}` })
    const why = messageOf(error)
    return bad('port', why, { mend: 'correct server.host or server.port in the configuration' })
  }
}

function silentWayOut({ pid, stopped }: { readonly pid: number; readonly stopped: boolean }): string {
  return `kill ${stopped ? '-CONT ' : ''}${pid}`
}

const nobody = {
  onRequest: () => undefined,
  onConnection: () => undefined,
  onExpectation: () => undefined,
  isAnswering: () => false,
}
