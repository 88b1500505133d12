import { isSlug } from '../../venue-kit/unify/chain-ids.js'

const PAGE = 'https://www.playhunch.xyz/markets/'
/** Forms of a page address, including those without the parts that browsers hide. */
const PAGE_FORMS = /^(?:https?:\/\/)?(?:www\.)?playhunch\.xyz\/markets\//i

/** An outcome: one side of a market, `yes` or `no`, or the key of one of its outcomes. */
export interface SideRef {
  readonly marketId: string
  readonly key: string
}

export function outcomeIdOf({ marketId, key }: SideRef): string {
  return `${marketId}:${key}`
}

export function pageOf(slug: string): string {
  return PAGE + encodeURIComponent(slug)
}

/**
 * Returns the id or slug of a market, which look alike, from the text itself or a page of the site, or undefined for
 * other text. Neither has a colon, unlike the id of an outcome.
 */
export function readMarketName(text: string): string | undefined {
  const trimmed = text.trim()
  const [page] = PAGE_FORMS.exec(trimmed) ?? []
  const name = page === undefined ? trimmed : trimmed.slice(page.length).replace(/[/?#].*$/, '')
  return isSlug(name) && !name.includes(':') ? name : undefined
}

/** Returns the side of an outcome id, after its last colon. Returns undefined for an invalid one. */
export function readOutcomeId(text: string): SideRef | undefined {
  const [, name = '', key] = /^(.+):([^:]+)$/.exec(text.trim()) ?? []
  const marketId = readMarketName(name)
  return marketId === undefined || key === undefined ? undefined : { marketId, key }
}
