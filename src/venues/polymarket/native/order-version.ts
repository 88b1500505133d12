import { PmxError } from '../../../api/envelope/errors.js'
import { defineMemoKey, remember } from '../../../venue-kit/contract/memo.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { createWordTable } from '../../../venue-kit/payload/native-enums.js'
import { readPayload } from '../../../venue-kit/payload/payload.js'
import type { OrderVersion } from './order.js'
import { versionReply } from './order-wire.js'

/** The exchange version that orders for CTF tokens are signed for. It is requested again when the venue reports another version. */
const versions = defineMemoKey<OrderVersion>('polymarket order version', 10 * 60_000)

const versionNamed = createWordTable<OrderVersion>('polymarket', 'exchange.version', { 1: 1, 2: 2 })

export function orderVersion(ctx: VenueContext): Promise<OrderVersion> {
  return remember(ctx.memo, versions, '', async () => {
    const reply = await ctx.http.send({ host: 'clob', path: '/version' })
    const { version } = readPayload(versionReply, reply.json, 'GET /version')
    const known = versionNamed(version)
    if (known !== undefined) return known
    throw new PmxError(
      'NOT_SUPPORTED',
      `Polymarket requires orders of version ${version}, which this version of pmx-local does not support.`,
    )
  })
}

export function forgetVersion({ memo }: Pick<VenueContext, 'memo'>): void {
  memo.delete(versions, '')
}
