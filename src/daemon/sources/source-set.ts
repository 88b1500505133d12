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
import type { Instance } from '../lifecycle/instance-lock.js'
import type { WorldUrls } from '../network/host-wiring.js'
import { noProxies, type Proxies, readProxies } from '../network/proxies.js'
import { type CassetteUse, openCassetteSession } from '../recording/cassette-session.js'
import { loadDemoAccounts, startDemoWorld } from './demo-world.js'

/** Venues that can be asked: the real ones, or those of a demo world with what goes wrong in it. */
export type CalledSources =
  | {
      readonly kind: 'live'
      /** Asks as nobody, whatever credentials there are. */
      readonly anonymous?: boolean
    }
  | { readonly kind: 'demo'; readonly faults?: readonly FaultRule[] }

/** Where answers come from. */
export type WorldChoice =
  | CalledSources
  | (Extract<CassetteUse, { kind: 'record' }> & { readonly of: CalledSources })
  | Extract<CassetteUse, { kind: 'replay' }>

export interface WorldEffects {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Reads the files that credentials of the configuration lie in. */
  readonly readSecret?: CredentialSources['readFile']
  /** Tests bring a demo world of their own. */
  readonly startDemo?: typeof startDemoWorld
}

/** Which credentials exist in a world. */
interface WorldCredentials {
  /** Real ones, of the configuration and the environment; none where nothing real is asked. */
  readonly held: DaemonCredentials
  /** What stands in for them where a venue wants some and nothing of it is real. */
  readonly lent: DaemonCredentials
}

/** What is known of a world before it stands. */
interface WorldFacts extends WorldCredentials {
  /** No venue is asked: the configuration says so, and no cassette does, whose matter is what venues say. */
  readonly offline: boolean
  /** Proxies on the way to the venues; none where nothing beyond this machine is asked. */
  readonly proxies: Proxies
}

/** A world that stands: what the core is built upon. */
export interface OpenWorld extends WorldFacts {
  /** The simulator's addresses in a demo world. */
  readonly urls: WorldUrls | undefined
  /** What stands in for the credentials of an account, for everybody who has none; only where nothing is real. */
  readonly paper: DaemonCredentials
  /** Records or replays what the venues answer. */
  readonly cassette: CassetteSession | undefined
}

interface WorldDeps {
  readonly effects: Effects
  readonly log: Logger
  /** Who records. */
  readonly instance: Instance
  /** What no recording may hold. */
  readonly withhold: readonly NamedSecret[]
  /** See `openCassette`. */
  readonly onMerge: (bytes: number) => void
}

/** A world that was chosen, with everything that follows from the choice. Nothing else decides about it. */
export interface SourceSet extends WorldFacts {
  /** What answers call it. */
  readonly mode: 'live' | 'demo' | 'replay'
  /** The file a recording goes to. */
  readonly recording: string | undefined
  /**
   * Files in which something about this world is kept; undefined where nothing is: with a cassette, which must not
   * depend on what was stored, and where the configuration says so.
   */
  files(stateDir: string): ReturnType<typeof worldFilesIn> | undefined
  /**
   * The journal of orders, which is no cache: wherever an order may reach a venue it is written down, whether or not
   * anything is kept, and while it is recorded too. Undefined in a replay, and while the demo is recorded.
   */
  orderFile(stateDir: string): string | undefined
  /** Environment variables of upstream that are set and not read; none where nothing real is asked. */
  readonly unread: readonly UnreadVariable[]
  /** @throws CassetteError */
  open(deps: WorldDeps): Promise<OpenWorld & { close(): Promise<void> }>
}

/** The demo venues, and recordings, want a token where the venue does, and nothing of it is real. */
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

/** @throws ConfigError naming a credential that cannot be sent, where real ones are used */
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

/** Nothing is private where nothing is real. */
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
