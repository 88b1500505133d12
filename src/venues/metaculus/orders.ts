import { PmxError } from '../../api/envelope/errors.js'
import type { Order } from '../../api/models/models.js'
import { clipText } from '../../api/values/shown.js'
import type { VenueReply } from '../../transport/call-types.js'
import type { Located } from '../../venue-kit/contract/outcome.js'
import type {
  AccountSource,
  NativeOrder,
  OrderRules,
  OrderSource,
  OrderTerms,
} from '../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../venue-kit/contract/venue.js'
import { type Leg, type OutcomeKey, packMarketId, packOutcomeId, readOutcomeId } from './ids.js'
import {
  isContinuous,
  isSameValue,
  isStanding,
  ownForecastOf,
  pairForecast,
  readForecast,
  toChoiceForecast,
} from './native/own-forecast.js'
import { findQuestion } from './native/posts.js'
import { legsOf } from './native/prediction.js'
import { requestAs, tokenOf } from './native/request-as.js'
import type { Facts } from './outcomes.js'
import type { OwnForecast, Post, Question } from './schemas.js'

const FORECAST = '/questions/forecast/'
const WITHDRAW = '/questions/withdraw/'
const what = 'GET /posts/{id}/'
/** The venue reports a forecast with its own time, which comes from a different clock. */
const CLOCKS_APART_MS = 10 * 60_000

/** Orders are forecasts: a price is the forecast probability (README.md, "Accounts and orders"). */
export const orderSource: OrderSource<Facts> = {
  // A token belongs to one user, and its reads of users do not show which (metaculus.com, API).
  accountBy: ['apiToken'],
  checkCredentials: (ctx) => void tokenOf(ctx),
  rules,
  build,
  submit,
  cancel,
  async find(_handle, terms, sentAt, ctx) {
    const key = readOutcomeId(terms.outcomeId)
    const own = key && (await findOwn(key, ctx))
    if (own === undefined || !isStanding(own.forecast, ctx.clock.now())) return undefined
    const isMeant =
      own.forecast.start_time >= sentAt - CLOCKS_APART_MS &&
      isSameValue(readForecast(own.forecast, own.question, own.leg, what), Number(terms.price))
    return isMeant ? { ...toOrder(own, ctx), clientOrderId: terms.clientOrderId } : undefined
  },
}

/** The caller's forecast of a question; it is neither money nor a position. */
export const accountSource: AccountSource = {
  async order(orderId, ctx) {
    const key = readOrderId(orderId)
    const own = key && (await findOwn(key, ctx))
    return own && toOrder(own, ctx)
  },
}

async function rules({ outcomeId, facts }: Located<Facts>, ctx: VenueContext): Promise<OrderRules> {
  const found = await findQuestion(facts.questionId, ctx)
  if (found === undefined) throw new PmxError('MARKET_NOT_FOUND', `Market not found: ${outcomeId}`)
  const { post, question } = found
  const closed = closedBecause(question)
  return {
    market: { id: marketIdOf(post, question), aliases: [String(post.id), String(question.id)] },
    // The documented range; no increment is documented.
    prices: [{ from: '0.001', to: '0.999', step: '0.000001' }],
    sides: ['buy'],
    ...(closed === undefined ? {} : { closed }),
  }
}

function closedBecause(question: Question): string | undefined {
  if (isContinuous(question))
    return 'a forecast of a number or a date is a distribution, which a single price cannot express'
  return question.status === 'open' ? undefined : `its status is ${question.status}`
}

function marketIdOf(post: Post, question: Question): string {
  return packMarketId({
    postId: post.id,
    ...(post.question === undefined ? { questionId: question.id } : {}),
  })
}

async function build(
  { outcomeId, price }: OrderTerms,
  { facts }: Located<Facts>,
  ctx: VenueContext,
): Promise<NativeOrder> {
  const leg = readOutcomeId(outcomeId)?.leg
  const found = await findQuestion(facts.questionId, ctx)
  if (leg === undefined || found === undefined)
    throw new PmxError('MARKET_NOT_FOUND', `Market not found: ${outcomeId}`)
  const { question } = found
  const forecast =
    question.type === 'binary'
      ? pairForecast(question, leg, price)
      : toChoiceForecast(question, leg, price, ctx.clock.now(), what)
  return {
    call: { host: 'api', path: FORECAST, body: [forecast] },
    handle: { by: 'orderId', value: outcomeId },
  }
}

async function submit({ call }: NativeOrder, terms: OrderTerms, ctx: VenueContext): Promise<Order> {
  assertTaken(await requestAs({ ...call, accept: [400, 405] }, ctx))
  return {
    id: terms.outcomeId,
    clientOrderId: terms.clientOrderId,
    marketId: terms.marketId,
    outcomeId: terms.outcomeId,
    side: terms.side,
    type: terms.type,
    price: Number(terms.price),
    ...standing,
    timestamp: Math.round(ctx.clock.now()),
    metadata: { unknown: ['timestamp'] },
  }
}

/** A forecast has no size, and takes effect immediately. */
const standing = { amount: 1, status: 'filled', filled: 1, remaining: 0 } as const
const withdrawn = { amount: 1, status: 'canceled', filled: 0, remaining: 1 } as const

/** Withdraws the caller's forecast of a question, for all its outcomes. */
async function cancel(orderId: string, ctx: VenueContext): Promise<Order> {
  const key = readOrderId(orderId)
  const own = key && (await findOwn(key, ctx))
  if (own === undefined || !isStanding(own.forecast, ctx.clock.now())) {
    throw new PmxError(
      'ORDER_NOT_FOUND',
      `Order not found: you have no forecast to withdraw with the id ${clipText(orderId)}`,
    )
  }
  const body = [{ question: own.question.id }]
  assertTaken(await requestAs({ path: WITHDRAW, body, accept: [400, 405] }, ctx))
  return { ...toOrder(own, ctx), ...withdrawn }
}

const MAX_TEXT_LENGTH = 200

/** @throws INVALID_ORDER with the venue's text: the question, the value, or that it is closed to forecasts */
function assertTaken({ status, json }: VenueReply): void {
  if (status !== 400 && status !== 405) return
  const said = firstText(json)?.slice(0, MAX_TEXT_LENGTH) ?? 'no reason was returned'
  throw new PmxError('INVALID_ORDER', `The venue returned HTTP ${status}: ${said}`, {
    detail: { upstreamStatus: status },
  })
}

/** Returns the first text; texts are under the names of members, in a list with an object for each forecast. */
function firstText(json: unknown): string | undefined {
  if (typeof json === 'string') return json === '' ? undefined : json
  if (typeof json !== 'object' || json === null) return undefined
  for (const member of Object.values(json)) {
    const found = firstText(member)
    if (found !== undefined) return found
  }
  return undefined
}

/** Reads an outcome's id, or a question's, which stands for its first outcome. */
function readOrderId(text: string): (Pick<OutcomeKey, 'questionId'> & { readonly leg?: Leg }) | undefined {
  return readOutcomeId(text) ?? (/^[1-9]\d{0,14}$/.test(text) ? { questionId: Number(text) } : undefined)
}

/** The caller's forecast for an outcome. */
interface Own {
  readonly post: Post
  readonly question: Question
  readonly leg: Leg
  readonly forecast: OwnForecast
}

async function findOwn(
  { questionId, leg }: Pick<OutcomeKey, 'questionId'> & { readonly leg?: Leg },
  ctx: VenueContext,
): Promise<Own | undefined> {
  const found = await findQuestion(questionId, ctx)
  if (found === undefined) return undefined
  const { post, question } = found
  const legs = legsOf(question, what)
  const seen = leg ?? legs[0]
  const forecast = ownForecastOf(question, what)
  if (seen === undefined || !legs.includes(seen) || forecast === undefined) return undefined
  return { post, question, leg: seen, forecast }
}

function toOrder({ post, question, leg, forecast }: Own, { clock }: Pick<VenueContext, 'clock'>): Order {
  const id = packOutcomeId({ questionId: question.id, leg })
  const price = readForecast(forecast, question, leg, what)
  return {
    id,
    marketId: marketIdOf(post, question),
    outcomeId: id,
    side: 'buy',
    type: 'limit',
    ...(price === undefined ? {} : { price }),
    ...(isStanding(forecast, clock.now()) ? standing : withdrawn),
    timestamp: forecast.start_time,
  }
}
