import type { timesInForce } from '../../../src/api/arguments/fields.js'
import { createSeededRandom, type Random } from '../../../src/effects/random.js'

/** Where the price of an order lies in the book that its account sees. */
type Place = 'across' | 'touch' | 'behind'

/** One thing that an account does. All of it is data, so that a sequence can be told, repeated and made smaller. */
export type Step =
  | {
      readonly kind: 'order'
      /** Which of the markets of the table, and which of its outcomes. */
      readonly market: number
      readonly isNo: boolean
      readonly side: 'buy' | 'sell'
      readonly type: 'market' | 'limit'
      readonly place: Place
      /** Lots; for `isDeep` as many as the best level offers besides, so that a part is left. */
      readonly lots: number
      readonly isDeep: boolean
      readonly timeInForce?: (typeof timesInForce)[number]
      readonly postOnly?: true
      /** Of `GTD`: ms from then. */
      readonly lifetimeMs?: number
    }
  /** Takes back one of the last orders, counted from the newest. */
  | { readonly kind: 'cancel'; readonly back: number }
  /** Changes one of the last orders: its price to another place of the book, its amount by lots, or both. */
  | { readonly kind: 'edit'; readonly back: number; readonly place?: Place; readonly lots?: number }

/** What all accounts of a table do, one step each in turn, and how long each round takes. */
export interface Plan {
  readonly seed: number
  readonly accounts: readonly (readonly Step[])[]
  /** ms after each round. */
  readonly pauses: readonly number[]
  /** The round after which time passes until the first market has resolved. */
  readonly resolvesAfter: number
}

/** What a venue takes besides plain orders. */
export interface Kinds {
  readonly postOnly?: true
  /** Orders are changed in one step. */
  readonly edits?: true
  readonly timeInForce: readonly (typeof timesInForce)[number][]
  readonly minLifetimeMs: number
  /** Times in force that purchases cannot have. */
  readonly notOfPurchases: readonly string[]
}

const MARKETS = 3
const MAX_PAUSE_MS = 90_000
const LIFETIMES_MS = 20 * 60_000

/** Draws what the accounts of a table do. */
export function drawPlan(seed: number, accounts: number, steps: number, kinds: Kinds): Plan {
  const random = createSeededRandom(seed)
  return {
    seed,
    accounts: Array.from({ length: accounts }, () =>
      Array.from({ length: steps }, () => drawStep(random, kinds)),
    ),
    pauses: Array.from({ length: steps }, () => (random() < 0.4 ? 0 : Math.ceil(random() * MAX_PAUSE_MS))),
    resolvesAfter: Math.floor(steps * (0.5 + random() * 0.3)),
  }
}

function drawStep(random: Random, kinds: Kinds): Step {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  if (kinds.edits === true && random() < 0.25) return drawEdit(random, pick)
  if (random() < 0.18) return { kind: 'cancel', back: Math.floor(random() * 6) }
  const side = random() < 0.6 ? 'buy' : 'sell'
  const type = random() < 0.25 ? 'market' : 'limit'
  const order = {
    kind: 'order',
    market: Math.floor(random() * MARKETS),
    isNo: random() < 0.5,
    side,
    type,
    place: pick<Place>(['across', 'across', 'touch', 'behind']),
    lots: 1 + Math.floor(random() * 4),
    isDeep: random() < 0.2,
  } as const
  if (random() < 0.5) return order
  if (type === 'limit' && kinds.postOnly === true && random() < 0.35) return { ...order, postOnly: true }
  const allowed = kinds.timeInForce.filter(
    (one) =>
      !(side === 'buy' && kinds.notOfPurchases.includes(one)) &&
      (type === 'limit' || one === 'IOC' || one === 'FOK'),
  )
  if (allowed.length === 0) return order
  const timeInForce = pick(allowed)
  if (timeInForce !== 'GTD') return { ...order, timeInForce }
  return { ...order, timeInForce, lifetimeMs: kinds.minLifetimeMs + Math.ceil(random() * LIFETIMES_MS) }
}

function drawEdit(random: Random, pick: <Item>(items: readonly Item[]) => Item): Step {
  const edit = { kind: 'edit', back: Math.floor(random() * 4) } as const
  const [price, amount] = [
    { place: pick<Place>(['across', 'touch', 'behind']) },
    { lots: pick([-2, -1, 1, 2, 3]) },
  ]
  return pick([
    { ...edit, ...price },
    { ...edit, ...amount },
    { ...edit, ...price, ...amount },
  ])
}

/** Plans that lack one of the accounts, or one of the steps, of another: the larger cuts first. */
export function* smallerPlans(plan: Plan): Generator<Plan> {
  const { accounts, pauses } = plan
  for (const [at] of accounts.entries())
    if (accounts.length > 1) yield { ...plan, accounts: accounts.filter((_, index) => index !== at) }
  const rounds = Math.max(...accounts.map((steps) => steps.length))
  for (let size = Math.floor(rounds / 2); size >= 1; size = Math.floor(size / 2))
    for (let from = 0; from < rounds; from += size)
      yield {
        ...plan,
        accounts: accounts.map((steps) => steps.filter((_, at) => at < from || at >= from + size)),
        pauses: pauses.filter((_, at) => at < from || at >= from + size),
        resolvesAfter: plan.resolvesAfter - Math.max(0, Math.min(size, plan.resolvesAfter + 1 - from)),
      }
}
