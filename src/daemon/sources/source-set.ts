import type { CassetteSession } from '../../cassette/replay/cassette-session.js'
import { type CredentialSources, readDaemonCredentials } from '../../config/credentials.js'
import type { Config } from '../../config/schema.js'
import type { Effects } from '../../effects/effects.js'
import type { Logger } from '../../observe/logger.js'
import type { NamedSecret } from '../../policy/secrets/secret-set.js'
import type { FaultRule } from '../../simulator/faults/faults.js'
import type { DaemonCredentials } from '../../venue-kit/contract/account-secrets.js'
import { credentialVariablesOf, declaredOf, servedVenueIds } from '../../venues/registry.js'
import { readSecretFile } from '../files/secret-file.js'
import { worldFilesIn } from '../files/state-paths.js'
import { createCleanupStack } from '../lifecycle/cleanup-stack.js'
import { findIgnoredVariables, type UnreadVariable } from '../lifecycle/ignored-variables.js'
import type { Instance } from '../lifecycle/state-folder-lock.js'
import type { WorldUrls } from '../network/host-wiring.js'
import { noProxies, type Proxies, readProxies } from '../network/proxies.js'
import { type CassetteUse, openCassetteSession } from '../recording/cassette-session.js'
import { loadDemoAccounts, startDemoWorld } from './demo-world.js'
import { readSharedPlaces, type SharedPlace } from './shared-places.js'

/** Venues that can be called: the real ones, or those of a simulation with its faults. */
export type CalledSources =
  | {
      readonly kind: 'live'
      /** Whether calls carry no credentials, even if there are some. */
      readonly anonymous?: boolean
    }
  | { readonly kind: 'demo'; readonly faults?: readonly FaultRule[] }

/** Source of responses. */
export type WorldChoice =
  | CalledSources
  | (Extract<CassetteUse, { kind: 'record' }> & { readonly of: CalledSources })
  | Extract<CassetteUse, { kind: 'replay' }>

export interface WorldEffects {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Reads the files of configured credentials. */
  readonly readSecret?: CredentialSources['readFile']
  /** Replaces the simulation in tests. */
  readonly startDemo?: typeof startDemoWorld
}

/** Credentials of a source set. */
interface WorldCredentials {
  /** Real credentials of the configuration and the environment. Empty without live venues. */
  readonly held: DaemonCredentials
  /** Placeholder credentials if a venue needs some. Empty for live venues. */
  readonly lent: DaemonCredentials
}

/** Facts of a source set that are known before it is open. */
interface WorldFacts extends WorldCredentials {
  /** Whether calls to venues are off. The configuration decides. Never true with a cassette. */
  readonly offline: boolean
  /** Proxies to the venues. None without live venues. */
  readonly proxies: Proxies
  /** Histories that daemons share. None without live venues, with a cassette, and offline. */
  readonly shared: readonly SharedPlace[]
}

/** An open source set, on which the core is built. */
export interface OpenWorld extends WorldFacts {
  /** The simulator's addresses in a simulation. */
  readonly urls: WorldUrls | undefined
  /** Credentials of simulated accounts, for callers without their own. Empty for live venues. */
  readonly paper: DaemonCredentials
  /** Records or replays the responses of venues. */
  readonly cassette: CassetteSession | undefined
}

interface WorldDeps {
  readonly effects: Effects
  readonly log: Logger
  /** The recording process. */
  readonly instance: Instance
  /** Secrets that no recording may hold. */
  readonly withhold: readonly NamedSecret[]
  /** See `openCassetteSession`. */
  readonly onMerge: (bytes: number) => void
}

/** The chosen source of responses and everything that follows from the choice. No other module decides about it. */
export interface SourceSet extends WorldFacts {
  /** The mode in responses. */
  readonly mode: 'live' | 'demo' | 'replay'
  /** Path of the recording. */
  readonly recording: string | undefined
  /**
   * Returns the paths of data files. Undefined with a cassette, which must not depend on stored data, and where the
   * configuration turns storage off.
   */
  files(stateDir: string): ReturnType<typeof worldFilesIn> | undefined
  /**
   * Returns the path of the order journal, which is not a cache. It exists wherever an order may go to a venue, with storage
   * off and while recording too. Undefined in a replay, and while the demo is recorded.
   */
  orderFile(stateDir: string): string | undefined
  /** Environment variables of upstream that are set and not read. None without live venues. */
  readonly unread: readonly UnreadVariable[]
  /** Opens the sources. @throws CassetteError */
  open(deps: WorldDeps): Promise<OpenWorld & { close(): Promise<void> }>
}

/** Returns placeholder tokens for the venues that need one, in the demo and in replays. */
function demoCredentials(): DaemonCredentials {
  return Object.fromEntries(
    servedVenueIds.flatMap((id) => {
      const needed = declaredOf(id)?.needs
      return needed === undefined
        ? []
        : [[id, Object.fromEntries(needed.map((name) => [name, 'demo-token']))]]
    }),
  )
}

/**
 * Creates the source set for the chosen mode. @throws ConfigError with the name of a credential that cannot be sent, for
 * live venues
 */
export function worldOf(
  choice: WorldChoice,
  config: Config,
  { environment, startDemo = startDemoWorld, readSecret = readSecretFile }: WorldEffects,
): SourceSet {
  const asked = choice.kind === 'record' ? choice.of : choice
  const { seed } = config.demo
  const isKept = config.cache.enabled && asked === choice && asked.kind !== 'replay'
  const demoSeed = asked.kind === 'demo' ? seed : undefined
  const isOfCassette = choice.kind === 'record' || choice.kind === 'replay'
  const facts = {
    unread: asked.kind === 'live' ? findIgnoredVariables(environment) : [],
    ...credentialsOf(asked, config, { environment, readSecret }),
    offline: config.offline && !isOfCassette,
    proxies: asked.kind === 'live' ? readProxies(config, environment) : noProxies,
    shared:
      asked.kind === 'live' && asked.anonymous !== true && !isOfCassette && !config.offline
        ? readSharedPlaces(config.shared, { environment, readFile: readSecret })
        : [],
  }
  return {
    ...facts,
    mode: asked.kind,
    recording: choice.kind === 'record' ? choice.file : undefined,
    files: (stateDir) => (isKept ? worldFilesIn(stateDir, demoSeed) : undefined),
    orderFile: (stateDir) =>
      asked.kind === 'replay' || (isOfCassette && asked.kind === 'demo')
        ? undefined
        : worldFilesIn(stateDir, demoSeed).orders,
    async open(deps) {
      const closing = createCleanupStack()
      try {
        const cassette = isOfCassette
          ? await openCassetteSession(recordingAll(choice, asked), { ...deps, config })
          : undefined
        closing.add(() => cassette?.close())
        const demo = asked.kind === 'demo' ? await startDemo(seed, asked.faults) : undefined
        closing.add(() => demo?.close())
        const paper = demo?.paper ?? (cassette?.isOfDemo === true ? await loadDemoAccounts() : {})
        return { ...facts, cassette, urls: demo?.urls, paper, close: closing.closeAll }
      } catch (error) {
        await closing.giveUp()
        throw error
      }
    },
  }
}

/** Recordings of a simulation hold private data too, since none of it is real. */
function recordingAll(
  choice: Extract<WorldChoice, { kind: 'record' | 'replay' }>,
  asked: Pick<WorldChoice, 'kind'>,
): CassetteUse {
  return choice.kind === 'record' && asked.kind === 'demo'
    ? { ...choice, recordsPrivate: true, isDemo: true }
    : choice
}

function credentialsOf(
  asked: CalledSources | Extract<WorldChoice, { kind: 'replay' }>,
  config: Config,
  { environment, readSecret }: Required<Pick<WorldEffects, 'environment' | 'readSecret'>>,
): WorldCredentials {
  if (asked.kind !== 'live') return { held: {}, lent: demoCredentials() }
  const held =
    asked.anonymous === true
      ? {}
      : readDaemonCredentials(config.venues, { environment, readFile: readSecret }, credentialVariablesOf)
  return { held, lent: {} }
}
