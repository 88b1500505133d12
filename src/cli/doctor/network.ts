import { existsSync } from 'node:fs'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { Proxies } from '../../daemon/network/proxies.js'
import { renderCount } from '../output/counted.js'
import { type DoctorFinding, findingsOf } from './finding.js'

const { ok, note, bad } = findingsOf('network')

/** A host to check. */
export interface HostAddress {
  readonly venue: VenueId
  readonly host: string
  readonly url: URL
}

/** Reports the configured proxies, without their credentials, and additional certificate authorities. */
export function checkProxies(
  proxies: Proxies,
  environment: Readonly<Record<string, string | undefined>>,
): readonly DoctorFinding[] {
  const used = proxies.all.map(({ setting, address }) => {
    const shown = redactProxy(address)
    return shown === undefined
      ? bad('proxy', `${setting} is not an http or https address`, { fix: `correct or unset ${setting}` })
      : ok('proxy', `${shown} by ${setting}`, { facts: { setting, address: shown } })
  })
  const except = proxies.exempt.length === 0 ? '' : `; NO_PROXY names ${proxies.exempt.join(', ')}`
  const told = used.length === 0 ? [ok('proxy', `none is set${except}`)] : used
  const exempt = used.length > 0 && except !== '' ? [ok('proxy', except.slice(2))] : []
  return [...told, ...exempt, ...checkAuthorities(environment['NODE_EXTRA_CA_CERTS'])]
}

function checkAuthorities(file: string | undefined): readonly DoctorFinding[] {
  if (file === undefined || file === '') return []
  if (existsSync(file)) return [ok('authorities', `${file} by NODE_EXTRA_CA_CERTS`)]
  const said = `NODE_EXTRA_CA_CERTS names ${file}, which does not exist. Node ignores it`
  return [bad('authorities', said, { fix: 'correct or unset NODE_EXTRA_CA_CERTS' })]
}

/**
 * Returns the address of a proxy without its credentials, or undefined for a proxy that is not http or https, which is
 * never used.
 */
export function redactProxy(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  return `${url.protocol}//${url.username === '' ? '' : '***@'}${url.host}`
}

/** Resolves the address of a host name. @throws the resolver's error */
export type Resolve = (name: string) => Promise<unknown>

interface Names {
  readonly finding: DoctorFinding
  /** Means that no name was resolved, so no host can be called. */
  readonly offline: boolean
}

/**
 * Checks whether any host name resolves here. This distinguishes a machine without a network from venues that are down.
 * @param names those looked up on this machine; a proxy looks up its own
 * @param patience resolves when the time for lookups is over
 */
export async function checkHostNames(
  names: readonly string[],
  resolve: Resolve,
  patience: Promise<unknown>,
): Promise<Names> {
  const all = [...new Set(names)]
  if (all.length === 0) return { finding: ok('names', 'the proxy resolves them'), offline: false }
  const lost: string[] = []
  const lookups = all.map(async (name) => {
    try {
      await resolve(name)
    } catch (error) {
      lost.push(name)
      throw error
    }
  })
  const ended = Promise.allSettled(lookups)
  const first = Promise.any(lookups).then(
    () => true,
    () => false,
  )
  const isOnline = await Promise.race([first, patience.then(() => false)])
  if (!isOnline) {
    const said =
      'no venue host name was resolved in time. This machine seems to be offline, so no venue was called'
    const mend =
      "check the network; 'pmx-local start --offline' serves cached data, and 'doctor --wait 10' waits longer"
    return { finding: bad('names', said, { fix: mend }), offline: true }
  }
  await Promise.race([ended, patience])
  if (lost.length === 0)
    return { finding: ok('names', `${renderCount(all.length, 'name')} looked up`), offline: false }
  const said = `${lost.join(', ')} ${lost.length === 1 ? 'has' : 'have'} no address in DNS`
  return { finding: note('names', said, { fix: `getent hosts ${lost[0] ?? ''}` }), offline: false }
}
