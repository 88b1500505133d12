import { type Reply, requireOrRefuse, toJsonReply } from '../../../http/reply.js'
import { type ListSpec, pageOf } from '../../../mock-kit/list-endpoint.js'
import { type MockCall, type MockContext, type Route, route } from '../../../mock-kit/mock-venue.js'
import { stateAt, type WorldSeries } from '../../../world/common/types.js'
import { findOfferedEvents, offersSeries } from '../catalogue.js'
import { listTags, type Tag, tagsOf } from '../labels.js'
import { createNotFound } from './errors.js'
import { findEventById } from './events.js'
import type { Native } from './market.js'
import { findMarketById } from './markets.js'
import { limit, orderFrom, readOffset } from './page.js'

/** Routes of tags and related tags (polymarket-client 0.14.0, `models/gamma/tag.py`). */
export const tagRoutes: readonly Route[] = [
  route('GET', '/tags', (call) => toJsonReply(pageOf(tags, call, listTags(call)).rows)),
  route('GET', '/tags/slug/:slug', (call) => toJsonReply(tagFor(call))),
  route('GET', '/tags/slug/:slug/related-tags', relations),
  route('GET', '/tags/slug/:slug/related-tags/tags', (call) =>
    toJsonReply(relatedTo(call).map(({ tag }) => tag)),
  ),
  route('GET', '/tags/:id', (call) => toJsonReply(tagFor(call))),
  route('GET', '/tags/:id/related-tags', relations),
  route('GET', '/tags/:id/related-tags/tags', (call) => toJsonReply(relatedTo(call).map(({ tag }) => tag))),
  route('GET', '/events/:id/tags', (call) => {
    const event = requireOrRefuse(findEventById(call, call.params['id'] ?? ''), () =>
      createNotFound('id not found'),
    )
    return toJsonReply(tagsOf(call, event.series))
  }),
  route('GET', '/markets/:id/tags', (call) => {
    const listed = requireOrRefuse(findMarketById(call, call.params['id'] ?? ''), () =>
      createNotFound('id not found'),
    )
    return toJsonReply(tagsOf(call, listed.event.series))
  }),
]

const tags: ListSpec<Tag> = {
  limit,
  start: readOffset(Number.POSITIVE_INFINITY),
  order: orderFrom<Tag>({
    id: ({ id }) => Number(id),
    label: ({ label }) => label,
    slug: ({ slug }) => slug,
    createdAt: ({ createdAt }) => createdAt,
    updatedAt: ({ updatedAt }) => updatedAt,
  }),
}

function tagFor(call: MockCall): Tag {
  const { id, slug } = call.params
  const found = listTags(call).find((tag) => (id === undefined ? tag.slug === slug : tag.id === id))
  return requireOrRefuse(found, () => createNotFound(id === undefined ? 'slug not found' : 'id not found'))
}

interface Related {
  readonly tag: Tag
  /** Number of series with both tags. */
  readonly shared: number
}

/** Returns tags of series that have a tag, most frequent first. */
function relatedTo(call: MockCall): readonly Related[] {
  const own = tagFor(call)
  const counts = new Map<string, number>()
  for (const series of call.world.series.filter((one) => offersSeries(one) && isWanted(call, one)))
    for (const { id } of withTag(call, series, own) ? tagsOf(call, series) : [])
      counts.set(id, (counts.get(id) ?? 0) + 1)
  return listTags(call)
    .filter(({ id }) => id !== own.id)
    .flatMap((tag) => ({ tag, shared: counts.get(tag.id) ?? 0 }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared || Number(a.tag.id) - Number(b.tag.id))
}

function withTag(context: MockContext, series: WorldSeries, { id }: Tag): boolean {
  return tagsOf(context, series).some((tag) => tag.id === id)
}

/** Whether a series matches the `status` of the query: `active`, `closed`, or all. */
function isWanted(call: MockCall, series: WorldSeries): boolean {
  const status = call.query.text('status')
  if (status !== 'active' && status !== 'closed') return true
  const isOpen = findOfferedEvents(call).some(
    (event) => event.series.index === series.index && stateAt(event, call.now) === 'open',
  )
  return isOpen === (status === 'active')
}

function relations(call: MockCall): Reply {
  const own = Number(tagFor(call).id)
  const rows = relatedTo(call).map(
    ({ tag }, index): Native => ({
      id: String(own * 1_000 + Number(tag.id)),
      tagID: own,
      relatedTagID: Number(tag.id),
      rank: index + 1,
    }),
  )
  return toJsonReply(rows)
}
