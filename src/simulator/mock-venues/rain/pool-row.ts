import { toIso } from '../../../api/times/instant.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import { hexOf, mixWide } from '../../world/common/hash.js'
import { hexIdOf } from './ids.js'
import { contractOf, type Pool, percentagesOf, statusOf, winnerOf } from './pool.js'

/** The dollar token of pools. */
const token = {
  tokenAddress: '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9',
  tokenSymbol: 'USD₮0',
  tokenDecimals: 6,
}

/** Renders a pool as in lists and lookups (venues/rain/README.md). Amounts are in millionths. */
export function toPoolRow(context: MockContext, pool: Pool): Readonly<Record<string, unknown>> {
  const { world, now } = context
  const { event, legs } = pool
  const percentages = percentagesOf(context, pool)
  const winner = winnerOf(pool, now)
  const volume = volumeOf(context, pool)
  const owner = `0x${hexOf(mixWide(legs[0].seed, 3), 20)}`
  return {
    _id: hexIdOf(world.seed, 'pool', pool.number),
    question: pool.title,
    poolDescription: event.rules,
    tags: [event.series.category, ...event.series.tags].slice(0, 3),
    options: pool.optionNames.map((optionName, index) => ({
      optionName,
      optionImage: `https://images.example/rain/${event.series.key}-${index + 1}.png`,
      choiceIndex: index + 1,
      percentage: percentages[index],
    })),
    status: statusOf(pool, now),
    createdAt: toIso(pool.opensAt),
    endDate: toIso(pool.endsAt),
    isPrivate: false,
    contractAddress: contractOf(pool, world.seed),
    poolOwnerNameOrWallet: owner,
    poolOwnerWalletAddress: owner,
    token,
    totalVolume: volume,
    totalVolumeUSD: volume,
    totalLiquidity: 1_000_000 * (10 + (event.seed % 400)),
    participantCount: Math.floor(Math.sqrt(volume / 1_000_000)),
    isAiResolver: event.seed % 3 !== 0,
    isDisputed: false,
    isAppealed: false,
    disputeData: null,
    winnerOption:
      winner === undefined
        ? null
        : { choiceIndex: winner, decidedBy: 'creator', createdAt: toIso(pool.resolvesAt) },
  }
}

/** Returns the volume in millionths of a dollar. */
export function volumeOf({ world, now }: MockContext, { legs }: Pool): number {
  const notional = legs.reduce((sum, leg) => sum + world.stats(leg.key, now).notional, 0)
  return Math.round(notional * 1_000_000)
}
