import { toIso } from '../../../api/times/instant.js'
import { hashText } from '../../../effects/random.js'
import { Refusal, requireOrRefuse, toJsonReply } from '../../http/reply.js'
import { type MockCall, type Route, route } from '../../mock-kit/mock-venue.js'
import { slugOf } from '../../world/common/dates.js'
import { uuidOf } from '../../world/common/hash.js'
import type { SimulatedWorld } from '../../world/world.js'

/**
 * Routes of the keys and values of market `properties`, which the website filters by. Shapes are those of the SDK
 * (README.md, "Lists").
 */
export const propertyRoutes: readonly Route[] = [
  route('GET', '/property-keys', (call) => toJsonReply(keysOf(call.world))),
  route('GET', '/property-keys/:id', (call) => toJsonReply(keyIn(call))),
  route('GET', '/property-keys/:id/options', (call) => {
    const parent = call.query.text('parentId')
    const { options } = keyIn(call)
    return toJsonReply(
      parent === undefined ? options : options.filter(({ parentOptionId }) => parentOptionId === parent),
    )
  }),
]

/** Creation time of the keys. */
const MADE_AT = toIso(Date.UTC(2026, 7, 1))

/** Returns the keys; their values are those of the markets. */
function keysOf({ series }: SimulatedWorld) {
  return [
    propertyKey('Domain', [...new Set(series.map(({ category }) => category))]),
    propertyKey('Duration', [...new Set(series.map(({ recurrence }) => recurrence))]),
  ]
}

function propertyKey(name: string, labels: readonly string[]) {
  const slug = slugOf(name)
  const id = uuidOf(hashText(`property key ${slug}`))
  return {
    id,
    name,
    slug,
    type: 'select',
    metadata: {},
    isSystem: true,
    options: labels.map((label, sortOrder) => ({
      id: uuidOf(hashText(`option ${label} of ${slug}`)),
      propertyKeyId: id,
      value: slugOf(label),
      label,
      sortOrder,
      parentOptionId: null,
      metadata: {},
      createdAt: MADE_AT,
      updatedAt: MADE_AT,
    })),
    createdAt: MADE_AT,
    updatedAt: MADE_AT,
  }
}

function keyIn({ world, params }: MockCall) {
  const id = params['id'] ?? ''
  return requireOrRefuse(
    keysOf(world).find((one) => one.id === id),
    () => new Refusal(toJsonReply({ message: `Property key not found: ${id}` }, 404)),
  )
}
