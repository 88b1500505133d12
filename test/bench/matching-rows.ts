import { buildCandidateIndex, type IndexedMarket } from '../../src/matching/compare/candidates.js'
import { featuresOf } from '../../src/matching/compare/features.js'
import { compareMarkets } from '../../src/matching/compare/judge-markets.js'
import { heldOutPairs } from '../matching/labelled/held-out.js'
import { learnedPairs } from '../matching/labelled/learned.js'
import { tunedPairs } from '../matching/labelled/tuned.js'
import { servedGames } from '../matching/served/games.js'
import { servedQuestions } from '../matching/served/questions.js'
import { servedTraps } from '../matching/served/traps.js'
import { read, scoreOf } from '../matching/support/markets.js'
import { thousands } from './http-rows.js'
import type { Row } from './table.js'

/** As many as all venues list together. */
const MARKETS = 300_000
const SLICE_MS = 8
const SEARCHES = 200

/** How well markets are matched on labelled pairs, how fast, and what the index of all markets costs those who wait. */
export async function matchingRows(): Promise<Row[]> {
  const pairs = [...tunedPairs, ...learnedPairs, ...heldOutPairs]
  const all = scoreOf(pairs)
  const held = scoreOf(heldOutPairs)
  const served = servedScore()
  const perSecond = comparisonsPerSecond()
  return [
    {
      name: 'matching: false of served titles',
      value: served.wrong,
      shown: String(served.wrong),
      note: `identities, subsets and supersets among ${served.others} pairs that are none, as adapters serve them`,
      budget: '0',
      ok: served.wrong === 0,
    },
    {
      name: 'matching: recall of served titles',
      value: served.recall,
      shown: served.recall.toFixed(3),
      note: `${served.same} pairs that are the same`,
      budget: 'at least 0.75',
      ok: served.recall >= 0.75,
    },
    {
      name: 'matching: precision',
      value: all.precision,
      shown: all.precision.toFixed(3),
      note: `${all.pairs} labelled pairs; ${held.precision.toFixed(3)} of the ${held.pairs} held out`,
      budget: 'at least 0.95',
      ok: all.precision >= 0.95,
    },
    {
      name: 'matching: recall',
      value: all.recall,
      shown: all.recall.toFixed(3),
      note: `${held.recall.toFixed(3)} of those held out`,
      budget: 'at least 0.8',
      ok: all.recall >= 0.8,
    },
    {
      name: 'matching: comparisons',
      value: perSecond,
      shown: `${thousands(perSecond)} pairs/s`,
      note: 'of parsed markets',
      budget: 'at least 5,000',
      ok: perSecond >= 5_000,
    },
    ...(await indexRows()),
  ]
}

/** What is called the same, or implied, of titles as the adapters serve them. */
function servedScore() {
  const pairs = [...servedGames, ...servedQuestions, ...servedTraps].map(({ label, a, b }) => ({
    label,
    relation: compareMarkets(featuresOf(a.market, a.around), featuresOf(b.market, b.around)).relation,
  }))
  const same = pairs.filter(({ label }) => label === 'same')
  const others = pairs.filter(({ label }) => ['different', 'near', 'reversed'].includes(label))
  const isStrong = (relation: string): boolean => ['identity', 'subset', 'superset'].includes(relation)
  return {
    same: same.length,
    others: others.length,
    wrong: others.filter(({ relation }) => isStrong(relation)).length,
    recall: same.filter(({ relation }) => relation === 'identity').length / same.length,
  }
}

function comparisonsPerSecond(): number {
  const features = [...tunedPairs, ...learnedPairs].flatMap(({ a, b }) => [read(a), read(b)])
  const begun = performance.now()
  let made = 0
  for (let at = 0; at < features.length; at += 2) {
    for (let other = 1; other < features.length; other += 2) {
      const [a, b] = [features[at], features[other]]
      if (a === undefined || b === undefined) continue
      compareMarkets(a, b)
      made++
    }
  }
  return (made * 1_000) / (performance.now() - begun)
}

async function indexRows(): Promise<Row[]> {
  const markets = Array.from({ length: MARKETS }, (_, at) => madeUp(at))
  const slices: number[] = []
  let begun = performance.now()
  const start = begun
  const pause = (): Promise<void> => {
    slices.push(performance.now() - begun)
    return new Promise((resolve) =>
      setImmediate(() => {
        begun = performance.now()
        resolve()
      }),
    )
  }
  const index = await buildCandidateIndex(markets, {
    monotonic: () => performance.now(),
    pause,
    sliceMs: SLICE_MS,
  })
  const seconds = (performance.now() - start) / 1_000
  slices.sort((a, b) => a - b)
  const usual = slices[Math.floor(slices.length * 0.99)] ?? 0
  const times = Array.from({ length: SEARCHES }, (_, at) => {
    const from = performance.now()
    index.find(madeUp(at * 1_499), 50)
    return performance.now() - from
  }).sort((a, b) => a - b)
  const slow = times[Math.floor(SEARCHES * 0.95)] ?? 0
  return [
    {
      name: 'matching: slices of building an index, p99',
      value: usual,
      shown: `${usual.toFixed(1)} ms`,
      note: `${thousands(MARKETS)} markets in ${seconds.toFixed(1)} s; the longest ${(slices.at(-1) ?? 0).toFixed(1)} ms`,
      budget: 'at most 10 ms',
      ok: usual <= 10,
    },
    {
      name: 'matching: candidates of a market, p95',
      value: slow,
      shown: `${slow.toFixed(2)} ms`,
      note: `among ${thousands(MARKETS)}`,
      budget: 'at most 10 ms',
      ok: slow <= 10,
    },
  ]
}

const subjects = [...tunedPairs, ...learnedPairs].flatMap(({ a, b }) => [a.market, b.market])

/** A labelled title with names of its own, as many markets of venues differ in a name and a number. */
function madeUp(at: number): IndexedMarket {
  const market = subjects[at % subjects.length]
  const name = `${String.fromCharCode(97 + (at % 23))}${(at * 7_919) % 50_021}`
  return { text: `${market?.title ?? ''} ${name} ${at % 1_000}`, venue: market?.sourceExchange ?? '' }
}
