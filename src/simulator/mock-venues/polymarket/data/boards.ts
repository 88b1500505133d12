import { toIso } from '../../../../api/times/instant.js'
import { DAY_MS, HOUR_MS } from '../../../../api/times/resolution.js'
import { hashText } from '../../../../effects/random.js'
import type { Reply } from '../../../http/reply.js'
import type { MockCall, Route } from '../../../mock-kit/mock-venue.js'
import { roundToMicros } from '../../../mock-kit/rounding.js'
import { hexOf, mix, pick, toUnit } from '../../../world/common/hash.js'
import { stateAt } from '../../../world/common/types.js'
import { companies, people } from '../../../world/series/names.js'
import { demoWallets } from '../../../world/wallets.js'
import { findOfferedEvents, marketsIn } from '../catalogue.js'
import type { Native } from '../gamma/market.js'
import { conditionIdOf, createHexAddress, tokenOf } from '../ids.js'
import {
  createV2Route,
  readEnumParameter,
  readWholeParameter,
  selectPage,
  toSingleReply,
  userOf,
} from './parameters.js'

/** Leaderboard routes (polymarket-client 0.14.0, `models/data/leaderboard.py`). Traders and builders are invented. */
export const boardRoutes: readonly Route[] = [
  createV2Route('/v2/leaderboard', (call) => (call.query.has('user') ? standing(call) : leaderboard(call))),
  createV2Route('/v2/biggest-winners', biggestWinners),
  createV2Route('/v2/builders/leaderboard', builderBoard),
  createV2Route('/v2/builders/volume', builderVolume),
]

const windows = ['day', 'week', 'month', 'all'] as const
type Window = (typeof windows)[number]
const spans: Readonly<Record<Window, number>> = { day: 1, week: 7, month: 30, all: 365 }
const TRADERS = 40
const BUILDERS = 5

interface Trader {
  readonly wallet: string
  readonly name: string
  readonly pnl: number
  readonly volume: number
}

/** Returns the traders of a window: wallets of the simulation, and invented traders with a rank that lasts a day. */
function tradersOf({ world, now }: MockCall, window: Window): readonly Trader[] {
  const seed = mix(mix(world.seed, hashText(window)), Math.floor(now / DAY_MS))
  return Array.from({ length: TRADERS }, (_, index): Trader => {
    const own = demoWallets[index]
    const chance = mix(seed, index)
    const scale = spans[window] * 1_000
    return {
      wallet: own?.address ?? createHexAddress(mix(world.seed, 0x1ead + index), 20),
      name: own?.name ?? pick(people, mix(world.seed, index)),
      pnl: Math.round((toUnit(chance) - 0.3) * scale * 100) / 100,
      volume: Math.round(toUnit(mix(chance, 1)) * scale * 3_000) / 100,
    }
  })
}

function ranked(traders: readonly Trader[], by: 'pnl' | 'volume'): readonly Trader[] {
  return [...traders].sort((a, b) => b[by] - a[by])
}

function leaderboard(call: MockCall): Reply {
  const window = readEnumParameter(call, 'time_period', windows) ?? 'day'
  const by = readEnumParameter(call, 'sort_by', ['PNL', 'VOLUME'] as const) === 'VOLUME' ? 'volume' : 'pnl'
  const rows = ranked(tradersOf(call, window), by).map((trader, index) => ({
    rank: index + 1,
    ...traderRow(trader),
  }))
  const { page, reply } = selectPage(call, 'leaderboard', rows)
  return reply(page)
}

function traderRow({ wallet, name, pnl, volume }: Trader): Native {
  return { user_id: wallet, pnl, volume, user_name: name, profile_image: '', x_username: '', verified: false }
}

/** Returns null for a wallet without a rank. */
function standing(call: MockCall): Reply {
  const user = userOf(call)
  const traders = tradersOf(call, readEnumParameter(call, 'time_period', windows) ?? 'day')
  const trader = traders.find(({ wallet }) => wallet === user)
  if (trader === undefined) return toSingleReply(null)
  const rankBy = (by: 'pnl' | 'volume'): number => ranked(traders, by).indexOf(trader) + 1
  return toSingleReply({ ...traderRow(trader), rank_pnl: rankBy('pnl'), rank_volume: rankBy('volume') })
}

/** Returns the largest winners of markets that resolved in the window. */
function biggestWinners(call: MockCall): Reply {
  const { world, now } = call
  const window = readEnumParameter(call, 'time_period', windows) ?? 'day'
  const from = now - spans[window] * DAY_MS
  const rows = marketsIn(call, findOfferedEvents(call))
    .filter(({ market }) => stateAt(market, now) === 'resolved' && market.resolvesAt >= from)
    .filter(({ market }) => market.payout !== 0.5)
    .map(({ event, market }) => {
      const chance = mix(market.seed, 0x3417)
      const final = Math.round(toUnit(chance) * 500_000) / 100
      const initial = Math.round(final * (0.05 + toUnit(mix(chance, 1)) * 0.9) * 100) / 100
      return {
        user_id: createHexAddress(mix(chance, 2), 20),
        pnl: roundToMicros(final - initial),
        initial_value: initial,
        final_value: final,
        resolved_at: toIso(market.resolvesAt),
        user_name: pick(people, chance),
        profile_image: '',
        event_title: event.title,
        kind: 'market',
        condition_id: conditionIdOf(world, market),
        position_id: tokenOf(world, market, market.payout === 1 ? 'yes' : 'no'),
        event_id: event.number,
        event_slug: event.slug,
      }
    })
    .sort((a, b) => b.pnl - a.pnl)
    .map((row, index) => ({ win_rank: index + 1, ...row }))
  const { page, reply } = selectPage(call, 'biggest_winners', rows)
  return reply(page)
}

function buildersOf({ world }: MockCall, bucket: number): readonly Native[] {
  return Array.from({ length: BUILDERS }, (_, index) => {
    const chance = mix(mix(world.seed, 0xb0d + index), bucket)
    return {
      builder_name: `${pick(companies, index)} Terminal`,
      builder_code: `0x${hexOf(mix(world.seed, 0xb0d + index), 32)}`,
      profile_image: '',
      verified: index === 0,
      volume: Math.round(toUnit(chance) * 1e7) / 100,
      active_users: 1 + (mix(chance, 1) % 400),
    }
  })
    .sort((a, b) => b.volume - a.volume)
    .map((row, index) => ({ rank: index + 1, ...row }))
}

function builderBoard(call: MockCall): Reply {
  const window = readEnumParameter(call, 'time_period', windows) ?? 'day'
  const rows = buildersOf(call, hashText(window))
  const { page, reply } = selectPage(call, 'builders', rows)
  return reply(page)
}

/** Returns buckets of calendar days, weeks, months or years, newest first. */
function builderVolume(call: MockCall): Reply {
  const interval = readEnumParameter(call, 'interval', windows) ?? 'day'
  const limit = readWholeParameter(call, 7, 90, 'limit')
  const step = spans[interval] * DAY_MS
  const newest = Math.floor((call.now - HOUR_MS) / step)
  return toSingleReply(
    Array.from({ length: limit }, (_, back) => newest - back).flatMap((bucket) =>
      buildersOf(call, bucket).map((row) => ({ ...row, date: toIso(bucket * step).slice(0, 10) })),
    ),
  )
}
