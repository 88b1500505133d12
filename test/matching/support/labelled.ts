import type { MarketOutcome, UnifiedMarket } from '../../../src/api/models/models.js'
import type { EventContext } from '../../../src/matching/questions/question-title.js'

/**
 * Pairs of markets with what a reader says of them. Two lines a pair: the label and the first market, then the second.
 * A market is `venue: title @resolution date [what yes stands for] {outcome/outcome} <rules> #id`, all but the first two
 * where there is something to say, and last `^title of its event`.
 */
export interface LabelledPair {
  readonly label: Label
  readonly a: LabelledMarket
  readonly b: LabelledMarket
}

export interface LabelledMarket {
  readonly market: UnifiedMarket
  readonly around: EventContext
}

/** `same` to `overlap` are relations of A to B; the next are traps, by what makes them one; `apart` is nothing at all. */
const labels = [
  'same',
  'subset',
  'superset',
  'overlap',
  'reversed',
  'deadline',
  'threshold',
  'source',
  'subject',
  'apart',
] as const
export type Label = (typeof labels)[number]

export function readPairs(text: string): readonly LabelledPair[] {
  const lines = text.trim().split('\n')
  return Array.from({ length: lines.length / 2 }, (_, at) => {
    const [label, first = ''] = splitOnce(lines[at * 2] ?? '', ' ')
    const known = labels.find((one) => one === label)
    if (known === undefined) throw new Error(`line ${at * 2 + 1} begins with no label: ${lines[at * 2]}`)
    return {
      label: known,
      a: readMarket(first, `a${at}`),
      b: readMarket((lines[at * 2 + 1] ?? '').trim(), `b${at}`),
    }
  })
}

function splitOnce(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + mark.length)]
}

function readMarket(line: string, id: string): LabelledMarket {
  const [own, eventTitle] = splitOnce(line, ' ^')
  const [venue, said = ''] = splitOnce(own, ': ')
  const take = (pattern: RegExp): string | undefined => pattern.exec(said)?.[1]
  const ends = take(/ @(\d{4}-\S+)/)
  const candidate = take(/ \[([^\]]*)\](?=$| [{<#])/)
  const names = take(/ \{([^}]*)\}/)?.split('/')
  const marketId = take(/ #(\S+)$/) ?? id
  const title = said.replace(/ (?:@\d{4}-|\[(?=[^\]]*\](?:$| [{<#]))|\{|<|#KX).*$/, '')
  const shown = candidate ?? title
  const outcomes = (names ?? [shown, `Not ${shown}`]).map(
    (label, at): MarketOutcome => ({ outcomeId: `${marketId}-${at}`, marketId, label }),
  )
  const [yes, no] = outcomes
  const market: UnifiedMarket = {
    marketId,
    title,
    description: take(/ <([^>]*)>/) ?? '',
    outcomes,
    url: '',
    sourceExchange: venue,
    ...(ends === undefined ? {} : { resolutionDate: new Date(ends).toISOString() }),
    ...(outcomes.length === 2 && yes !== undefined && no !== undefined ? { yes, no } : {}),
  }
  return { market, around: eventTitle === undefined ? {} : { eventTitle } }
}
