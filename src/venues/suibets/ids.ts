import { decodeSafely } from '../../api/values/percent-text.js'
/** The two parties to a bet: the maker of the offer, with its pick, or the taker. */
export type Side = 'creator' | 'taker'

/** An outcome: one side of an offer. */
export interface SideRef {
  readonly offer: number
  readonly side: Side
}

const SITE = 'https://www.suibets.com'
const PREFIX = 'suibets:'
/** Offer ids are signed 32-bit numbers. The server fails on larger ones. */
const MAX_OFFER = 2_147_483_647

export function marketIdOf(offer: number): string {
  return `${PREFIX}${offer}`
}

/**
 * Returns the unified id of an event.
 * @param eventId the venue's own id: free text, mostly the number of a match in a sports feed
 */
export function eventIdOf(eventId: string): string {
  return `${PREFIX}${eventId}`
}

export function outcomeIdOf({ offer, side }: SideRef): string {
  return `${offer}:${side}`
}

export function pageOfOffer(offer: number): string {
  return `${SITE}/p2p/offer/${offer}`
}

export function pageOfEvent(eventId: string): string {
  return `${SITE}/event/${encodeURIComponent(eventId)}`
}

/** Returns the offer for a market id or a page of the site, or undefined for other text. */
export function readMarketId(text: string): number | undefined {
  return toOffer(/^(?:suibets:|https:\/\/www\.suibets\.com\/p2p\/offer\/)(\d{1,10})$/i.exec(text.trim())?.[1])
}

/** Returns the venue's own event id for the unified id or a page of the site, or undefined for other text. */
export function readEventId(text: string): string | undefined {
  const trimmed = text.trim()
  const page = `${SITE}/event/`
  const own = trimmed.toLowerCase().startsWith(page)
    ? decodeSafely(trimmed.slice(page.length).replace(/[/?#].*$/, ''))
    : trimmed.startsWith(PREFIX)
      ? trimmed.slice(PREFIX.length)
      : ''
  return own === '' ? undefined : own
}

/** Returns the side of an offer that an outcome id names, or undefined for other text. */
export function readOutcomeId(text: string): SideRef | undefined {
  const [, digits, side] = /^(\d{1,10}):(creator|taker)$/.exec(text.trim()) ?? []
  const offer = toOffer(digits)
  if (offer === undefined || (side !== 'creator' && side !== 'taker')) return undefined
  return { offer, side }
}

function toOffer(digits: string | undefined): number | undefined {
  const offer = Number(digits)
  return offer > 0 && offer <= MAX_OFFER ? offer : undefined
}
