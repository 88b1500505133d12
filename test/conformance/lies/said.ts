/** Times of which a response says that they are not certain: open times in [from, to), epoch ms. */
interface Doubt {
  readonly from: number
  readonly to: number
}

const everything: Doubt = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }

/** What a header means that names no times: nothing in the response is certain. */
const ofAll = (): readonly Doubt[] => [everything]

/** Headers with which a response says that it is not certain (`src/api/README.md`), and of what. */
const doubtsOf: Readonly<Record<string, (value: string) => readonly Doubt[]>> = {
  'x-pmx-stale': ofAll,
  'x-pmx-provisional': timesOf,
  'x-pmx-missing': timesOf,
  'x-pmx-partial-from': timesOf,
  'x-pmx-complete-until': timesOf,
  'x-pmx-skipped-rows': ofAll,
  'x-pmx-truncated': ofAll,
  'x-pmx-warning': ofAll,
}

/** Those that leave no doubt about the rest: what a daemon without a network says of what it has. */
const permanent = ['x-pmx-provisional', 'x-pmx-missing', 'x-pmx-partial-from', 'x-pmx-complete-until']

/** @param headers lower-case names @param isStored only doubts about single times count */
export function readDoubts(headers: Readonly<Record<string, string>>, isStored: boolean): readonly Doubt[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    isStored && !permanent.includes(name) ? [] : (doubtsOf[name]?.(value) ?? []),
  )
}

/** `<from>-<to>, ...` as open times, both inclusive; a lone time stands for all from it on; words for everything. */
function timesOf(value: string): readonly Doubt[] {
  const parts = value.split(',').map((part) => part.trim())
  return parts.map((part) => {
    const [from, to] = part.split('-').map(Number)
    if (part.startsWith('+') || from === undefined || !Number.isFinite(from)) return everything
    return { from, to: to === undefined ? Number.POSITIVE_INFINITY : to + 1 }
  })
}

export function isDoubted(doubts: readonly Doubt[], time: number): boolean {
  return doubts.some(({ from, to }) => time >= from && time < to)
}
