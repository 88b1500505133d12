import { HOUR_MS } from '../../../api/times/resolution.js'
import { mix, scaleBetween } from '../../world/common/hash.js'
import type { WorldEvent, WorldMarket } from '../../world/common/types.js'
import { isQuestion, type Outcome } from './ids.js'

/**
 * A name and a description in the format of the venue: `key:value|key:value`, which is read with the name or a
 * template. Prose is used only if no template fits (README.md).
 */
export interface Description {
  readonly name: string
  readonly description: string
}

/** An outcome also names its sides; one with a template has a deployer. */
export interface OutcomeDescription extends Description {
  readonly sides: readonly [string, string]
  readonly isDeployed: boolean
}

const yesNo = ['Yes', 'No'] as const

export function describeQuestion(event: WorldEvent): Description {
  if (event.shape === 'match') return { name: 'template:sportsContestResult', description: contestOf(event) }
  if (isTournament(event)) {
    return {
      name: 'template:sportsTournamentWinner',
      description: pairs({
        competition: event.series.title,
        officialSource: 'Port Meridian Gazette',
        resolutionDeadline: stamp(event.endsAt),
        season: stamp(event.endsAt).slice(0, 4),
        sport: sportOf(event),
      }),
    }
  }
  return { name: event.title, description: withCategory(event.rules, event) }
}

export function describeOutcome({ event, market }: Outcome): OutcomeDescription {
  if (market === undefined) return fallbackWording(event)
  if (isQuestion(event)) return namedWording(event, market)
  switch (event.shape) {
    case 'up-down':
      return {
        name: 'Recurring',
        description: pairs({
          class: 'priceBinary',
          underlying: underlyingOf(event),
          expiry: stamp(market.endsAt),
          targetPrice: String(targetOf(event)),
          period: periodOf(event),
        }),
        sides: yesNo,
        isDeployed: false,
      }
    case 'strike-ladder':
      return event.series.category === 'Crypto'
        ? thresholdWording(event, market)
        : proseWording(event, market)
    case 'duel':
      return market.strike === undefined ? winnerWording(event) : totalWording(event, market)
    default:
      return proseWording(event, market)
  }
}

function fallbackWording(event: WorldEvent): OutcomeDescription {
  const isTemplate = describeQuestion(event).name.startsWith('template:')
  const words = isTemplate
    ? { name: 'template fallback', description: 'other' }
    : { name: 'Fallback', description: '' }
  return { ...words, sides: yesNo, isDeployed: isTemplate }
}

/** Returns an outcome inside a question; the description of the question has the shared keys. */
function namedWording(event: WorldEvent, market: WorldMarket): OutcomeDescription {
  const participant = market.label ?? market.question
  if (event.shape === 'match') {
    const words =
      market.code === 'TIE'
        ? { name: 'template:sportsContestDraw2', description: '' }
        : { name: 'template:sportsContestParticipant2', description: pairs({ participant }) }
    return { ...words, sides: yesNo, isDeployed: true }
  }
  if (isTournament(event)) {
    const description = pairs({ participant })
    return { name: 'template:sportsTournamentParticipant', description, sides: yesNo, isDeployed: true }
  }
  return { name: participant, description: market.question, sides: yesNo, isDeployed: false }
}

function thresholdWording(event: WorldEvent, market: WorldMarket): OutcomeDescription {
  return {
    name: 'template:binaryPrice',
    description: pairs({
      perp: underlyingOf(event),
      priceDescription: `${underlyingOf(event)}-USDC perp mark`,
      seconds: '60',
      threshold: String(market.strike?.floor ?? 0),
      time: stamp(market.endsAt),
    }),
    sides: ['template:Yes', 'template:No'],
    isDeployed: true,
  }
}

function winnerWording(event: WorldEvent): OutcomeDescription {
  const [home, away] = event.teams ?? []
  const names = pairs({ shortNameA: home?.code ?? '', shortNameB: away?.code ?? '' })
  return {
    name: 'template:sportsContestWinner',
    description: `${contestOf(event)}|countedPlay:all maps|${names}`,
    sides: ['template:{shortNameA}', 'template:{shortNameB}'],
    isDeployed: true,
  }
}

function totalWording(event: WorldEvent, market: WorldMarket): OutcomeDescription {
  const line = String(market.strike?.floor ?? 0)
  return {
    name: 'template:sportsTotal',
    description: `countedPlay:all maps|line:${line}|measure:maps|${contestOf(event)}`,
    sides: ['template:Over', 'template:Under'],
    isDeployed: true,
  }
}

function proseWording(event: WorldEvent, market: WorldMarket): OutcomeDescription {
  const description = withCategory(event.rules, event)
  return { name: market.question, description, sides: yesNo, isDeployed: false }
}

function contestOf(event: WorldEvent): string {
  const [home, away] = event.teams ?? []
  return pairs({
    competition: event.series.title,
    contestType: 'Match',
    officialSource: 'Port Meridian Gazette',
    participantA: home?.name ?? '',
    participantB: away?.name ?? '',
    resolutionDeadline: stamp(event.endsAt),
    scheduledStart: stamp(event.startsAt ?? event.endsAt),
    season: stamp(event.endsAt).slice(0, 4),
    sport: sportOf(event),
    stage: 'Regular Season',
  })
}

function isTournament(event: WorldEvent): boolean {
  return event.shape === 'candidates' && event.series.category === 'Sports'
}

function sportOf({ series }: WorldEvent): string {
  return series.tags[1] ?? series.category
}

function withCategory(prose: string, { series }: WorldEvent): string {
  const [category = series.category, subCategory = 'N/A'] = series.tags.map((tag) => tag.toLowerCase())
  return `${prose} metadata=category:${category}|subCategory:${subCategory}`
}

/** `QUORRA`, in place of the real venue's BTC. */
function underlyingOf({ series }: WorldEvent): string {
  return (series.tags[1] ?? series.title).toUpperCase()
}

const periods: Readonly<Record<string, string>> = { '15m': '15m', hourly: '1h', daily: '1d' }

function periodOf({ series, endsAt, opensAt }: WorldEvent): string {
  return periods[series.recurrence] ?? `${Math.round((endsAt - opensAt) / HOUR_MS)}h`
}

/** Returns the price at the opening of the window, with which the price at its end is compared. */
function targetOf({ seed }: WorldEvent): number {
  return Math.round(scaleBetween(mix(seed, 0x7a47), 2_000, 2_800) * 10) / 10
}

/** Returns the settlement details of an outcome. */
export function describeSettlement(outcome: Outcome): string {
  const { name } = describeOutcome(outcome)
  const { event, market } = outcome
  if (name === 'Recurring') return `price:${targetOf(event) + (market?.payout === 1 ? 12.5 : -12.5)}`
  return name.startsWith('template') ? 'template' : 'Settled by the Port Meridian Gazette.'
}

function pairs(members: Readonly<Record<string, string>>): string {
  return Object.entries(members)
    .map(([key, value]) => `${key}:${value}`)
    .join('|')
}

/** Returns a time such as `20261003-0600`, UTC. */
function stamp(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace(/[-:]/g, '').replace('T', '-')
}
