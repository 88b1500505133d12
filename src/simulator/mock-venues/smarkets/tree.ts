import type { WorldEvent, WorldSeries } from '../../world/common/types.js'

/** The subject of an event in the newer typing, and the path of its branch on the website. */
export interface Branch {
  readonly domain: string
  readonly name: string
  readonly path: string
  /** Older type words of single events and of outrights. */
  readonly single: string
  readonly outright: string
}

/** Branches of the tree, oldest first. */
export const branches = [
  {
    domain: 'football',
    name: 'Football',
    path: '/sport/football',
    single: 'football_match',
    outright: 'generic',
  },
  {
    domain: 'basketball',
    name: 'Basketball',
    path: '/sport/basketball',
    single: 'basketball_match',
    outright: 'generic',
  },
  { domain: 'esports', name: 'Esports', path: '/sport/esports', single: 'generic', outright: 'generic' },
  {
    domain: 'politics',
    name: 'Politics',
    path: '/politics',
    single: 'politics',
    outright: 'politics_outright',
  },
  {
    domain: 'current_affairs',
    name: 'Current affairs',
    path: '/current-affairs',
    single: 'current_affairs',
    outright: 'current_affairs',
  },
  {
    domain: 'tv_and_entertainment',
    name: 'TV and entertainment',
    path: '/entertainment',
    single: 'tv_entertainment',
    outright: 'tv_entertainment',
  },
] as const satisfies readonly Branch[]

const domainByWord: readonly (readonly [string, string])[] = [
  ['Football', 'football'],
  ['Basketball', 'basketball'],
  ['Esports', 'esports'],
  ['Politics', 'politics'],
  ['Elections', 'politics'],
  ['Entertainment', 'tv_and_entertainment'],
]

export function branchOf({ category, tags }: WorldSeries): Branch {
  const domain = domainByWord.find(([word]) => category === word || tags.includes(word))?.[1]
  return branches.find((branch) => branch.domain === (domain ?? 'current_affairs')) ?? branches[4]
}

export type Scope = 'root' | 'category' | 'single_event' | 'outright'

/** Returns the scope: a competition over a whole season is an outright, any other event a daily one. */
export function scopeOf({ shape, series }: WorldEvent): Scope {
  return shape === 'candidates' && series.recurrence === 'annual' ? 'outright' : 'single_event'
}
