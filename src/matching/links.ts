import * as z from 'zod'
import { messageOf } from '../api/envelope/errors.js'
import type { Features } from './compare/features.js'
import { compareMarkets } from './compare/judge-markets.js'
import { pairOutcomes } from './compare/outcomes.js'
import type { Comparison } from './terms/relation-types.js'

/** A market as a user names it: the venue's id, and the venue's own id for the market. */
export interface MarketName {
  readonly venue: string
  readonly marketId: string
}

/** A user's decision that two markets are the same, or that they are not. */
export interface UserLink {
  readonly a: MarketName
  readonly b: MarketName
  readonly says: 'same' | 'other'
  /** Epoch ms. */
  readonly at: number
  readonly note?: string
}

/** Stores links between runs. Writes must be atomic: a reader finds the old text or the new. */
export interface LinkFile {
  /** Returns the text, or undefined if nothing was ever written. */
  read(): string | undefined
  write(text: string): void
}

/** The links of a user, which take precedence over computed comparisons. */
export interface Links {
  /** Returns the links in the order of their creation. */
  all(): readonly UserLink[]
  /** Returns the link between two markets, in either order. */
  between(a: MarketName, b: MarketName): UserLink | undefined
  /** Returns the markets that the user has linked directly to one market, in the order of the links. */
  linkedTo(market: MarketName): readonly MarketName[]
  /** Stores a link, which replaces an earlier one between the same markets. @throws RangeError for a market with itself */
  put(link: UserLink): void
  /** Deletes the link between two markets. Returns false if there is none. */
  remove(a: MarketName, b: MarketName): boolean
  /** Returns the text of all links, for {@link Links.importText}. */
  exportText(): string
  /** Adds links. If two links have the same markets, the later one wins. Returns the number of changes. @throws LinksDamaged */
  importText(text: string): number
}

/** The error for text that contains no valid links. Its file is not changed. */
export class LinksDamaged extends Error {
  override readonly name = 'LinksDamaged'
  constructor(problem: string) {
    super(
      `The links between markets cannot be read: ${problem}.\n` +
        '  Nothing was changed. Repair the file, or move it aside and create the links again.',
    )
  }
}

const name = z.strictObject({ venue: z.string().min(1), marketId: z.string().min(1) })
const file = z.strictObject({
  version: z.literal(1),
  links: z.array(
    z.strictObject({
      a: name,
      b: name,
      says: z.enum(['same', 'other']),
      at: z.number().int().nonnegative(),
      note: z.string().exactOptional(),
    }),
  ),
})

/** The links that a comparison needs. */
export type LinkView = Pick<Links, 'between' | 'linkedTo'>

export const noLinks: LinkView = { between: () => undefined, linkedTo: () => [] }

/** Opens the stored links. @throws LinksDamaged, and then writes nothing */
export function openLinks(kept: LinkFile): Links {
  const text = kept.read()
  let byPair = new Map(
    (text === undefined ? [] : parseLinks(text)).map((link) => [keyOf(link.a, link.b), link]),
  )

  /** Writes links before they are used: a failed write leaves everything unchanged. */
  function keep(changed: Map<string, UserLink>): void {
    kept.write(textOf(changed))
    byPair = changed
  }

  return {
    all: () => [...byPair.values()],
    between: (a, b) => byPair.get(keyOf(a, b)),
    linkedTo(market) {
      const own = nameKey(market)
      return [...byPair.values()].flatMap(({ a, b, says }) => {
        if (says !== 'same') return []
        return nameKey(a) === own ? [b] : nameKey(b) === own ? [a] : []
      })
    },
    put(link) {
      if (nameKey(link.a) === nameKey(link.b)) throw new RangeError('a market cannot be linked with itself')
      const changed = new Map(byPair)
      changed.delete(keyOf(link.a, link.b))
      keep(changed.set(keyOf(link.a, link.b), link))
    },
    remove(a, b) {
      const changed = new Map(byPair)
      if (!changed.delete(keyOf(a, b))) return false
      keep(changed)
      return true
    },
    exportText: () => textOf(byPair),
    importText(imported) {
      const changed = new Map(byPair)
      let taken = 0
      for (const link of parseLinks(imported)) {
        const before = changed.get(keyOf(link.a, link.b))
        if (before !== undefined && before.at >= link.at) continue
        changed.set(keyOf(link.a, link.b), link)
        taken++
      }
      if (taken > 0) keep(changed)
      return taken
    },
  }
}

function textOf(links: ReadonlyMap<string, UserLink>): string {
  return `${JSON.stringify({ version: 1, links: [...links.values()] }, null, 2)}\n`
}

function parseLinks(text: string): readonly UserLink[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new LinksDamaged(messageOf(error))
  }
  const read = file.safeParse(value)
  if (!read.success) throw new LinksDamaged(z.prettifyError(read.error))
  const selfish = read.data.links.find(({ a, b }) => nameKey(a) === nameKey(b))
  if (selfish !== undefined) throw new LinksDamaged(`${selfish.a.marketId} is linked with itself`)
  return read.data.links
}

function nameKey({ venue, marketId }: MarketName): string {
  return JSON.stringify([venue, marketId])
}

function keyOf(a: MarketName, b: MarketName): string {
  return [nameKey(a), nameKey(b)].sort().join()
}

/** Compares two markets. The user's link takes precedence over the computed relation, which remains in the evidence. */
export function compareLinked(a: Features, b: Features, links: Pick<LinkView, 'between'>): Comparison {
  const computed = compareMarkets(a, b)
  const link = links.between(a, b)
  if (link === undefined) return computed
  const note = link.note === undefined ? '' : `: ${link.note}`
  const looks = [computed.relation, ...computed.reasons].join(', ')
  const evidence = [
    `you marked them as ${link.says === 'same' ? 'the same' : 'not the same'}${note}`,
    `computed from their texts: ${looks}`,
    ...computed.evidence,
  ]
  if (link.says === 'other')
    return { relation: 'conflict', confidence: 1, evidence, reasons: ['your decision'], outcomes: [] }
  const outcomes = computed.relation === 'identity' ? computed.outcomes : pairOutcomes(a, b, false)
  return { relation: 'identity', confidence: 1, evidence, reasons: [], outcomes }
}
