import { wordsIn } from '../words/title-words.js'

/**
 * A stage of a competition. The winner of a tournament reached its final, and the winner of one Grand Slam won a Grand Slam.
 * Places, podiums, conferences and playoffs are left out: their rules on ties and byes differ by venue.
 */
export interface Stage {
  readonly name: 'title' | 'final' | 'semifinal' | 'quarterfinal' | 'slam'
  /** Words of the stage only. */
  readonly words: ReadonlySet<string>
}

const forms: readonly (readonly [pattern: RegExp, name: Stage['name']])[] = [
  [/\bwins? (?:an?|any) (?:tennis )?grand slam\b/i, 'slam'],
  [/\breach(?:es)? (?:the )?(?:\S+ ){0,4}?semi-?finals?\b/i, 'semifinal'],
  [/\breach(?:es)? (?:the )?(?:\S+ ){0,4}?quarter-?finals?\b/i, 'quarterfinal'],
  [/\breach(?:es)? (?:the )?(?:\S+ ){0,4}?finals?\b/i, 'final'],
]
const titleWon = /\bwins?\b|\bwinner\b|\bchampions?\b/i

/** Returns the stage in a question; undefined without one. */
export function readStage(question: string): Stage | undefined {
  const [pattern, name] = forms.find(([form]) => form.test(question)) ?? []
  if (pattern !== undefined && name !== undefined)
    return { name, words: stageWords(pattern.exec(question)?.[0] ?? '') }
  return titleWon.test(question) ? title : undefined
}

function stageWords(text: string): Stage['words'] {
  return new Set(wordsIn(text).map(({ word }) => word))
}

const title: Stage = { name: 'title', words: stageWords('win winner champion') }
