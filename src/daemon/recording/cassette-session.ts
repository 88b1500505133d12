import { type SourceId, settingsPathOf } from '../../api/envelope/source-ids.js'
import { decodeSafely } from '../../api/values/percent-text.js'
import type { ValueKey } from '../../cassette/format/value-key.js'
import type { CassetteSession } from '../../cassette/replay/cassette-session.js'
import type { Config } from '../../config/schema.js'
import type { Effects } from '../../effects/effects.js'
import type { Logger } from '../../observe/logger.js'
import { type NamedSecret, secretsOf } from '../../policy/secrets/secret-set.js'
import type { FaultRule } from '../../simulator/faults/faults.js'
import type { Wire } from '../../transport/call-types.js'
import type { ProxyUse } from '../../transport/proxy.js'
import type { DaemonCredentials } from '../../venue-kit/contract/account-secrets.js'
import { version } from '../../version.js'
import { type Instance, isRunning } from '../lifecycle/state-folder-lock.js'
import type { Proxies } from '../network/proxies.js'
import { recordableNames } from './recordable-names.js'

/** How a daemon uses cassettes. */
export type CassetteUse =
  | {
      readonly kind: 'record'
      readonly file: string
      /** Whether data of the user's own accounts is recorded too: calls, orders, and sockets that are opened with credentials. */
      readonly recordsPrivate?: boolean | undefined
      /** Whether the recording is of a simulation: anyone may replay it. */
      readonly isDemo?: boolean | undefined
    }
  | {
      readonly kind: 'replay'
      /** Later files win over earlier ones where both hold a call. */
      readonly files: readonly [string, ...string[]]
      /** Response to a call that is made more often than it was recorded. */
      readonly onRepeat: 'last' | 'error'
      /** Clock of the replay: the recording's, or the system's. */
      readonly time: 'recorded' | 'live'
      /** Faults to inject on top of the recording. */
      readonly faults?: readonly FaultRule[] | undefined
    }

export interface OpenCassetteOptions {
  readonly config: Config
  readonly effects: Effects
  readonly log: Logger
  readonly instance: Instance
  /** Secrets that no cassette may hold. */
  readonly withhold: readonly NamedSecret[]
  /** Receives the bytes read and written while a recording is merged into its cassette. */
  readonly onMerge: (bytes: number) => void
}

/**
 * Opens the cassette that the daemon was started with. From then on, a replaying process can connect only to the loopback
 * interface.
 * @throws CassetteError
 */
export async function openCassetteSession(
  use: CassetteUse,
  options: OpenCassetteOptions,
): Promise<CassetteSession> {
  if (use.kind === 'record') return record(use, options)
  const { openReplay } = await import('../../cassette/replay/replay-session.js')
  const { recordableWith } = await import('../../cassette/format/allowed-headers.js')
  const { blockOutsideConnections } = await import('../../cassette/record/recording-guard.js')
  const { files, onRepeat, time, faults = [] } = use
  const session = openReplay({
    files,
    onRepeat,
    time,
    recordable: recordableWith(recordableNames),
    keys: await configuredKeys(options.config),
    clock: options.effects.clock,
  })
  const { describeJournal } = await import('../../cassette/maintenance/cassette-journal.js')
  for (const file of files) {
    const beside = describeJournal(file)
    if (beside !== undefined) options.log.warn({ file }, beside)
  }
  const overlay = faults.length === 0 ? undefined : await openOverlay(faults, options)
  const uninstall = blockOutsideConnections()
  return {
    ...session,
    // Injected faults happen now, not at the recorded time. With a clock that stops between requests, the breaker would never
    // close.
    ...(overlay === undefined ? {} : { breakerClock: options.effects.clock }),
    wire: (inner) => (overlay === undefined ? session.wire(inner) : overlay(session.wire(inner))),
    async close() {
      await session.close()
      uninstall()
    },
  }
}

/** Loads the fault overlay on demand: few replays need it. */
async function openOverlay(
  rules: readonly FaultRule[],
  { config, effects }: OpenCassetteOptions,
): Promise<(inner: Wire) => Wire> {
  const { overlayFaults } = await import('./fault-injection.js')
  return (inner) => overlayFaults(inner, { rules, seed: config.demo.seed, clock: effects.clock })
}

async function record(
  { file, recordsPrivate, isDemo }: Extract<CassetteUse, { kind: 'record' }>,
  { config, effects, log, instance, withhold, onMerge }: OpenCassetteOptions,
): Promise<CassetteSession> {
  const { openRecording } = await import('../../cassette/record/record-session.js')
  const { recordableWith } = await import('../../cassette/format/allowed-headers.js')
  const { openKey } = await import('../../cassette/format/value-key.js')
  const session = openRecording({
    file,
    recordable: recordableWith(recordableNames),
    madeBy: `pmx-local ${version}`,
    clock: effects.clock,
    owner: instance,
    isRunning,
    unique: effects.ids.instanceId(),
    log,
    onMerge,
    recordsPrivate: recordsPrivate === true,
    key: isDemo === true ? openKey : (await configuredKeys(config))[0],
    newSecret: () => effects.ids.secret(),
  })
  for (const secret of withhold) session.withhold(secret)
  return session
}

/** Reads the keys of the configuration. @throws CassetteError for a key that cannot be read */
async function configuredKeys({ record: { key } }: Config): Promise<readonly ValueKey[]> {
  if (key === undefined) return []
  const { parseKeys } = await import('../../cassette/format/value-key.js')
  return parseKeys(key, 'record.key (PMX_LOCAL_CASSETTE_KEY)')
}

/** Lists the secrets of the configuration and environment that no file may contain. */
export function listConfiguredSecrets(
  config: Config,
  held: DaemonCredentials,
  proxies: Proxies,
): NamedSecret[] {
  return [
    ...Object.entries(held).flatMap(([venue, credentials]) => secretsOf(venue, credentials)),
    ...config.security.apiKeys.map(({ key }, index) => ({ name: `security.apiKeys[${index}]`, value: key })),
    ...(config.record.key === undefined ? [] : [{ name: 'record.key', value: config.record.key }]),
    ...config.record.withhold.map((value, index) => ({ name: `record.withhold[${index}]`, value })),
    ...proxies.all.flatMap(proxySecret),
    ...Object.entries({ ...config.venues, ...config.feeds }).flatMap(([source, { hosts }]) =>
      Object.entries(hosts).flatMap(([host, url]) =>
        hostSecrets(`${settingsPathOf(source as SourceId)}.hosts.${host}`, url),
      ),
    ),
  ]
}

/** Shorter parts of an address are words, such as `trade-api`. */
const MIN_KEY_LENGTH = 20

/** Finds parts of a host address that may be a key, as for a rented node: in its query or path, and a password. */
function hostSecrets(name: string, url: string): NamedSecret[] {
  const { searchParams, pathname } = new URL(url)
  const keys = [...searchParams.values(), ...pathname.split('/')].filter(
    (part) => part.length >= MIN_KEY_LENGTH,
  )
  return [...new Set([...keys, ...passwordsIn(url)])].map((value) => ({ name, value }))
}

function proxySecret({ address, setting }: ProxyUse): NamedSecret[] {
  const passwords = URL.canParse(address) ? passwordsIn(address) : []
  return [...new Set(passwords)].map((value) => ({ name: setting, value }))
}

/** Returns the password of an address, as written and decodeSafely. */
function passwordsIn(url: string): string[] {
  const { password } = new URL(url)
  return [password, decodeSafely(password)].filter((part) => part !== '')
}
