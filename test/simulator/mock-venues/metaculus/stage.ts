import { createSeededRandom } from '../../../../src/effects/random.js'
import type { Reply } from '../../../../src/simulator/http/reply.js'
import { metaculusMock } from '../../../../src/simulator/mock-venues/metaculus/index.js'
import { answer } from '../../../../src/simulator/server/router.js'
import type { Rhythm } from '../../../../src/simulator/world/common/types.js'
import { createWorld, type SimulatedWorld } from '../../../../src/simulator/world/world.js'
import { contextOf } from '../../support/context.js'
import { NOON, SEED } from '../../support/stage.js'

export const TOKEN = 'Token 0123456789abcdef0123456789abcdef01234567'

/** The face without sockets, asked with a token. */
export interface TokenStage {
  readonly world: SimulatedWorld
  now: number
  ask(path: string, authorization?: string): Reply
  /** Parsed body of an answer that must succeed. */
  get(path: string, authorization?: string): unknown
  probe(path: string, authorization?: string): { readonly status: number; readonly body: unknown }
}

export function tokenStage(rhythm: Rhythm = 'natural'): TokenStage {
  const world = createWorld({ seed: SEED, rhythm })
  const { api } = metaculusMock.hosts
  if (api === undefined) throw new Error('the face has no host')
  const parsed = (reply: Reply): unknown => (reply.body === '' ? undefined : JSON.parse(reply.body))
  const stage: TokenStage = {
    world,
    now: NOON,
    ask(target, authorization = TOKEN) {
      const [path = '/', search = ''] = target.split('?')
      const headers: Record<string, string> = authorization === '' ? {} : { authorization }
      const random = createSeededRandom(SEED)
      return answer(
        api,
        { method: 'GET', path, search, headers, body: undefined },
        contextOf(world, stage.now, { random }),
      )
    },
    get(target, authorization) {
      const reply = stage.ask(target, authorization)
      if (reply.status !== 200)
        throw new Error(`${target} answered ${reply.status}: ${reply.body.slice(0, 200)}`)
      return parsed(reply)
    },
    probe(target, authorization) {
      const reply = stage.ask(target, authorization)
      return { status: reply.status, body: parsed(reply) }
    },
  }
  return stage
}
