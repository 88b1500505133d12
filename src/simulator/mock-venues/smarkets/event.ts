import { memoize } from '../../http/memoize.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import { findListedEvents, offers } from '../../mock-kit/venue-view.js'
import { slugOf, toIsoDay, toSecondIso } from '../../world/common/dates.js'
import { mix } from '../../world/common/hash.js'
import { stateAt, type WorldEvent, type WorldSeries } from '../../world/common/types.js'
import { categoryIdOf, eventIdOf, rootIdOf } from './ids.js'
import { toMicroStamp } from './stamps.js'
import { type Branch, branches, branchOf, type Scope, scopeOf } from './tree.js'

export const eventStates = ['new', 'upcoming', 'live', 'ended', 'settled', 'cancelled', 'suspended'] as const
export type EventState = (typeof eventStates)[number]

/** A node of the tree with the values by which lists filter and sort. */
export interface Node {
  readonly id: number
  readonly parentId: string | undefined
  readonly state: EventState
  readonly branch: Branch
  readonly scope: Scope
  readonly name: string
  readonly displayOrder: number | undefined
  /** Epoch ms. Absent for outrights and branches. */
  readonly startsAt: number | undefined
  readonly modifiedAt: number
  readonly inPlay: boolean
  /** Absent for branches, which have no markets. */
  readonly event?: WorldEvent
  readonly slug: string
  readonly fullSlug: string
}

/** Returns the whole tree as listed now. */
export function nodesAt(context: MockContext): readonly Node[] {
  return [
    ...listBranchNodes(context),
    ...findListedEvents(context, 'smarkets').map((event) => toLeafNode(context, event)),
  ]
}

/** Returns the nodes above the events. */
export function listBranchNodes({ world }: Pick<MockContext, 'world'>): readonly Node[] {
  const series = world.series.filter((one) => offers(one, 'smarkets'))
  return [...branches.map(rootNode), ...series.map(categoryNode)]
}

/** Creation time of branches. */
const TREE_BEGAN = Date.UTC(2018, 0, 8, 9, 30)

function rootNode(branch: Branch, position: number): Node {
  return {
    ...standing(branch),
    id: Number(rootIdOf(position)),
    parentId: undefined,
    scope: 'root',
    name: branch.name,
    slug: slugOf(branch.name),
    fullSlug: branch.path,
  }
}

function categoryNode(series: WorldSeries): Node {
  const branch = branchOf(series)
  const slug = slugOf(series.title)
  return {
    ...standing(branch),
    id: Number(categoryIdOf(series.index)),
    parentId: rootIdOf(branches.findIndex(({ domain }) => domain === branch.domain)),
    scope: 'category',
    name: series.title,
    slug,
    fullSlug: `${branch.path}/${slug}`,
  }
}

function standing(branch: Branch) {
  return {
    branch,
    state: 'upcoming',
    displayOrder: undefined,
    startsAt: undefined,
    modifiedAt: TREE_BEGAN,
    inPlay: false,
  } as const
}

export function toLeafNode(context: Pick<MockContext, 'now'>, event: WorldEvent): Node {
  const changes = [event.opensAt, event.closesAt, event.resolvesAt].filter((at) => at <= context.now)
  return { ...lastingFacts(event), state: stateOf(context, event), modifiedAt: Math.max(...changes) }
}

/** The time-independent members of a leaf. */
const lastingFacts = memoize((event: WorldEvent): Omit<Node, 'state' | 'modifiedAt'> => {
  const { series, title } = event
  const branch = branchOf(series)
  const scope = scopeOf(event)
  const startsAt = scope === 'outright' ? undefined : (event.startsAt ?? event.endsAt)
  const slug = slugOf(title)
  return {
    id: Number(eventIdOf(event)),
    parentId: categoryIdOf(series.index),
    branch,
    scope,
    name: title,
    displayOrder: event.teams === undefined ? series.index : 0,
    startsAt,
    inPlay: event.startsAt !== undefined,
    event,
    slug,
    fullSlug: [branch.path, slugOf(series.title), ...dayOf(startsAt, event), slug].join('/'),
  }
})

/** Returns a date such as `2024/06/24/22-00`; outrights of several years are distinguished by year. */
function dayOf(startsAt: number | undefined, { endsAt }: WorldEvent): readonly string[] {
  if (startsAt === undefined) return [toIsoDay(endsAt).slice(0, 4)]
  const stamp = toSecondIso(startsAt)
  return [...stamp.slice(0, 10).split('-'), stamp.slice(11, 16).replace(':', '-')]
}

function stateOf({ now }: Pick<MockContext, 'now'>, event: WorldEvent): EventState {
  const state = stateAt(event, now)
  if (state === 'resolved') return 'settled'
  if (state === 'closed') return 'ended'
  return event.startsAt !== undefined && event.startsAt <= now ? 'live' : 'upcoming'
}

/** Renders an event (venues/smarkets/README.md); `type` has the older or the newer form. */
export function toEventRow(node: Node, newType: boolean) {
  const { event, startsAt, modifiedAt } = node
  const chance = event?.seed ?? node.id
  return {
    bet_allowed: true,
    bettable: event !== undefined,
    chart_time_period: null,
    created: toMicroStamp(event?.opensAt ?? TREE_BEGAN, chance),
    description: event?.rules ?? null,
    display_order: node.displayOrder ?? null,
    end_date: event !== undefined && node.scope === 'outright' ? toIsoDay(event.endsAt) : null,
    full_slug: node.fullSlug,
    hidden: false,
    id: String(node.id),
    inplay_enabled: node.inPlay,
    modified: toMicroStamp(modifiedAt, mix(chance, 2)),
    name: node.name,
    parent_id: node.parentId ?? null,
    seo_description: null,
    short_name: event?.teams === undefined ? null : event.teams.map(({ code }) => code).join(' vs. '),
    slug: node.slug,
    special_rules: null,
    start_date: startsAt === undefined ? null : toIsoDay(startsAt),
    start_datetime: startsAt === undefined ? null : toSecondIso(startsAt),
    state: node.state,
    type: newType ? { domain: node.branch.domain, scope: node.scope } : oldTypeOf(node),
  }
}

/** Returns the type word of the older form. */
export function oldTypeOf({ scope, branch }: Node): string {
  if (scope === 'root') return 'top_level_event'
  if (scope === 'category') return 'generic'
  return scope === 'outright' ? branch.outright : branch.single
}
