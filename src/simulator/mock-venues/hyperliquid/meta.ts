import type { MockCall, MockContext } from '../../mock-kit/mock-venue.js'
import { findListedEvents } from '../../mock-kit/venue-view.js'
import type { WorldEvent } from '../../world/common/types.js'
import type { Body } from './body.js'
import { describeOutcome, describeQuestion, describeSettlement } from './descriptions.js'
import { toDecimal } from './figures.js'
import {
  findOutcomeByNumber,
  isListed,
  isQuestion,
  type Outcome,
  outcomesOf,
  questionNumberOf,
} from './ids.js'

/** The deployer of outcomes from templates; an invented address. */
const deployer = { deployer: '0xdeba5e00000000000000000000000000deba5e01', venue: 'out' }
const helper = '0xdeba5e00000000000000000000000000deba5e02'

/** Returns all outcomes that are not settled, questions in the order of their opening. */
export function findListedOutcomes(context: MockContext): readonly Outcome[] {
  return findListedEvents(context, 'hyperliquid')
    .flatMap((event) => outcomesOf(context.world, event))
    .filter((outcome) => isListed(context, outcome))
}

/** `outcomeMeta`: all outcomes that trade or await their result, on one page (README.md). */
export function answerOutcomeMeta(call: MockCall): unknown {
  const outcomes = findListedOutcomes(call)
  const questions = [...new Set(outcomes.map(({ event }) => event))].filter(isQuestion)
  return {
    outcomes: outcomes.map(specOf).sort((a, b) => a.outcome - b.outcome),
    questions: questions
      .map((event) => questionOf(call, event, outcomes))
      .sort((a, b) => a.question - b.question),
    deployers: [{ ...deployer, subDeployers: [['settleOutcome', [helper]]] }],
    feeScale: '1.0',
  }
}

function specOf(outcome: Outcome) {
  const { name, description, sides, isDeployed } = describeOutcome(outcome)
  return {
    outcome: outcome.number,
    name,
    description,
    sideSpecs: sides.map((side) => ({ name: side })),
    quoteToken: 'USDC',
    ...(isDeployed ? { venue: deployer.venue, deployerFeeScale: '1.0' } : {}),
  }
}

function questionOf({ world }: MockContext, event: WorldEvent, listed: readonly Outcome[]) {
  const all = outcomesOf(world, event)
  const named = all.filter(({ market }) => market !== undefined).map(({ number }) => number)
  const open = new Set(listed.filter((outcome) => outcome.event === event).map(({ number }) => number))
  return {
    question: questionNumberOf(world, event),
    ...describeQuestion(event),
    fallbackOutcome: all.find(({ market }) => market === undefined)?.number ?? 0,
    namedOutcomes: named,
    // Settled outcomes remain named here, although they are no longer listed.
    settledNamedOutcomes: named.filter((number) => !open.has(number)),
  }
}

/** `settledOutcome`: the result of one outcome by its number; null without one (README.md). */
export function answerSettledOutcome(call: MockCall, body: Body): unknown {
  const outcome = findOutcomeByNumber(call, body.integer('outcome'))
  if (outcome === undefined || isListed(call, outcome)) return null
  const { event, market } = outcome
  return {
    spec: specOf(outcome),
    // One market of a question always resolves YES, so the fallback never does.
    settleFraction: toDecimal(market?.payout ?? 0),
    details: describeSettlement(outcome),
    ...(isQuestion(event)
      ? {
          question: {
            question: { settled: questionNumberOf(call.world, event) },
            ...describeQuestion(event),
          },
        }
      : {}),
  }
}
